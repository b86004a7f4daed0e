#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Turns the results of `life-bench --json` into charts and Markdown tables.

Usage: draw-charts.py [--charts FOLDER] [--tables FILE.md] RESULT.json...

--charts  writes FOLDER/kernels-ENGINE.svg (cells per second by kernel, compared
          with what the machine can do at most) and FOLDER/dependent-launch.svg
          (time per generation by the world's size, with and without programmatic
          dependent launch), each if the results have its data.
--tables  replaces the text in FILE.md between the lines `<!-- life-bench: NAME -->`
          and `<!-- end -->`, for each NAME that the results have: ladder,
          seed-table, frames, families or table, then cpu or cuda.

Several results are combined; of one mode and engine the last one counts.
"""
import argparse
import json
import math
import os
import re
import sys
from xml.sax.saxutils import escape

KERNELS = ['naive', 'tiled', 'async', 'packed', 'lut', 'bitsliced']
COLORS = {'naive': '#8a94a3', 'tiled': '#b0762f', 'async': '#c2a31d',
          'packed': '#3d8f5f', 'lut': '#7a5bb0', 'bitsliced': '#1f6fc4'}
INK, QUIET, GRID, PAPER = '#1d2430', '#5c6675', '#e3e7ec', '#ffffff'
LOGIC, MEMORY = '#c0392b', '#1d2430'
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"
NARROW = ' '  # between a number and its unit


# --- What was measured ---

def read_results(paths):
    """The rows by (mode, engine), with the content of their file."""
    results = {}
    for path in paths:
        with open(path, encoding='utf-8') as file:
            data = json.load(file)
        for key in ('worlds', 'frames'):
            for engine in ('cpu', 'cuda'):
                rows = [row for row in data[key] if row['engine'] == engine]
                if rows:
                    results[data['mode'], engine] = {'file': data, 'rows': rows}
    return results


def kernel_of(row):
    return row['kernel'].split(' ')[0]


def sides(row):
    return [int(side) for side in row['size'].split('x')]


def cells(row):
    return math.prod(sides(row))


def measured(rows):
    return [row for row in rows if 'skipped' not in row]


def machine(result, engine):
    """The names of what the rows ran on."""
    file = result['file']
    if engine == 'cuda':
        names = {row['kernel'].partition('(')[2].rstrip(')')
                 for row in result['rows'] if '(' in row.get('kernel', '')}
        names |= {limit['name'] for limit in file['limits'] if limit['engine'] == 'cuda'}
        return 'one ' + sorted(names)[0] if names else 'one GPU'
    threads = {row['threads'] for row in result['rows'] if 'threads' in row}
    n = max(threads) if threads else file['processors']
    return f"{file['processor']}, {n} thread{'s' if n > 1 else ''}"


# --- Numbers in words ---

def digits(value, n=3):
    """A number with n significant digits, without an exponent."""
    if value == 0:
        return '0'
    decimals = max(0, n - 1 - math.floor(math.log10(abs(value)) + 1e-9))
    return f'{value:.{decimals}f}'


def rate_text(rate, n=3):
    for limit, unit in ((1e12, 'T'), (1e9, 'G'), (1e6, 'M')):
        if rate >= limit * 0.9999:
            return f'{digits(rate / limit, n)}{NARROW}{unit}cell/s'
    return f'{digits(rate, n)}{NARROW}cell/s'


def time_text(seconds, n=3):
    for limit, unit in ((1, 's'), (1e-3, 'ms'), (1e-6, 'µs')):
        if seconds >= limit * 0.9999:
            return f'{digits(seconds / limit, n)}{NARROW}{unit}'
    return f'{digits(seconds / 1e-9, n)}{NARROW}ns'


def rule_text(row):
    """The rule's text, with B6/S567 instead of B6/S5..7."""
    return re.sub(r'(?<!\d)(\d)\.\.(\d)(?!\d)', lambda ends: ''.join(
        str(count) for count in range(int(ends.group(1)), int(ends.group(2)) + 1)), row['rule'])


