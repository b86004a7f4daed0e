#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs life-bench on small worlds, and bench.py, which makes tables of what it measures.

Usage: test-bench.py LIFE-BENCH BENCH.PY. Prints TAP. How fast anything is does not matter here.
"""
import json
import math
import os
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

BENCH, SCRIPT = sys.argv[1:3]
sys.path.insert(0, os.path.dirname(SCRIPT))
sys.dont_write_bytecode = True
import bench  # pylint: disable=wrong-import-position
import bench_files  # pylint: disable=wrong-import-position
from tap import Skip, main  # pylint: disable=wrong-import-position


def run(*words, status=0, **environment):
    """Runs a program; returns what it prints, and its errors."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, check=False, env={**os.environ, **environment})
    if 'no element "lifesrc"' in done.stderr:
        raise Skip('the plugin is not there')
    assert done.returncode == status, f'{words}: status {done.returncode}: {done.stdout}{done.stderr}'
    return done.stdout, done.stderr


def row(*words):
    """The line that life-bench prints in a short run."""
    printed, errors = run(BENCH, '--engine=cpu', '--runs=3', '--seconds=0.01', *words)
    assert printed.count('\n') == 1 and not errors, printed + errors
    return json.loads(printed)


def measure_and_print(folder, *words, program=BENCH, status=0, **environment):
    """What bench.py saves about these words, on the CPU, and what it prints: tables, and a line about each row."""
    name = os.path.join(folder, 'result.json')
    printed, errors = run(sys.executable, SCRIPT, '--life-bench', program, '--quick', '--engine=cpu', f'--json={name}', *words,
                          status=status, **environment)
    result, = json.loads(Path(name).read_text(encoding='utf-8'))
    assert result['program'] == 'life-bench' and result['quick'] is True, result
    assert {'version', 'date', 'mode', 'processor', 'processors', 'runs', 'seconds_per_run', 'limits'} <= result.keys()
    for limit in result['limits']:
        assert limit['engine'] == 'cpu' and limit['bytes_per_second'] > 0, limit
    return result, printed, errors


def measure(folder, *words, **more):
    return measure_and_print(folder, *words, **more)[0]


def measured(rows):
    return [row for row in rows if 'skipped' not in row]


def check_agreement(rows):
    """Every row of a world has the checksums of every other one; returns them by world and generation."""
    worlds = {}
    for found in measured(rows):
        assert found['differs'] is False and found['seconds_per_generation'] > 0 and found['runs'] > 0, found
        assert math.isclose(found['cells_per_second'] * found['seconds_per_generation'],
                            math.prod(int(side) for side in found['size'].split('x')), rel_tol=1e-6), found
        for generation, checksum in found['checksums'].items():
            assert worlds.setdefault((found['size'], generation), checksum) == checksum, found
    return worlds


def write_program(folder, name, text):
    path = os.path.join(folder, name)
    Path(path).write_text(f'#!/bin/sh\n{text}\n', encoding='utf-8')
    os.chmod(path, 0o755)
    return path


# --- One row ---

def test_a_world_has_the_same_cells_however_it_is_advanced(_folder):
    for size in ('70x50', '9x11x13'):
        for rule in ('B3/S23', 'B2/S/3') if size == '70x50' else ('B6/S567',):
            first, *rest = [row(f'--size={size}', f'--rule={rule}', *words) for words in (
                ['--kernel=naive'], ['--kernel=bitsliced'], ['--threads=3'], ['--parts=2'], ['--runs=0'])]
            for other in rest:
                for name in ('checksums', 'population', 'rule', 'states'):
                    assert other[name] == first[name], (first, other)
            assert list(first['checksums']) == ['64'] and first['kernel'].startswith('naive'), first
            assert 'cells_per_second' not in rest[-1], rest[-1]


def test_requested_generations_have_a_checksum_at_their_end(_folder):
    found = row('--size=12x10x8', '--generations=100')
    assert found['generations'] == 100 and list(found['checksums']) == ['64', '100'], found
    found = row('--size=12x10x8', '--generations=1000000000', '--limit=0.3')
    assert 0 < found['generations'] < 1000000000, found


