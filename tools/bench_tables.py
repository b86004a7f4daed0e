# SPDX-License-Identifier: LGPL-2.1-or-later
"""Markdown tables of what tools/bench.py measured, and the words for numbers in them."""
import math
import re

KERNELS = ['naive', 'tiled', 'async', 'packed', 'lut', 'bits', 'bitsliced']
NARROW = ' '  # between a number and its unit


# --- Numbers in words ---

def digits(value, n=3):
    """A number with n significant digits, without an exponent."""
    if value == 0:
        return '0'
    decimals = max(0, n - 1 - math.floor(math.log10(abs(value)) + 1e-9))
    return f'{value:.{decimals}f}'


def in_units(value, n, *units):
    """With the first unit, (factor, name), that is not larger."""
    factor, unit = next((unit for unit in units if value >= unit[0] * 0.9999), units[-1])
    return f'{digits(value / factor, n)}{NARROW}{unit}'


def rate_text(rate, n=3):
    return in_units(rate, n, (1e12, 'Tcell/s'), (1e9, 'Gcell/s'), (1e6, 'Mcell/s'), (1, 'cell/s'))


def time_text(seconds, n=3):
    return in_units(seconds, n, (1, 's'), (1e-3, 'ms'), (1e-6, 'µs'), (1e-9, 'ns'))


def share_text(row, name):
    return f'{100 * row[name]:.{0 if row[name] >= 0.0995 else 1}f}{NARROW}%' if row.get(name) else ''


def rule_text(row):
    """The rule's text, with B6/S567 instead of B6/S5..7."""
    return re.sub(r'(?<!\d)(\d)\.\.(\d)(?!\d)', lambda ends: ''.join(
        str(count) for count in range(int(ends.group(1)), int(ends.group(2)) + 1)), row['rule'])


def short_rule(row):
    rule = rule_text(row)
    return f"`{rule if len(rule) < 32 else rule[:12] + '…'}`"


# --- Rows ---

def kernel_of(row):
    return row['kernel'].split(' ')[0]


def sides(size):
    return [int(side) for side in size.split('x')]


def count_cells(size):
    return math.prod(sides(size))


def cells(row):
    return count_cells(row['size'])


def size_text(row):
    edges = sides(row['size'])
    return f"{edges[0]}{'²³'[len(edges) - 2]}" if len(set(edges)) == 1 else '×'.join(map(str, edges))


def world_text(row):
    return size_text(row) + (' plane' if row['topology'] == 'plane' else '')


def measured(rows):
    return [row for row in rows if 'skipped' not in row]


def frames_text(row):
    if 'view' in row:
        world = f"{row['width']}×{row['height']} × {row['stacked']}" if 'stacked' in row else f"{row['world_side']}³"
        return f"{row['view']} of {world}, {rule_text(row)}{', growing' if row.get('growing') else ''}"
    notes = [f"all of {row['world_side']}²" if row['zoom'] == 0 else f"zoom {row['zoom']:.3g}"] if row['zoom'] != 1 else []
    if row['generations_per_frame'] != 1:
        notes.append(f"{row['generations_per_frame']} generations per frame"
                     + (f" at {row['world_side']}²" if 'world_side' in row else ''))
    notes += ['live at 60 frames/s, 50th / 99th percentile'] if row['live'] else []
    return ', '.join([f"{row['width']}×{row['height']} {row['format']}"] + notes)


def name_of(row):
    """The name of a row, among those of its mode."""
    if 'size' not in row:
        return frames_text(row)
    return f"{row['label']} {size_text(row)}" if row.get('label') else f'{world_text(row)} {kernel_of(row)}'


def figure_text(row):
    """What was measured, or why nothing was."""
    if 'skipped' in row:
        return f"skipped: {row['skipped']}"
    if row.get('live'):
        return f"{time_text(row['late_seconds_50'])} / {time_text(row['late_seconds_99'])} late"
    if 'frames' in row:
        return f"{row['frames_per_second']:.0f} frames/s"
    generations = row['generations_wanted']
    return (f"{rate_text(row['cells_per_second'])}, {time_text(row['seconds_per_generation'])} per generation"
            + (f", {time_text(row['seconds_per_generation'] * generations)} for {generations}" if generations else ''))


def checksums_of(row):
    """Of a world by generation; of a frame that one."""
    return row.get('checksums') or ({'frame': row['checksum']} if 'checksum' in row else {})


def line_of(row):
    """A line about a row that ended."""
    notes = [row['engine'], name_of(row)]
    notes += [f"{row['scaling']} {row['parts']}"] if 'scaling' in row else []
    notes += ['without dependent launch'] if row.get('pdl') is False else []
    notes += [row['memory'] + ' memory'] if 'memory' in row else []
    checksums = ' '.join(f'{checksum} @ {generation}' for generation, checksum in checksums_of(row).items())
    return f"{' '.join(notes)}: {figure_text(row)}  {checksums}{'  DIFFERS' if row.get('differs') else ''}".rstrip()


# --- Tables ---

