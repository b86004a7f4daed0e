#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Rules that Debian's bgolly does not know are compared with models of our own, which read a rule's text and count
cell by cell. Prints TAP."""
import itertools
import random
import re

from library import AUTO, NAIVE, PLANE, TORUS, World
from tap import Failure, expect, expect_in, main

# --- Larger than Life ---

LARGER = """
R2,C2,S6-9,B7-8,NM
R3,C2,S0,7-12,27,B8,12,20-27,N2
R1,C0,S2,4,B3
R2,C0,M1,S0,3,5-7,B4,6-9,NN
R3,C4,S5-12,14,B7,9-11,NC
R2,C0,S2-6,B3-4,NB
R3,C0,M1,S2..9,B4..6,ND
R3,C3,S3-6,B3,5,N+
R4,C0,S3-6,B3,5,NX
R3,C0,S3-9,B5-8,N*
R4,C0,M1,S5..12,B7..11,N#
R3,C5,S8-14,B7-10,NH
R4,C0,S5-9,B4-6,NA
R5,C0,S4-8,B3-5,N3
R1,C0,S3-5,B4,NL
R3,C4,S9-16,B8-13,NL
R2,C0,M1,S3,8-14,B8-12,NL
R3,C0,M0,S24..70,B24..48,NG
R2,C3,M1,S10..35,B20..30,NG
R1,C0,S1-4,B2-3,NW123401323
R1,C0,S3-5,8,B2-3,NWA2B401D23
R1,C0,S3-24,B16-40,NW0810080A850A081008
R1,C4,S2-4,6,B3-9,NW912101110,012A
R1,C3,S9-20,B11-30,NW123401323,213L
R2,C0,S2-3,B2-3,N@891891
R2,C3,M1,S2..4,B2..3,N@C91893L
R2,C0,S2-3,B2-3,N@F91890H
"""


def read_larger(text):
    """The parts of a rule by their letters, the counts as sets."""
    parts = dict(re.findall(r'(?:^|,)([RCMSBN])((?:[^,]|,(?=[0-9]))*)', text))

    def counts(letter):
        ends = [re.split(r'-|\.\.', item) for item in parts[letter].split(',') if item]
        return {count for end in ends for count in range(int(end[0]), int(end[-1]) + 1)}

    return {'radius': int(parts['R']), 'states': max(2, int(parts.get('C', 0))), 'middle': int(parts.get('M', 0)),
            'survives': counts('S'), 'born': counts('B'), 'around': parts.get('N', 'M')}


def hexagon_steps(x, y):
    """From the middle of a hexagonal grid, whose rows are moved by half a cell each."""
    return max(abs(x), abs(y)) if x * y >= 0 else abs(x) + abs(y)


SHAPES = {
    'M': lambda x, y, r: True,
    'N': lambda x, y, r: abs(x) + abs(y) <= r,
    'C': lambda x, y, r: (x * x + y * y) ** 0.5 < r + 0.5,
    '2': lambda x, y, r: (x * x + y * y) ** 0.5 <= r,
    'B': lambda x, y, r: (x + y) % 2 != 0,
    'D': lambda x, y, r: (x + y) % 2 == 0,
    '+': lambda x, y, r: 0 in (x, y),
    'X': lambda x, y, r: y in (x, -x),
    '*': lambda x, y, r: 0 in (x, y) or y in (x, -x),
    '#': lambda x, y, r: 1 in (x, y) or -1 in (x, y),
    'H': lambda x, y, r: hexagon_steps(x, y) <= r,
    'A': lambda x, y, r: 0 in (x, y) or x == y,
    '3': lambda x, y, r: (x, y) in {(0, -i) for i in range(r + 1)} | {(-i, 0) for i in range(r + 1)}
    | {(i, i) for i in range(r + 1)},
}


def triangle(radius):
    """Row by row how far the cells reach to both sides: from the wider half, above the middle, to the other one."""
    reach = {0: 2 * radius}
    for row in range(1, radius + 1):
        reach[-row], reach[row] = 2 * radius + 1 - row, 2 * radius - row
    return {(x, y): 1 for y, far in reach.items() for x in range(-far, far + 1)}


def weights_of(rule):
    """What each cell around one weighs, what each state does, and whether odd cells have it upside down."""
    radius, kind, digits = rule['radius'], rule['around'][0], rule['around'][1:]
    positions = [(x, y) for y in range(-radius, radius + 1) for x in range(-radius, radius + 1)]
    states = [0, 1] + [0] * 254
    middle = rule['middle']
    if kind == 'L':
        around = triangle(radius)
    elif kind == 'G':
        around = {(x, y): (radius + 1 - abs(x)) * (radius + 1 - abs(y)) for x, y in positions}
        middle += around[0, 0]
    elif kind == 'W':
        digits, *of_states = digits.rstrip('HL').split(',')
        wide = len(digits) // len(positions)
        numbers = [int(digits[i:i + wide], 16) for i in range(0, len(digits), wide)]
        top = 16 ** wide // 2
        around = {position: number if number < top else top - number for position, number in zip(positions, numbers)}
        middle = around[0, 0]
        states = [int(digit, 16) for digit in of_states[0]] if of_states else states
    elif kind == '@':
        bits = f'{int(digits.rstrip("HL"), 16):0{len(positions) - 1}b}'
        around = dict(zip((position for position in positions if position != (0, 0)), map(int, bits)))
    else:
        around = {(x, y): int(SHAPES[kind](x, y, radius)) for x, y in positions}
    around[0, 0] = middle
    return around, states, kind == 'L' or rule['around'].endswith('L')


def larger_model(text):
    rule = read_larger(text)
    around, values, flips = weights_of(rule)

    def next_state(at, x, y, _):
        state = at(x, y)
        down = -1 if flips and (x + y) % 2 else 1
        count = sum(weight * values[at(x + i, y + down * j)] for (i, j), weight in around.items() if weight)
        if state == 0 and count in rule['born'] or state == 1 and count in rule['survives']:
            return 1
        return (state + 1) % rule['states'] if state else 0

    return next_state


# --- Blocks, and rules in turn ---

MARGOLUS = """
M0,8,4,3,2,5,9,7,1,6,10,11,12,13,14,15
MS,D0;8;4;12;2;10;9;14;1;6;5;13;3;11;7;15
critters
tron
sand
M5,15,1,0,3,2,12,7,9,6,14,11,4,8,10,13
"""

ALTERNATING = """
B3/S23|B36/S125
B2/S|B3/S012345678
B2/S345/4|B3/S2/4
R2,C0,S6-9,B7-8|R1,C0,S2,4,B3
R1,C0,S3-5,B4,NL|R3,C0,M0,S24..70,B24..48,NG
"""

BY_NAME = {'critters': 'M15,14,13,3,11,5,6,1,7,9,10,2,12,4,8,0', 'tron': 'M15,1,2,3,4,5,6,7,8,9,10,11,12,13,14,0',
           'sand': 'M0,4,8,12,4,12,12,13,8,12,12,14,12,13,14,15'}


def margolus_model(text):
    blocks = [int(number) for number in re.findall(r'\d+', BY_NAME.get(text, text))]

    def next_state(at, x, y, generation):
        left, top = x - (x + generation) % 2, y - (y + generation) % 2
        block = sum(at(left + i, top + j) << (i + 2 * j) for i in (0, 1) for j in (0, 1))
        return blocks[block] >> (x - left + 2 * (y - top)) & 1

    return next_state


def counts_model(text):
    born, survives, *states = text.split('/')
    states = int(states[0]) if states else 2

    def next_state(at, x, y, _):
        state = at(x, y)
        count = sum(at(x + i, y + j) == 1 for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        if state < 2 and str(count) in (survives if state else born):
            return 1
        return (state + 1) % states if state else 0

    return next_state


def alternating_model(text):
    models = [larger_model(half) if half[0] == 'R' else counts_model(half) for half in text.split('|')]
    return lambda at, x, y, generation: models[generation % 2](at, x, y, generation)


# --- Comparing ---

def advance(cells, size, topology, next_state, generation):
    width, height = size

    def at(x, y):
        if topology == TORUS:
            x, y = x % width, y % height
        return cells[y * width + x] if 0 <= x < width and 0 <= y < height else 0

    return bytes(next_state(at, x, y, generation) for y in range(height) for x in range(width))


def soup(states, size, seed):
    """Half of the cells are in state 0, most others in state 1."""
    chance = random.Random(seed)
    return bytes(chance.choice([0, 0, 0, 0, 1, 1, 1, chance.randrange(states)]) for _ in range(size[0] * size[1]))


def compare(text, model, kernels, generations=3):
    for kernel, topology, size in itertools.product(kernels, (TORUS, PLANE), ((22, 14), (5, 7), (6, 4))):
        if topology == TORUS and size[0] % 2 and model.__qualname__.startswith('margolus'):
            continue
        world = World(text, *size, topology, kernel)
        cells = soup(world.states, size, f'{text} {size}')
        world.write(cells)
        for generation in range(1, generations + 1):
            cells = advance(cells, size, topology, model, generation - 1)
            world.step()
            found = world.read()
            if found != cells:
                wrong = next(i for i, (a, b) in enumerate(zip(found, cells)) if a != b)
                raise Failure(f'{text} ({world.kernel}), {size}, topology {topology}, generation {generation}: cell '
                              f'{wrong % size[0], wrong // size[0]} is {found[wrong]}, not {cells[wrong]}')
        world.close()


def test_larger_than_life():
    for text in LARGER.split():
        compare(text, larger_model(text), (AUTO, NAIVE))


def test_margolus():
    for text in MARGOLUS.split():
        compare(text, margolus_model(text), (AUTO, NAIVE), 5)


def test_alternating():
    for text in ALTERNATING.split():
        compare(text, alternating_model(text), (AUTO, NAIVE), 5)


def test_many_generations_at_once_are_as_many_steps():
    for text in 'critters', 'B3/S23|B36/S125', 'R2,C0,S6-9,B7-8|R1,C0,S2,4,B3':
        one, many = World(text, 40, 30), World(text, 40, 30)
        for world in one, many:
            world.write(soup(2, (40, 30), text))
        for _ in range(7):
            one.step()
        many.step(3)
        many.step(4)
        expect(many.read() == one.read(), True, f'whether {text} is the same')


def test_fast_kernels_have_them():
    for text in LARGER.split():
        expect_in(' sums (', World(text, 40, 30).kernel, f'kernel of {text}')


main(globals())