def test_bad_options_are_refused_with_a_remedy(_folder):
    for words, remedy in (
            ('--size=3', 'give WxH'), ('--size=4x0', 'give WxH'), ('--size=', 'give WxH'), ('--size=9x9x9x9', 'give WxH'),
            ('--frame=4x4x4', 'give WxH'), ('--frame=99999x9', '16384'), ('--engine=fpga', 'give one of auto, cpu'),
            ('--kernel=fast', 'give one of auto'), ('--topology=ball', 'give one of torus'), ('--cluster=x', 'none, mpi'),
            ('--view=x', 'volume'), ('--runs=-1', 'give 0'), ('--threads=-1', 'give 0'), ('--parts=5000', 'give 0 to 4096'),
            ('--seconds=0', 'give 0.001'), ('--ladder', '--ladder'), ('more', 'see --help')):
        _, errors = run(BENCH, words, status=2)
        assert errors.startswith('life-bench: ') and errors.count('\n') == 1 and remedy in errors, (words, errors)
    for words, reason in ((['--rule=B9/S'], 'rule'), (['--engine=cpu', '--kernel=tiled'], 'kernel=tiled'),
                          (['--size=1500x1500', '--engine=cpu', '--kernel=naive', '--limit=0.001'], '--limit=0.001'),
                          (['--pipeline=nosuchsource'], 'nosuchsource'), (['--soup=/nowhere/x.rle', '--engine=cpu'], '/nowhere/x.rle')):
        _, errors = run(BENCH, *words, status=1)
        assert errors.startswith('life-bench: ') and errors.count('\n') == 1 and reason in errors, (words, errors)


# --- Modes ---

def test_modes_have_their_rows(folder):
    for mode, sizes in (('table', ['128x128']), ('cpu', 8 * ['128x128'] + 2 * ['24x24x24']),
                        ('ladder', ['128x128', '128x128', '24x24x24', '24x24x24']), ('readme', ['128x128'])):
        result, printed, errors = measure_and_print(folder, mode)
        assert result['mode'] == mode and [found['size'] for found in result['worlds']] == sizes, result
        check_agreement([found for found in result['worlds'] if found['topology'] == 'torus' and found['rule'] != 'B36/S23'])
        rows = result['worlds'] + result['frames']
        lines = len(set(sizes)) if mode == 'ladder' else len(measured(rows))
        assert printed.count('\n| ') == lines + 1 and errors.count('\n') == len(rows), printed + errors


def test_chosen_worlds_have_the_rows_of_the_mode(folder):
    rows = measure(folder, 'ladder', '--size=70x50,9x11x13')['worlds']
    assert [(found['size'], found['kernel'].split(' ')[0]) for found in rows] == [
        ('70x50', 'naive'), ('70x50', 'bitsliced'), ('9x11x13', 'naive'), ('9x11x13', 'bitsliced')], rows
    check_agreement(rows)
    found, = measure(folder, '--size=33x47', '--rule=B36/S23', '--topology=plane', '--kernel=naive', '--threads=2')['worlds']
    assert (found['rule'], found['topology'], found['kernel'], found['threads']) == ('B36/S23', 'plane', 'naive', 2), found
    sums = [measure(folder, '--size=64x64', f'--topology={topology}', '--kernel=naive')['worlds'][0]['checksums']['64']
            for topology in ('torus', 'plane', 'klein', 'cross-surface', 'sphere')]
    assert len(set(sums)) == len(sums), sums


def test_published_figures_are_next_to_their_row(folder):
    rows = measure(folder, 'seed-table', '--size=256x256x256,16x16x16', '--limit=0.001')['worlds']
    assert round(rows[0]['published_l40_milliseconds'], 6) == 51 and round(rows[0]['published_h200_milliseconds'], 6) == 71.8, rows
    assert 'published_l40_milliseconds' not in rows[-1] and '--limit' in rows[0]['skipped'], rows


