#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes small random changes to the sources and looks whether a test fails.

Usage: mutate.py [--n N] [--seed S] [--jobs J] FOLDER [PATH...]

FOLDER is that of coverage.py; a build for the changes is added to it. N changes (100) are drawn with
seed S (1) in the files of the folders or files PATH (plugin, life/world, life/draw,
life/rule): an operator, a bound, a number, a truth value, or a statement that is left out.
Each is built and the tests that run its line are run, the shortest first, until one
fails. Changes that do not compile are drawn anew; so are those of lines that no test
runs, which coverage.py shows.

Prints a line for each change: what was changed, and the test that failed or SURVIVED.
The last line is "N changes, N found". The exit status is 0 whatever is found.
"""
import argparse
import os
import pathlib
import random
import re
import signal
import subprocess

import coverage

PATHS = ['plugin', 'life/world', 'life/draw', 'life/rule']
# What a change may be: a pattern within a line, and what comes instead.
CHANGES = [
    (r' < ', ' <= '), (r' <= ', ' < '), (r' > ', ' >= '), (r' >= ', ' > '),
    (r' == ', ' != '), (r' != ', ' == '), (r' && ', ' || '), (r' \|\| ', ' && '),
    (r' \+ ', ' - '), (r' - ', ' + '), (r' \* (?=\w)', ' / '), (r' / ', ' * '), (r' \+= ', ' -= '),
    (r' << ', ' >> '), (r' >> ', ' << '), (r'\bMIN \(', 'MAX ('), (r'\bMAX \(', 'MIN ('),
    (r'\bTRUE\b', 'FALSE'), (r'\bFALSE\b', 'TRUE'), (r'(?<=[ (])0(?=[,;)\]])', '1'), (r'(?<=[ (])1(?=[,;)\]])', '2'),
]
STATEMENT = re.compile(r'^\s+(?!g?_?return|break|continue|goto|const |static |g?u?int|gdouble|gboolean)'
                       r'[a-z_*(][^"]*( = | [+|^&-]= | \(|\+\+|--).*;$')
# The leak checks of the build with sanitizers find these.
FREEING = re.compile(r'free|unref|clear|release|drop|destroy')


def positions(source):
    """All changes that can be made to a file: line, old text, new text."""
    comment = False
    for number, line in enumerate((coverage.ROOT / source).read_text().split('\n'), 1):
        begins, ends = '/*' in line, '*/' in line
        if comment or begins or line.startswith('#') or not line.startswith('  '):
            comment = (comment or begins) and not ends
            continue
        # What is returned after a critical message is not seen: tests end there.
        end = line.rfind(',') if 'g_return_val_if_fail' in line else len(line)
        for pattern, new in CHANGES:
            for match in re.finditer(pattern, line[:end]):
                yield number, line, line[:match.start()] + new + line[match.end():]
        if STATEMENT.match(line) and not FREEING.search(line) and line.count('(') == line.count(')'):
            yield number, line, ''


def draw(paths):
    """Changes by lot for ever; each line of a file that can be changed is as likely."""
    every = [(source, *position) for source in coverage.sources(paths) for position in positions(source)]
    while True:
        yield random.choice(every)


def play(build, test, seconds):
    """Whether @test fails, or takes longer than so many seconds."""
    process = build.start(test)
    try:
        return process.wait(seconds) != 0
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return True


def program(build, test):
    """What has to be made for a test: its program, or all where that is a script."""
    path = os.path.relpath(test['cmd'][0], build.folder)
    return [] if path.startswith('..') else [path]


def find(build, names, seconds):
    """The first of the tests that fails; None where none does, FALSE where the tree does not compile."""
    tests = {test['name']: test for test in build.tests()}
    if not build.make('life/liblife-0.so.0.1.0', 'plugin/libgstlife.so'):
        return False
    for name in names:
        if not build.make(*program(build, tests[name])):
            return False
        if play(build, tests[name], 20 + 5 * seconds[name]):
            return name
    return None


def change(build, source, line, new):
    """Puts @new into a line of a file of the build's tree; returns the old text of the file."""
    path = build.tree / source
    text = path.read_text()
    lines = text.split('\n')
    lines[line - 1] = new
    path.write_text('\n'.join(lines))
    return text


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('paths', nargs='*', default=PATHS)
    parser.add_argument('--n', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    options = parser.parse_args()
    counted = coverage.Coverage(options.folder.resolve(), options.jobs)
    build = coverage.Build(options.folder.resolve(), 'changed', '-Doptimization=1')
    random.seed(options.seed)
    made = found = 0
    for source, line, old, new in draw(options.paths):
        if made == options.n:
            break
        names = sorted(counted.lines(source).get(line, []), key=counted.seconds.get)
        if not names:
            continue
        text = change(build, source, line, new)
        try:
            name = find(build, names, counted.seconds)
        finally:
            (build.tree / source).write_text(text)
        if name is False:
            continue
        made += 1
        found += name is not None
        print(f'{source}:{line}: {old.strip()}\n    -> {new.strip() or "(left out)"}\n    {name or "SURVIVED"}',
              flush=True)
    print(f'{made} changes, {found} found')


if __name__ == '__main__':
    main()
