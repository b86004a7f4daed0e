# SPDX-License-Identifier: LGPL-2.1-or-later
"""What tests in Python share: functions as TAP, and checks that report what they found.
Nothing here is a test."""
import inspect
import os
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

SOURCE = Path(os.environ['LIFE_SOURCE_ROOT'])
BUILD = Path(os.environ['LIFE_BUILD_ROOT'])
TIMEOUT = 60  # seconds; no wait is longer: a guard against hangs


class Skip(Exception):
    """Why a test cannot run here."""


class Failure(Exception):
    """What a test found."""


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Skip(f'{program} is not installed')


def expect(found, requested, what):
    if found != requested:
        raise Failure(f'{what}: {found!r}, not {requested!r}')


def expect_in(part, whole, what):
    if part not in whole:
        raise Failure(f'{what}: {part!r} is not in {whole!r}')


def expect_range(found, minimum, maximum, what):
    if not minimum <= found <= maximum:
        raise Failure(f'{what}: {found!r}, not from {minimum!r} to {maximum!r}')


def until(condition, what, seconds=TIMEOUT):
    """Waits until condition() is true, and returns what it returned."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise Failure(f'{what}: not within {seconds} s')
        time.sleep(0.02)


def table(name):
    """The rows of a file next to the test, whose columns are parted by tabs."""
    text = (Path(sys.argv[0]).parent / name).read_text(encoding='utf-8')
    return [line.split('\t') for line in text.splitlines() if line and line[0] != '#']


def call(test, prepare):
    """A test that has a parameter gets a folder of its own, or what @prepare makes of that."""
    if not inspect.signature(test).parameters:
        test()
        return
    with tempfile.TemporaryDirectory(prefix='life-test-') as folder:
        test(prepare(Path(folder)))


def main(functions, prepare=Path, require=None):
    """Runs the test_* of a module's globals(), or those that the command line names without test_, and prints
    TAP. If require() raises Skip, all are skipped."""
    name = Path(sys.argv[0]).stem.removeprefix('test-')
    tests = {title.removeprefix('test_'): test for title, test in functions.items() if title.startswith('test_')}
    chosen = [word for word in sys.argv[1:] if word in tests] or list(tests)
    failed = 0
    print(f'1..{len(chosen)}')
    for number, title in enumerate(chosen, 1):
        line = f'{number} /{name}/{title}'
        try:
            if require:
                require()
            call(tests[title], prepare)
            print(f'ok {line}', flush=True)
        except Skip as why:
            print(f'ok {line} # SKIP {why}', flush=True)
        except Exception:  # pylint: disable=broad-except
            failed += 1
            print(f'not ok {line}')
            print(*('# ' + row for row in traceback.format_exc().splitlines()), sep='\n', flush=True)
    sys.exit(failed > 0)