def test_parts_have_the_checksums_of_one_engine(folder):
    rows = measure(folder, 'scale', '--parts=3', '--size=70x50,9x11x13')['worlds']
    for rows, size in ((rows[:5], '70x{}'), (rows[5:], '9x11x{}')):
        side = 50 if size == '70x{}' else 13
        assert [(found['scaling'], found['parts'], found['size']) for found in rows] == [
            (scaling, n, size.format(side * (n if scaling == 'weak' else 1)))
            for scaling, n in (('one', 1), ('strong', 2), ('strong', 3), ('weak', 2), ('weak', 3))], rows
        check_agreement(rows)
        for found in rows:
            assert math.isclose(found['share_of_ideal'], rows[0]['seconds_per_generation'] / found['seconds_per_generation']
                                / (found['parts'] if found['scaling'] == 'strong' else 1), rel_tol=1e-6), found
    cores = str(os.cpu_count())
    rows = measure(folder, 'scale', '--threads', cores, '--size=20x200')['worlds']
    assert [found['parts'] for found in rows] == [1] and rows[0]['threads'] == os.cpu_count(), rows


def test_frames_have_every_format_and_a_latency(folder):
    rows = measure(folder, 'frames', '--size=64x48')['frames']
    assert {found['format'] for found in rows} == {'GRAY8', 'I420', 'NV12', 'RGBA', 'BGRA', 'RGBx', 'BGRx', 'RGB', 'Y444',
                                                  'Y42B', 'YUY2', 'I420_10LE', 'P010_10LE'}, rows
    assert {round(found['zoom'], 3) for found in rows} == {1, 8, 0.125, 0.333, 0.3, 0.017, 0}, rows
    for found in rows:
        assert 'skipped' not in found and found['frames'] > 0 and found['differs'] is False, found
        assert (found['late_seconds_50'] <= found['late_seconds_99']) if found['live'] else found['frames_per_second'] > 0
    assert len([found for found in rows if found['live']]) == 1, rows
    same = {found['checksum'] for found in rows if found['format'] == 'NV12' and found['zoom'] == 1
            and found['generations_per_frame'] == 1}
    assert len(same) == 1, rows


def test_views_have_a_row_for_each_world(folder):
    rows = measure(folder, 'views')['frames']
    assert [(found['view'], found['rule'], found.get('stacked')) for found in rows] == [
        ('volume', 'B6/S567', None), ('volume', 'B4,5/S5', None), ('xray', 'B6/S567', None), ('spacetime', 'B3/S23', 256)], rows
    assert all(found['frames_per_second'] > 0 and found['differs'] is False for found in rows), rows
    assert len({found['checksum'] for found in rows}) == len(rows), rows


def test_families_have_the_same_checksums_on_every_kernel(folder):
    results = [measure(folder, 'families', '--size=96x80,33x47', *words)['worlds']
               for words in ((), ('--kernel=naive',), ('--threads=3',))]
    worlds, kernels = {}, set()
    for found in [found for rows in results for found in rows]:
        if 'skipped' in found:
            assert found['rule'] == 'HPP', found
            continue
        world = found['size'], found['rule'], found.get('soup_states')
        assert found['checksums'] == worlds.setdefault(world, found['checksums']), found
        kernels.add(found['kernel'].split(' ')[0])
    assert kernels == {'bitsliced', 'sliding', 'look-ups', 'naive'}, kernels
    assert len(worlds) >= 18 and {'B13/S23V', 'B2/S34H', 'B2-a/S12', 'B2/S/3', 'B2/S345/25', 'R5,C0,M1,S34..58,B34..45,NM',
                                  'JvN29', 'W110'} <= {rule for _, rule, _ in worlds}, worlds
    # A soup of WireWorld's four states, of which conductors and electrons stay.
    assert any(rule == 'WireWorld' and states == 4 for _, rule, states in worlds), worlds