def share_text(row, name):
    return f'{100 * row[name]:.{0 if row[name] >= 0.0995 else 1}f}{NARROW}%' if name in row else ''


def saved_share(with_it, without):
    """The share of time that dependent launch saves, in whole percent."""
    return round(100 * (1 - with_it['seconds_per_generation'] / without['seconds_per_generation']))


def size_text(row):
    edges = sides(row)
    if len(set(edges)) == 1:
        return f"{edges[0]}{'²³'[len(edges) - 2]}"
    return '×'.join(map(str, edges))


# --- SVG ---

class Svg:
    """A drawing that grows element by element."""

    def __init__(self, width, height, title, text):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" font-family="{escape(FONT)}" font-size="13">',
            f'<title>{escape(title)}</title>', f'<desc>{escape(text)}</desc>',
            f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>']
        self.text(24, 34, title, size=18, weight=600)
        self.text(24, 55, text, fill=QUIET)

    def text(self, x, y, text, fill=INK, size=None, weight=None, anchor=None):
        extra = ''.join(f' {name}="{value}"' for name, value in (
            ('font-size', size), ('font-weight', weight), ('text-anchor', anchor)) if value)
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}"{extra}>{escape(text)}</text>')

    def line(self, x1, y1, x2, y2, stroke=GRID, width=1, dash=None):
        extra = f' stroke-dasharray="{dash}"' if dash else ''
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
                          f'stroke="{stroke}" stroke-width="{width}"{extra}/>')

    def path(self, points, stroke, width=2, dash=None):
        extra = f' stroke-dasharray="{dash}"' if dash else ''
        steps = ' '.join(f"{'ML'[i > 0]}{x:.1f} {y:.1f}" for i, (x, y) in enumerate(points))
        self.parts.append(f'<path d="{steps}" fill="none" stroke="{stroke}" stroke-width="{width}" '
                          f'stroke-linejoin="round"{extra}/>')

    def dot(self, x, y, fill, stroke=PAPER):
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" '
                          f'stroke="{stroke}" stroke-width="1.5"/>')

    def bar(self, x, y, width, height, fill):
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 1):.1f}" '
                          f'height="{height}" rx="2" fill="{fill}"/>')

    def write(self, path):
        with open(path, 'w', encoding='utf-8') as file:
            file.write('\n'.join(self.parts + ['</svg>']) + '\n')


class Scale:
    """A logarithmic axis from pixel `start` to pixel `end`."""

    def __init__(self, values, start, end, room=1.0):
        self.low = min(values) / room
        self.high = max(values) * room
        self.start, self.end = start, end

    def __call__(self, value):
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    def decades(self):
        decade = 10 ** math.ceil(math.log10(self.low))
        while decade <= self.high * 1.001:
            yield decade
            decade *= 10


# --- Cells per second by kernel ---

def panel_rows(rows, dimensions):
    """One row per kernel, all of one world: the largest that most kernels ran,
    with dependent launch."""
    rows = [row for row in measured(rows)
            if row['dimensions'] == dimensions and row.get('pdl', True)]
    if not rows:
        return []
    worlds = {}
    for row in rows:
        worlds.setdefault(row['size'], {})[kernel_of(row)] = row
    best = max(worlds.values(), key=lambda world: (len(world), cells(next(iter(world.values())))))
    return [best[kernel] for kernel in KERNELS if kernel in best]


def limits_of(row):
    """The limits of the row, in cells per second: (color, dash, rate)."""
    return [(color, dash, row['cells_per_second'] / row[name])
            for name, color, dash in (('share_of_memory', MEMORY, '3 2'), ('share_of_logic', LOGIC, None))
            if row.get(name)]


