#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Counts the test functions of meson's runs.

Usage: count.py [--steps FILE] BUILD-FOLDER... Reads each folder's meson-logs/testlog.json, and
the logs of other set-ups next to it (testlog-SETUP.json). Prints how many functions
were skipped, by reason and program; then every function that failed and its program's
last output; then where the time went, if FILE has lines of seconds, a tab and what they
were spent on, with the slowest programs; and ends with the line "N passed, N failed,
N skipped". Exits 1 when one failed or none ran; a folder in which none ran is a
failure.
"""
import argparse
import collections
import glob
import json
import re
import sys

POINT = re.compile(r'^(not )?ok\b\s*\d*\s*-?\s*(.*)$')
SKIP = re.compile(r'#\s*skip\s*(.*)', re.IGNORECASE)
OUTPUT_LINES = 40  # of a failed program's output, from its end
SLOWEST = 10


def outcome(line):
    """The meaning of a line of TAP: (result, the function's name or why it was skipped), or None."""
    match = POINT.match(line)
    if not match:
        return None
    skip = SKIP.search(match.group(2))
    if match.group(1):
        return 'failed', match.group(2)
    if skip:
        return 'skipped', skip.group(1) or 'no reason given'
    return 'passed', match.group(2)


def runs_in(folder):
    """Every test program that ran there, by its name with its folder and set-up."""
    for path in sorted(glob.glob(f'{folder}/meson-logs/testlog*.json')):
        setup = re.search(r'testlog-?(.*)\.json$', path).group(1)
        with open(path, encoding='utf-8') as log:
            for line in log:
                run = json.loads(line)
                yield ': '.join(filter(None, [folder, setup, run['name']])), run


def last_words(run):
    """A program's output without the functions that passed or were skipped."""
    lines = [line for line in run.get('stdout', '').splitlines()
             if (outcome(line) or ('failed',))[0] == 'failed']
    return '\n'.join((lines + run.get('stderr', '').splitlines())[-OUTPUT_LINES:])


def print_skipped(skipped):
    """How many functions were skipped; skipped: programs with repetition, by reason."""
    for reason, programs in skipped.items():
        print(f'skipped: {len(programs)}: {reason}')
        for program, count in collections.Counter(programs).items():
            print(f'  {count} of {program}')


def print_times(steps, durations):
    """Where the time went: @steps in their order, and the slowest of (seconds, program)."""
    rows = [(int(seconds), what) for seconds, what in (line.split('\t') for line in steps.splitlines())]
    print('seconds  step')
    for seconds, what in rows + [(sum(seconds for seconds, _ in rows), 'all')]:
        print(f'{seconds:7}  {what}')
    print(f'seconds  the {SLOWEST} slowest tests')
    for seconds, program in sorted(durations, reverse=True)[:SLOWEST]:
        print(f'{seconds:7.0f}  {program}')


def main(folders, steps):
    counts = collections.Counter()
    skipped = collections.defaultdict(list)
    failures = []
    durations = []
    for folder in folders:
        runs = list(runs_in(folder))
        if not runs:
            counts['failed'] += 1
            failures.append(f'failed: {folder}: no test ran')
        for program, run in runs:
            durations.append((run.get('duration', 0), program))
            points = [p for p in map(outcome, run.get('stdout', '').splitlines()) if p]
            counts.update(result for result, _ in points)
            for result, text in points:
                if result == 'skipped':
                    skipped[text].append(program)
            failed = [text for result, text in points if result == 'failed']
            if run['result'] not in ('OK', 'SKIP', 'EXPECTEDFAIL') and not failed:
                # It crashed, timed out, or a sanitizer reported at its end.
                counts['failed'] += 1
                failed = [run['result']]
            if failed:
                failures += [f'failed: {program}: {text}' for text in failed] + [last_words(run)]
    print_skipped(skipped)
    print(*failures, '', sep='\n', end='')
    if steps:
        print_times(steps.read(), durations)
    print(f'{counts["passed"]} passed, {counts["failed"]} failed, {counts["skipped"]} skipped')
    return 1 if counts['failed'] or not counts['passed'] else 0


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--steps', type=argparse.FileType(encoding='utf-8'))
    parser.add_argument('folders', nargs='+')
    sys.exit(main(**vars(parser.parse_args())))
