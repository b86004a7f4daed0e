# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes a page of each element: of what GObject knows of it, and of the comments in plugin/ on
actions, messages, tags and the meta."""
import re

from comments import Linker, Missing, comments_of, table

# The unit of a number is the first of these that its description names.
UNITS = [
    (r'0xAARRGGBB', 'color, `0xAARRGGBB`'),
    (r'generations? per buffer', 'generations per buffer'),
    (r'pixels? per cell', 'pixels per cell'),
    (r'planes per frame', 'planes per frame'),
    (r'degrees per frame', 'degrees per frame'),
    (r'diagonals of the world', 'diagonals of the world'),
    (r'number of the GPU', 'number of a GPU'),
    (r'degrees', 'degrees'), (r'seconds', 'seconds'), (r'bytes', 'bytes'), (r'threads', 'threads'),
    (r'generations?', 'generations'), (r'frames', 'frames'), (r'bands', 'bands'), (r'luma', 'luma, 0 … 1'),
    (r'column', 'column of cells'), (r'row', 'row of cells'), (r'plane', 'plane of cells'),
    (r'(live )?cells', 'cells'), (r'state', 'state of a cell'), (r'seed', 'any number'),
    (r'share|fraction', 'share'), (r'factor', 'factor'),
]
NUMBERS = {'gint': 'int', 'guint': 'uint', 'gint64': 'int64', 'guint64': 'uint64', 'gdouble': 'double',
           'GstFraction': 'fraction'}
TYPES = {**NUMBERS, 'gboolean': 'boolean', 'gchararray': 'string'}
# Limits, as people write them.
LIMITS = {str(sign * (2 ** power - less)): f'{"−" * (sign < 0)}2^{power}{" − 1" * less}'
          for power in (31, 32, 53, 62, 63, 64) for less in (0, 1) for sign in (1, -1)}

# What an element has of GStreamer's classes, in each release of GStreamer.
DOCUMENTATION = 'https://gstreamer.freedesktop.org/documentation/'
INHERITED = {
    'GstBaseSrc': ('base/gstbasesrc.html', ['num-buffers', 'do-timestamp', 'blocksize', 'typefind']),
    'GstBaseTransform': ('base/gstbasetransform.html', ['qos']),
    'GstAudioVisualizer': ('pbutils/gstaudiovisualizer.html', ['shader', 'shade-amount']),
    'GstObject': ('gstreamer/gstobject.html', ['name', 'parent']),
}
SET = {
    'up to READY': 'it is read in the change to PAUSED',
    'any time': 'at any time, also while frames flow',
    'controllable': 'at any time, and by a `GstControlBinding`',
    'read only': 'it can only be read',
}


class Sources:
    """The comments in the plugin's sources."""

    def __init__(self, folder):
        self.sections, self.found, self.short_descriptions = {}, {}, {}
        posted = set()
        for path in sorted(folder.rglob('*.c')):
            text = path.read_text(encoding='utf-8')
            posted.update(re.findall(r'gst_structure_new \("(life[\w-]*)"', text))
            for comment, _ in comments_of(text):
                kind, _, name = comment.name.partition(' ')
                if comment.name.startswith('SECTION:element-'):
                    element = comment.name.removeprefix('SECTION:element-')
                    self.sections[element] = comment
                    self.short_descriptions[element] = comment.members['short_description']
                else:
                    self.found.setdefault(kind, {})[name] = comment
                if kind in ('message', 'meta'):
                    _check_fields(path.name, comment, text)
        if missing := posted - self.of('message').keys():
            raise Missing(f'no comment describes the message {", ".join(sorted(missing))}')

    def of(self, kind):
        return self.found.get(kind, {})


def _check_fields(file, comment, text):
    for field in comment.members:
        if f'"{field}"' not in text:
            raise Missing(f'{file}: {comment.name} has no field {field}, which its comment describes')


# --- Properties ---