def table(heading, rows):
    lines = ['| ' + ' | '.join(heading) + ' |', '|' + '---|' * len(heading)]
    return lines + ['| ' + ' | '.join(row) + ' |' for row in rows]


def table_of(columns, rows):
    """Of columns with a heading and a function each; empty ones are left out."""
    lines = [[value(row) for _, value in columns] for row in rows]
    used = [i for i, column in enumerate(zip(*lines)) if any(column)]
    return table([columns[i][0] for i in used], [[line[i] for i in used] for line in lines])


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


def runs_text(result):
    file = result['file']
    return f"Medians of {file['runs']} runs of {file['seconds_per_run']:g} s. " if file['runs'] > 1 else ''


def caption(result, engine, text=None):
    file = result['file']
    quick = ' (a quick run, to see it work)' if file['quick'] else ''
    machine_text = machine(result, engine)
    text = runs_text(result) + limits_line(result, engine) if text is None else text
    return [f"{machine_text[0].upper()}{machine_text[1:]}, life {file['version']}, {file['date']}{quick}. {text}", '']


def left_out(rows):
    """Lines for after a table: what was not measured, and why."""
    reasons = {}
    for row in rows:
        if 'skipped' in row:
            reasons.setdefault(row['skipped'].split(';')[0], {})[name_of(row)] = True
    return [''] + ['Not run: ' + '; '.join(f"{', '.join(names)}: {reason}" for reason, names in reasons.items())
                   + '.'] if reasons else []


def peer(row, name):
    seconds = row.get(name + '_seconds_per_generation')
    if not isinstance(seconds, (int, float)):
        return seconds or ''
    return f"{time_text(seconds)}: {digits(seconds / row['seconds_per_generation'])} times as long"


WORLD = ('world', world_text)
KERNEL = ('kernel', lambda row: row['kernel'])
TIMES = [('cells per second', lambda row: rate_text(row['cells_per_second'])),
         ('time per generation', lambda row: time_text(row['seconds_per_generation']))]
INSTRUCTIONS = ('instructions per cell',
                lambda row: digits(row['instructions_per_cell']) if 'instructions_per_cell' in row else '')
SHARES = [('share of logic', lambda row: share_text(row, 'share_of_logic')),
          ('of memory', lambda row: share_text(row, 'share_of_memory'))]
GOLLY = [('Golly\'s algorithm', lambda row: row.get('golly_algorithm', '')),
         ('Golly, same soup', lambda row: peer(row, 'golly'))]
COLUMNS = {
    'table': [WORLD, ('rule', short_rule), KERNEL, ('threads', lambda row: str(row.get('threads', ''))), *TIMES,
              INSTRUCTIONS, *SHARES, *GOLLY, ('ffmpeg, `life` source, same size', lambda row: peer(row, 'ffmpeg'))],
    'families': [('family', lambda row: row['label']), ('rule', short_rule), WORLD,
                 ('kernel', lambda row: row['kernel'].partition(' (')[0]), *TIMES, *GOLLY],
    'scale': [('scaling', lambda row: row['scaling']), ('parts', lambda row: str(row['parts'])), WORLD,
              ('rule', short_rule), KERNEL, ('threads of each', lambda row: str(row.get('threads', ''))), *TIMES,
              ('of the best', lambda row: share_text(row, 'share_of_ideal'))],
    'views': [('view', frames_text), ('frame', lambda row: f"{row['width']}×{row['height']}"),
              ('memory', lambda row: row['memory']), ('frames/s', lambda row: f"{row['frames_per_second']:.0f}")],
    'readme': [('', lambda row: row['label']), ('life', figure_text),
               ('the best other program', lambda row: row['other'])],
}
COLUMNS['cpu'] = COLUMNS['table']


def simple_table(result, engine):
    rows = result['rows']
    return (caption(result, engine) + table_of(COLUMNS[result['file']['mode']], measured(rows)) + left_out(rows))


def ladder_table(result, engine):
    """A row for each world: the rate of each kernel, then more of the fastest."""
    rows = measured(result['rows'])
    without = {name_of(row): row['seconds_per_generation'] for row in rows if row.get('pdl') is False}
    worlds = {}
    for row in rows:
        if row.get('pdl') is not False:
            worlds.setdefault(world_text(row), {})[kernel_of(row)] = row

    def rate(name):
        return lambda world: f"{digits(world[name]['cells_per_second'] / 1e9)}" if name in world else ''

    def of_fastest(text):
        return lambda world: text(min(world.values(), key=lambda row: row['seconds_per_generation']))

    def saved(row):
        return f'{saved_share(row, without[name_of(row)])}{NARROW}%' if name_of(row) in without else ''
    more = [TIMES[1], INSTRUCTIONS, ('dependent launch saves', saved), *SHARES]
    columns = [('world', lambda world: world_text(next(iter(world.values()))))]
    columns += [(name, rate(name)) for name in KERNELS] + [(heading, of_fastest(text)) for heading, text in more]
    text = f'{runs_text(result)}{limits_line(result, engine)} Gcell/s of each kernel; the rest is of the fastest.'
    return caption(result, engine, text) + table_of(columns, list(worlds.values())) + left_out(result['rows'])


