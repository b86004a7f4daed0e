# SPDX-License-Identifier: LGPL-2.1-or-later
"""Cells as sets of places: read from RLE, advanced by the rules of Life, found in pictures. Nothing here is a
test."""
import collections
import re

GUN = '24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!'
ACORN = 'bo$3bo$2o2b3o!'

# The least mean luma of a live cell and the most of a dead one, which may leave a trail; 16 is black, 235 white.
BRIGHT, DARK = 180, 140


def cells_of(text):
    """The cells of an RLE of two states, from its corner, or where #CXRLE says that it is."""
    corner = re.search(r'Pos=(-?\d+),(-?\d+)', text)
    body = ''.join(line for line in text.splitlines() if line and line[0] not in '#x')
    x, y = x0, _ = (int(corner.group(1)), int(corner.group(2))) if corner else (0, 0)
    cells = set()
    for count, tag in re.findall(r'(\d*)([bo$!])', body):
        count = int(count or 1)
        if tag == 'o':
            cells |= {(x + i, y) for i in range(count)}
        if tag == '$':
            x, y = x0, y + count
        elif tag == '!':
            break
        else:
            x += count
    return cells


def rle_of(cells, width, height):
    return '$'.join(''.join('bo'[(x, y) in cells] for x in range(width)) for y in range(height)) + '!'


def at_origin(cells):
    """The same cells, moved so that their corner is (0, 0)."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return {(x - left, y - top) for x, y in cells}


def advance(cells, wrap=None):
    """The next generation of B3/S23, on a torus of @wrap columns and rows, or without edges."""
    counts = collections.Counter((x + i, y + j) for x, y in cells for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
    if wrap:
        around, counts = counts, collections.Counter()
        for (x, y), count in around.items():
            counts[x % wrap[0], y % wrap[1]] += count
    return {cell for cell, count in counts.items() if count == 3 or count == 2 and cell in cells}


def generation(text, number):
    """A generation of the pattern @text, around the middle of its first one, rounded as lifesrc rounds."""
    cells = cells_of(text)
    right, bottom = max(x for x, _ in cells), max(y for _, y in cells)
    for _ in range(number):
        cells = advance(cells)
    return {(x - (right + 1) // 2, y - (bottom + 1) // 2) for x, y in cells}


def mean_luma(luma, width, left, top, zoom):
    """Of a cell without its rim, where the codec blurs."""
    rim = zoom // 4
    side = zoom - 2 * rim
    return sum(sum(luma[at:at + side]) for at in range((top + rim) * width + left + rim, (top + zoom - rim) * width, width)) / side ** 2


def difference(luma, size, zoom, cells):
    """What a picture shows wrong of cells around its middle; None where all is right. Cells that it shows in part
    are not looked at."""
    width, height = size
    seen = 0
    for y in range(-(height // 2 // zoom), height // 2 // zoom):
        for x in range(-(width // 2 // zoom), width // 2 // zoom):
            alive = (x, y) in cells
            mean = mean_luma(luma, width, width // 2 + x * zoom, height // 2 + y * zoom, zoom)
            seen += alive
            if mean <= BRIGHT if alive else mean >= DARK:
                return f'cell ({x}, {y}) is {"alive" if alive else "dead"} and its mean luma is {mean:.1f}'
    return None if seen else 'no live cell is to be seen'


def cells_in(luma, columns, rows, zoom):
    """The bright cells of a picture that shows a whole world."""
    return {(x, y) for y in range(rows) for x in range(columns) if mean_luma(luma, columns * zoom, x * zoom, y * zoom, zoom) > 128}