def unit_of(property_):
    """What the numbers of a property count, as its description says; '' where it is no number."""
    if property_['type'] not in NUMBERS:
        return ''
    found = []
    for pattern, unit in UNITS:
        if match := re.search(r'\b(?:' + pattern + r')\b', property_['blurb'], re.I):
            found.append((match.start(), -match.end(), unit))
    if not found:
        raise Missing(f'the description of the property {property_["name"]} names no unit: "{property_["blurb"]}"')
    return min(found)[2]


def _number(text, unit):
    if '0x' in unit:
        return f'`0x{int(text):08x}`'
    if '/' in text:
        return '/'.join(f'({LIMITS[part]})' if part in LIMITS else part for part in text.split('/'))
    shown = f'{float(text):.12g}' if text not in LIMITS and '.' in text or 'e' in text else text
    return LIMITS.get(shown) or re.sub('^1e-0?', '10^−', re.sub('^-', '−', shown))


def _range(property_, unit):
    if property_['least'] is None:
        return ''
    return f' {_number(property_["least"], unit)} … {_number(property_["most"], unit)}'


def default_of(property_, unit):
    value = property_['default']
    if property_['kind'] == 'GFlags' and value in ('0', ''):
        return 'none'
    if value is None or property_['set'] == 'read only':
        return 'none' if property_['set'] != 'read only' else ''
    return _number(value, unit) if property_['type'] in NUMBERS else f'`{value}`'


def _property_row(property_):
    unit, type_ = unit_of(property_), property_['type']
    shown = TYPES.get(type_) or f'[{type_}](#{type_.lower()})'
    blurb = re.sub(r'([<*|])', r'\\\1', property_['blurb'])
    return (f'`{property_["name"]}`', shown + _range(property_, unit), unit, default_of(property_, unit),
            property_['set'], blurb)


def _properties(name, element):
    groups = {}
    for property_ in element['properties']:
        if property_['group']:
            groups.setdefault(property_['group'], []).append(_property_row(property_))
    lines = ['## Properties', '', 'The column *set* says when a property can be set:', '']
    lines += [f'* *{when}*: {text}' for when, text in SET.items()] + ['']
    # What makes the element another one than the others comes first.
    for group in sorted(groups, key=lambda one: one != 'Of this element alone'):
        title = f'Of {name} alone' if group == 'Of this element alone' else group
        lines += [f'### {title}', '', *table(['property', 'type and range', 'unit', 'default', 'set', ''], groups[group]), '']
    return lines + _inherited(element)


def _short(property_):
    if property_['type'] not in TYPES or property_['default'] is None:
        return ''
    return f' ({TYPES[property_["type"]]}{_range(property_, "")}, default {default_of(property_, "")})'


def _inherited(element):
    lines = ['### Inherited', '', 'Of GStreamer\'s own classes, which describe them:', '']
    for owner in element['ancestors']:
        page, names = INHERITED.get(owner, ('', []))
        shown = [f'`{property_["name"]}`' + _short(property_) for name in names
                 for property_ in element['properties'] if property_['name'] == name and property_['owner'] == owner]
        if shown:
            lines.append(f'* [{owner}]({DOCUMENTATION}{page}): {", ".join(shown)}')
    return lines + ['']


def _enums(element):
    lines = ['## Values of properties', '']
    for name, values in sorted(element['enums'].items()):
        users = [f'`{property_["name"]}`' for property_ in element['properties'] if property_['type'] == name]
        lines += [f'### {name}', '', f'Of {" and ".join(users)}.', '']
        lines += table(['value', ''], [(f'`{nick}`', text) for nick, text in values.items()]) + ['']
    return lines


# --- Pads ---

def _value(value):
    if isinstance(value, list):
        return ', '.join(value)
    numbers = re.match(r'\[ (\S+), (\S+) \]$', value)
    return f'{_number(numbers[1], "")} … {_number(numbers[2], "")}' if numbers else value


