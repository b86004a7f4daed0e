#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Checks that docs/reference is what the code and its comments say, that its links lead somewhere,
and that nothing goes into it without a comment or a unit.

Usage: check-reference.py DESCRIBE-ELEMENTS PLUGIN.so. Prints TAP."""
import importlib.util
import re
import sys
import tempfile
import traceback
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / 'docs/reference'
sys.path.insert(0, str(ROOT / 'tools/reference'))
import elements  # pylint: disable=wrong-import-position
import headers  # pylint: disable=wrong-import-position
from comments import Missing  # pylint: disable=wrong-import-position

DESCRIBER, PLUGIN = sys.argv[1:]
# How elements.md writes some defaults.
WRITTEN = {'white': '0xffffffff', 'black': '0xff000000', 'string': 'none', '': 'none'}
AGAIN = 'run: meson compile -C BUILD reference'


def generator():
    spec = importlib.util.spec_from_file_location('make_reference', ROOT / 'tools/reference/make-reference.py')
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def refuses(names, action):
    """Fails unless @action is refused by a message that names @names."""
    try:
        action()
    except Missing as what:
        assert all(name in str(what) for name in names), f'{what} does not name {names}'
    else:
        raise AssertionError(f'nothing is said about {names}')


def test_reference_is_what_the_code_says():
    with tempfile.TemporaryDirectory() as folder:
        assert generator().main(DESCRIBER, PLUGIN, folder) == 0
        made = {path.name: path.read_text(encoding='utf-8') for path in Path(folder).iterdir()}
    there = {path.name: path.read_text(encoding='utf-8') for path in REFERENCE.iterdir()}
    # An element that is not built here keeps its page.
    unbuilt = {f'{name}.md' for name in elements.Sources(ROOT / 'plugin').short_descriptions} - made.keys()
    assert made.keys() == there.keys() - unbuilt, f'{AGAIN}; pages differ: {made.keys() ^ there.keys()}'
    for name, text in made.items():
        for old, new in zip(there[name].splitlines() + [''], text.splitlines() + ['']):
            assert old == new, f'docs/reference/{name} is stale; {AGAIN}\nthere: {old}\nnow:   {new}'
        assert there[name] == text, f'docs/reference/{name} is stale; {AGAIN}'


def test_links_lead_somewhere():
    def anchor(heading):
        return re.sub(r'[^\w\- ]', '', heading.lower()).replace(' ', '-')

    pages = {path.name: path.read_text(encoding='utf-8') for path in REFERENCE.iterdir()}
    anchors = {name: {anchor(heading) for heading in re.findall('^#+ (.*)$', text, re.M)} for name, text in pages.items()}
    followed = 0
    for name, text in pages.items():
        for target in re.findall(r'\]\(([^)]*)\)', text):
            page, _, place = target.partition('#')
            if page.startswith('https://'):
                continue
            followed += 1
            assert (REFERENCE / (page or name)).is_file(), f'{name} links to {target}'
            assert not place or place in anchors[page or name], f'{name} links to {target}'
    assert followed > 500


def test_builds_with_and_without_cuda_have_the_same_pages():
    described, sources = generator().describe(DESCRIBER, PLUGIN), elements.Sources(ROOT / 'plugin')
    formats = described['cuda formats']
    gpu = {'type': 'video/x-raw', 'features': 'memory:CUDAMemory', 'fields': {'format': formats.split(', ')}}
    for name in 'lifesrc', 'lifestep':
        pages = []
        for more in [], [gpu]:
            element = dict(described['elements'][name])
            element['pads'] = [{**pad, 'caps': more + [caps for caps in pad['caps'] if 'CUDA' not in caps['features']]}
                               for pad in element['pads']]
            pages.append(elements.make_page(name, element, formats, sources))
        assert pages[0] == pages[1] and any('memory:CUDAMemory' in line for line in pages[0])


def defaults_of(cell, names):
    """The default of each name, as a table of elements.md has them."""
    listed = cell.rpartition('; ')[2] if cell.startswith('`') else cell.partition(', ')[2]
    values = [WRITTEN.get(value, value) for value in listed.replace('`', '').split(', ')]
    return dict(zip(names, values if len(values) > 1 else values * len(names)))


def test_elements_md_has_every_property_as_it_is():
    described = generator().describe(DESCRIBER, PLUGIN)['elements'].values()
    properties = {one['name']: one for element in described for one in element['properties'] if one['group']}
    rows = re.findall(r'^\| ((?:`[\w-]+`(?:, )?)+) \| ((?:u?int(?:64)?|double|boolean|fraction|string)\b[^|]*|`[^|]*; [^|]*) \|(?!.*from Gst)',
                      (ROOT / 'docs/elements.md').read_text(encoding='utf-8'), re.M)
    seen = 0
    for names, cell in rows:
        names = re.findall(r'`([\w-]+)`', names)
        if not set(names) <= properties.keys():
            continue
        cell, when = re.match(r'(.*?)(?:; (any time|controllable))?$', cell).groups()
        for name, default in defaults_of(cell, names).items():
            property_, seen = properties[name], seen + 1
            is_ = elements.default_of(property_, elements.unit_of(property_)).strip('`').replace('−', '-')
            assert property_['set'] == (when or 'up to READY'), f'elements.md: {name} is set {property_["set"]}'
            assert (default or 'none') == is_, f'elements.md: the default of {name} is {is_}'
    assert seen > 80 * len(described) / 3
    for name in properties:
        assert f'`{name}`' in (ROOT / 'docs/elements.md').read_text(encoding='utf-8'), f'elements.md lacks {name}'


def test_a_number_without_a_unit_is_refused():
    number = {'name': 'warmth', 'type': 'guint', 'blurb': 'How warm the world is'}
    refuses(['warmth', 'How warm'], lambda: elements.unit_of(number))
    assert elements.unit_of({**number, 'blurb': 'Degrees of warmth'}) == 'degrees'
    # The first one counts, and the longer one of two that begin alike.
    assert elements.unit_of({**number, 'blurb': 'Planes per frame, in cells'}) == 'planes per frame'
    assert elements.unit_of({**number, 'type': 'gchararray'}) == ''


def header_of(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'made-up.h'
        path.write_text('/* SPDX */\n/* Made up. */\n' + text, encoding='utf-8')
        return headers.Header(path)


COMMENT = '/**\n * life_warm:\n * @degrees: how much, in degrees\n * @error: return location\n *\n' \
          ' * Warms the world.\n *\n * Errors: %LIFE_ERROR_SIZE.\n *\n * Returns: %TRUE on success\n */\n'
DECLARATION = 'LIFE_API gboolean life_warm (\n    gint degrees, GError **error);\n'


def test_a_public_symbol_without_a_whole_comment_is_refused():
    [symbol] = header_of(COMMENT + DECLARATION).symbols
    assert list(symbol.members) == ['degrees', 'error'] and symbol.comment.errors == ['%LIFE_ERROR_SIZE.']
    refuses(['made-up.h', 'life_warm'], lambda: header_of(DECLARATION))
    refuses(['cold'], lambda: header_of(COMMENT + DECLARATION.replace('degrees', 'cold')))
    for gone in [' * @degrees: how much, in degrees\n', ' * Warms the world.\n', ' * Returns: %TRUE on success\n']:
        assert gone in COMMENT
        refuses(['life_warm'], lambda gone=gone: header_of(COMMENT.replace(gone, '') + DECLARATION))
    for declaration in ['#define LIFE_WARM 1\n', 'typedef struct _LifeWarm LifeWarm;\n',
                        'typedef enum {\n  LIFE_WARM,\n} LifeWarm;\n', 'typedef struct {\n  gint warm[2], cold;\n} LifeWarm;\n']:
        refuses(['has no comment'], lambda declaration=declaration: header_of(declaration))
    refuses(['life_warm'], lambda: header_of(COMMENT))


def test_an_action_and_a_message_without_a_comment_are_refused():
    sources, linker = elements.Sources(ROOT / 'plugin'), elements.Linker({})
    refuses(['warm'], lambda: elements.make_actions({'actions': [{'name': 'warm', 'parameters': []}]}, sources, linker))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'posts.c'
        path.write_text('x = gst_structure_new ("life-warm", "degrees", NULL);', encoding='utf-8')
        refuses(['life-warm'], lambda: elements.Sources(Path(folder)))
        path.write_text('/**\n * message life-warm:\n * @cold: (int): how cold\n */\n' + path.read_text(encoding='utf-8'),
                        encoding='utf-8')
        refuses(['life-warm', 'cold'], lambda: elements.Sources(Path(folder)))


def main():
    tests = [(name, test) for name, test in globals().items() if name.startswith('test_')]
    failed = 0
    print(f'1..{len(tests)}')
    for i, (name, test) in enumerate(tests, 1):
        try:
            test()
            print(f'ok {i} {name}')
        except Exception:  # pylint: disable=broad-except
            failed += 1
            print(f'not ok {i} {name}')
            for line in traceback.format_exc().splitlines():
                print(f'# {line}')
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
