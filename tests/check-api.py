#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Checks that the library exports what its headers declare, and nothing else, and that
they document all of that, and which errors each function returns.

Usage: check-api.py LIBRARY HEADER... Prints TAP."""
import re
import shutil
import subprocess
import sys
from pathlib import Path

# What linkers define: some in every library, and the version of the symbols.
LINKERS = {'_init', '_fini', '_edata', '_end', '__bss_start', 'LIFE_0'}


def declarations(header):
    """Each function that @header marks with LIFE_API, its parameters and its comment."""
    text = header.read_text(encoding='utf-8')
    pattern = r'(?:/\*\*((?:(?!\*/).)*)\*/\s*)?^LIFE_API\s[^;(]*?\b(\w+) \(([^;]*)\);'
    for comment, name, parameters in re.findall(pattern, text, re.M | re.S):
        yield name, parameters, re.sub(r'\s*\n \* ?', '\n', comment)


def exported(library):
    listing = subprocess.run(['nm', '-D', '--defined-only', '-P', library], capture_output=True, text=True,
                             check=True).stdout
    return {line.split()[0].split('@')[0] for line in listing.splitlines()} - LINKERS


def wrong_exports(library, functions):
    names = exported(library)
    return ([f'{name} is exported, and no header declares it' for name in sorted(names - functions.keys())]
            + [f'{name}() is declared, and not exported' for name in sorted(functions.keys() - names)])


def wrong_errors(functions, codes):
    """The functions whose comment has no paragraph `Errors: …`, or one that names none."""
    for name, (parameters, comment) in sorted(functions.items()):
        paragraph = re.search(r'^Errors: (.*?)(?:\n\s*\n|\Z)', comment, re.M | re.S)
        if 'GError **' not in parameters:
            if paragraph:
                yield f'{name}() has errors, and no GError'
        elif not paragraph:
            yield f'{name}() does not say its errors'
        else:
            named = re.findall(r'%(LIFE_ERROR_\w+)', paragraph.group(1))
            if not named and not re.search(r'\blife_\w+\(\)', paragraph.group(1)):
                yield f'{name}() names no code'
            yield from (f'{name}() names {code}, which there is not' for code in named if code not in codes)


def wrong_comments(header):
    """What it declares without a comment that names its parts."""
    text = header.read_text(encoding='utf-8')
    pattern = re.compile(r'(?:/\*\*\n \* (?P<about>\w+):\n(?P<comment>(?:(?!\*/).)*)\*/\n(?:#if.*?\n)?)?'
                         r'^(?:LIFE_API (?P<type>[^;(]*?)(?P<function>\b\w+) \((?P<parameters>[^;]*)\);|#define (?P<macro>LIFE_\w+)'
                         r'|typedef (?:struct|enum) (?:\w+|\{(?P<members>.*?)^\}) (?P<name>\w+);)', re.M | re.S)
    macros = set()
    for found in pattern.finditer(text):
        name, comment = found['function'] or found['macro'] or found['name'], found['comment'] or ''
        if found['about'] != name and name not in macros:
            yield f'{header.name}: {name} has no comment'
        macros.add(found['macro'])
        members = re.findall(r'(\w+)(?:\[\w*\])*(?: = [^,;]*)?\s*(?:[,;]|$)', re.sub(r'/\*.*?\*/', '', found['parameters'] or found['members'] or ''))
        yield from (f'{header.name}: the comment of {name} says nothing of {member}' for member in members
                    if member != 'void' and not re.search(rf'^ \* @{member}: *\S', comment, re.M))
        if found['function'] and ('\n * Returns: ' in comment) == (found['type'].strip() == 'void'):
            yield f'{header.name}: the comment of {name} does not say what it returns'


def report(number, name, wrong):
    print(f'{"not ok" if wrong else "ok"} {number} {name}')
    for line in wrong:
        print('#', line)
    return bool(wrong)


def main(library, *headers):
    functions, codes = {}, set()
    for header in map(Path, headers):
        functions.update((name, rest) for name, *rest in declarations(header))
        codes.update(re.findall(r'^ +(LIFE_ERROR_\w+),', header.read_text(encoding='utf-8'), re.M))
    assert functions and codes

    print('1..3')
    failed = 0
    if shutil.which('nm'):
        failed += report(1, 'what is declared is exported, and nothing else', wrong_exports(library, functions))
    else:
        print('ok 1 # SKIP nm is not installed')
    failed += report(2, 'errors are named where functions are declared', list(wrong_errors(functions, codes)))
    failed += report(3, 'what is declared has a comment that names its parts',
                     [line for header in headers for line in wrong_comments(Path(header))])
    return failed > 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