def test_families_are_measured_next_to_golly(folder):
    algorithms = {'B13/S23V': 'QuickLife', 'B2/S34H': 'QuickLife', 'B2-a/S12': 'QuickLife', 'B2/S/3': 'Generations',
                  'B2/S345/25': 'Generations', 'R5,C0,M1,S34..58,B34..45,NM': 'Larger than Life', 'JvN29': 'JvN',
                  'HPP': 'RuleLoader', 'WireWorld': 'RuleLoader', 'LifeHistory': 'RuleLoader', 'B12345678/S/8': 'Generations'}
    for found in measured(measure(folder, 'families', '--peers', '--size=64x64')['worlds']):
        golly = found['golly_seconds_per_generation']
        assert found.get('golly_algorithm') == ('QuickLife' if found['rule'].startswith('MAP')
                                                else algorithms.get(found['rule'])), found
        if found['rule'] in ('W110', 'R1/T3/C32/NM'):
            assert golly in ('not installed', 'runs no such rule'), found
        else:
            assert golly in ('not installed', 'too short to measure') or golly > 0, found


def test_rows_that_differ_are_noticed(folder):
    # Two kernels of one world, and of its frames two kinds of memory.
    program = write_program(folder, 'life-bench', f'''{BENCH} "$@" | sed 's/"checksums": {{"64": "[0-9a-f]*/&'$$'/' ''')
    result, _, errors = measure_and_print(folder, 'ladder', '--size=64x64', program=program, status=1)
    assert [found['differs'] for found in result['worlds']] == [False, True] and '1 rows differ' in errors, errors
    assert errors.count('DIFFERS') == 1, errors


def test_a_signal_ends_the_row_too(folder):
    # As soon as the row runs: the program may still be busy with its start.
    program = write_program(folder, 'life-bench', f'echo $$ >{folder}/pid.new; mv {folder}/pid.new {folder}/pid; exec sleep 1000')
    pid = Path(folder) / 'pid'
    for _ in range(10):
        with subprocess.Popen([sys.executable, SCRIPT, '--life-bench', program, '--engine=cpu']) as process:
            while not pid.exists():
                pass
            process.terminate()
            assert process.wait(60) == 128 + signal.SIGTERM
        assert not os.path.exists(f"/proc/{pid.read_text(encoding='utf-8').strip()}/fd")
        pid.unlink()


def test_words_that_do_not_fit_are_refused(folder):
    for words, remedy in (
            ('ladder --peers', 'table, cpu, families'), ('--parts=2', 'with scale'), ('--cluster=mpi', 'with scale'),
            ('scale --cluster=mpi', '--parts'), ('scale --cluster=mpi --engine=cuda', '--engine=cpu'),
            ('families --rule=B3/S23', 'their own'), ('against --size=9x9', 'columns'), ('against --generations=9', 'columns'),
            ('families --size=4x4x4', 'families takes'), ('seed-table --size=9x9', 'seed-table takes'), ('--size=3', 'takes'),
            ('nothing', 'there is no mode nothing'), ('--kernel=fast', 'give one of auto'), ('--rule=B9/S', 'rule'),
            ('--kernel=tiled --size=9x9', 'kernel=tiled'), (f'--from {folder}/none.json', 'none.json')):
        _, errors = run(sys.executable, SCRIPT, '--life-bench', BENCH, '--engine=cpu', '--quick', *words.split(), status=1)
        assert remedy in errors and 'Traceback' not in errors, (words, errors)


# --- Others' figures ---

COLUMNS = ('program', 'version', 'rule', 'size', 'topology', 'generations', 'value', 'unit', 'chip', 'date', 'source')
FIGURES = (('Alife', '1.2', 'B3/S23', '96x80', '-', '-', '7.5', 'us/generation', 'chip-a', '2020', 'somewhere else'),
           ('Blife', '-', 'B3/S23', '96x80', 'torus', '-', '0.1', 'Gcell/s', 'chip-b', '<2021-05', 'a book'),
           ('Clife', '-', 'B3/S23', '96x80', 'torus', '1000', '2', 'ms/run', '-', '2021-05-06', 'somewhere else'),
           ('Dlife', '-', 'B36/S23', '96x80', 'plane', '-', '200', 'generation/s', '-', '2021-05-06', 'a book'),
           ('Elife', '-', '-', '12x10x8', '-', '100', '3', 's/run', '-', '2022', 'a page'))