def draw_bars(svg, rows, top, scale):
    dimensions = rows[0]['dimensions']
    bottom = top + 20 + 34 * len(rows)
    svg.text(24, top, f"{dimensions}D, {rule_text(rows[0])}, {size_text(rows[0])} {rows[0]['topology']}", weight=600)
    for decade in scale.decades():
        svg.line(scale(decade), top + 12, scale(decade), bottom)
        svg.text(scale(decade), bottom + 17, rate_text(decade, 1), fill=QUIET, size=11, anchor='middle')
    for i, row in enumerate(rows):
        y = top + 20 + 34 * i
        kernel = kernel_of(row)
        svg.text(24, y + 16, kernel)
        svg.bar(scale.start, y + 2, scale(row['cells_per_second']) - scale.start, 20, COLORS[kernel])
        for color, dash, rate in limits_of(row):
            svg.line(scale(rate), y - 3, scale(rate), y + 27, color, 2.5, dash)
        svg.text(scale.end + 124, y + 16, rate_text(row['cells_per_second']), weight=600, anchor='end')
        svg.text(scale.end + 174, y + 16, share_text(row, 'share_of_logic'), LOGIC, anchor='end')
        svg.text(scale.end + 228, y + 16, share_text(row, 'share_of_memory'), MEMORY, anchor='end')


def draw_kernels(result, engine, path):
    panels = [rows for rows in (panel_rows(result['rows'], 2), panel_rows(result['rows'], 3)) if rows]
    if not panels:
        return False
    values = [value for rows in panels for row in rows
              for value in [row['cells_per_second']] + [rate for _, _, rate in limits_of(row)]]
    height = 116 + sum(70 + 34 * len(rows) for rows in panels)
    svg = Svg(900, height, 'Cells per second by kernel',
              f"{machine(result, engine)}, {result['file']['date']}; the axis is logarithmic")
    scale = Scale(values, 100, 640, 1.6)
    top = 92
    for rows in panels:
        draw_bars(svg, rows, top, scale)
        top += 70 + 34 * len(rows)
    svg.line(30, top - 4, 30, top + 14, LOGIC, 2.5)
    svg.text(40, top + 10, 'what the measured logic operations allow, and its share')
    svg.line(420, top - 4, 420, top + 14, MEMORY, 2.5, '3 2')
    svg.text(430, top + 10, 'what a measured copy allows at one generation per pass, and its share')
    svg.write(path)
    return True


# --- Time per generation, with and without dependent launch ---

def pairs_of(rows, dimensions):
    """{kernel: [(row with, row without) by size]}"""
    found = {}
    for row in measured(rows):
        if row['dimensions'] == dimensions and 'pdl' in row:
            found.setdefault((kernel_of(row), cells(row)), {})[row['pdl']] = row
    pairs = {}
    for (kernel, _), both in sorted(found.items(), key=lambda item: item[0][1]):
        if len(both) == 2:
            pairs.setdefault(kernel, []).append((both[True], both[False]))
    return pairs


def spread(labels, least):
    """Moves labels [y, x, …] with the same x at least `least` apart, in their order."""
    labels.sort(key=lambda label: (label[1], label[0]))
    for before, label in zip(labels, labels[1:]):
        if label[1] == before[1]:
            label[0] = max(label[0], before[0] + least)
    return labels


