#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes the reference as Markdown: of each element what gst-inspect-1.0 prints, its properties in the groups of the table in
plugin/settings/, and the comments in plugin/ on actions, messages, meta and tags; of each header of the library what it
declares, and the comments on that.

Usage: make-reference.py FOLDER   GST_PLUGIN_PATH leads to the plugin."""
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The next declaration, without the line for other compilers.
DECLARATION = re.compile(r'(?:#if.*\n)?(#define (?:.*\\\n)*.*|[^;{]+(?:\{(?:.*\n)*?\}[^;]*)?;)')
KINDS = {'action': 'Actions', 'message': 'Messages', 'meta': 'Meta', 'tag': 'Tags'}
ACTIONS = 'Signals that programs emit. Each returns a boolean: whether it was done. If it was not, a warning message says why.\n\n'


def comments(text):
    """The name of each documentation comment, its text, and what comes after it."""
    for found in re.finditer(r'/\*\*\n(.*?)\*/\n', text, re.S):
        name, _, body = re.sub(r'^ *\* ?', '', found[1], flags=re.M).partition('\n')
        yield name.rstrip(':'), body.strip(), text[found.end():]


def markdown(text):
    """Markdown of a comment's text. What stands in backquotes or is an example stays as it is."""
    parts = re.split(r'(`[^`]*`|\|\[\n.*?\n\]\|)', text, flags=re.S)
    for i, part in enumerate(parts):
        if part.startswith('|['):
            parts[i] = f'```\n{part[3:-3]}\n```\n\n'
        elif i % 2 == 0:
            part = re.sub(r'^@([\w-]+): *', r'- `\1`: ', re.sub(r'([<*])', r'\\\1', part), flags=re.M)
            part = re.sub(r'^(Returns|Errors):', r'**\1:**', part, flags=re.M)
            parts[i] = re.sub(r'[%@#](\w+(?:\.\w+)?)|\b(life_\w+) ?(\(\))', r'`\1\2\3`', part)
    return ''.join(parts) + '\n\n'


def described():
    """Of the plugin's comments those of elements, actions and so on: a text for each name."""
    found = {kind: {} for kind in ('SECTION', *KINDS)}
    posted = set()
    for path in sorted(ROOT.glob('plugin/**/*.c')):
        text = path.read_text(encoding='utf-8')
        posted |= set(re.findall(r'gst_structure_new \("(life[\w-]*)"', text))
        for name, body, _ in comments(text):
            kind, _, name = name.replace(':element-', ' ').partition(' ')
            found.get(kind, {})[name] = body
    if missing := posted - found['message'].keys():
        sys.exit(f'make-reference.py: no comment describes the message {", ".join(sorted(missing))}')
    return found


def property_groups():
    """The title and names of each group of plugin/settings/property-table.c; at last those of base classes, without a name."""
    rows = (ROOT / 'plugin/settings/property-table.c').read_text(encoding='utf-8').partition('gst_life_properties[]')[2]
    for title, group in re.findall(r'^  /\* (.*) \*/\n((?:(?!  /\*).*\n)*)', rows, re.M):
        yield title, re.findall(r'^  [A-Z\d_]+ \("([\w-]+)"', group, re.M)


def property_tables(printed):
    """What gst-inspect-1.0 printed of properties, as tables of their groups."""
    found = {name: (blurb, flags, rest) for name, blurb, flags, rest in re.findall(
        r'^  ([\w-]+) *: (.*)\n {10,}flags: (.*)\n((?: {10,}.*\n)*)', printed.partition('Element Properties:\n')[2], re.M)}
    groups = [*property_groups()]
    grouped = {name for _, names in groups for name in names}
    for title, names in [*groups, ('Of the base classes', [name for name in found if name not in grouped])]:
        if not (names := [name for name in names if name in found]):
            continue
        yield f'### {title}\n\n| property | | when | what |\n|---|---|---|---|\n'
        for name in names:
            blurb, flags, rest = found[name]
            when = ('read' if 'writable' not in flags else 'controllable' if 'controllable' in flags
                    else 'any time' if 'PLAYING' in flags else 'before PAUSED' if 'changeable' in flags else '')
            if blurb.startswith('Color (0x'):
                rest = re.sub(r'Default: (\d+)', lambda default: f'Default: {int(default[1]):#010x}', rest)
            kind, *values = [' '.join(line.split()) for line in rest.splitlines()]
            values = [re.sub(r'^\(.*?\): ([\w-]+) +- ', r'`\1`: ', value) for value in values]
            cell = '<br>'.join([blurb, *values]).replace('|', '\\|').replace('*', '\\*')
            yield f'| `{name}` | {kind} | {when} | {cell} |\n'
        yield '\n'


def element_pages():
    """The page of each element that is built."""
    found = described()
    for name, section in sorted(found['SECTION'].items()):
        printed = subprocess.run(['gst-inspect-1.0', '--no-colors', name], env={**os.environ, 'LC_ALL': 'C'}, stdout=subprocess.PIPE,
                                 text=True, check=False).stdout
        if not printed:
            continue
        printed = re.sub(r'^  (Filename|Version) .*\n| +$', '', printed, flags=re.M)
        actions = re.findall(r'^  "([\w-]+)" (?::|->)', printed, re.M)
        if differing := set(actions) ^ found['action'].keys():
            sys.exit(f'make-reference.py: actions of {name} and their comments differ in {", ".join(sorted(differing))}')
        rest = re.sub(r'Element Properties:\n(?: .*\n|\n(?= ))*\n?', '', printed)
        page = markdown(re.sub(r'^@.*\n', '', section, flags=re.M)) + f'## Properties\n\n{"".join(property_tables(printed))}'
        page += f'## Pads, actions, presets\n\n```\n{rest}```\n\n'
        for kind, title in KINDS.items():
            page += f'## {title}\n\n{ACTIONS * (kind == "action")}'
            page += ''.join(f'### {one}\n\n{markdown(body)}' for one, body in found[kind].items())
        yield name, re.search(r'@short_description: (.*)', section)[1], page


def header_pages():
    for path in sorted(ROOT.glob('include/life/*.h*')):
        text = path.read_text(encoding='utf-8')
        name = 'life/' + path.name.removesuffix('.in')
        summary = markdown(re.sub(r'\n \* ?', ' ', text.split('/*', 2)[2].split('*/')[0]).strip()).strip()
        page = f'{summary}\n\n    #include <{name}>\n\n'
        for symbol, body, after in comments(text):
            declaration = DECLARATION.match(after)[1].removeprefix('LIFE_API ')
            page += f'## {symbol}\n\n```c\n{declaration}\n```\n\n{markdown(body)}'
        yield name, summary, page


def main(folder):
    index = '# Reference\n\n'
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, summary, page in [*element_pages(), *header_pages()]:
        file = Path(name).name.replace('.h', '') + '.md'
        index += f'* [{name}]({file}): {summary}\n'
        (Path(folder) / file).write_text(f'# {name}\n\n{page.rstrip()}\n', encoding='utf-8')
    (Path(folder) / 'README.md').write_text(index, encoding='utf-8')


if __name__ == '__main__':
    main(*sys.argv[1:])