def write_figures(folder, *figures):
    path = os.path.join(folder, 'figures.tsv')
    Path(path).write_text('# Figures of this test.\n' + ''.join('\t'.join(figure) + '\n' for figure in (COLUMNS, *figures)),
                          encoding='utf-8', errors='surrogateescape')
    return path


def against(folder, *figures, more=()):
    """Where other programs are looked for in @folder."""
    return measure_and_print(folder, 'against', '--figures', write_figures(folder, *figures), *more,
                             PATH=f'{folder}:/usr/nowhere')


def test_figures_are_next_to_ours(folder):
    result, printed, _ = against(folder, *FIGURES)
    rows, worlds = result['comparisons'], result['worlds']
    assert [found['program'] for found in rows] == [figure[0] for figure in FIGURES], rows
    # Both figures of the first world are next to one measurement of it.
    assert [found['world'] for found in rows] == [0, 0, 1, 2, 3] and len(worlds) == 4, result
    assert worlds[1]['generations'] == 1000 and worlds[3]['generations'] == 100, worlds
    seconds = [7.5e-6, 96 * 80 / 1e8, 2e-6, 1 / 200, 0.03]
    lines = [line for line in printed.split('\n') if line.startswith('| ')]
    for found, figure, theirs, line, source in zip(rows, FIGURES, seconds, lines[1:], (1, 2, 1, 2, 3)):
        ours = worlds[found['world']]['seconds_per_generation']
        assert not found['measured_here'] and found['theirs'] == float(figure[6]), found
        assert math.isclose(found['ratio'], theirs / ours, rel_tol=1e-6), found
        assert math.isclose(found['ours'] / found['theirs'], theirs / ours if figure[7].endswith(('cell/s', 'tion/s'))
                            and not figure[7].endswith('s/generation') else ours / theirs, rel_tol=1e-6), found
        for text in (f" {figure[0]} {figure[1]} ".replace(' - ', ' '), f"| {found['ours']:.4g} | {found['theirs']:.4g} "
                     f"| {found['ratio']:.4g} |", figure[9], f'[{source}]'):
            assert text in line, (text, line)
    assert 'Sources: [1] somewhere else; [2] a book; [3] a page.' in printed, printed


def test_programs_that_are_there_run_between_our_runs(folder):
    log = os.path.join(folder, 'log')
    # The first frames alone are a run that is taken off the others.
    write_program(folder, 'ffmpeg', f'echo "$8" >>{log}; [ "$8" -le 10 ] || exec /bin/sleep 1')
    write_program(folder, 'bgolly', 'echo 64: 0')
    rows = against(folder, *FIGURES[:2])[0]['comparisons']
    assert [(found['program'], found['measured_here']) for found in rows] == [
        ('Alife', False), ('Blife', False), ('Golly, QuickLife', True), ('ffmpeg, life', True)], rows
    assert rows[2]['failed'] == 'its population differs' and not {'theirs', 'ratio'} & rows[2].keys(), rows
    assert rows[3].get('failed') == 'too short to measure' or rows[3]['theirs'] > 0, rows
    assert rows[3]['unit'] == 'us/generation' and rows[3]['chip'] == 'this machine', rows
    frames = Path(log).read_text(encoding='utf-8').split()
    assert frames == ['10'] + 3 * [frames[-1]] and int(frames[-1]) > 10, frames


def test_worlds_that_do_not_run_report_why(folder):
    result, printed, errors = against(
        folder, *[(name, '-', rule, size, '-', '-', '1', 'cell/s', '-', '2026', 'x') for name, rule, size in (
            ('A', 'B3/S23', '65536x65536'), ('B', 'NoSuchRule', '64x64'), ('C', 'B3/S23', '1500x1500'), ('D', 'B3/S23', '32x32'))],
        more=('--kernel=naive', '--limit=0.01'))
    reasons = [world.get('skipped') for world in result['worlds']]
    assert reasons[0] == 'too large for --quick' and 'NoSuchRule' in reasons[1] and '--limit=0.01' in reasons[2], reasons
    for found, reason in zip(result['comparisons'], reasons):
        assert (reason is None) == ('ours' in found) == ('ratio' in found), found
        assert reason is None or (f'skipped: {reason}' in errors and reason.split(';')[0] in printed), printed + errors