def _pads(element, cuda_formats):
    lines = ['## Pads', '']
    for pad in sorted(element['pads'], key=lambda one: one['direction']):
        lines += [f'### {pad["name"]}', '', f'A {pad["direction"]} pad that is always there.', '']
        for caps in pad['caps']:
            # A build without CUDA has no template for it.
            if 'CUDA' in caps['features']:
                continue
            lines += [f'`{caps["type"]}` in system memory:', '']
            lines += table(['field', ''], [(f'`{name}`', _value(value)) for name, value in caps['fields'].items()])
            lines.append('')
            if set(cuda_formats.split(', ')) <= set(caps['fields']['format']):
                lines += [f'Where it is built with CUDA, before that the same as `{caps["type"]}(memory:CUDAMemory)` in the '
                          f'formats {cuda_formats}.', '']
    return lines


# --- What is done to it, and what it says ---

def make_actions(element, sources, linker):
    signals = {action['name']: action for action in element['actions']}
    described = sources.of('action')
    if differing := signals.keys() ^ described.keys():
        raise Missing(f'actions and their comments differ in {", ".join(sorted(differing))}')
    lines = ['## Actions', '', 'Signals that programs emit. Each returns a boolean, whether it was done; where it was '
             'not, a warning message says why. What is changed shows in the next frame.', '']
    for name, comment in described.items():
        types = signals[name]['parameters']
        if len(types) != len(comment.members):
            raise Missing(f'the action {name} has {len(types)} parameters, and its comment {len(comment.members)}')
        lines += [f'### {name}', '']
        lines += [line for paragraph in comment.text for line in (linker.words(paragraph, ''), '')]
        if types:
            lines += table(['parameter', 'type', ''], [
                (f'`{parameter}`', TYPES[type_], linker.cell(text, ''))
                for type_, (parameter, text) in zip(types, comment.members.items())]) + ['']
    return lines


def _fields(comment, linker):
    lines = [line for paragraph in comment.text for line in (linker.words(paragraph, ''), '')]
    rows = []
    for field, text in comment.members.items():
        found = re.match(r'\((\w+)\): (.*)$', text)
        if not found:
            raise Missing(f'the comment of {comment.name} says no type of {field}')
        rows.append((f'`{field}`', found.group(1), linker.cell(found.group(2), '')))
    return lines + (table(['field', 'type', ''], rows) + [''] if rows else [])


def _said(sources, linker):
    lines = []
    for title, kind, introduction in [('Messages', 'message', 'On the bus of the pipeline.'),
                                      ('Meta', 'meta', 'With the buffers.'), ('Tags', 'tag', 'With the stream.')]:
        lines += [f'## {title}', '', introduction, '']
        for name, comment in sources.of(kind).items():
            lines += [f'### {kind} {name}', '', *_fields(comment, linker)]
    return lines


# --- The page ---

def _section(comment, linker):
    lines = []
    for paragraph in comment.text:
        head, *examples = re.split(r'\|\[ (.*?) \]\| ', paragraph)
        if not examples:
            lines += [linker.words(head, ''), '']
        else:
            lines += ['## Launch lines', '']
        for launch, text in zip(examples[::2], examples[1::2]):
            lines += [linker.words(text.strip(), ''), '', f'    {launch}', '']
    return lines


def make_page(name, element, cuda_formats, sources):
    linker = Linker({})
    contents = ['Launch lines', 'Interfaces', 'Pads', 'Properties', 'Values of properties', 'Actions', 'Messages', 'Meta', 'Tags']
    lines = [f'# {name}', '', '[Reference](README.md)', '', f'{element["title"]} (`{element["class"]}`). {element["description"]}.', '']
    lines += [', '.join(f'[{title}](#{title.lower().replace(" ", "-")})' for title in contents) + '.', '']
    interfaces = [f'`{interface}`' for interface in sorted(element['interfaces'])]
    lines += _section(sources.sections[name], linker)
    lines += ['## Interfaces', '', f'It implements {" and ".join(interfaces)}.', '']
    lines += _pads(element, cuda_formats)
    return lines + _properties(name, element) + _enums(element) + make_actions(element, sources, linker) + _said(sources, linker)