def draw_curves(svg, pairs, dimensions, left, right, top, bottom):
    both = [row for kernel in pairs.values() for pair in kernel for row in pair]
    across = Scale([cells(row) for row in both], left, right, 1.8)
    up = Scale([row['seconds_per_generation'] for row in both], bottom, top, 2.2)
    svg.text(left, top - 16, f"{dimensions}D, {rule_text(both[0])}, {both[0]['topology']}", weight=600)
    for decade in up.decades():
        svg.line(left, up(decade), right, up(decade))
        svg.text(left - 8, up(decade) + 4, time_text(decade, 1), fill=QUIET, size=11, anchor='end')
    for size, row in sorted({cells(row): row for row in both}.items()):
        svg.line(across(size), top, across(size), bottom)
        svg.text(across(size), bottom + 18, size_text(row), fill=QUIET, size=11, anchor='middle')
    labels = []
    for kernel in [kernel for kernel in KERNELS if kernel in pairs]:
        color = COLORS[kernel]
        for which, dash in ((1, '5 4'), (0, None)):
            points = [(across(cells(pair[which])), up(pair[which]['seconds_per_generation']))
                      for pair in pairs[kernel]]
            svg.path(points, color, 1.6 if dash else 2.2, dash)
            for x, y in points:
                svg.dot(x, y, PAPER if dash else color, color if dash else PAPER)
        labels.append([points[-1][1], points[-1][0], kernel])
        if kernel == 'bitsliced':
            for with_it, without in pairs[kernel]:
                saved = saved_share(with_it, without)
                change = f'{-saved:+d}'.replace('-', '−') if saved else '0'
                svg.text(across(cells(with_it)) + 4, up(with_it['seconds_per_generation']) + 20,
                         f'{change}{NARROW}%', fill=color, size=11, weight=600)
    for y, x, kernel in spread(labels, 15):
        svg.text(x + 9, y + 4, kernel, fill=COLORS[kernel], weight=600)


def draw_dependent_launch(result, path):
    panels = [(dimensions, pairs_of(result['rows'], dimensions)) for dimensions in (2, 3)]
    panels = [(dimensions, pairs) for dimensions, pairs in panels if pairs]
    if not panels:
        return False
    width = 70 + 500 * len(panels)
    svg = Svg(width, 520, 'Time per generation, with and without programmatic dependent launch',
              f"{machine(result, 'cuda')}, {result['file']['date']}; both axes are logarithmic; "
              'the percentages: what it changes for bitsliced')
    for i, (dimensions, pairs) in enumerate(panels):
        left = 84 + 500 * i
        draw_curves(svg, pairs, dimensions, left, left + 340, 108, 448)
    svg.line(84, 496, 116, 496, INK, 2.2)
    svg.dot(100, 496, INK)
    svg.text(124, 500, 'with')
    svg.line(184, 496, 216, 496, INK, 1.6, '5 4')
    svg.dot(200, 496, PAPER, INK)
    svg.text(224, 500, 'without')
    svg.write(path)
    return True


# --- Tables ---

def table(heading, rows):
    lines = ['| ' + ' | '.join(heading) + ' |', '|' + '---|' * len(heading)]
    return lines + ['| ' + ' | '.join(row) + ' |' for row in rows]


def runs_text(result):
    file = result['file']
    return f"Medians of {file['runs']} runs of {file['seconds_per_run']:g} s. " if file['runs'] > 1 else ''


def caption(result, engine, text):
    file = result['file']
    quick = ' (a quick run, to see it work)' if file['quick'] else ''
    where = machine(result, engine)
    return [f"{where[0].upper()}{where[1:]}, life {file['version']}, {file['date']}{quick}. {text}", '']


def limits_line(result, engine):
    lines = []
    for limit in result['file']['limits']:
        if limit['engine'] != engine or not limit['operations_per_second']:
            continue
        gates = (f", {digits(limit['gates_per_clock'])} gates per clock of {digits(limit['clock_hz'] / 1e9)} GHz"
                 if 'gates_per_clock' in limit else '')
        inputs = 'three' if limit['gate_inputs'] == 3 else 'two'
        lines.append(f"{limit['name']}: {digits(limit['operations_per_second'] / 1e12)} T {inputs}-input logic "
                     f"operations of 32 bits per second{gates}; a copy moves "
                     f"{digits(limit['bytes_per_second'] / 1e9)} GB/s.")
    return 'Measured limits: ' + ' '.join(lines) if lines else ''


