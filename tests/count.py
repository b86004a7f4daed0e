#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Counts the test functions of meson's runs.

Usage: count.py BUILD-FOLDER... Reads each folder's meson-logs/testlog.json, and
what meson left of other set-ups beside it (testlog-SETUP.json), prints every
function that failed or was skipped, and closes with the line
"N passed, N failed, N skipped". Exits 1 when one failed or none ran; a folder in
which none ran is a failure.
"""
import glob
import json
import re
import sys

POINT = re.compile(r'^(not )?ok\b\s*\d*\s*-?\s*(.*)$')


def outcome(line):
    """What a line of TAP says: (result, name), or None."""
    match = POINT.match(line)
    if not match:
        return None
    if match.group(1):
        return 'failed', match.group(2)
    if re.search(r'#\s*skip', match.group(2), re.IGNORECASE):
        return 'skipped', match.group(2)
    return 'passed', match.group(2)


def runs_in(folder):
    """Every test program that ran there."""
    for path in sorted(glob.glob(f'{folder}/meson-logs/testlog*.json')):
        with open(path, encoding='utf-8') as log:
            for line in log:
                yield json.loads(line)


def main(folders):
    counts = {'passed': 0, 'failed': 0, 'skipped': 0}
    for folder in folders:
        runs = list(runs_in(folder))
        if not runs:
            counts['failed'] += 1
            print(f'failed: {folder}: no test ran')
        for run in runs:
            points = [p for p in map(outcome, run.get('stdout', '').splitlines()) if p]
            for result, name in points:
                counts[result] += 1
                if result != 'passed':
                    print(f'{result}: {folder}: {run["name"]}: {name}')
            failed = any(result == 'failed' for result, _ in points)
            if run['result'] not in ('OK', 'SKIP', 'EXPECTEDFAIL') and not failed:
                # It crashed, timed out or a sanitizer spoke at its end.
                counts['failed'] += 1
                print(f'failed: {folder}: {run["name"]}: {run["result"]}')
                print(run.get('stderr', '')[-4000:])
    print('{passed} passed, {failed} failed, {skipped} skipped'.format(**counts))
    return 1 if counts['failed'] or not counts['passed'] else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