def test_the_figures_of_the_documentation_are_read(_folder):
    figures = bench_files.read_figures(Path(SCRIPT).parent / 'others.tsv')
    assert {'fast-game-of-life', 'Golly, QuickLife', 'ffmpeg, life'} <= {figure['program'] for figure in figures}, figures
    assert all(figure['chip'] for figure in figures), figures


def test_layout_of_figures_does_not_matter(folder):
    path = os.path.join(folder, 'x.tsv')
    Path(path).write_text('# a comment\n\nsize\t\tvalue\tunit\tdate\tsource\tprogram\r\n  # another\n64x32\t\t\t2e9\tcell/s\t'
                          '<2020-02\ta b\t C \r\n\t\n', encoding='utf-8')
    figure, = bench_files.read_figures(path)
    assert (figure['program'], figure['source'], figure['date'], figure['value'], figure['generations'], figure['topology']) == (
        'C', 'a b', '<2020-02', 2e9, 0, 'torus'), figure


def refusal(path):
    try:
        bench_files.read_figures(path)
    except SystemExit as ended:
        return str(ended)
    raise AssertionError(f'{path} is read')


def test_bad_figures_are_refused_with_line_and_remedy(folder):
    good = dict(zip(COLUMNS, 'A - - 9x9 - - 1 cell/s - 2020 x'.split()))
    for name, text, remedy in (
            ('size', '9', 'give WxH'), ('size', '0x9', 'give WxH'), ('size', '9x9x9x9', 'give WxH'), ('topology', 'ball', 'torus or plane'),
            ('rule', 'B3/S23:T9,9', 'colon'), ('generations', '0', 'give how many'), ('generations', 'many', 'give how many'),
            ('value', '0', 'above 0'), ('value', '-1', 'above 0'), ('value', 'inf', 'above 0'), ('value', '1,5', 'above 0'),
            ('unit', 'furlongs', 's/generation'), ('unit', 's/run', 'column generations'), ('date', 'yesterday', 'YYYY-MM-DD'),
            ('date', '2026-02-32', 'YYYY-MM-DD'), ('date', '2026-13', 'YYYY-MM-DD'), ('date', '2026/11/21', 'YYYY-MM-DD'),
            ('date', '-', 'column date'), ('source', '-', 'column source'), ('program', '-', 'column program'),
            ('source', '', '10 columns'), ('source', 'x\ty', '12 columns')):
        message = refusal(write_figures(folder, FIGURES[0], tuple((good | {name: text}).values())))
        assert message.startswith(f'bench.py: {folder}/figures.tsv:4: ') and remedy in message, (name, text, message)
    path = os.path.join(folder, 'x.tsv')
    for content, remedy in ((b'', 'there is no row'), (b'# nothing\nsize\tvalue\n', 'there is no row'), (b'A\xff\t1\nB\t1\n', 'utf-8'),
                            (b'size\tcolour\n9x9\tred\n', 'no column is called "colour"'), (b'a\0b\nc\td\n', 'x.tsv')):
        Path(path).write_bytes(content)
        assert remedy in refusal(path), (content, refusal(path))
    assert 'nowhere.tsv' in refusal(f'{folder}/nowhere.tsv')


def test_units_become_seconds_and_back(_folder):
    for value, unit, seconds in ((3, 'us/generation', 3e-6), (3, 'ms/generation', 3e-3), (3, 's/generation', 3), (4, 'ms/run', 2e-4),
                                 (4, 's/run', 0.2), (250000, 'cell/s', 2), (5, 'Mcell/s', 0.1), (5, 'Gcell/s', 1e-4),
                                 (5, 'Tcell/s', 1e-7), (50, 'generation/s', 0.02)):
        figure = {'size': '1000x500', 'generations': 20, 'value': value, 'unit': unit}
        assert math.isclose(bench_files.seconds_of(figure), seconds), figure
        assert math.isclose(bench_files.in_unit_of(figure, seconds), value), figure


