#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Pictures and volumes that scripts make are decoded again, and compared with lifesrc's frames or, cell by cell, with
worlds of our own. Prints TAP."""
import itertools
import random

from script import User
from tap import expect, expect_in, main, need, table


def test_pictures_are_the_frames_of_the_source(user):
    for line, name, properties, caps in table('pictures.tsv'):
        user.make(line)
        expected = user.play(f'lifesrc name=life engine=cpu {properties} ! video/x-raw,format=RGBA,{caps}')
        expect(user.decode(name, 'rgba') == expected and len(expected) > 0, True, f'whether {line} shows these frames')
        if name == 'out.gif':
            user.expect_film(name, 'codec_name=gif width=640 height=360 avg_frame_rate=25/1')
            expect_in(b'NETSCAPE2.0', (user.folder / name).read_bytes(), 'extension that repeats it')
            (user.folder / name).unlink()
    user.expect_only('a folder')


def test_a_loop_is_one_period(user):
    for arguments, frames, hold in table('loops.tsv'):
        pattern, *properties = arguments.split(' -- ')
        user.make(f'loop.sh {pattern} out -- {" ".join(["@preset=heatmap", *properties])}')
        for name, codec in ('loop.mp4', 'h264'), ('loop.webm', 'vp9'), ('loop.gif', 'gif'):
            user.expect_film(f'out/{name}', f'codec_name={codec} avg_frame_rate=25/1 nb_read_frames={frames}')
        pictures = user.decode('out/loop.gif', 'rgba')
        size = 640 * 360 * 4
        kinds = [pictures[i:i + size] for i in range(0, len(pictures), size)]
        expect((len(kinds), kinds[0] == kinds[int(hold) - 1] or pattern in ('glider', 'lwss'), kinds[0] == kinds[int(frames) // 2]),
               (int(frames), True, False), f'frames of {arguments}')
        user.make(['rm', '-r', 'out'])
    user.expect_only()


def test_the_gallery_shows_what_its_lines_make(user):
    names = 'marble.png', 'one-cell.png'
    user.make(f'../tools/make-gallery.sh --into . {" ".join(names)}')
    for name in names:
        shown = user.decode(str(user.root / 'docs' / 'images' / 'gallery' / name), 'rgba')
        expect(user.decode(name, 'rgba') == shown, True, f'whether {name} is as in the gallery')
    user.expect_only(*names)


# --- Volumes ---

def advance(cells, size, torus, rule):
    """The next generation: @cells has the states of those that are not 0. @rule: the neighbors that keep a cell and that
    bear one, and how many states there are."""
    survives, born, states = rule
    counts = {}
    for (x, y, z), state in cells.items():
        for i, j, k in itertools.product((-1, 0, 1), repeat=3):
            if state == 1 and (i or j or k):
                cell = tuple(p % side if torus else p for p, side in zip((x + i, y + j, z + k), size))
                counts[cell] = counts.get(cell, 0) + 1
    after = {cell: state + 1 if state > 1 or counts.get(cell, 0) not in survives else 1 for cell, state in cells.items()}
    after.update((cell, 1) for cell, count in counts.items() if cell not in cells and count in born
                 and all(0 <= p < side for p, side in zip(cell, size)))
    return {cell: state for cell, state in after.items() if state < states}


def slices_of(cells, size, axis):
    """White for each cell, slice by slice: across z they lie in columns of x and rows of y, across y of x and z, across
    x of y and z."""
    column, row, plane = {'z': (0, 1, 2), 'y': (0, 2, 1), 'x': (1, 2, 0)}[axis]
    pixels = bytearray(size[0] * size[1] * size[2])
    for cell in cells:
        pixels[(cell[plane] * size[row] + cell[row]) * size[column] + cell[column]] = 255
    return bytes(pixels), (size[column], size[row], size[plane])


def decode_slices(user, out, first, generations, planes):
    if out.endswith('.mkv'):
        return user.decode(out, 'gray')
    expect(sorted(path.name for path in (user.folder / out).iterdir()), [f'generation-{first + i:04}' for i in range(generations)],
           'folders')
    for path in (user.folder / out).iterdir():
        expect(len(list(path.iterdir())), planes, f'slices of {path.name}')
    return b''.join(user.decode(f'{out}/generation-{first + i:04}/slice-%04d.png', 'gray') for i in range(generations))


def check_volumes(user, out, size, axis='z', first=0, generations=3, torus=True, rule=('B6/S567', {5, 6, 7}, {6}, 2)):
    """Writes a soup of our own, from a file, and puts its volumes together again."""
    width, height, depth = size
    dice = random.Random(7)
    cells = {cell: 1 for cell in itertools.product(*map(range, size)) if dice.random() < 0.3}
    planes = ('$'.join(''.join('bo'[(x, y, z) in cells] for x in range(width)) for y in range(height)) for z in range(depth))
    user.write('a soup.rle3', f'3D version=1 size={max(size)} pos=0,0,0\nx={width} y={height} z={depth} rule=3D5,6,7/6\n' + '/'.join(planes) + '!\n')
    user.make(f"slices.sh --location 'a soup.rle3' --rule {rule[0]} --size {width}x{height} --depth {depth} --axis {axis} --start {first} "
              f"--generations {generations} '{out}' -- topology={'torus' if torus else 'plane'} pattern-x=0 pattern-y=0 pattern-z=0")
    for _ in range(first):
        cells = advance(cells, size, torus, rule[1:])
    expected, alive = b'', 0
    for _ in range(generations):
        pixels, (columns, rows, planes) = slices_of(cells, size, axis)
        expected += pixels
        alive += len(cells)
        cells = advance(cells, size, torus, rule[1:])
    if out.endswith('.mkv'):
        user.expect_film(out, f'codec_name=ffv1 pix_fmt=gray width={columns} height={rows} nb_read_frames={generations * planes}')
    found = decode_slices(user, out, first, generations, planes)
    expect((len(found), found == expected, alive > 0), (len(expected), True, True), f'whether {out} holds the worlds of {size} across {axis}')
    user.expect_only('a soup.rle3', out)
    user.make(['rm', '-r', out])


def test_volumes_have_the_world(user):
    for out in 'a folder', 'a video.mkv':
        for size, axis in ((20, 13, 7), 'z'), ((20, 13, 7), 'y'), ((20, 13, 7), 'x'), ((6, 5, 120), 'z'), ((2, 2, 9), 'z'):
            check_volumes(user, out, size, axis)
    # Slices that FFV1 would lose.
    for size, axis in ((1, 9, 5), 'z'), ((9, 1, 5), 'z'), ((9, 1, 5), 'x'):
        check_volumes(user, 'out', size, axis)


def test_volumes_begin_where_they_should(user):
    check_volumes(user, 'out', (12, 11, 10), first=1, generations=2, torus=False)


def test_cells_of_every_state_are_white(user):
    check_volumes(user, 'out.mkv', (16, 16, 16), generations=5, rule=('4/4/5/M', {4}, {4}, 5))


if __name__ == '__main__':
    main(globals(), prepare=User, require=lambda: need('ffmpeg', 'ffprobe'))
