#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs life-bench on small worlds, and draw-charts.py on what it measured.

Usage: test-bench.py LIFE-BENCH DRAW-CHARTS.PY. Prints TAP. How fast anything is
does not matter here.
"""
import copy
import json
import math
import os
import subprocess
import sys
import tempfile
import traceback
import xml.etree.ElementTree as ElementTree

BENCH, DRAW = sys.argv[1:3]
WORLD_KEYS = {'size', 'rule', 'topology', 'dimensions', 'engine', 'kernel'}
MEASURED_KEYS = {'generations', 'generations_wanted', 'runs', 'seconds_per_generation', 'cells_per_second',
                 'population', 'checksums', 'differs'}
FRAME_KEYS = {'engine', 'memory', 'format', 'width', 'height', 'zoom', 'generations_per_frame', 'live'}


class Skip(Exception):
    """Why a test cannot run here."""


def run(*arguments, status=0, locale=None, path=None):
    """Runs life-bench, where other programs are looked for in @path; returns its output and its errors."""
    environment = dict(os.environ, **({'LC_ALL': locale} if locale else {}), **({'PATH': path} if path else {}))
    done = subprocess.run([BENCH, *arguments], capture_output=True, text=True, timeout=600, check=False, env=environment)
    if 'does not find lifesrc' in done.stderr:
        raise Skip('the plugin is not there')
    assert done.returncode == status, f'{arguments}: status {done.returncode}: {done.stdout}{done.stderr}'
    return done.stdout, done.stderr


def measure_and_print(folder, *arguments, path=None):
    """What life-bench saves about these arguments, on the CPU, and what it prints."""
    name = os.path.join(folder, 'result.json')
    printed, _ = run('--quick', '--engine', 'cpu', '--json', name, *arguments, path=path)
    with open(name, encoding='utf-8') as file:
        data = json.load(file)
    assert data['program'] == 'life-bench' and data['quick'] is True
    assert {'version', 'date', 'mode', 'processor', 'processors', 'runs', 'seconds_per_run',
            'limits', 'worlds', 'frames', 'comparisons'} <= data.keys()
    for row in data['worlds']:
        assert WORLD_KEYS <= row.keys(), row
        assert 'skipped' in row or MEASURED_KEYS <= row.keys(), row
    for limit in data['limits']:
        assert limit['engine'] == 'cpu' and limit['bytes_per_second'] > 0, limit
    return data, printed


def measure(folder, *arguments, path=None):
    return measure_and_print(folder, *arguments, path=path)[0]


def measured(rows):
    return [row for row in rows if 'skipped' not in row]


def check_agreement(rows):
    """Every row of a world has the checksums of every other one."""
    worlds = {}
    for row in measured(rows):
        assert row['differs'] is False, row
        assert row['cells_per_second'] > 0 and row['seconds_per_generation'] > 0 and row['runs'] > 0, row
        for generation, checksum in row['checksums'].items():
            first = worlds.setdefault((row['size'], generation), checksum)
            assert first == checksum, row
    return worlds


def draw(folder, results, *arguments, status=0):
    """Runs draw-charts.py on the results; returns what it printed."""
    paths = []
    for i, result in enumerate(results):
        paths.append(os.path.join(folder, f'{i}.json'))
        with open(paths[-1], 'w', encoding='utf-8') as file:
            json.dump(result, file)
    done = subprocess.run([sys.executable, DRAW, *arguments, *paths], capture_output=True, text=True,
                          timeout=60, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def check_svg(path):
    """Checks that a drawing is well-formed and lies inside its frame; returns its texts."""
    root = ElementTree.parse(path).getroot()
    assert root.tag == '{http://www.w3.org/2000/svg}svg', root.tag
    width, height = float(root.get('width')), float(root.get('height'))
    for element in root.iter():
        for name, most in (('x', width), ('x1', width), ('x2', width), ('cx', width),
                           ('y', height), ('y1', height), ('y2', height), ('cy', height)):
            value = float(element.get(name, 0))
            assert 0 <= value <= most, f'{element.tag} {element.attrib}'
    return [''.join(element.itertext()) for element in root.iter('{http://www.w3.org/2000/svg}text')]


def on_gpu(ladder):
    """The ladder as if measured on a GPU: another engine, each row twice."""
    gpu = copy.deepcopy(ladder)
    gpu['worlds'] = []
    for row in measured(ladder['worlds']):
        for pdl in (True, False):
            other = dict(row, engine='cuda', pdl=pdl, kernel=row['kernel'].split(' ')[0] + ' (GPU & Co)')
            other['seconds_per_generation'] *= 1 if pdl else 1.5
            gpu['worlds'].append(other)
    return gpu


# --- Measuring ---

def test_short_table_shows_each_world_once(folder):
    data = measure(folder)
    assert data['mode'] == 'table'
    assert [row['size'] for row in data['worlds']] == ['128x128', '24x24x24']
    check_agreement(data['worlds'])


def test_ladder_kernels_agree(folder):
    data = measure(folder, '--ladder', '--size', '70x50,9x11x13')
    kernels = {(row['size'], row['kernel'].split(' ')[0]) for row in data['worlds']}
    assert kernels == {('70x50', 'naive'), ('70x50', 'bitsliced'),
                       ('9x11x13', 'naive'), ('9x11x13', 'bitsliced')}, kernels
    assert {('70x50', '64'), ('9x11x13', '64')} == check_agreement(data['worlds']).keys()


def test_checksums_do_not_depend_on_threads(folder):
    checksums = [check_agreement(measure(folder, '--ladder', '--size', '200x99', '--threads', threads)['worlds'])
                 for threads in ('1', '3')]
    assert checksums[0] == checksums[1] and checksums[0], checksums


def test_seed_table_checks_the_last_generation(folder):
    data = measure(folder, '--seed-table', '--generations', '100', '--size', '12x10x8')
    rows = measured(data['worlds'])
    assert rows and all(row['generations'] == 100 for row in rows), rows
    assert check_agreement(rows).keys() == {('12x10x8', '64'), ('12x10x8', '100')}


def test_published_figures_stand_beside_their_row(folder):
    rows = measure(folder, '--seed-table', '--kernel', 'naive', '--size', '256x256x256,16x16x16',
                   '--limit', '0.001')['worlds']
    assert rows[0]['published_l40_milliseconds'] == 51 and rows[0]['published_h200_milliseconds'] == 71.8, rows
    assert 'published_l40_milliseconds' not in rows[1], rows


def check_scale(rows, size):
    """Rows of one engine, and of 2, 3, ... parts of the same world and of ones that grow with them."""
    assert [(row['scaling'], row['parts'], row['size']) for row in rows] == [
        ('one', 1, size(1)), ('strong', 2, size(1)), ('strong', 3, size(1)), ('weak', 2, size(2)), ('weak', 3, size(3))]
    check_agreement(rows)
    assert rows[0]['share_of_ideal'] == 1 and all(row['share_of_ideal'] > 0 for row in rows), rows
    for row in rows:
        strong = row['scaling'] == 'strong'
        expected = rows[0]['seconds_per_generation'] / row['seconds_per_generation'] / (row['parts'] if strong else 1)
        assert math.isclose(row['share_of_ideal'], expected, rel_tol=1e-6), row


def test_parts_have_the_checksums_of_one_engine(folder):
    data, printed = measure_and_print(folder, '--scale', '--parts', '3', '--size', '70x50,9x11x13')
    rows = data['worlds']
    assert data['mode'] == 'scale' and len(rows) == 10 and 'DIFFERS' not in printed, printed
    check_scale(rows[:5], lambda n: f'70x{50 * n}')
    check_scale(rows[5:], lambda n: f'9x11x{13 * n}')
    # Of worlds that grow, too: those of one engine.
    alone = check_agreement(measure(folder, '--size', '70x100,70x150')['worlds'])
    assert alone.items() <= check_agreement(rows).items(), (alone, rows)


def test_parts_are_as_many_as_there_are_cores_for_their_threads(folder):
    cores = measure(folder, '--size', '20x20')['processors']
    rows = measure(folder, '--scale', '--threads', str(cores), '--size', '20x200')['worlds']
    assert [row['parts'] for row in rows] == [1] and rows[0]['threads'] == cores, rows


def test_fewer_generations_than_wanted_are_told(folder):
    rows = measure(folder, '--seed-table', '--generations', '1000000000', '--size', '12x10x8',
                   '--limit', '0.5')['worlds']
    for row in measured(rows):
        assert 0 < row['generations'] < row['generations_wanted'] == 1000000000, row
    assert measured(rows), rows


def test_frames_have_every_format_and_a_latency(folder):
    data = measure(folder, '--frames', '--size', '64x48')
    rows = data['frames']
    assert {row['format'] for row in rows} == {'GRAY8', 'I420', 'NV12', 'RGBA', 'BGRA', 'RGBx', 'BGRx',
                                            'RGB', 'Y444', 'Y42B', 'YUY2', 'I420_10LE', 'P010_10LE'}
    for row in rows:
        assert FRAME_KEYS <= row.keys() and 'skipped' not in row, row
        assert row['frames'] > 0 and row['frames_per_second'] > 0 and row['differs'] is False, row
    live = [row for row in rows if row['live']]
    assert len(live) == 1 and live[0]['late_seconds_50'] <= live[0]['late_seconds_99'], live
    assert {round(row['zoom'], 3) for row in rows} == {1, 8, 0.125, 0.333, 0.3, 0.017, 0}
    assert [row['world_side'] for row in rows if row['zoom'] == 0] == [1024], rows
    assert {row['generations_per_frame'] for row in rows} == {1, 1000}


def test_views_have_a_row_for_each_world(folder):
    data = measure(folder, '--views')
    rows = data['frames']
    assert data['mode'] == 'views' and {(row['view'], row['rule']) for row in rows} == {
        ('volume', 'B6/S567'), ('volume', 'B4,5/S5'), ('xray', 'B6/S567'), ('spacetime', 'B3/S23')}, rows
    for row in rows:
        assert FRAME_KEYS <= row.keys() and 'skipped' not in row, row
        assert row['frames_per_second'] > 0 and row['differs'] is False, row
        assert (row['stacked'] == 16) if row['view'] == 'spacetime' else (row['world_side'] == 32), row
    assert len({row['checksum'] for row in rows}) == len(rows), rows


def test_families_have_a_row_each(folder):
    data = measure(folder, '--families', '--size', '96x80')
    rows = data['worlds']
    assert data['mode'] == 'families' and {row['size'] for row in rows} == {'96x80'}, data
    assert len({row['family'] for row in rows}) == len({row['rule'] for row in rows}) == len(rows), rows
    rules = [row['rule'] for row in measured(rows)]
    for rule in ('B13/S23V', 'B2/S34H', 'B2-a/S12', 'B2/S/3', 'B2/S345/25', 'R5,C0,M1,S34..58,B34..45,NM', 'JvN29',
                 'W110'):
        assert rule in rules, rules
    assert [len(rule) for rule in rules if rule.startswith('MAP')] == [3 + 86], rules
    for row in measured(rows):
        assert row['differs'] is False and row['checksums'].keys() == {'64'} and 'share_of_logic' not in row, row
    for row in rows:
        assert 'skipped' not in row or row['rule'] == 'HPP' and 'Golly' in row['skipped'], row


def test_families_have_the_same_checksums_on_every_kernel(folder):
    results = [measure(folder, '--families', '--size', '96x80,33x47', *arguments)['worlds']
               for arguments in ((), ('--kernel', 'naive'), ('--threads', '3'))]
    worlds = {}
    for row in [row for rows in results for row in measured(rows)]:
        first = worlds.setdefault((row['size'], row['rule']), row)
        assert first['checksums'] == row['checksums'], (first, row)
    assert len(worlds) >= 18, worlds
    kernels = {row['kernel'].split(' ')[0] for rows in results for row in measured(rows)}
    assert kernels == {'bitsliced', 'sliding', 'look-ups', 'naive'}, kernels


def test_families_are_measured_beside_golly(folder):
    algorithms = {'B13/S23V': 'QuickLife', 'B2/S34H': 'QuickLife', 'B2-a/S12': 'QuickLife', 'B2/S/3': 'Generations',
                  'B2/S345/25': 'Generations', 'R5,C0,M1,S34..58,B34..45,NM': 'Larger than Life', 'JvN29': 'JvN',
                  'HPP': 'RuleLoader'}
    for row in measured(measure(folder, '--families', '--peers', '--size', '64x64')['worlds']):
        golly = row['golly_seconds_per_generation']
        assert row.get('golly_algorithm') == ('QuickLife' if row['rule'].startswith('MAP')
                                              else algorithms.get(row['rule'])), row
        assert golly in ('not installed', 'too short to measure') or row['rule'] == 'W110' or golly > 0, row
        assert row['rule'] != 'W110' or golly in ('not installed', 'runs no such rule'), row


def test_progress_is_told_where_asked(folder):
    _, errors = run('--quick', '--engine', 'cpu', '--size', '32x32')
    assert errors == '', errors
    _, errors = run('--quick', '--engine', 'cpu', '--size', '32x32', '--progress')
    assert 'run 1 of 3' in errors and '\r' not in errors, errors


def test_peers_are_named(folder):
    data = measure(folder, '--peers', '--size', '64x64')
    row = data['worlds'][0]
    assert {'golly_seconds_per_generation', 'ffmpeg_seconds_per_generation'} <= row.keys(), row


# --- Others' figures ---

COLUMNS = ('program', 'version', 'rule', 'size', 'topology', 'generations', 'value', 'unit', 'chip', 'date', 'source')
FIGURES = (('Alife', '1.2', 'B3/S23', '96x80', '-', '-', '7.5', 'us/generation', 'chip-a', '2020', 'somewhere else'),
           ('Blife', '-', 'B3/S23', '96x80', 'torus', '-', '0.1', 'Gcell/s', 'chip-b', '<2021-05', 'a book'),
           ('Clife', '-', 'B3/S23', '96x80', 'torus', '1000', '2', 'ms/run', '-', '2021-05-06', 'somewhere else'),
           ('Dlife', '-', 'B36/S23', '96x80', 'plane', '-', '200', 'generation/s', '-', '2021-05-06', 'a book'),
           ('Elife', '-', '-', '12x10x8', '-', '100', '3', 's/run', '-', '2022', 'a page'))


def write_figures(folder, *figures):
    path = os.path.join(folder, 'figures.tsv')
    with open(path, 'w', encoding='utf-8') as file:
        file.write('# Figures of this test.\n')
        file.writelines('\t'.join(row) + '\n' for row in (COLUMNS, *figures))
    return path


def write_program(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(f'#!/bin/sh\n{text}\n')
    os.chmod(path, 0o755)


def test_figures_stand_beside_ours(folder):
    data, printed = measure_and_print(folder, '--against', write_figures(folder, *FIGURES), path=folder)
    rows = data['comparisons']
    assert data['mode'] == 'against' and [row['program'] for row in rows] == [row[0] for row in FIGURES], rows
    # Both figures of the first world are beside one measurement of it.
    assert [row['world'] for row in rows] == [0, 0, 1, 2, 3] and len(data['worlds']) == 4, data
    check_agreement(data['worlds'][:2])
    for row, figure in zip(rows, FIGURES):
        world = data['worlds'][row['world']]
        cells = math.prod(int(side) for side in world['size'].split('x'))
        seconds = {'us/generation': lambda value: value * 1e-6, 'Gcell/s': lambda value: cells / value / 1e9,
                   'ms/run': lambda value: value * 1e-3 / 1000, 's/run': lambda value: value / 100,
                   'generation/s': lambda value: 1 / value}[figure[7]]
        assert not row['measured_here'] and row['theirs'] == float(figure[6]), row
        ours = world['seconds_per_generation']
        assert abs(seconds(row['ours']) / ours - 1) < 1e-6, (row, world)
        assert abs(row['ratio'] * ours / seconds(row['theirs']) - 1) < 1e-6, (row, world)
    assert data['worlds'][1]['generations'] == 1000 and data['worlds'][3]['generations'] == 100, data['worlds']

    lines = printed.split('\n')
    assert lines[0].split() == ['size', 'rule', 'generations', 'engine', 'program', 'unit', 'ours', 'theirs', 'ratio',
                                'limit', 'of', 'chip', 'date', 'source'], printed
    for line, row, figure, source in zip(lines[1:], rows, FIGURES, (1, 2, 1, 2, 3)):
        words = line.replace(' plane', '').replace('Alife 1.2', 'Alife').split()
        limit = f"{row['limit']:.4g}" if 'limit' in row else '-'
        assert words == [figure[3], 'B6/S567' if figure[2] == '-' else figure[2], figure[5], 'cpu', figure[0], figure[7],
                         f"{row['ours']:.4g}", f"{row['theirs']:.4g}", f"{row['ratio']:.4g}", limit,
                         row.get('limit_of', '-'), figure[8], figure[9], f'[{source}]'], (words, row)
    for number, source in enumerate(('somewhere else', 'a book', 'a page'), 1):
        assert f'  [{number}] {source}\n' in printed, printed


def test_programs_that_are_missing_are_named_once(folder):
    data, printed = measure_and_print(folder, '--against', write_figures(folder, *FIGURES), path=folder)
    assert not [row for row in data['comparisons'] if row['measured_here']], data['comparisons']
    assert printed.count('bgolly and ffmpeg are not installed') == 1, printed
    write_program(folder, 'ffmpeg', 'exit 0')
    _, printed = measure_and_print(folder, '--against', write_figures(folder, FIGURES[0]), path=folder)
    assert printed.count('bgolly is not installed') == 1, printed


def test_programs_that_are_there_run_between_our_runs(folder):
    log = os.path.join(folder, 'log')
    # The first frames alone are a run that is taken off the others.
    write_program(folder, 'ffmpeg', f'echo "$8" >>{log}; [ "$8" -le 10 ] || exec /bin/sleep 1')
    write_program(folder, 'bgolly', 'echo 64: 0')
    data, printed = measure_and_print(folder, '--against', write_figures(folder, *FIGURES[:2]), path=folder)
    rows = data['comparisons']
    assert [(row['program'], row['measured_here']) for row in rows] == [
        ('Alife', False), ('Blife', False), ('Golly, QuickLife', True), ('ffmpeg, life', True)], rows
    assert rows[2]['failed'] == 'its population differs' and 'theirs' not in rows[2] and 'ratio' not in rows[2], rows
    assert rows[3].get('failed') == 'too short to measure' or rows[3]['theirs'] > 0, rows
    assert rows[3]['unit'] == 'us/generation' and rows[3]['chip'] == 'this machine', rows
    with open(log, encoding='utf-8') as file:
        frames = file.read().split()
    assert frames == ['10'] + 3 * [frames[-1]] and int(frames[-1]) > 10, frames
    assert 'Golly, QuickLife: its population differs\n' in printed and 'measured in this call' in printed, printed


def test_worlds_that_do_not_run_say_so(folder):
    figures = write_figures(
        folder, ('A', '-', 'B3/S23', '65536x65536', '-', '-', '23', 'Tcell/s', '-', '2026', 'x'),
        ('B', '-', 'NoSuchRule', '64x64', '-', '-', '1', 'cell/s', '-', '2026', 'x'),
        ('C', '-', 'B3/S23', '1500x1500', '-', '-', '1', 'cell/s', '-', '2026', 'x'),
        ('D', '-', 'B3/S23', '32x32', '-', '-', '1', 'cell/s', '-', '2026', 'x'))
    data, printed = measure_and_print(folder, '--against', figures, '--kernel', 'naive', '--limit', '0.01', path=folder)
    reasons = [world.get('skipped') for world in data['worlds']]
    assert reasons[0] == 'too large for --quick' and 'NoSuchRule' in reasons[1] and '--limit=0.01' in reasons[2], reasons
    for row, reason in zip(data['comparisons'], reasons):
        assert reason is None or f'skipped: {reason}\n' in printed, printed
        assert (reason is None) == ('ours' in row) == ('ratio' in row), row


def test_the_built_in_figures_are_those_of_the_seed_table_too(folder):
    rows = measure(folder, '--against', path=folder)['comparisons']
    times = [row['theirs'] for row in rows if row['unit'] == 'ms/run' and row['chip'] == 'NVIDIA L40']
    assert times == [51, 405, 3235], rows
    assert {'fast-game-of-life', 'Golly, QuickLife', 'ffmpeg, life'} <= {row['program'] for row in rows}, rows


def test_a_bad_file_of_figures_is_refused_with_its_line(folder):
    path = write_figures(folder, FIGURES[0], FIGURES[1][:7] + ('miles',) + FIGURES[1][8:])
    _, errors = run('--against', path, status=1)
    assert errors.startswith(f'life-bench: {path}:4: unit "miles"') and errors.count('\n') == 1, errors
    _, errors = run('--against', '/nowhere/figures.tsv', status=1)
    assert '/nowhere/figures.tsv' in errors and errors.count('\n') == 1, errors


# --- What cannot be measured ---

def test_bad_options_are_refused_with_a_remedy(folder):
    for arguments, words in (
            (['--size=3'], 'give WxH'), (['--size=4x0'], 'give WxH'), (['--size='], 'give WxH'),
            (['--engine=fpga'], 'give auto'), (['--kernel=fast'], 'give auto'), (['--topology=ball'], 'give torus'),
            (['--runs=0'], 'give 1'), (['--threads=-1'], 'give 0'), (['--seconds=0'], 'give 0.001'),
            (['--scale', '--ladder'], 'exclude'), (['--parts', '2'], 'only with --scale'),
            (['--cluster=mpi'], 'only with --scale'), (['--scale', '--cluster=x'], 'none or mpi'),
            (['--scale', '--parts', '-1'], 'out of range'), (['--scale', '--peers'], 'short table'),
            (['--ladder', '--frames'], 'exclude'), (['--families', '--ladder'], 'exclude'),
            (['--families', '--rule=life'], 'without'), (['--families', '--size=4x4x4', '--engine=cpu'], '2D'),
            (['--ladder', '--peers'], 'short table'), (['--against', '--ladder'], 'exclude'),
            (['--against', '--size=9x9'], 'columns'), (['--against', '--generations=9'], 'columns'),
            (['--frames', '--kernel=naive'], 'neither'), (['--views', '--size=9x9x9'], 'neither'), (['--frames', '--size=4x4x4'], 'WxH'),
            (['--seed-table', '--size=9x9', '--engine=cpu'], '3D'), (['--rule=B9/S'], 'rule'),
            (['--engine=cpu', '--kernel=tiled', '--size=9x9'], 'kernel=tiled'),
            (['--json=/nowhere/x.json'], '/nowhere/x.json'), (['more'], 'more')):
        _, errors = run(*arguments, status=1)
        assert errors.startswith('life-bench: ') and errors.count('\n') == 1 and words in errors, (arguments, errors)


def test_help_names_every_option(folder):
    text, _ = run('--help')
    for option in ('ladder', 'seed-table', 'frames', 'families', 'views', 'against', 'size', 'rule', 'topology', 'engine', 'kernel', 'threads',
                   'generations', 'runs', 'seconds', 'limit', 'seed', 'peers', 'quick', 'progress', 'json', 'scale', 'cluster', 'parts'):
        assert f'--{option}' in text, option


def test_help_is_plain_ascii_in_every_locale(folder):
    for locale in ('C', 'C.UTF-8'):
        text, _ = run('--help', locale=locale)
        assert text.isascii() and '?' not in text and '[OPTION...]' in text, text


def test_slow_rows_are_left_out_and_say_so(folder):
    data = measure(folder, '--ladder', '--kernel', 'naive', '--size', '1500x1500', '--limit', '0.001')
    assert 'limit' in data['worlds'][0]['skipped'], data['worlds']


# --- Charts and tables ---

def test_charts_are_well_formed(folder):
    ladder = measure(folder, '--ladder', '--size', '64x64,128x64,12x12x12')
    printed = draw(folder, [ladder, on_gpu(ladder)], '--charts', folder)
    for name, words in (('kernels-cpu.svg', 'naive'), ('kernels-cuda.svg', 'bitsliced'),
                        ('dependent-launch.svg', 'without')):
        assert name in printed, errors
        assert words in check_svg(os.path.join(folder, name)), name


def test_charts_without_data_are_not_drawn(folder):
    table = measure(folder, '--size', '32x32')
    assert draw(folder, [table], '--charts', folder) == ''
    assert not [name for name in os.listdir(folder) if name.endswith('.svg')]


def test_tables_replace_only_what_was_measured(folder):
    path = os.path.join(folder, 'page.md')
    blocks = [f'<!-- life-bench: {name} -->\nold\n<!-- end -->' for name in
              ('ladder cpu', 'ladder cuda', 'table cpu', 'frames cpu', 'seed-table cpu')]
    with open(path, 'w', encoding='utf-8') as file:
        file.write('before\n' + '\nbetween\n'.join(blocks) + '\nafter\n')
    ladder = measure(folder, '--ladder', '--size', '64x64')
    seed = measure(folder, '--seed-table', '--size', '8x8x8', '--generations', '70')
    draw(folder, [ladder, seed, on_gpu(ladder)], '--tables', path)
    with open(path, encoding='utf-8') as file:
        text = file.read()
    assert text.startswith('before\n') and text.endswith('\nafter\n') and text.count('\nbetween\n') == 4, text
    assert text.count('old') == 2 and '| 64² | naive |' in text and '| 8³ × 70 |' in text, text
    heights = [line.count('|') for line in text.split('\n') if line.startswith('|')]
    assert all(count > 3 for count in heights), text


def test_a_table_of_families_shows_every_row(folder):
    path = os.path.join(folder, 'page.md')
    families = measure(folder, '--families', '--size', '64x64')
    with open(path, 'w', encoding='utf-8') as file:
        file.write('before\n<!-- life-bench: families cpu -->\n<!-- end -->\n'
                   '<!-- life-bench: families cuda -->\n<!-- end -->\nafter\n')
    draw(folder, [families], '--tables', path)
    with open(path, encoding='utf-8') as file:
        text = file.read()
    assert text.endswith('<!-- life-bench: families cuda -->\n<!-- end -->\nafter\n'), text
    lines = [line for line in text.split('\n') if line.startswith('|')]
    assert len(lines) == 2 + len(measured(families['worlds'])), text
    assert len({line.count('|') for line in lines}) == 1 and '| von Neumann | `B13/S23V` | 64² | bitsliced' in text, text
    missing = copy.deepcopy(families)
    missing['worlds'][0] = dict(missing['worlds'][0], skipped='no such file')
    draw(folder, [missing], '--tables', path)
    with open(path, encoding='utf-8') as file:
        assert 'Not run: von Neumann 64²: no such file' in file.read()


def test_what_is_no_result_is_refused(folder):
    path = os.path.join(folder, 'x.json')
    with open(path, 'w', encoding='utf-8') as file:
        file.write('[')
    done = subprocess.run([sys.executable, DRAW, '--charts', folder, path], capture_output=True, text=True,
                          timeout=60, check=False)
    assert done.returncode == 1 and 'no result of life-bench' in done.stderr, done.stderr


def main():
    tests = [(name, test) for name, test in globals().items() if name.startswith('test_')]
    print(f'1..{len(tests)}')
    for i, (name, test) in enumerate(tests, 1):
        try:
            with tempfile.TemporaryDirectory(prefix='life-bench-') as folder:
                test(folder)
            print(f'ok {i} {name}')
        except Skip as why:
            print(f'ok {i} {name} # SKIP {why}')
        except Exception:  # pylint: disable=broad-except
            print(f'not ok {i} {name}')
            for line in traceback.format_exc().splitlines():
                print(f'# {line}')
        sys.stdout.flush()


if __name__ == '__main__':
    main()
