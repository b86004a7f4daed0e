#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Measures rows of a table, one after another, with life-bench, and prints the table.

The rows of each MODE are in bench-rows.tsv next to this program; those of "against" are the worlds of others' figures.
A line about each row goes to the standard error, tables go to the standard output. Rows that cannot be measured here,
or take too long, are left out, with the reason. The exit status is 1 where two rows of one world, or of one frame, have
different checksums.
"""
import argparse
import json
import math
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from datetime import datetime, timezone
from pathlib import Path

import bench_charts
import bench_tables
from bench_files import fail, in_unit_of, make_row, read_figures, read_rows, seconds_of
from bench_peers import CHECKSUM_GENERATION, Peers, is_plain
from bench_tables import count_cells, kernel_of, sides

HERE = Path(__file__).resolve().parent
ROWS = read_rows(HERE / 'bench-rows.tsv')
MODES = [*dict.fromkeys(row['mode'] for row in ROWS), 'against']
# What --quick makes of some options; "against" leaves out larger worlds then.
QUICK_SIDES, QUICK_CELLS = {2: 128, 3: 24}, 1 << 22
# Options that go on to life-bench.
PASSED = ('rule', 'topology', 'kernel', 'threads', 'generations', 'runs', 'seconds', 'limit', 'seed', 'cluster')


def report(line):
    print(line, file=sys.stderr, flush=True)


# --- Shares of what the machine can do ---

# Operations per cell in 2D and 3D: the figures in the comments of cuda/ladder, loads counted as operations.
LADDER = {'naive': (41, 77), 'tiled': (12.4, 16.5), 'async': (12.8, 16.5), 'packed': (4.5, 8), 'lut': (3.05, 0),
          'bits': (1.125, 0)}


def cost_of(row, gate_inputs):
    """Operations on 32-bit words per cell, 0 if not counted, and bytes read and written. Bit-sliced, the fewest
    published: for Life 8 gates of three inputs, or 22 of two, for any other such 2D rule 12; for B6/S567 23 gates
    and 2 shifts (docs/explanation/kernels.md). Each plane of bits is read and written."""
    world = row['dimensions'], row['rule']
    if kernel_of(row) != 'bitsliced':
        is_ladder = row['engine'] == 'cuda' and is_plain(row)
        operations = LADDER.get(kernel_of(row), (0, 0))[row['dimensions'] - 2] if is_ladder else 0
        return operations, 1 / 4 if kernel_of(row) == 'bits' else 2
    if world == (2, 'B3/S23'):
        gates = 8 if gate_inputs == 3 else 22
    elif gate_inputs != 3:
        gates = 0
    else:
        gates = 25 if world == (3, 'B6/S5..7') else 12 if row['dimensions'] == 2 and is_plain(row) else 0
    return gates / 32, (row['states'] - 1).bit_length() / 4


def nearer_limit(row):
    """Which limit the row comes nearer to, and its share of that. More than 100 % of memory means several generations
    per pass, or a cache: then memory is not the limit."""
    logic, memory = row.get('share_of_logic', 0), row.get('share_of_memory', 0)
    if logic > 0 and (memory <= 0 or memory > 1 or logic >= memory):
        return 'logic', logic
    return ('memory', memory) if 0 < memory <= 1 else (None, 0)


# --- Rows ---

def requested(row):
    """The members of a row by the options of life-bench, which those that life-bench prints override."""
    options, engine = row['options'], row['engine']
    world = sides(options['size']) if 'size' in options else []
    members = {name: row[name] for name in ('label', 'other') if row[name]} | {'engine': engine}
    if 'frame' not in options:
        rule = options.get('rule', 'B6/S567' if len(world) == 3 else 'B3/S23')
        return members | {'size': options['size'], 'rule': rule, 'topology': options.get('topology', 'torus'),
                        'dimensions': len(world), 'kernel': options.get('kernel', 'auto'),
                        'generations_wanted': int(options.get('generations', 0))}
    width, height = options['frame'].split('x')
    memory = 'CUDA' if 'cuda' in (options.get('memory'), 'view' in options and engine) else 'system'
    members |= {'memory': memory, 'format': options.get('format', 'NV12'), 'width': int(width), 'height': int(height),
              'zoom': float(options.get('zoom', 1)), 'generations_per_frame': int(options.get('generations', 1)),
              'live': 'live' in options}
    members |= {'world_side': world[0]} if world else {}
    members |= {name: options[name] for name in ('view', 'rule') if name in options}
    return members | ({'growing': True} if 'growing' in options else {}) | (
        {'stacked': 256} if options.get('view') == 'spacetime' else {})


def in_pipeline(row):
    """The options of life-bench; those of a frame, and of the world that it shows, are of lifesrc in a pipeline."""
    options = row['options']
    if 'frame' not in options or 'view' in options:
        return options
    own = {'engine': row['engine'], 'seed': 1, 'generations': 1, 'zoom': 1, 'is-live': 'live' in options}
    own |= {name: options[name] for name in ('rule', 'topology', 'kernel', 'threads', 'seed', 'generations', 'zoom')
            if name in options}
    if 'size' in options:
        own |= dict(zip(('world-width', 'world-height', 'world-depth'), options['size'].split('x')))
    memory = '(memory:CUDAMemory)' if options.get('memory') == 'cuda' else ''
    width, height = options['frame'].split('x')
    return {name: options[name] for name in ('runs', 'seconds', 'limit', 'live') if name in options} | {
        'pipeline': f"lifesrc {' '.join(f'{name}={value}' for name, value in own.items())} ! video/x-raw{memory},"
                    f"format={options.get('format', 'NV12')},width={width},height={height},framerate=60/1"}


def nearest(rows, name, size, mode):
    """Those rows whose size is nearest to a chosen one, of as many dimensions; a mode's rules have their own."""
    same = [row for row in rows if row['options'][name].count('x') == size.count('x')]
    if not same and not any({'rule', 'generations'} & row['options'].keys() for row in rows):
        same = rows
    if not re.fullmatch(r'\d+x\d+(x\d+)?', size) or not same:
        fail(f'--size={size}: {mode} takes ' + ' or '.join(sorted({row["options"][name] for row in rows})[:3])
             + ', and other such sizes')
    best = min((row['options'][name] for row in same), key=lambda own: abs(count_cells(own) - count_cells(size)))
    return [row for row in same if row['options'][name] == best]