def left_out(rows):
    """Lines for after a table: what was not measured, and why."""
    reasons = {}
    for row in rows:
        if 'skipped' in row:
            name = (f"{row['family']} {size_text(row)}" if 'family' in row
                    else f'{size_text(row)} {kernel_of(row)}' if 'size' in row else frames_text(row))
            reasons.setdefault(row['skipped'].split(';')[0], dict())[name] = True
    return [''] + ['Not run: ' + '; '.join(f"{', '.join(names)}: {reason}" for reason, names in reasons.items())
                   + '.'] if reasons else []


def ladder_table(result, engine):
    rows = result['rows']
    without = {(row['size'], kernel_of(row)): row for row in measured(rows) if row.get('pdl') is False}
    lines = []
    for row in measured(rows):
        if row.get('pdl') is False:
            continue
        line = [size_text(row), kernel_of(row) if engine == 'cuda' else row['kernel']]
        line += [rate_text(row['cells_per_second']), time_text(row['seconds_per_generation'])]
        if engine == 'cuda':
            other = without.get((row['size'], kernel_of(row)))
            line += ([time_text(other['seconds_per_generation']),
                      f'{saved_share(row, other)}{NARROW}%']
                     if other else ['', ''])
        else:
            line += [digits(row['instructions_per_cell']) if 'instructions_per_cell' in row else '-']
        lines.append(line + [share_text(row, 'share_of_logic'), share_text(row, 'share_of_memory')])
    middle = ['without dependent launch', 'it saves'] if engine == 'cuda' else ['instructions per cell']
    return (caption(result, engine, runs_text(result) + limits_line(result, engine))
            + table(['world', 'kernel', 'cells per second', 'time per generation'] + middle
                    + ['share of logic', 'of memory'], lines) + left_out(rows))


def seed_table(result, engine):
    worlds = {}
    for row in result['rows']:
        worlds.setdefault(row['size'], []).append(row)
    kernels = [kernel for kernel in KERNELS if any(kernel_of(row) == kernel for row in result['rows'])]
    lines = []
    for rows in worlds.values():
        by_kernel = {kernel_of(row): row for row in rows}
        some = (measured(rows) or rows)[0]

        def total(row):
            scaled = '~' if row['generations'] < row['generations_wanted'] else ''
            return scaled + digits(row['seconds_per_generation'] * row['generations_wanted'] * 1e3)
        published = [f"{some[name]:g}" if name in some else ''
                     for name in ('published_l40_milliseconds', 'published_h200_milliseconds')]
        lines.append([f"{size_text(some)} × {some.get('generations_wanted', '?')}"]
                     + [total(by_kernel[kernel]) if 'runs' in by_kernel.get(kernel, {}) else ''
                        for kernel in kernels] + published)
    return (caption(result, engine, 'Milliseconds for all generations; ~: scaled from fewer. Runs after a warm-up: '
                    f"{result['file']['runs']} at most.")
            + table(['world × generations'] + kernels
                    + ['best published kernel, L40, as published', 'the same, H200, measured earlier'], lines)
            + left_out(result['rows']))


def frames_text(row):
    notes = [f"all of {row['world_side']}²" if row['zoom'] == 0 else f"zoom {row['zoom']:.3g}"] if row['zoom'] != 1 else []
    if row['generations_per_frame'] != 1:
        notes.append(f"{row['generations_per_frame']} generations per frame"
                     + (f" at {row['world_side']}²" if 'world_side' in row else ''))
    notes += ['live at 60 frames/s, 50th / 99th percentile'] if row['live'] else []
    return ', '.join([f"{row['width']}×{row['height']} {row['format']}"] + notes)


def frames_table(result, engine):
    found = {}
    for row in result['rows']:
        found.setdefault(frames_text(row), {})[row['memory']] = row

    def value(row):
        if row is None or 'skipped' in row:
            return ''
        if row['live']:
            return f"{time_text(row['late_seconds_50'])} / {time_text(row['late_seconds_99'])} late"
        return f"{row['frames_per_second']:.0f}"
    lines = [[text, value(by_memory.get('system'))] + ([value(by_memory.get('CUDA'))] if engine == 'cuda' else [])
             for text, by_memory in found.items()]
    return (caption(result, engine, runs_text(result) + '`lifesrc ! fakesink`, zoom 1 and one generation per frame '
                    'unless said.')
            + table(['frames/s', 'system memory'] + (['CUDA memory'] if engine == 'cuda' else []), lines)
            + left_out(result['rows']))


