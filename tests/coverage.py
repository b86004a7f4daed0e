#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Shows how many lines of the sources the tests run.

Usage: coverage.py [--jobs J] FOLDER [PATH...]

FOLDER is made if it is not there, and kept: a copy of the tree, a build of it that
counts, and what each test has run. Remove it after a change of the sources. Prints for
each folder in PATH (life, plugin, pipelines) and for the parsers how many lines can be
run and how many are, then the files with the least. What needs a GPU is left out.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PATHS = ['life', 'plugin', 'pipelines']
# What reads texts that others wrote.
PARSERS = ['life/rule', 'life/pattern', 'life/checkpoint/head.c', 'life/checkpoint/checkpoint-cells.c', 'life/draw/view/waypoints.c',
           'life/draw/color/palette.c', 'plugin/settings/events.c']
# Suites whose tests do not look at how the code behaves, or run the others again.
LEFT_OUT = {'source', 'threads', 'cuda'}


def quiet(command, log, **options):
    with open(log, 'ab') as file:
        return subprocess.run(command, stdout=file, stderr=file, **options).returncode


def sources(paths):
    """All C sources in folders or files, relative to the tree."""
    for path in paths:
        found = [ROOT / path] if (ROOT / path).is_file() else sorted((ROOT / path).rglob('*.c'))
        yield from (str(file.relative_to(ROOT)) for file in found)


class Build:
    """A copy of the tree with a build in it."""

    def __init__(self, folder, name, *options):
        self.tree = folder / name
        self.folder = self.tree / 'build'
        self.log = folder / f'{name}.log'
        if not (self.folder / 'build.ninja').exists():
            shutil.rmtree(self.tree, ignore_errors=True)
            self.tree.mkdir(parents=True)
            subprocess.run(f'git archive HEAD | tar x -C "{self.tree}"', shell=True, check=True, cwd=ROOT)
            command = ['meson', 'setup', str(self.folder), str(self.tree), '-Dtests=enabled', '-Dcuda=disabled', *options]
            if quiet(command, self.log) != 0 or not self.make():
                sys.exit(f'the build failed; see {self.log}')

    def make(self, *targets):
        return quiet(['ninja', '-C', str(self.folder), *targets], self.log) == 0

    def tests(self):
        """All tests, as meson describes them."""
        text = subprocess.run(['meson', 'introspect', '--tests', str(self.folder)], check=True,
                              stdout=subprocess.PIPE).stdout
        return [test for test in json.loads(text)
                if not LEFT_OUT & {suite.split(':')[1] for suite in test['suite']}]

    def start(self, test, **environment):
        """A process that plays @test."""
        with open(self.log, 'ab') as log:
            return subprocess.Popen(test['cmd'], stdout=log, stderr=log, cwd=test['workdir'], start_new_session=True,
                                    env={**os.environ, **test['env'], **environment})


class Coverage(Build):
    """Which tests run a line, and how long each takes."""

    def __init__(self, folder, jobs):
        super().__init__(folder, 'counted', '-Db_coverage=true', '-Doptimization=1')
        self.data = folder / 'runs'
        self.times = folder / 'times.json'
        self.lines_of = {}
        if self.times.exists():
            self.seconds = json.loads(self.times.read_text())
        else:
            self.seconds = {}
            self.play_all(jobs)
            self.times.write_text(json.dumps(self.seconds, indent=1))

    def play_all(self, jobs):
        waiting, running = self.tests(), []
        while waiting or running:
            while waiting and len(running) < jobs:
                test = waiting.pop(0)
                process = self.start(test, GCOV_PREFIX=str(self.data / test['name']))
                running.append((test, process, time.monotonic()))
            time.sleep(0.05)
            for entry in [entry for entry in running if entry[1].poll() is not None]:
                running.remove(entry)
                self.note(entry[0]['name'], entry[1].returncode, time.monotonic() - entry[2])

    def note(self, name, status, seconds):
        if status == 0:
            self.seconds[name] = seconds
        else:
            print(f'{name} fails by itself and is left out', flush=True)

    def notes(self, source):
        """What the compiler noted of a source, once for each time that it is compiled."""
        parts = source.split('/')
        for i in range(1, len(parts)):
            yield from self.folder.glob('/'.join(parts[:i]) + '/*.p/' + '_'.join(parts[i:]) + '.gcno')

    def lines(self, source):
        """The names of tests that run a line, by the number of each line that can be run."""
        if source not in self.lines_of:
            self.lines_of[source] = {}
            for note in self.notes(source):
                self.add_lines(source, note, self.lines_of[source])
        return self.lines_of[source]

    def add_lines(self, source, note, found):
        data = {}
        for name in self.seconds:
            path = pathlib.Path(f'{self.data}/{name}{note}').with_suffix('.gcda')
            if path.exists():
                shutil.copy(note, path.with_suffix('.gcno'))
                data[str(path)] = name
        # Without data, the notes alone say which lines there are.
        reports = subprocess.run(['gcov', '--json-format', '--stdout', *data] if data else
                                 ['gcov', '--json-format', '--stdout', str(note)],
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=self.folder).stdout
        for report in map(json.loads, reports.splitlines()):
            name = data.get(report['data_file'])
            for file in report['files']:
                if not file['file'].endswith(source):
                    continue
                for line in file['lines']:
                    tests = found.setdefault(line['line_number'], set())
                    if name is not None and line['count'] > 0:
                        tests.add(name)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('paths', nargs='*', default=PATHS)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    options = parser.parse_args()
    coverage = Coverage(options.folder.resolve(), options.jobs)
    files = {}
    for source in {*sources(options.paths), *sources(PARSERS)}:
        lines = coverage.lines(source)
        files[source] = (len(lines), sum(bool(tests) for tests in lines.values()))

    def show(what, requested):
        there, run = (sum(files[source][i] for source in requested) for i in (0, 1))
        if there > 0:
            print(f'{there:7} {run:7} {100 * run / there:6.1f} %  {what}')

    print('  lines     run')
    for path in options.paths:
        show(path, list(sources([path])))
    show('parsers', list(sources(PARSERS)))
    print('\nthe files of which most lines are not run:')
    for source in sorted(files, key=lambda source: files[source][1] - files[source][0])[:20]:
        show(source, [source])


if __name__ == '__main__':
    main()
