# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads what tools/bench.py measures: its own rows, and figures that other programs reached."""
import csv
import itertools
import re
import shlex
import sys

from bench_tables import cells


def fail(message):
    sys.exit(f'bench.py: {message}')


def read_tsv(path):
    """The rows of a file as (location, {column: text or None}). Several tabs between columns are one, "-" is nothing."""
    names, rows = None, []
    try:
        with open(path, encoding='utf-8', newline='') as file:
            reader = csv.reader(file, delimiter='\t', quoting=csv.QUOTE_NONE)
            for words in reader:
                words = [word.strip() for word in words if word.strip()]
                if not words or words[0].startswith('#'):
                    continue
                location = f'{path}:{reader.line_num}'
                names = names or words
                if len(words) != len(names):
                    fail(f'{location}: {len(words)} columns where the first line names {len(names)}; put a tab between two, '
                         'and - where nothing is known')
                rows.append((location, {name: None if word == '-' else word for name, word in zip(names, words)}))
    except (OSError, UnicodeDecodeError, csv.Error) as problem:
        fail(f'{path}: {problem}')
    if len(rows) < 2:
        fail(f"{path}: there is no row; give a line with the columns' names, and one for each row")
    return rows[1:]


# --- Rows ---

def expand(text):
    """Words with braces as all that they stand for, as in a shell."""
    parts = re.split(r'\{([^{}]*)\}', text)
    choices = [part.split(',') if i % 2 else [part] for i, part in enumerate(parts)]
    return [shlex.split(''.join(choice)) for choice in itertools.product(*choices)]


def make_row(mode, engine, words, label=None, other=None):
    """What life-bench is called with: options by name, and variables of the environment."""
    row = {'mode': mode, 'engine': engine, 'label': label, 'other': other, 'options': {}, 'environment': {}}
    for word in words:
        name, has_value, value = word.partition('=')
        if name.startswith('--'):
            row['options'][name[2:]] = value if has_value else None
        else:
            row['environment'][name] = value
    return row


def read_rows(path):
    return [make_row(row['mode'], row['engine'], words, row['label'], row['other'])
            for _, row in read_tsv(path) for words in expand(row['options'])]


# --- Figures ---

# What a value in a unit is of, and how much the unit is.
UNITS = {'us/generation': ('time', 1e-6), 'ms/generation': ('time', 1e-3), 's/generation': ('time', 1),
         'ms/run': ('run', 1e-3), 's/run': ('run', 1), 'cell/s': ('cells', 1), 'Mcell/s': ('cells', 1e6),
         'Gcell/s': ('cells', 1e9), 'Tcell/s': ('cells', 1e12), 'generation/s': ('generations', 1)}
# Of each column: a pattern, what stands for one that is left out (None: it has to be there), and the remedy.
COLUMNS = {
    'program': ('.+', None, 'name it'), 'version': ('.+', '', ''),
    'rule': ('[^:]+', '', 'leave out what follows the colon; size and topology have columns of their own'),
    'size': (r'[1-9]\d*(x[1-9]\d*){1,2}', None, 'give WxH or WxHxD, as 1024x1024 or 64x64x64'),
    'topology': ('torus|plane', 'torus', 'give torus or plane'),
    'generations': (r'[1-9]\d*', '0', 'give how many one call advances, as 1024, or - where it is not known'),
    'value': (r'(?=[\d.]*[1-9])\d*\.?\d*(e[+-]?\d\d?)?', None, 'give a number above 0, as 23.6'),
    'unit': ('|'.join(UNITS), None, f"give one of {', '.join(UNITS)}"), 'chip': ('.+', '', ''),
    'date': (r'<?\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?', None,
             'give YYYY-MM-DD, YYYY-MM or YYYY, with < before it for a figure that is older'),
    'source': ('.+', None, 'give an address or a citation')}


def read_figures(path):
    """What other programs reached; the head of others.tsv explains the columns."""
    figures = []
    for location, row in read_tsv(path):
        for name in row:
            if name not in COLUMNS:
                fail(f"{path}: no column is called \"{name}\"; columns are {', '.join(COLUMNS)}")
        for name, (pattern, default, remedy) in COLUMNS.items():
            text = row.get(name)
            if text is None and default is None:
                fail(f'{location}: column {name} is empty; {remedy}')
            if text is not None and not re.fullmatch(pattern, text):
                fail(f'{location}: {name} "{text}" is not understood; {remedy}')
            row[name] = default if text is None else text
        if UNITS[row['unit']][0] == 'run' and row['generations'] == '0':
            fail(f"{location}: {row['unit']} is of no known number of generations; give it in the column generations")
        figures.append(dict(row, value=float(row['value']), generations=int(row['generations'])))
    return figures


def convert(figure, number, to_seconds):
    """A number in the figure's unit to seconds per generation, or the other way round."""
    kind, factor = UNITS[figure['unit']]
    if kind in ('cells', 'generations'):
        return (cells(figure) if kind == 'cells' else 1) / factor / number
    factor /= figure['generations'] if kind == 'run' else 1
    return number * factor if to_seconds else number / factor


def seconds_of(figure):
    return convert(figure, figure['value'], True)


def in_unit_of(figure, seconds):
    return convert(figure, seconds, False)
