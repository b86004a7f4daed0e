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


# --- Marks, and cycles ---

MARKED = """
LifeHistory
B36/S23History
B2/S34HHistory
B13/S024VHistory
B2-a/S12History
LifeSuper
B36/S125Super
B2/S34HSuper
B13/S024VSuper
B2-a5i/S12aSuper
LifeInvestigator
B36/S125Investigator
B2/S34HInvestigator
B13/S024VInvestigator
B2-a/S12Investigator
"""

CYCLIC = """
R1/T3/C3/NM
R1/T1/C14/NN
R1/T2/C4/NM
R1/T3/C32/NM
R1/T8/C2/NM
R1/T2/C33/NN
R1/T1/C64/NM
R1/T2/C200/NM
R2/T11/C3/NM
R3/T4/C5/NN
R2/T2/C6/NN
R3/T10/C200/NN
R10/T74/C4/NM
R1/T2/C5/NM/GH
R1/T1/C3/NN/GH
R1/T8/C2/NM/GH
R2/T4/C5/NM/GH
R3/T5/C8/NN/GH
R4/T9/C7/NM/GH
"""

AROUND = {'': [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
          'H': [(-1, -1), (0, -1), (-1, 0), (1, 0), (0, 1), (1, 1)], 'V': [(0, -1), (-1, 0), (1, 0), (0, 1)]}


def touching(cells):
    return any(abs(x - i) + abs(y - j) == 1 for (x, y), (i, j) in itertools.combinations(cells, 2))


def mark_base(text):
    """Which arrangements of live neighbors give a live cell, and where neighbors are."""
    text = text.replace('Life', 'B3/S23')
    around = AROUND[text[-1] if text[-1] in 'HV' else '']
    born, survives = text.rstrip('HV')[1:].split('/S')

    def lives(alive, cells):
        for count, letter in re.findall(r'(\d)(-a|i|a)?', survives if alive else born):
            if int(count) != len(cells):
                continue
            missing = set(AROUND['']) - set(cells)
            few = cells if len(cells) < 5 else missing
            straight = len({x for x, _ in few}) == 1 or len({y for _, y in few}) == 1
            return {'': True, '-a': not (count == '2' and touching(cells)),
                    'a': len(cells) == 2 and touching(cells), 'i': straight}[letter]
        return False

    return around, lives


def history(state, near, born, stays):
    if state % 2:
        return state if stays and 6 not in near else {1: 2, 3: 4, 5: 4}[state]
    return {4: 3, 6: 6}.get(state, 1) if born else state


def super_birth(near):
    """A cell takes the state of its neighbors where they agree; marks and fences are left out."""
    alive = {state for state in near if state % 2}
    if alive & {1, 5} or {3, 7} <= alive:
        return 1
    rest = alive - {3, 7}
    if len(rest) == 1:
        state = min(rest)
        if 3 in alive and state < 13:
            return 1
        return 13 if 7 in alive and state >= 13 else state
    if 3 in alive or rest & {9, 11}:
        return 1
    return 13 if alive else 1


def super_rule(state, near, born, stays):
    if 6 in near:
        if state in (7, 8) or state > 12:
            return 0
        stays = False
    alive = any(other % 2 for other in near)
    if state % 2:
        return state if stays else {1: 2, 3: 4, 5: 4, 7: 8, 9: 10, 11: 12}.get(state, 0)
    if born:
        return {4: 3, 6: 6, 8: 7}.get(state) or super_birth(near)
    if state == 24:
        return 18 if alive or 14 in near or 18 in near else 24
    if state == 16:
        return 14 if alive or 14 in near else 16
    cycle = {18: 22, 20: 18, 22: 20}.get(state)
    return 0 if state == 14 else cycle if cycle in near else state


def marked_model(text):
    base, kind = re.fullmatch('(.*?)(History|Super|Investigator)', text).groups()
    around, lives = mark_base(base)

    def next_state(at, x, y, _):
        state = at(x, y)
        near = {(i, j): at(x + i, y + j) for i, j in around}
        if kind != 'Investigator':
            alive = lives(state % 2, [cell for cell, other in near.items() if other % 2])
            return (history if kind == 'History' else super_rule)(state, set(near.values()), alive, alive)
        if state > 1:
            return {6: 7, 7: 6, 10: 11, 11: 10, 12: 13, 13: 12, 19: 20, 20: 19}.get(state, state)
        on = {1, 2, 4, 6, 8, 10, 12, 15, 16} | ({18, 20} if state else {17, 19})
        alive = lives(state, [cell for cell, other in near.items() if other in on])
        seen = set(near.values())
        if state:
            return int(alive and not seen & {2, 3, 6, 7, 14, 16})
        return int(bool(seen & {8, 9, 12, 13, 14}) or alive and (1 in seen or not seen & {15, 16}))

    return next_state


def cyclic_model(text):
    radius, threshold, states, *rest = text.split('/')
    radius, threshold, states = int(radius[1:]), int(threshold[1:]), int(states[1:])
    steps = range(-radius, radius + 1)
    around = [(i, j) for i in steps for j in steps
              if (i or j) and (rest[0] == 'NM' or abs(i) + abs(j) <= radius)]

    def next_state(at, x, y, _):
        state = at(x, y)
        following = (state + 1) % states
        if rest[1:] == ['GH'] and state:
            return following
        return following if sum(at(x + i, y + j) == following for i, j in around) >= threshold else state

    return next_state


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


def mixed_soup(states, size, seed):
    """Half of the cells are in any state, the others in one of three."""
    chance = random.Random(seed)
    few = [chance.randrange(states) for _ in range(3)]
    return bytes(chance.choice([chance.randrange(states), chance.choice(few)]) for _ in range(size[0] * size[1]))


def compare(text, model, kernels, generations=3, fill=soup):
    for kernel, topology, size in itertools.product(kernels, (TORUS, PLANE), ((22, 14), (5, 7), (6, 4))):
        if topology == TORUS and size[0] % 2 and model.__qualname__.startswith('margolus'):
            continue
        world = World(text, *size, topology, kernel)
        cells = fill(world.states, size, f'{text} {size}')
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


def test_history_super_and_investigator():
    for text in MARKED.split():
        for fill in soup, mixed_soup:
            compare(text, marked_model(text), (AUTO, NAIVE), 4, fill)


def test_cyclic():
    for text in CYCLIC.split():
        compare(text, cyclic_model(text), (AUTO, NAIVE), 4, mixed_soup)


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