def peer(row, name):
    seconds = row.get(name)
    if not isinstance(seconds, (int, float)):
        return seconds or ''
    return f"{time_text(seconds)}: {digits(seconds / row['seconds_per_generation'])} times as long"


def short_table(result, engine):
    lines = [[size_text(row), row['kernel'], rate_text(row['cells_per_second']),
              time_text(row['seconds_per_generation']), peer(row, 'golly_seconds_per_generation'),
              peer(row, 'ffmpeg_seconds_per_generation')] for row in measured(result['rows'])]
    return (caption(result, engine, runs_text(result) + limits_line(result, engine))
            + table(['world', 'kernel', 'cells per second', 'time per generation', 'Golly, QuickLife, same soup',
                     'ffmpeg, `life` source, same size'], lines))


def families_table(result, engine):
    rows = measured(result['rows'])
    golly = any('golly_seconds_per_generation' in row for row in rows)

    def line(row):
        rule = rule_text(row)
        cells_of = [row['family'], f"`{rule if len(rule) < 32 else rule[:12] + '…'}`", size_text(row), row['kernel'],
                    rate_text(row['cells_per_second']), time_text(row['seconds_per_generation']),
                    share_text(row, 'share_of_memory')]
        return cells_of + ([row.get('golly_algorithm', ''), peer(row, 'golly_seconds_per_generation')] if golly else [])
    return (caption(result, engine, runs_text(result) + limits_line(result, engine))
            + table(['family', 'rule', 'world', 'kernel', 'cells per second', 'time per generation', 'share of memory']
                    + (['Golly\'s algorithm', 'Golly, same soup'] if golly else []), [line(row) for row in rows])
            + left_out(result['rows']))


TABLES = {'ladder': ladder_table, 'seed-table': seed_table, 'frames': frames_table, 'table': short_table,
          'families': families_table}


def fill_tables(results, path):
    with open(path, encoding='utf-8') as file:
        text = file.read()
    filled = []

    def fill(match):
        mode, engine = match.group(1).split()
        if (mode, engine) not in results or mode not in TABLES:
            return match.group(0)
        filled.append(match.group(1))
        lines = TABLES[mode](results[mode, engine], engine)
        return f'<!-- life-bench: {mode} {engine} -->\n' + '\n'.join(lines).strip() + '\n<!-- end -->'
    text = re.sub(r'<!-- life-bench: ([\w-]+ \w+) -->\n.*?<!-- end -->', fill, text, flags=re.DOTALL)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return filled


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('results', nargs='+', metavar='RESULT.json')
    parser.add_argument('--charts', metavar='FOLDER')
    parser.add_argument('--tables', metavar='FILE.md')
    arguments = parser.parse_args()
    try:
        results = read_results(arguments.results)
    except (OSError, ValueError, KeyError) as problem:
        sys.exit(f'draw-charts.py: no result of life-bench: {problem}')

    if arguments.charts:
        os.makedirs(arguments.charts, exist_ok=True)
        for (mode, engine), result in sorted(results.items()):
            if mode != 'ladder':
                continue
            path = os.path.join(arguments.charts, f'kernels-{engine}.svg')
            if draw_kernels(result, engine, path):
                print(f'drew {path}')
            path = os.path.join(arguments.charts, 'dependent-launch.svg')
            if engine == 'cuda' and draw_dependent_launch(result, path):
                print(f'drew {path}')
    if arguments.tables:
        for name in fill_tables(results, arguments.tables):
            print(f'filled {name} in {arguments.tables}')


if __name__ == '__main__':
    main()
