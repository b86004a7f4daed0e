#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes the pages of docs/reference: of the library from the comments in its headers, of the
elements from what GObject knows of them and from the comments on what they post.

Usage: make-reference.py DESCRIBE-ELEMENTS PLUGIN.so FOLDER"""
import json
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from comments import Missing, table  # pylint: disable=wrong-import-position
import elements  # pylint: disable=wrong-import-position
import headers  # pylint: disable=wrong-import-position

ROOT = Path(__file__).resolve().parent.parent.parent


def library_pages():
    """Of each header's page its name and lines, and the rows of the index."""
    found = [headers.Header(path) for path in sorted((ROOT / 'include/life').glob('*.h*'))]
    pages = {header.page: headers.make_page(header, found) for header in found if header.symbols}
    rows = [(f'[{header.name}]({header.page})', header.summary) for header in found if header.symbols]
    return pages, rows


def describe(describer, plugin):
    return json.loads(subprocess.run([describer, plugin], stdout=subprocess.PIPE, text=True, check=True).stdout)


def element_pages(describer, plugin):
    """The same of the elements. One that is not built has no page, but stands in the index."""
    described = describe(describer, plugin)
    sources = elements.Sources(ROOT / 'plugin')
    pages = {f'{name}.md': elements.make_page(name, element, described['cuda formats'], sources)
             for name, element in described['elements'].items()}
    rows = [(f'[{name}]({name}.md)', text) for name, text in sorted(sources.short_descriptions.items())]
    return pages, rows


def index(library, plugin):
    return [
        '# Reference', '',
        'Everything that the elements and the library have, by name. How to use them is in [elements.md](../elements.md) and '
        '[library.md](../library.md).', '',
        'These pages are made of the code and its comments: `meson compile -C BUILD reference` writes them anew.', '',
        '## Elements', '', *table(['element', ''], plugin), '',
        '## Library', '', *table(['header', ''], library), '']


def make(describer, plugin):
    """Every page, by its name."""
    library, library_rows = library_pages()
    plugin_pages, plugin_rows = element_pages(describer, plugin)
    pages = {'README.md': index(library_rows, plugin_rows), **plugin_pages, **library}
    return {name: '\n'.join(lines).rstrip('\n') + '\n' for name, lines in pages.items()}


def main(describer, plugin, folder):
    try:
        pages = make(describer, plugin)
    except Missing as what:
        print(f'make-reference.py: {what}', file=sys.stderr)
        return 1
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (Path(folder) / name).write_text(text, encoding='utf-8')
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
