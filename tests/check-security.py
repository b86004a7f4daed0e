#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Compares SECURITY.md with the code: tests and limits that it names are there, options have the
defaults that it gives, and the fuzz targets are those that are built. Prints TAP."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / 'SECURITY.md').read_text(encoding='utf-8')


def read(path):
    return (ROOT / path).read_text(encoding='utf-8') if (ROOT / path).is_file() else ''


def missing_names():
    """Names after a file's that the file does not have."""
    named = re.findall(r'`([\w/.-]+\.(?:c|h|py))`:((?:,?\s+`\w+`)+)', PAGE)
    assert len(named) > 30
    for path, names in named:
        if not read(path):
            yield f'there is no {path}'
        for name in re.findall(r'`(\w+)`', names):
            if not re.search(rf'\b{name}\b', read(path)):
                yield f'{path} has no {name}'


def bare_paths():
    """Files and folders that there are not."""
    for path in re.findall(r'`([\w-]+/[\w/.-]+)`|\]\(([\w/.-]+)', PAGE):
        path = path[0] or path[1]
        if not path.startswith('build-') and not (ROOT / path).exists():
            yield f'there is no {path}'


def wrong_defaults():
    """Options of life-web that have another default, or that the page leaves out."""
    options = dict(re.findall(r'^  --([\w-]+)=N +.*\((\d+)\)$', read('pipelines/web/help.txt'), re.M))
    bounds = {name for name in options if name.startswith('max-') or name in ('handshake-time', 'message-rate', 'guess-delay')}
    said = dict(re.findall(r'^\| `--([\w-]+)` \| (\d+)', PAGE, re.M))
    assert len(bounds) > 10
    yield from (f'--{name} is not in the table, or in no help' for name in sorted(bounds ^ said.keys()))
    yield from (f'--{name} is {options[name]}, not {value}' for name, value in said.items() if options.get(name) != value)


# Of limits whose number the page says, how the code has it.
LIMITS = {
    'life/base/unpack.h': r'LIFE_TEXT_MAX \(G_GUINT64_CONSTANT \(1\) << 30\)',
    'life/base/zip.c': r'FILES_MAX 4096',
    'life/pattern/formats.h': r'LIFE_RUNS_MAX \(1u << 28\)',
    'life/rule/table/table.h': r'LIFE_TABLE_TEXT_MAX \(G_GUINT64_CONSTANT \(1\) << 24\)',
    'life/rule/table/find.c': r'NAME_MAX_LENGTH 200',
    'life/rule/table/tree.c': r'ENTRIES_MAX \(1u << 24\)',
    'life/rule/private.h': r'LIFE_RADIUS_MAX 500',
    'plugin/text/cells.c': r'MOST_CHARACTERS 10000(?s:.*)MOST_SIDE 16384(?s:.*)MOST_CELLS \(1 << 26\)',
    'life/backup/index.h': r'PARTS_MAX 4096(?s:.*)INDEX_MAX \(G_GUINT64_CONSTANT \(1\) << 22\)',
    'plugin/play/pending.c': r'MAX_PENDING 16384',
    'pipelines/web/connections/viewer.c': r'MOST_SILENT \(35 ',
    'pipelines/web/world/world.c': r'MOST_WAITING 64',
    'pipelines/web/world/values.c': r'MOST_GENERATIONS 256',
    'pipelines/rtsp-server/viewers.c':
        r'MOST_STALLED 10(?s:.*)MOST_SILENT 70(?s:.*)MOST_SENT \(64 \* 1024\)(?s:.*)LARGEST_BODY \(16 \* 1024\)',
}


def wrong_limits():
    return [f'{path} has other limits than {limit}' for path, limit in LIMITS.items() if not re.search(limit, read(path))]


def wrong_targets():
    built = set(re.findall(r"^  '([\w-]+)': \['", read('tests/fuzz/meson.build'), re.M))
    built |= set(re.findall(r"executable\('fuzz-([\w-]+)'", read('tests/fuzz/meson.build')))
    said = set(re.findall(r'`([\w-]+)`', re.search(r'sanitizers: (.*?) They are', PAGE, re.S).group(1)))
    # It reads figures for life-bench, which come from nobody else.
    return [f'the fuzz target {name}' for name in sorted((built ^ said) - {'figures'})]


def main():
    checks = [('names are in their files', missing_names), ('files are there', bare_paths),
              ('options have their defaults', wrong_defaults), ('limits are those of the code', wrong_limits),
              ('fuzz targets are those that are built', wrong_targets)]
    failed = 0
    print(f'1..{len(checks)}')
    for i, (name, check) in enumerate(checks, 1):
        wrong = list(check())
        failed += bool(wrong)
        print(f'{"not ok" if wrong else "ok"} {i} {name}')
        for line in wrong:
            print('# SECURITY.md:', line)
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
