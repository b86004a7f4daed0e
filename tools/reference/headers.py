# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes a page of each public header: its types, functions and macros, with their comments."""
import re

from comments import RETURNED, Linker, Missing, annotated, comments_of, split_annotations, table

KINDS = [('Types', {'struct', 'enum', 'opaque'}), ('Macros', {'macro'}), ('Functions', {'function'})]


class Symbol:
    """What a header declares, with its comment."""

    def __init__(self, kind, name, declaration, members):
        self.kind, self.name, self.declaration, self.members = kind, name, declaration, members
        self.comment = None


def _members_of_struct(body):
    for line in re.sub(r'\s+', ' ', body).split(';'):
        # A type, and the names that have it: `gint64 from[3], to[3]`.
        found = re.match(r'\s*((?:const )?\w+\s*)(\W.*|\w.*)?$', line)
        for name in (found.group(2) or '').split(',') if found else []:
            yield re.search(r'\w+', name).group(0)


def _parameters(text):
    text = ' '.join(text.split())
    if text == 'void':
        return {}
    return {re.search(r'(\w+)(?:\[\w*\])?$', one).group(1): ' '.join(one.split()) for one in text.split(',')}


def symbols_of(text):
    """All that a header declares for others, in its order."""
    found = []
    code = re.sub(r'/\*.*?\*/', lambda m: re.sub(r'[^\n]', ' ', m.group(0)), text, flags=re.S)
    patterns = [
        ('function', r'^LIFE_API\s[^;(]*?\b(\w+) \(([^;]*)\);'),
        ('struct', r'^typedef struct \{(.*?)^\} (\w+);'),
        ('enum', r'^typedef enum \{(.*?)^\} (\w+);'),
        ('opaque', r'^typedef struct \w+ (\w+);'),
        ('macro', r'^#define (LIFE_\w+)(?:\\\n|.)*'),
    ]
    for kind, pattern in patterns:
        for match in re.finditer(pattern, code, re.M | re.S if kind != 'macro' else re.M):
            groups = match.groups()
            name = groups[0] if kind in ('function', 'opaque', 'macro') else groups[1]
            members = {'function': lambda: _parameters(groups[1]),
                       'struct': lambda: dict.fromkeys(_members_of_struct(groups[0])),
                       'enum': lambda: dict.fromkeys(re.findall(r'^\s+(\w+)(?:,| =)', groups[0], re.M))}
            declaration = re.sub(r'^LIFE_API ', '', match.group(0).rstrip())
            found.append((match.start(), Symbol(kind, name, declaration, members.get(kind, dict)())))
    # A macro that is defined in two ways is one.
    seen = {}
    for _, symbol in sorted(found, key=lambda one: one[0]):
        seen.setdefault(symbol.name, symbol)
    return list(seen.values())


class Header:
    """A public header: what its comment says of it, and its symbols."""

    def __init__(self, path):
        text = path.read_text(encoding='utf-8')
        self.name = path.name.removesuffix('.in')
        self.page = self.name.replace('.h', '.md')
        self.summary = ' '.join(re.sub(r'\n ?\*', '\n', text.split('/*', 2)[2].split('*/')[0]).split())
        self.includes = re.findall(r'#include <life/(\w+)\.h>', text)
        self.symbols = symbols_of(text)
        comments = {comment.name: comment for comment, _ in comments_of(text)}
        for symbol in self.symbols:
            symbol.comment = comments.pop(symbol.name, None)
            _check(self.name, symbol)
        if comments:
            raise Missing(f'{self.name}: nothing is declared under the comment of {", ".join(comments)}')


def _check(header, symbol):
    """Nothing public without a comment that names its parts."""
    where, comment = f'{header}: {symbol.name}', symbol.comment
    if not comment:
        raise Missing(f'{where} has no comment')
    if symbol.members.keys() != comment.members.keys():
        differing = symbol.members.keys() ^ comment.members.keys()
        raise Missing(f'{where}: its comment and its declaration differ in {", ".join(sorted(differing))}')
    if empty := [name for name, text in comment.members.items() if not split_annotations(text)[0]]:
        raise Missing(f'{where}: its comment says nothing of {", ".join(empty)}')
    if symbol.kind == 'function':
        if bool(comment.returns) == symbol.declaration.startswith('void '):
            raise Missing(f'{where}: its comment does not say what it returns, or that it returns nothing')
    if not comment.body and (not comment.returns or 'error' in symbol.members):
        raise Missing(f'{where}: its comment does not say what it is')


def places_of(headers):
    """Where each name is described: a page, and the heading's anchor."""
    places = {}
    for header in headers:
        for symbol in header.symbols:
            for name in [symbol.name] + (list(symbol.members) if symbol.kind == 'enum' else []):
                places[name] = (header.page, symbol.name.lower())
    return places


def _members(symbol, linker, page):
    head = {'function': 'parameter', 'struct': 'member', 'enum': 'value'}[symbol.kind]
    return table([head, ''], [(f'`{name}`', linker.cell(annotated(text), page))
                              for name, text in symbol.comment.members.items()]) + ['']


def _section(symbol, linker, page):
    lines = [f'### {symbol.name}', '', '```c', *symbol.declaration.splitlines(), '```', '']
    for paragraph in symbol.comment.body:
        lines += [linker.words(paragraph, page), '']
    if symbol.members:
        lines += _members(symbol, linker, page)
    if symbol.comment.returns:
        lines += ['**Returns** ' + linker.words(annotated(symbol.comment.returns, RETURNED), page), '']
    for errors in symbol.comment.errors:
        lines += ['**Errors:** ' + linker.words(errors, page), '']
    return lines


def make_page(header, headers):
    linker, page = Linker(places_of(headers)), header.page
    lines = [f'# life/{header.name}', '', '[Reference](README.md)', '', linker.words(header.summary, page), '',
             f'    #include <life/{header.name}>', '']
    if header.includes:
        lines += ['It includes ' + ', '.join(f'[{name}.h]({name}.md)' for name in header.includes) + '.', '']
    for title, kinds in KINDS:
        if of_kind := [symbol for symbol in header.symbols if symbol.kind in kinds]:
            lines += table([title.lower(), ''], [
                (f'[`{symbol.name}`](#{symbol.name.lower()})', linker.cell(symbol.comment.first_sentence, page))
                for symbol in of_kind]) + ['']
    for title, kinds in KINDS:
        if of_kind := [symbol for symbol in header.symbols if symbol.kind in kinds]:
            lines += [f'## {title}', '']
            for symbol in of_kind:
                lines += _section(symbol, linker, page)
    return lines
