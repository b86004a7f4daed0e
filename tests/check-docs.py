#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Checks what the pages say of other files: links lead somewhere; docs/reference/elements.md has every property with its default, as
tests/golden/ has it; the tests and limits that SECURITY.md names are there, and options and fuzz targets are those that it
lists. Prints TAP."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# How elements.md writes some defaults.
WRITTEN = {'white': '0xffffffff', 'black': '0xff000000', 'string': 'none', '': 'none', 'null': 'none', '(none)': 'none'}


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


def value(text):
    """A default as something to compare: a number, where it is one."""
    text = WRITTEN.get(text.strip(), text.strip())
    for read_number in lambda: int(text, 0), lambda: float(text):
        try:
            return read_number()
        except ValueError:
            pass
    return text


def properties():
    """Those of our own by name: when they can be set, and their default."""
    found = {}
    for element in 'lifesrc', 'lifestep', 'lifevis':
        for name, flags, text in re.findall(r'^  ([\w-]+) *: .*\n +flags: (.*)\n +(.*)$', read(f'tests/golden/{element}.txt'), re.M):
            if 'changeable' in flags:
                when = 'controllable' if 'controllable' in flags else 'any time' if 'PLAYING' in flags else None
                found[name] = when, re.search(r'Default: +(?:-?\w+, )?"?(.*?)"?$', text)[1]
            elif 'writable' not in flags:
                found[name] = None
    return found


def stale_properties():
    page, there, seen = read('docs/reference/elements.md'), properties(), set()
    for names, cell in re.findall(r'^\| ((?:`[\w-]+`(?:, )?)+) \| ((?:u?int(?:64)?|double|boolean|fraction|string)\b[^|]*|`[^|]*; [^|]*) \|'
                                  r'(?!.*from Gst)', page, re.M):
        names = re.findall(r'`([\w-]+)`', names)
        if not all(there.get(name) for name in names):
            continue
        cell, when = re.match(r'(.*?)(?:; (any time|controllable))?$', cell).groups()
        said = (cell.rpartition('; ')[2] if cell.startswith('`') else cell.partition(', ')[2]).replace('`', '').split(', ')
        for name, default in zip(names, said if len(said) > 1 else said * len(names)):
            seen.add(name)
            if (when, value(default)) != (there[name][0], value(there[name][1])):
                yield f'docs/reference/elements.md has {name} with the default {default}, {when}; it is {there[name]}'
    yield from (f'docs/reference/elements.md lacks {name}' for name in there if f'`{name}`' not in page)
    if len(seen) < 80:
        yield f'docs/reference/elements.md has {len(seen)} properties in its tables'


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
    said = dict(re.findall(r'^\| `--([\w-]+)` \| (\d+)', read('SECURITY.md'), re.M))
    return [f'--{name} is {bounds.get(name)}, in SECURITY.md {said.get(name)}' for name in sorted(bounds.keys() | said.keys())
            if bounds.get(name) != said.get(name)]


def wrong_targets():
    built = set(re.findall(r"^  '([\w-]+)': \['|executable\('fuzz-([\w-]+)'", read('tests/fuzz/meson.build'), re.M))
    said = set(re.findall(r'`([\w-]+)`', re.search(r'sanitizers: (.*?) They are', read('SECURITY.md'), re.S)[1]))
    return [f'the fuzz target {name}' for name in sorted(said ^ {a or b for a, b in built})]


def main():
    checks = [('links lead somewhere', dead_links), ('properties have their defaults', stale_properties),
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
