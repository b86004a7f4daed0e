#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Finds meson's tests by their names.

Usage: find-tests.py BUILD-FOLDER NAME... Prints the tests of that build with these
names; * and ? in a NAME stand for any characters. A NAME that no test has is an
error, which lists the nearest ones, or all.
"""
import difflib
import fnmatch
import json
import sys


def main(folder, *requested):
    with open(f'{folder}/meson-info/intro-tests.json', encoding='utf-8') as file:
        names = sorted(test['name'] for test in json.load(file))
    found, missing = [], False
    for name in requested:
        fitting = fnmatch.filter(names, name)
        found += fitting
        if not fitting:
            missing = True
            near = difflib.get_close_matches(name, names, n=5) or [n for n in names if name in n]
            print(f'there is no test {name};', 'nearest:' if near else 'there are:', *near or names, file=sys.stderr)
    print(*dict.fromkeys(found))
    return 2 if missing else 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
