#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Finds frames of lifesrc that loop without a seam, for loop.sh.

Usage: find-loop.py PROPERTY=VALUE...   Prints words of a launch line, quoted for a shell: topology, view and waypoints, start-frame and
num-buffers. Of the properties only those of pattern and rule count.

It reads the generations of the pattern as pictures of a pixel per cell. A pattern that comes again whole, here or
elsewhere, has that period, and the view moves along. Else the cells around the pattern may repeat while others leave."""
import re
import subprocess
import sys

SIDE = 1024          # of the pictures that are read
GENERATIONS = 1024   # that are read at most
REMEMBERED = 255     # generations that trails and ages show
WIDTH, HEIGHT = 1280, 720
SHORTEST = 24        # frames of a film
LARGEST_ZOOM = 64
# Where the pattern lies, and its corner. Not all rules run without edges.
CORNERS = {'unbounded': 0, 'plane': SIDE}
PLACES = {'unbounded': 'pattern-x=0 pattern-y=0',
          'plane': f'world-width={2 * SIDE} world-height={2 * SIDE} pattern-x={SIDE} pattern-y={SIDE}'}


class Unplayable(Exception):
    """The message of lifesrc."""


def read_generations(properties, topology):
    """Yields each generation as bytes, a pixel per cell."""
    process = subprocess.Popen(
        ['gst-launch-1.0', '-q', 'lifesrc', *properties, f'topology={topology}', *PLACES[topology].split(), *(f'view-{axis}={CORNERS[topology]}' for axis in 'xy'),
         'zoom=1', 'color-mode=state', 'alive-color=0xffffffff', 'dead-color=0xff000000', f'num-buffers={GENERATIONS}', '!',
         f'video/x-raw,format=GRAY8,width={SIDE},height={SIDE}', '!', 'fdsink', 'fd=1'], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    pictures = 0
    try:
        while len(picture := process.stdout.read(SIDE * SIDE)) == SIDE * SIDE:
            pictures += 1
            yield picture
    finally:
        process.kill()
        errors = process.communicate()[1].decode(errors='replace')
    if not pictures:
        raise Unplayable(errors)


def find_box(picture):
    """Left, top, right and bottom of the live cells, the last two beyond them; None where none lives."""
    first = len(picture) - len(picture.lstrip(b'\0'))
    if first == len(picture):
        return None
    top, bottom = first // SIDE, -(-len(picture.rstrip(b'\0')) // SIDE)
    rows = [picture[y * SIDE:(y + 1) * SIDE] for y in range(top, bottom)]
    return min(SIDE - len(row.lstrip(b'\0')) for row in rows), top, max(len(row.rstrip(b'\0')) for row in rows), bottom


def crop(picture, box):
    left, top, right, bottom = box
    return b''.join(picture[y * SIDE + left:y * SIDE + right] for y in range(top, bottom))


def zoom_for(width, height, share):
    return max(1, min(LARGEST_ZOOM, int(share * min(WIDTH / width, HEIGHT / height))))


def find_part(pictures):
    """First generation and period of pictures that repeat to the end, at least twice; None too where they stand still."""
    last = len(pictures) - 1
    for period in range(1, last // 3):
        first = last
        while first >= period and pictures[first] == pictures[first - period]:
            first -= 1
        if last - first >= 2 * period + SHORTEST:
            return (first + 1 - period, period) if period > 1 else None
    return None


def window_around(box):
    """What a film of the pattern shows, if it stays where it is."""
    zoom = max(zoom_for(box[2] - box[0], box[3] - box[1], 0.6), 2)
    width, height = -(-WIDTH // zoom), -(-HEIGHT // zoom)
    left, top = (box[0] + box[2] - width) // 2, (box[1] + box[3] - height) // 2
    return zoom, (max(left, 0), max(top, 0), min(left + width, SIDE), min(top + height, SIDE))


def find_loop(generations):
    """First generation, period, zoom, and the corners between which the view moves, all in pixels; None: there is no loop."""
    boxes, seen, parts, window = [], {}, [], None
    for number, picture in enumerate(generations):
        box = find_box(picture)
        if box is None:
            return None
        window = window or window_around(box)
        boxes.append(box)
        parts.append(hash(crop(picture, window[1])))
        touches = box[0] == 0 or box[1] == 0 or box[2] == SIDE or box[3] == SIDE
        before = seen.setdefault((box[2] - box[0], crop(picture, box)), number) if not touches else number
        if before == number - 1:
            return None
        if before < number:
            return before, number - before, *frame_moving(boxes[before:number + 1])
    if part := find_part(parts):
        center = [(window[1][i] + window[1][i + 2]) / 2 for i in range(2)]
        return *part, window[0], center, center
    return None


def frame_moving(boxes):
    """The zoom that shows all phases of a pattern, and its center in the first box and in the last one."""
    period = len(boxes) - 1
    drift = [boxes[-1][i] - boxes[0][i] for i in range(2)]
    drifted = [[corner - drift[i % 2] * number / period for i, corner in enumerate(box)] for number, box in enumerate(boxes)]
    low = [min(box[i] for box in drifted) for i in range(2)]
    high = [max(box[i + 2] for box in drifted) for i in range(2)]
    start = [round(low[i] + high[i]) / 2 for i in range(2)]
    return zoom_for(high[0] - low[0], high[1] - low[1], 0.75), start, [start[i] + drift[i] for i in range(2)]


def describe(topology, loop):
    """The words of the launch line: the view is as far along at the first frame as after the last one."""
    first, period, zoom, start, end = loop
    hold = max(1, -(-SHORTEST // period))
    skipped = -(-REMEMBERED // period) * period
    begin = (first + skipped) * hold
    moved = [(end[i] - start[i]) * skipped // period for i in range(2)]
    places = [[point[i] + moved[i] - SIDE // 2 + CORNERS[topology] for i in range(2)] for point in (start, end)]
    waypoints = '; '.join(f'{begin + number}f {x:g},{y:g}' for number, (x, y) in zip((0, period * hold), places))
    return (f'topology={topology} {PLACES[topology]} generations-rate=1/{hold} zoom={zoom} start-frame={begin} '
            f'num-buffers={period * hold + 1} waypoints=\'"{waypoints}"\'')


def main():
    properties = [word for word in sys.argv[1:] if re.match('(pattern|location|rule|rule-path)=', word)]
    for topology in PLACES:
        try:
            loop = find_loop(read_generations(properties, topology))
        except Unplayable as error:
            refused = error
            continue
        if loop is None:
            sys.exit(f'no period was found in {GENERATIONS} generations: the pattern dies, stands still, grows, or repeats itself later')
        print(describe(topology, loop))
        return
    sys.exit(f'{refused}')


if __name__ == '__main__':
    main()
