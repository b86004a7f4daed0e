#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Checks that the library exports what its headers declare, and nothing else.

Usage: check-api.py LIBRARY HEADER... Speaks TAP."""
import re
import shutil
import subprocess
import sys
from pathlib import Path

# What some linkers define in every library.
LINKERS = {'_init', '_fini', '_edata', '_end', '__bss_start'}


def declarations(header):
    """The functions that @header marks with LIFE_API."""
    return re.findall(r'^LIFE_API\s[^;(]*?\b(\w+) \(', header.read_text(encoding='utf-8'), re.M)


def exported(library):
    listing = subprocess.run(['nm', '-D', '--defined-only', '-P', library], capture_output=True, text=True,
                             check=True).stdout
    return {line.split()[0].split('@')[0] for line in listing.splitlines()} - LINKERS


def wrong_exports(library, functions):
    names = exported(library)
    return ([f'{name} is exported, and no header declares it' for name in sorted(names - functions)]
            + [f'{name}() is declared, and not exported' for name in sorted(functions - names)])


def report(number, name, wrong):
    print(f'{"not ok" if wrong else "ok"} {number} {name}')
    for line in wrong:
        print('#', line)
    return bool(wrong)


def main(library, *headers):
    functions = {name for header in headers for name in declarations(Path(header))}
    assert functions

    print('1..1')
    if shutil.which('nm'):
        return report(1, 'what is declared is exported, and nothing else', wrong_exports(library, functions))
    print('ok 1 # SKIP nm is not installed')
    return False


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