def test_the_nearer_limit_counts(_folder):
    for logic, memory, expected in ((0.5, 0.25, ('logic', 0.5)), (0.5, 0.8, ('memory', 0.8)), (0.5, 1.25, ('logic', 0.5)),
                                    (0, 1.25, (None, 0)), (0, 0.5, ('memory', 0.5))):
        assert bench.nearer_limit({'share_of_logic': logic, 'share_of_memory': memory}) == expected, (logic, memory)


# --- Charts and tables ---

def on_gpu(result):
    """The ladder as if measured on a GPU: another engine, each row twice."""
    rows = [dict(found, engine='cuda', pdl=pdl, kernel=found['kernel'].split(' ')[0] + ' (GPU & Co)',
                 seconds_per_generation=found['seconds_per_generation'] * (1 if pdl else 1.5))
            for found in measured(result['worlds']) for pdl in (True, False)]
    return dict(result, worlds=rows)


def show(folder, results, *words):
    """Runs bench.py on earlier results; returns what it prints."""
    path = Path(folder) / 'earlier.json'
    path.write_text(json.dumps(results), encoding='utf-8')
    return run(sys.executable, SCRIPT, '--from', path, *words)


def test_charts_are_well_formed(folder):
    ladder = measure(folder, 'ladder', '--size=64x64,128x64,12x12x12')
    _, errors = show(folder, [ladder, on_gpu(ladder)], '--charts', folder)
    for name, text in (('kernels-cpu.svg', 'naive'), ('kernels-cuda.svg', 'bitsliced'), ('dependent-launch.svg', 'without')):
        assert f'drew {folder}/{name}' in errors, errors
        root = ElementTree.parse(os.path.join(folder, name)).getroot()
        width, height = float(root.get('width')), float(root.get('height'))
        for element in root.iter():
            for side, maximum in (('x', width), ('x1', width), ('x2', width), ('cx', width),
                               ('y', height), ('y1', height), ('y2', height), ('cy', height)):
                assert 0 <= float(element.get(side, 0)) <= maximum, f'{element.tag} {element.attrib}'
        assert text in [''.join(element.itertext()) for element in root.iter('{http://www.w3.org/2000/svg}text')], name
    table = measure(folder, '--size=32x32')
    assert 'drew' not in show(folder, table, '--charts', folder)[1]


def test_tables_replace_only_what_was_measured(folder):
    path = Path(folder) / 'page.md'
    names = ('ladder cpu', 'ladder cuda', 'table cpu', 'frames cpu', 'seed-table cpu', 'families cpu')
    path.write_text('before\n' + '\nbetween\n'.join(f'<!-- life-bench: {name} -->\nold\n<!-- end -->' for name in names) + '\nafter\n',
                    encoding='utf-8')
    ladder = measure(folder, 'ladder', '--size=64x64')
    seed = measure(folder, 'seed-table', '--size=8x8x8', '--generations=70')
    families = measure(folder, 'families', '--size=64x64')
    families['worlds'][0] = dict(families['worlds'][0], skipped='no such file')
    printed, errors = show(folder, [ladder, seed, on_gpu(ladder), families], '--tables', path)
    text = path.read_text(encoding='utf-8')
    assert text.startswith('before\n') and text.endswith('\nafter\n') and text.count('\nbetween\n') == 5, text
    assert text.count('old') == 2 and errors.count('filled ') == 4, text + errors
    for line in ('| world | naive | bitsliced |', '| 64² | ', '| 8³ × 70 |', '| hexagonal | `B2/S34H` | 64² | bitsliced |',
                 '| dependent launch saves |', 'Not run: von Neumann 64²: no such file'):
        assert line in text and line in printed, (line, text)
    for block in re.findall(r'(?:^\|.*\n)+', text, re.M):
        assert len({line.count('|') for line in block.splitlines()}) == 1, block


if __name__ == '__main__':
    main(globals(), prepare=str)
