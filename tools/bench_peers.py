# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs Golly and ffmpeg between the runs of a world that tools/bench.py measures, where they are installed."""
import os
import re
import shutil
import statistics
import subprocess
import time

from bench_tables import cells, count_cells

# The generation at which all worlds have a checksum and a population.
CHECKSUM_GENERATION = 64
# Generations whose time is subtracted from every run, so that starting and loading are not counted.
WARM_UP = 10
# A program that took longer so far, in seconds, is not run again.
MAX_SECONDS = 30
# Both take minutes for larger worlds.
MAX_CELLS = 1 << 26
# Cells that they advance in a run; slower algorithms of Golly as many as they can in this time.
GOLLY_WORK, GOLLY_SECONDS, FFMPEG_WORK = 1 << 32, 10, 1 << 28
GOLLY = ['bgolly', '-s', '/usr/share/golly/Rules/', '-i', '1']


def golly_algorithm(row):
    """Golly's fastest algorithm for the rule, or None: its one-dimensional rules differ, because all rows advance, and of
    cyclic ones it has none."""
    rule = row['rule']
    if row['dimensions'] != 2 or row['has_b0'] or re.fullmatch(r'W\d+|R\d+/T.*', rule):
        return None
    if re.match(r'R\d', rule):
        return 'Larger than Life'
    if '/' not in rule and not rule.startswith('MAP'):
        return 'JvN' if rule in ('JvN29', 'Nobili32', 'Hutton32') else 'RuleLoader'
    if row['states'] == 2:
        return 'QuickLife'
    return 'Generations' if row['is_moore'] else None


def is_plain(row):
    """Two states, and live cells are counted among all that touch."""
    return row['states'] == 2 and row['is_moore'] and bool(re.fullmatch(r'B[\d,.]*/S[\d,.]*', row['rule']))


class Contender:
    """A program, each of whose runs follows one of ours."""

    def __init__(self, name, runs, row):
        # Why it has no figure; or None.
        self.why = ('not installed' if not shutil.which(name) else 'runs no such rule' if not runs
                    else 'takes too long at this size' if cells(row) > MAX_CELLS else None)
        self.command, self.generations, self.start, self.spent, self.times = None, 0, 0, 0, []

    def call(self, generations):
        """Runs it for so many generations, and returns its seconds and what it printed."""
        start = time.monotonic()
        done = subprocess.run(self.command(generations), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              check=False)
        seconds = time.monotonic() - start
        self.spent += seconds
        if done.returncode != 0:
            self.why = f'it ended with status {done.returncode}'
        return seconds, done.stdout

    def prepare(self, command, generations):
        self.command, self.generations = command, generations
        self.start, _ = self.call(WARM_UP)

    def run(self):
        if self.why is None and not (self.times and self.spent > MAX_SECONDS):
            self.times.append((self.call(self.generations + WARM_UP)[0] - self.start) / self.generations)

    def result(self):
        median = statistics.median(self.times or [0])
        return self.why or (median if median > 0 else 'too short to measure')


class Peers:
    """Both programs, next to one world."""

    def __init__(self, folder):
        self.soup = os.path.join(folder, 'soup.rle')
        self.algorithm = self.golly = self.ffmpeg = None

    def options(self, size):
        """Further options of life-bench: it waits for us, and saves the soup for Golly."""
        fits = size.count('x') == 1 and count_cells(size) <= MAX_CELLS
        return {'wait': None} | ({'soup': self.soup} if fits else {})

    def turn(self, row):
        """Called before our first run, and after each."""
        if row['waiting'] > 0:
            self.golly.run()
            self.ffmpeg.run()
            return
        self.algorithm = golly_algorithm(row)
        self.golly = Contender('bgolly', self.algorithm, row)
        self.ffmpeg = Contender('ffmpeg', row['dimensions'] == 2 and is_plain(row) and not row['has_b0'], row)
        if self.golly.why is None:
            self.prepare_golly(row)
        if self.ffmpeg.why is None:
            # It fills a soup of its own with the same density.
            source = f"life=s={row['size']}:rule={row['rule']}:ratio=0.35:seed=1:stitch={int(row['topology'] == 'torus')}"
            self.ffmpeg.prepare(lambda n: ['ffmpeg', '-v', 'error', '-f', 'lavfi', '-i', source, '-frames:v', str(n),
                                           '-f', 'null', '-'], min(max(FFMPEG_WORK // cells(row), 10), 5000))

    def prepare_golly(self, row):
        """It starts from our soup, and must have our population. On a bounded grid it advances one generation at a time."""
        golly, command = self.golly, [*GOLLY, '-a', self.algorithm]
        golly.command = lambda n: [*command, '-m', str(n), self.soup]
        seconds, printed = golly.call(CHECKSUM_GENERATION)
        if f"\n{CHECKSUM_GENERATION}: {row['population']}\n" not in printed.replace(',', ''):
            golly.why = 'its population differs'
            return
        possible = max(int(GOLLY_SECONDS / max(seconds, 1e-6) * CHECKSUM_GENERATION), 10)
        golly.prepare(lambda n: [*command, '-q', '-q', '-m', str(n), self.soup],
                      min(max(GOLLY_WORK // cells(row), 10), 5000, possible))
        if golly.spent > MAX_SECONDS:
            # It is not run again, so these generations count.
            golly.times.append((seconds - golly.start) / (CHECKSUM_GENERATION - WARM_UP))

    def results(self):
        return {**({'golly_algorithm': self.algorithm} if self.algorithm else {}),
                'golly_seconds_per_generation': self.golly.result(), 'ffmpeg_seconds_per_generation': self.ffmpeg.result()}
