# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes a table of kernels as text, in C, of PTX whose kernels have marks (bits2d/marked-rule.cuh): templates.py OUTPUT PTX.
A kernel that is not as expected is left out with a warning: without NVRTC, rules then run through what is compiled in."""
import gzip
import pathlib
import re
import sys

KERNEL = re.compile(r'_Z(17life_bits2d_sweepILi(\d+)ELi(\d+)ELb([01])E14LifeRuleMarkedILi(\d+)EEEv14LifeBits2dPassT2_)')
REGISTER = re.compile(r'%r\d+\b')
PLANES = 6  # of the cells in a mark
KINDS = {  # registers that are names of columns: set, read; cells: set, read; words behind them
    'column': (1, 0, 0, 3, 0), 'next': (0, 3, 1, 1, 0), 'left': (1, 1, 0, 0, 3), 'right': (1, 1, 0, 0, 3), 'wait': (0, 0, 0, 0, 0)}


class Unexpected(Exception):
    """What a compiler has made otherwise than this program can read."""


class Mark:
    """A line that the library replaces."""

    def __init__(self, kind, operands):
        if kind not in KINDS:
            raise Unexpected(f'a mark {kind}')
        n_made, n_read, n_next, n_cells, n_words = KINDS[kind]
        cells = PLANES * (n_next + n_cells)
        if len(operands) != n_made + n_read + cells + n_words:
            raise Unexpected(f'a mark {kind} with {operands}')
        self.kind = kind
        # Results come first.
        results, rest = operands[:n_made + PLANES * n_next], operands[n_made + PLANES * n_next:]
        self.made, self.read = results[:n_made], rest[:n_read]
        self.cells = [*results[n_made:], *rest[n_read:n_read + PLANES * n_cells]]
        self.words = rest[n_read + PLANES * n_cells:]
        registers = [*self.made, *self.read, *self.cells]
        if not all(REGISTER.fullmatch(register) for register in registers):
            raise Unexpected(f'operands of {kind}: {operands}')

    def write(self, planes):
        """Without the cells' planes that the rule does not have."""
        cells = [word for at in range(0, len(self.cells), PLANES) for word in self.cells[at:at + planes]]
        return ' '.join(['#' + self.kind, *self.made, *self.read, *cells, *self.words])


def check_columns(marks, others):
    """Each name of a column is set once, and only marks use it."""
    made = [name for mark in marks for name in mark.made]
    columns = set(made)
    if len(columns) != len(made):
        raise Unexpected('a column that is set twice')
    if any(name not in columns for mark in marks for name in mark.read):
        raise Unexpected('a column that is not set')
    used = {name for mark in marks for name in mark.cells + mark.words}
    used.update(name for line in others for name in REGISTER.findall(line))
    if columns & used:
        raise Unexpected('a column that is used as a word')


def convert(text, shape):
    """A kernel with a line for each mark; @shape: words, stages, planes."""
    marks, others, lines = [], [], []
    for line in map(str.strip, text.splitlines()):
        if line.startswith('// LIFE '):
            kind, *operands = line.split()[2:]
            marks.append(Mark(kind, operands))
            lines.append(marks[-1].write(shape[2]))
        elif line.startswith('.minnctapersm'):
            lines.append('#blocks %d %d %d' % shape)
        elif line and not line.startswith(('//', '.pragma')):  # hints may be newer than the version
            others.append(line)
            lines.append(line)
    check_columns(marks, others)
    missing = {*KINDS, 'blocks'} - {line.split()[0][1:] for line in lines if line.startswith('#')}
    if missing:
        raise Unexpected(f'no marks {missing}')
    return '\n'.join(lines) + '\n'


def find_kernels(ptx):
    """The kernels of PTX by name in C++, each as (its name in PTX, text with marks)."""
    kernels = {}
    for text in re.findall(r'^\.visible \.entry .*?^}$', ptx, re.MULTILINE | re.DOTALL):
        name = KERNEL.search(text)
        if not name:
            print('templates.py: a kernel of another name is left out', file=sys.stderr)
            continue
        words, stages, plane, planes = map(int, name.groups()[1:])
        short = f'sweep_{words}_{stages}_{plane}_{planes}'
        full = f'life_bits2d_sweep<{words}, {stages}, {"true" if plane else "false"}, LifeRuleMarked<{planes}>>'
        try:
            text = convert(text, (words, stages, planes))
        except Unexpected as unexpected:
            print(f'templates.py: {full} is left out: {unexpected}', file=sys.stderr)
            continue
        kernels[full] = (short, text.replace(name[0], short).replace(name[1], short))
    return kernels


def main():
    output, source = map(pathlib.Path, sys.argv[1:])
    ptx = source.read_text(encoding='utf-8')
    target = re.search(r'^\.target sm_(\d+)$', ptx, re.MULTILINE)[1]
    # The first that has sm_90: a later one would need a later driver.
    version = '7.8' if int(target) <= 90 else re.search(r'^\.version (\S+)$', ptx, re.MULTILINE)[1]
    lines = ['#include "cuda/bits2d/templates.h"', '']
    table = []
    for name, (entry, text) in find_kernels(ptx).items():
        data = gzip.compress(text.encode(), 9, mtime=0)
        lines.append(f'static const guint8 {entry}[] = {{{",".join(map(str, data))}}};')
        table.append(f'{{ "{name}", "{entry}", {entry}, sizeof {entry} }},')
    lines += ['const LifeTemplate life_templates[] = {', *table, '{ NULL, NULL, NULL, 0 } };',
              f'const guint life_templates_target = {target};', f'const gchar life_templates_version[] = "{version}";', '']
    output.write_text('\n'.join(lines), encoding='utf-8')


if __name__ == '__main__':
    main()