def shrink(options):
    """Makes a row a small one, to try it out."""
    for name in {'size', 'frame'} & options.keys():
        own = sides(options[name])
        options[name] = 'x'.join(str(side // 20 if name == 'frame' else QUICK_SIDES[len(own)]) for side in own)
    if options.get('view') == 'spacetime':
        options['size'] = options['frame']


def published(row, figures):
    """The time of the best published kernel for the world, in milliseconds, on two GPUs."""
    return {f'published_{name}_milliseconds': seconds_of(figure) * 1e3 * figure['generations']
            for figure in figures for name, chip in (('l40', 'NVIDIA L40'), ('h200', 'NVIDIA H200'))
            if figure['chip'] == chip and figure['rule'] == 'B6/S567' and row['rule'] in ('B6/S567', 'B6/S5..7')
            and all(figure[own] == row[other] for own, other in (
                ('size', 'size'), ('topology', 'topology'), ('generations', 'generations_wanted')))}


def compare_figures(figure, row, position, failed=None):
    """A figure next to the row of its world, which has that position among the worlds."""
    found = {name: figure[name] for name in ('program', 'version', 'chip', 'date', 'source', 'unit', 'generations')}
    found |= {'world': position, 'measured_here': figure['chip'] == 'this machine'}
    found |= {'failed': failed} if failed else {'theirs': figure['value']}
    if 'skipped' not in row:
        seconds = row['seconds_per_generation']
        name, share = nearer_limit(row)
        found['ours'] = in_unit_of(figure, seconds)
        found |= {} if failed else {'ratio': seconds_of(figure) / seconds}
        found |= {'limit': in_unit_of(figure, seconds * share), 'limit_of': name} if name else {}
    return found


def processor():
    """Its name, where the system reports it."""
    try:
        text = Path('/proc/cpuinfo').read_text(encoding='utf-8', errors='replace')
    except OSError:
        text = ''
    return next(iter(re.findall(r'^model name\s*: (.*)', text, re.M)), 'unknown')


# --- Measuring ---

class Bench:
    """Runs life-bench row by row, and collects the results."""

    def __init__(self, options):
        self.options = options
        self.limits, self.rates, self.checksums = {}, {}, {}
        self.results, self.differing = [], 0
        self.starting, self.signal = False, 0

    def end(self, number, _):
        """Handles a signal: ends the program, though not while a row is being started, which nothing would end then."""
        self.signal = number
        if not self.starting:
            sys.exit(128 + number)

    def set_starting(self, starting):
        self.starting = starting
        if self.signal:
            sys.exit(128 + self.signal)

    def words_of(self, row):
        """The command of a row, in a cluster within that of mpirun."""
        words = [self.options.life_bench, f"--engine={row['engine']}"]
        words += [f'--{name}' if value is None else f'--{name}={value}' for name, value in in_pipeline(row).items()]
        if 'cluster' not in row['options']:
            return words
        parts = row['options']['parts']
        return [word.replace('{parts}', parts).replace('{workers}', str(int(parts) - 1))
                for part in shlex.split(self.options.launch) for word in (words if part == '{row}' else [part])]

    def call(self, row, peers=None):
        """What life-bench prints about the row; {'skipped': why} if it cannot measure it."""
        words, request, found = self.words_of(row), requested(row) if 'size' in row['options'] else {}, {}
        with tempfile.TemporaryFile('w+') as errors:
            try:
                self.set_starting(True)
                with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
                                      env={**os.environ, **row['environment']}) as process:
                    try:
                        self.set_starting(False)
                        for line in process.stdout:
                            found = json.loads(line) if line.startswith('{') else found
                            if 'waiting' in found:
                                peers.turn(request | found)
                                process.stdin.write('\n')
                                process.stdin.flush()
                    except BaseException:
                        process.terminate()
                        raise
            except OSError as problem:
                fail(f'{words[0]}: {problem.strerror}; build it, and name it with --life-bench')
            errors.seek(0)
            text = errors.read()
        reasons = re.findall(r'^life-bench: (.*)', text, re.M) or [f'{words[0]} ended with status {process.returncode}']
        if process.returncode == 2:
            fail(reasons[-1])
        return found if process.returncode == 0 and found else {'skipped': reasons[-1]}

    def limits_of(self, engine, kernel=''):
        """What the machine can do at most, with the vectors that the kernel uses."""
        vectors = ('cuda' if engine == 'cuda' else 'avx512' if 'AVX-512' in kernel else 'avx2' if 'AVX2' in kernel
                   else 'portable')
        if vectors not in self.limits:
            words = ['--limits', f'--seconds={0.01 if self.options.quick else 0.3}',
                     f'--threads={self.options.threads or 0}']
            words += [] if engine == 'cuda' else [f'LIFE_CPU={vectors}']
            self.limits[vectors] = self.call(make_row(None, engine, words))
        return self.limits[vectors]

    def foresee(self, row):
        """Why the row is not even tried, or None: by its kernel's last speed it would take too long."""
        size, limit = count_cells(row['options']['size']), float(self.options.limit or 60)
        if row['mode'] == 'against' and self.options.quick and size > QUICK_CELLS:
            return 'too large for --quick'
        seconds = size / self.rates.get(self.rate_key(row), math.inf) * CHECKSUM_GENERATION
        return None if seconds <= limit else (f'{CHECKSUM_GENERATION} generations would take about {seconds:.0f} s, '
                                              f'longer than --limit={limit:g}')

    @staticmethod
    def rate_key(row):
        options = row['options']
        return row['engine'], options.get('kernel'), options.get('rule'), options['size'].count('x'), options.get('threads')

    def measure(self, row):
        """Measures a row, and returns it as JSON has it."""
        is_world = 'frame' not in row['options']
        # Other programs run next to worlds that have the whole machine.
        with_peers = ((self.options.peers or row['mode'] == 'against') and is_world and not row['environment']
                      and (row['mode'] == 'against' or not int(row['options'].get('threads', 0))))
        found = {'skipped': self.foresee(row)} if is_world else {}
        with tempfile.TemporaryDirectory(prefix='life-bench-') as folder:
            peers = Peers(folder) if with_peers else None
            if not found.get('skipped'):
                more = peers.options(row['options']['size']) if peers else {}
                found = self.call(dict(row, options=row['options'] | more), peers)
        found = requested(row) | found
        if not is_world or 'skipped' in found:
            return found
        if found['engine'] == 'cuda':
            found['pdl'] = 'no-pdl' not in row['options']
        else:
            found['threads'] = int(row['options'].get('threads', 0)) or os.cpu_count()
        self.rates[self.rate_key(row)] = found['cells_per_second']
        limits = self.limits_of(found['engine'], found['kernel']) if row['mode'] != 'scale' else {'skipped': ''}
        if 'skipped' not in limits:
            operations, size = cost_of(found, limits['gate_inputs'])
            for name, cost, limit in (('share_of_logic', operations, limits['operations_per_second']),
                                      ('share_of_memory', size, limits['bytes_per_second'])):
                if cost and limit:
                    found[name] = cost * found['cells_per_second'] / limit
        return found | (peers.results() if peers else {})

    def differs(self, row):
        """Whether the row has another checksum than an earlier one of the same world, or frame."""
        names = ('size', 'topology', 'rule', 'format', 'width', 'height', 'zoom', 'world_side', 'stacked', 'growing',
                 'generations_per_frame', 'live', 'view', 'soup_states')
        earlier = self.checksums.setdefault(tuple(row.get(name) for name in names), {})
        return any([earlier.setdefault(generation, checksum) != checksum
                    for generation, checksum in bench_tables.checksums_of(row).items()])

    def add(self, result, found):
        """Adds the measurements of a row to a result, and reports them."""
        if 'skipped' not in found:
            found['differs'] = self.differs(found)
            self.differing += found['differs']
        result['frames' if 'format' in found else 'worlds'].append(found)
        report(bench_tables.line_of(found))
        self.save(result)
        return found

    def save(self, result):
        """After every row, so that nothing is lost where this is ended."""
        result['limits'] = [limits for limits in self.limits.values() if 'skipped' not in limits]
        result['version'] = next((row['version'] for row in result['worlds'] + result['frames'] if 'version' in row), '')
        if self.options.json:
            self.options.json.write_text(json.dumps(self.results, indent=1, ensure_ascii=False), encoding='utf-8')

    # --- Modes ---

    def engines(self, mode):
        """Those to measure: for auto every one that works, or for rows of engine auto the one that life chooses."""
        own = {row['engine'] for row in ROWS if row['mode'] == mode} or {'auto'}
        chosen = self.options.engine
        if own == {'cpu'} or (mode == 'scale' and chosen == 'auto'):
            return ['cpu']
        engines = ['cuda', 'cpu'] if chosen in ('auto', 'both') else [chosen]
        if 'cuda' in engines and 'skipped' in self.limits_of('cuda'):
            if chosen != 'auto':
                fail(self.limits_of('cuda')['skipped'])
            return ['cpu']
        return engines[:1] if chosen == 'auto' and own == {'auto'} else engines

    def rows_of(self, mode):
        """The rows of a mode, with the options of the command line."""
        options, rows = self.options, []
        passed = {name: getattr(options, name) for name in PASSED if getattr(options, name) is not None}
        name = 'frame' if mode == 'frames' else 'size'
        for engine in self.engines(mode):
            own = [dict(row, engine=engine) for row in ROWS
                   if row['mode'] == mode and row['engine'] in (engine, 'any', 'auto')]
            if options.size:
                own = [dict(row, options=row['options'] | {name: size}) for size in options.size.split(',')
                       for row in nearest(own, name, size, mode)]
            for row in own:
                row['options'] = row['options'] | passed
                if options.quick and not options.size:
                    shrink(row['options'])
                if (engine == 'cuda' or row['options'].get('memory') != 'cuda') and row not in rows:
                    rows.append(row)
        return rows

    def run(self, mode):
        options = self.options
        result = {'program': 'life-bench', 'date': datetime.now(timezone.utc).strftime('%Y-%m-%d'), 'mode': mode,
                  'quick': options.quick, 'seconds_per_run': float(options.seconds), 'runs': int(options.runs),
                  'seed': int(options.seed or 1), 'density': 0.35, 'processor': processor(), 'processors': os.cpu_count(),
                  'worlds': [], 'frames': [], 'comparisons': []}
        self.results.append(result)
        self.save(result)
        if mode == 'against':
            self.run_against(result)
        elif mode == 'scale':
            self.run_scale(result)
        else:
            figures = read_figures(options.figures) if mode == 'seed-table' else []
            for row in self.rows_of(mode):
                found = self.measure(row)
                self.add(result, found | published(found, figures))
        rows = result['worlds'] + result['frames']
        if mode != 'against' and all('--limit' not in row.get('skipped', '--limit') for row in rows):
            fail(rows[0]['skipped'] if rows else f'{mode} has no rows for --engine={options.engine}')

    def run_against(self, result):
        """Each world of others' figures once, and next to it all figures of that world."""
        worlds = {}
        for figure in read_figures(self.options.figures):
            worlds.setdefault((figure['size'], figure['topology'], figure['rule'], figure['generations']), []).append(figure)
        for engine in self.engines('against'):
            for (size, topology, rule, generations), figures in worlds.items():
                row = make_row('against', engine, [f'--size={size}', f'--topology={topology}'])
                row['options'] |= {name: getattr(self.options, name) for name in PASSED if getattr(self.options, name)}
                row['options'] |= ({'rule': rule} if rule else {}) | ({'generations': generations} if generations else {})
                found = self.add(result, self.measure(row))
                position = len(result['worlds']) - 1
                result['comparisons'] += [compare_figures(figure, found, position) for figure in figures]
                for program, name in ((f"Golly, {found.get('golly_algorithm')}", 'golly'), ('ffmpeg, life', 'ffmpeg')):
                    seconds = found.get(f'{name}_seconds_per_generation', 'not installed')
                    if seconds in ('not installed', 'runs no such rule'):
                        continue
                    failed = seconds if isinstance(seconds, str) else None
                    here = dict(figures[0], program=program, version='', chip='this machine', date=result['date'],
                                source='measured in this call', value=0 if failed else in_unit_of(figures[0], seconds))
                    result['comparisons'].append(compare_figures(here, found, position, failed))
                self.save(result)

    def run_scale(self, result):
        """A world in one engine, and in 2, 4, ... parts; and one that has as many times the rows, or in 3D slices."""
        for base in self.rows_of('scale'):
            base['options'].setdefault('threads', '0' if self.options.cluster else '1')
            largest, alone = self.max_parts(base), None
            counts = [2**i for i in range(1, 12) if 2**i < largest] + [largest] * (largest > 1)
            for scaling, n in [('one', 1)] + [(scaling, n) for scaling in ('strong', 'weak') for n in counts]:
                options = {name: value for name, value in base['options'].items() if name != 'cluster'}
                if scaling == 'weak':
                    *rest, last = sides(options['size'])
                    options['size'] = 'x'.join(map(str, [*rest, last * n]))
                    # No other row has this world, so one engine computes its checksum, if it has the memory.
                    one = dict(base, options=options | {'runs': '0'})
                    self.differs(requested(one) | self.call(one))
                found = self.measure(dict(base, options=options if n == 1 else options | base['options'] | {
                    'size': options['size'], 'parts': str(n)})) | {'scaling': scaling, 'parts': n}
                alone = alone or found
                if 'skipped' not in found and 'skipped' not in alone:
                    found['share_of_ideal'] = (alone['seconds_per_generation'] / found['seconds_per_generation']
                                               / (n if scaling == 'strong' else 1))
                self.add(result, found)

    def max_parts(self, row):
        """As many as were chosen, or the machine has GPUs, or cores for the threads of each."""
        if self.options.parts:
            return self.options.parts
        if self.options.cluster:
            fail('--cluster=mpi needs --parts, the most processes')
        if row['engine'] == 'cuda':
            return self.limits_of('cuda')['devices']
        return max(os.cpu_count() // max(int(row['options']['threads']), 1), 1)


# --- The command line ---

def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('modes', nargs='*', metavar='MODE', help=f"{', '.join(MODES)}; table if there is none")
    parser.add_argument('--life-bench', default='life-bench', metavar='PROGRAM', help='the program (default: %(default)s)')
    parser.add_argument('--engine', choices=['auto', 'cpu', 'cuda', 'both'], default='auto', help='what is measured')
    parser.add_argument('--size', metavar='SIZE,...', help='these worlds, WxH or WxHxD, or frames, WxH, instead')
    for name, text in (('rule', 'this rule instead'), ('topology', 'of the world'), ('kernel', 'this kernel alone'),
                       ('threads', 'threads of the CPU; in scale of each part'), ('generations', 'per run, or frame'),
                       ('seed', 'of the soup'), ('limit', 'seconds that a row may take')):
        parser.add_argument(f'--{name}', help=text)
    parser.add_argument('--runs', help='runs, of which the median counts (default: 5)')
    parser.add_argument('--seconds', help='target for the time of a run (default: 0.5)')
    parser.add_argument('--parts', type=int, help='scale: the most parts')
    parser.add_argument('--cluster', choices=['mpi'], help='scale: processes hold the parts')
    parser.add_argument('--launch', default='mpirun -np 1 {row} : -np {workers} life-worker', metavar='COMMAND',
                        help='scale in a cluster: how a row of {parts} parts is started (default: %(default)s)')
    parser.add_argument('--figures', type=Path, default=HERE / 'others.tsv', metavar='FILE',
                        help='against: others\' figures (default: others.tsv next to this program)')
    parser.add_argument('--peers', action='store_true', help='run Golly and ffmpeg between the runs; against does')
    parser.add_argument('--quick', action='store_true', help='short runs and small worlds: to try it out')
    parser.add_argument('--json', type=Path, metavar='FILE', help='write the results to a file')
    parser.add_argument('--from', dest='earlier', type=Path, nargs='+', default=[], metavar='FILE',
                        help='results of earlier calls')
    parser.add_argument('--tables', type=Path, metavar='FILE.md',
                        help='replace the tables of a page that follow a comment "life-bench: MODE ENGINE"')
    parser.add_argument('--charts', type=Path, metavar='FOLDER', help='draw charts of the ladder')
    options = parser.parse_args()
    options.runs = options.runs or ('3' if options.quick else '5')
    options.seconds = options.seconds or ('0.01' if options.quick else '0.5')
    if not options.modes and not options.earlier:
        options.modes = ['table']
    check(options)
    return options


def check(options):
    modes = set(options.modes)
    for name in modes - set(MODES):
        fail(f"there is no mode {name}; give {', '.join(MODES)}")
    for option, allowed, remedy in (
            (options.peers, {'table', 'cpu', 'families', 'against'}, '--peers goes with table, cpu, families and against'),
            (options.parts or options.cluster, {'scale'}, '--parts and --cluster go with scale'),
            (options.rule, modes - {'families', 'against'}, '--rule does not go with families and against, which have their own'),
            (options.size or options.topology or options.generations, modes - {'against'},
             '--size, --topology and --generations do not go with against; they are columns of its file')):
        if option and modes - allowed:
            fail(remedy)
    if options.cluster and options.engine in ('cuda', 'both'):
        fail('--cluster=mpi measures processors: use --engine=cpu')


def read_results(paths):
    files = []
    for path in paths:
        try:
            found = json.loads(path.read_text(encoding='utf-8'))
            files += found if isinstance(found, list) else [found]
        except (OSError, ValueError) as problem:
            fail(f'{path}: no result of this program: {problem}')
    return files


def main():
    bench = Bench(parse_arguments())
    options = bench.options
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, bench.end)
    earlier = read_results(options.earlier)
    for mode in options.modes:
        bench.run(mode)
    results = bench_tables.by_mode(earlier + bench.results)
    for mode, engine in results:
        print(bench_tables.table_text(results, mode, engine), end='\n\n')
    for path in bench_charts.draw(results, options.charts) if options.charts else []:
        report(f'drew {path}')
    for name in bench_tables.fill(results, options.tables) if options.tables else []:
        report(f'filled {name} in {options.tables}')
    if bench.differing:
        fail(f'{bench.differing} rows differ from an earlier row of the same world, or frame: one of them is wrong')


if __name__ == '__main__':
    main()