def saved_share(row, seconds):
    """The share of time that dependent launch saves, in whole percent."""
    return round(100 * (1 - row['seconds_per_generation'] / seconds))


def seed_table(result, engine):
    worlds = {}
    for row in result['rows']:
        worlds.setdefault(f"{size_text(row)} × {row['generations_wanted']}", {})[kernel_of(row)] = row

    def total(row):
        if row is None or 'skipped' in row:
            return ''
        scaled = '~' if row['generations'] < row['generations_wanted'] else ''
        return scaled + digits(row['seconds_per_generation'] * row['generations_wanted'] * 1e3)

    def published(rows, chip):
        return next((f"{row[name]:g}" for row in rows.values() if (name := f'published_{chip}_milliseconds') in row), '')
    kernels = [kernel for kernel in KERNELS if any(kernel in rows for rows in worlds.values())]
    lines = [[world] + [total(rows.get(kernel)) for kernel in kernels]
             + [published(rows, 'l40'), published(rows, 'h200')] for world, rows in worlds.items()]
    return (caption(result, engine, 'Milliseconds for all generations; ~: scaled from fewer. Runs after a warm-up: '
                    f"{result['file']['runs']} at most.")
            + table(['world × generations'] + kernels
                    + ['best published kernel, L40, as published', 'the same, H200, measured earlier'], lines)
            + left_out(result['rows']))


def frames_table(result, engine):
    found = {}
    for row in result['rows']:
        found.setdefault(frames_text(row), {})[row['memory']] = (
            '' if 'skipped' in row else figure_text(row).removesuffix(' frames/s'))
    columns = [('frames/s', lambda text: text), ('system memory', lambda text: found[text].get('system', '')),
               ('CUDA memory', lambda text: found[text].get('CUDA', ''))]
    return (caption(result, engine, runs_text(result) + '`lifesrc ! fakesink`, zoom 1 and one generation per frame '
                    'unless said.') + table_of(columns, found) + left_out(result['rows']))


def comparison_table(result, engine):
    """Figures of other programs next to ours, and where they come from."""
    worlds, comparisons = result['file']['worlds'], result['file']['comparisons']
    comparisons = [row for row in comparisons if worlds[row['world']]['engine'] == engine]
    sources = list(dict.fromkeys(row['source'] for row in comparisons))

    def world(row):
        return worlds[row['world']]

    def number(row, name):
        return f'{row[name]:.4g}' if name in row else row.get('failed', '-') if name == 'theirs' else '-'

    def ours(row):
        fewer = world(row).get('generations', math.inf) < world(row)['generations_wanted']
        return ('~' if fewer else '') + number(row, 'ours')
    columns = [('world', lambda row: world_text(world(row))), ('rule', lambda row: short_rule(world(row))),
               ('generations', lambda row: str(row['generations'] or '-')),
               ('program', lambda row: f"{row['program']} {row['version'] or ''}".strip()),
               ('unit', lambda row: row['unit']), ('ours', ours), ('theirs', lambda row: number(row, 'theirs')),
               ('ratio', lambda row: number(row, 'ratio')), ('limit', lambda row: number(row, 'limit')),
               ('of', lambda row: row.get('limit_of', '-')), ('chip', lambda row: row['chip'] or '-'),
               ('date', lambda row: row['date']), ('source', lambda row: f"[{sources.index(row['source']) + 1}]")]
    return (caption(result, engine, runs_text(result) + 'Ratio: how many times as fast as theirs ours is. Limit: of this machine.')
            + table_of(columns, comparisons) + left_out(worlds)
            + ['', 'Sources: ' + '; '.join(f'[{i}] {source}' for i, source in enumerate(sources, 1)) + '.'])


TABLES = {'ladder': ladder_table, 'seed-table': seed_table, 'frames': frames_table, 'against': comparison_table,
          **dict.fromkeys(COLUMNS, simple_table)}


def by_mode(files):
    """The rows of results by (mode, engine), with the rest of their file; the last ones count."""
    results = {}
    for file in files:
        for engine in ('cuda', 'cpu'):
            rows = [row for row in file['worlds'] + file['frames'] if row['engine'] == engine]
            if rows:
                results[file['mode'], engine] = {'file': file, 'rows': rows}
    return results


def table_text(results, mode, engine):
    return '\n'.join(TABLES[mode](results[mode, engine], engine)).strip()


def fill(results, path):
    """Replaces the tables of a page whose comments name a mode and an engine; returns these names."""
    filled = []

    def replace(match):
        mode, engine = match.group(1).split()
        if (mode, engine) not in results:
            return match.group(0)
        filled.append(match.group(1))
        return f'<!-- life-bench: {mode} {engine} -->\n{table_text(results, mode, engine)}\n<!-- end -->'
    text = path.read_text(encoding='utf-8')
    path.write_text(re.sub(r'<!-- life-bench: ([\w-]+ \w+) -->\n.*?<!-- end -->', replace, text, flags=re.DOTALL),
                    encoding='utf-8')
    return filled
