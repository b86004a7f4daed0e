#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Checks what the pages say of other files: links lead somewhere; docs/reference/elements.md has every property, in the
groups of their table; the tests and limits that SECURITY.md names are there, and options and fuzz targets are those that it
lists. Prints TAP."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def read(path):
    return (ROOT / path).read_text(encoding='utf-8') if (ROOT / path).is_file() else ''


def anchors(page):
    """Of a page's headings, as GitHub makes them."""
    return {re.sub(r'[^\w\- ]', '', heading.lower()).replace(' ', '-') for heading in re.findall('^#+ (.*)$', page, re.M)}


def dead_links():
    """But of CHANGELOG.md, where older entries lead to what was there then."""
    for path in sorted({*ROOT.glob('*.md'), *ROOT.glob('docs/**/*.md')} - {ROOT / 'CHANGELOG.md'}):
        page = re.sub(r'^(    |```).*$', '', path.read_text(encoding='utf-8'), flags=re.M)
        for target in re.findall(r'\]\((?!\w+:)([^()\s]+)\)', page):
            file, _, heading = target.partition('#')
            there = path.parent / file if file else path
            if not there.exists() or heading and heading not in anchors(there.read_text(encoding='utf-8')):
                yield f'{path.relative_to(ROOT)} links to {target}'


def wrong_properties():
    """Groups of plugin/settings/property-table.c that docs/reference/elements.md has not, or with other properties, and what it sets that is
    no property."""
    page, rows = read('docs/reference/elements.md'), read('plugin/settings/property-table.c').partition('gst_life_properties[]')[2]
    groups = re.findall(r'^  /\* (.*) \*/\n((?:(?!  /\*).*\n)*)', rows, re.M)
    for title, group in groups:
        names = re.findall(r'^  [A-Z\d_]+ \("([\w-]+)"', group, re.M)
        if (row := f'| {title} | {", ".join(f"`{name}`" for name in names)} |\n') not in page:
            yield f'docs/reference/elements.md lacks the row {row.rstrip()}'
    printed = ''.join(read(f'tests/golden/{element}.txt') for element in ('lifesrc', 'lifestep', 'lifevis'))
    there = {*re.findall(r'^  ([\w-]+) *: .*\n +flags: ', printed, re.M)}
    named = re.findall(r'`([a-z][a-z-]+)=[^`\n]*`', page)
    yield from (f'docs/reference/elements.md sets {name}, which is no property' for name in named if name not in there)
    if len(groups) < 10 or len(named) < 10:
        yield f'{len(groups)} groups of properties, of which docs/reference/elements.md sets {len(named)}'


def missing_names():
    """Names after a file's in SECURITY.md, and linked to a file in docs/explanation/kernels.md, that the file does not have."""
    named = re.findall(r'`([\w/.-]+\.(?:c|h|py))`(:(?:,?\s+`\w+`)+)?', read('SECURITY.md'))
    for path, names in named:
        if not read(path):
            yield f'SECURITY.md names {path}'
        yield from (f'SECURITY.md names {name} in {path}' for name in re.findall(r'`(\w+)`', names)
                    if not re.search(rf'\b{name}\b', read(path)))
    if len(named) < 30:
        yield f'SECURITY.md names {len(named)} files'
    linked = re.findall(r'\[`(\w+)`\]\((?:\.\./)+([\w/.-]+)\)', read('docs/explanation/kernels.md'))
    yield from (f'docs/explanation/kernels.md names {name} in {path}' for name, path in linked if not re.search(rf'\b{name}\b', read(path)))


def wrong_options():
    """Bounds of life-web that SECURITY.md lacks, or has with another default."""
    bounds = dict(re.findall(r'^  --(max-[\w-]+|handshake-time|message-rate|guess-delay)=N +.*\((\d+)\)$', read('pipelines/web/help.txt'), re.M))
    documented = dict(re.findall(r'^\| `--([\w-]+)` \| (\d+)', read('SECURITY.md'), re.M))
    return [f'--{name} is {bounds.get(name)}, in SECURITY.md {documented.get(name)}' for name in sorted(bounds.keys() | documented.keys())
            if bounds.get(name) != documented.get(name)]


def wrong_targets():
    built = set(re.findall(r"^  '([\w-]+)': \['|executable\('fuzz-([\w-]+)'", read('tests/fuzz/meson.build'), re.M))
    documented = set(re.findall(r'`([\w-]+)`', re.search(r'sanitizers: (.*?) They are', read('SECURITY.md'), re.S)[1]))
    return [f'the fuzz target {name}' for name in sorted(documented ^ {a or b for a, b in built})]


def main():
    checks = [('links lead somewhere', dead_links), ('properties are explained', wrong_properties),
              ('names are in their files', missing_names), ('options have their defaults', wrong_options),
              ('fuzz targets are those that are built', wrong_targets)]
    failed = 0
    print(f'1..{len(checks)}')
    for i, (name, check) in enumerate(checks, 1):
        wrong = list(check())
        failed += bool(wrong)
        print(f'{"not ok" if wrong else "ok"} {i} {name}')
        for line in wrong:
            print('#', line)
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
