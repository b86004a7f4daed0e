# SPDX-License-Identifier: LGPL-2.1-or-later
"""Charts of what tools/bench.py measured, as SVG: cells per second by kernel, compared with what the machine can do
at most, and time per generation by the world's size, with and without programmatic dependent launch."""
import math
from xml.sax.saxutils import escape

from bench_tables import (KERNELS, NARROW, cells, kernel_of, machine, measured, rate_text, rule_text, saved_share,
                          share_text, size_text, time_text)

COLORS = {'naive': '#8a94a3', 'tiled': '#b0762f', 'async': '#c2a31d',
          'packed': '#3d8f5f', 'lut': '#7a5bb0', 'bits': '#c0567f', 'bitsliced': '#1f6fc4'}
INK, QUIET, GRID, PAPER = '#1d2430', '#5c6675', '#e3e7ec', '#ffffff'
LOGIC, MEMORY = '#c0392b', '#1d2430'
FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"


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


def spread(labels, gap):
    """Moves labels [y, x, …] with the same x at least `gap` apart, in their order."""
    labels.sort(key=lambda label: (label[1], label[0]))
    for previous, label in zip(labels, labels[1:]):
        if label[1] == previous[1]:
            label[0] = max(label[0], previous[0] + gap)
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
                saved = saved_share(with_it, without['seconds_per_generation'])
                change = f'{-saved:+d}'.replace('-', '−') if saved else '0'
                svg.text(across(cells(with_it)) + 4, up(with_it['seconds_per_generation']) + 20,
                         f'{change}{NARROW}%', fill=color, size=11, weight=600)
    for y, x, kernel in spread(labels, 15):
        svg.text(x + 9, y + 4, kernel, fill=COLORS[kernel], weight=600)


def draw_dependent_launch(result, engine, path):
    panels = [(dimensions, pairs_of(result['rows'], dimensions)) for dimensions in (2, 3)]
    panels = [(dimensions, pairs) for dimensions, pairs in panels if pairs]
    if not panels:
        return False
    width = 70 + 500 * len(panels)
    svg = Svg(width, 520, 'Time per generation, with and without programmatic dependent launch',
              f"{machine(result, engine)}, {result['file']['date']}; both axes are logarithmic; "
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


def draw(results, folder):
    """Draws the charts that results of the ladder have the data of; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    charts = [(f'kernels-{engine}.svg', draw_kernels, result, engine) for (mode, engine), result in results.items()
              if mode == 'ladder']
    charts += [('dependent-launch.svg', draw_dependent_launch, result, engine) for _, _, result, engine in charts]
    return [folder / name for name, function, result, engine in charts if function(result, engine, folder / name)]
