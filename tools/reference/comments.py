# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads documentation comments as GTK-Doc has them, and makes Markdown of their words."""
import re

# What annotations say to those who do not know them.
ANNOTATIONS = {
    'transfer full': 'it is taken over',
    'transfer none': 'it stays yours',
    'nullable': 'may be `NULL`',
    'optional': 'may be `NULL` where it is not wanted',
    'out': 'is filled',
    'out caller-allocates': 'your memory, is filled',
    'inout': 'is read and filled',
    'array zero-terminated=1': '`NULL` comes after the last one',
    'array fixed-size=256': '256 of them',
}


# The same of what is returned.
RETURNED = {**ANNOTATIONS, 'transfer full': 'yours to free', 'transfer none': 'not yours to free'}


class Missing(Exception):
    """What a comment or a description does not say."""


class Comment:
    """A documentation comment: its name, parameters or members, text and what is returned."""

    def __init__(self, body):
        lines = [re.sub(r'^\s*\* ?', '', line) for line in body.strip('\n').splitlines()]
        self.name, paragraphs = lines[0].strip().rstrip(':'), '\n'.join(lines[1:])
        self.members, self.text, self.returns = {}, [], None
        # Members come first, without empty lines between them.
        found = re.match(r'(?:@[\w-]+:.*\n?(?:[^@\n].*\n?)*)*', paragraphs)
        for name, text in re.findall(r'^@([\w-]+):(.*(?:\n(?!@).+)*)', found.group(0), re.M):
            self.members[name] = ' '.join(text.split())
        for paragraph in re.split(r'\n\s*\n', paragraphs[found.end():].strip('\n')):
            if paragraph.startswith('Returns:'):
                self.returns = ' '.join(paragraph[len('Returns:'):].split())
            elif paragraph.strip():
                self.text.append(' '.join(paragraph.split()))

    @property
    def first_sentence(self):
        text = self.body[0] if self.body else 'Returns ' + split_annotations(self.returns)[0]
        return re.split(r'(?<=\.)\s+(?=[A-Z%@#(`0-9])', text)[0].rstrip('.')

    @property
    def body(self):
        """The paragraphs but that of the errors."""
        return [paragraph for paragraph in self.text if not paragraph.startswith('Errors:')]

    @property
    def errors(self):
        return [paragraph[len('Errors:'):].strip() for paragraph in self.text if paragraph.startswith('Errors:')]


def comments_of(text):
    """The documentation comments of a file, by name, and where each ends."""
    for found in re.finditer(r'/\*\*\n(.*?)\*/', text, re.S):
        yield Comment(found.group(1)), found.end()


def split_annotations(text, meanings=ANNOTATIONS):
    """@text without the annotations before it, and what these say."""
    said = []
    while found := re.match(r'\s*\(([\w =-]+)\):?\s*', text):
        if found.group(1) not in meanings:
            if re.match(r'(array|transfer|element-type|closure|scope)\b', found.group(1)):
                raise Missing(f'make-reference.py has no words for the annotation ({found.group(1)})')
            break
        said.append(meanings[found.group(1)])
        text = text[found.end():]
    return text.lstrip(': '), said


def annotated(text, meanings=ANNOTATIONS):
    """@text with its annotations behind it, as words."""
    text, said = split_annotations(text, meanings)
    return f'{text} ({", ".join(said)})' if said else text


class Linker:
    """Makes Markdown of a comment's words: names become links to where they are described."""

    def __init__(self, places):
        self.places = places

    def _link(self, page, name, shown):
        place = self.places.get(name)
        if not place:
            return f'`{shown}`'
        other, anchor = place
        return f'[`{shown}`]({"" if other == page else other}#{anchor})'

    def words(self, text, page):
        """One paragraph; what stands in backquotes stays as it is."""
        def replaced(found):
            function, name, member, constant, own = found.groups()
            if own:
                return f'`{own}`'
            shown = (function and function + '()') or constant or name + (member or '')
            return self._link(page, function or name or constant, shown)

        parts = re.split(r'(`[^`]*`)', text)
        for i in range(0, len(parts), 2):
            part = re.sub(r'([<*])', r'\\\1', parts[i])
            parts[i] = re.sub(r'\b(life_\w+) ?\(\)|#(\w+)(\.\w+)?|%(\w+)|@(\w+(?:\.\w+)?)', replaced, part)
        return ''.join(parts)

    def cell(self, text, page):
        """The same, in a table."""
        return self.words(' '.join(text.split()), page).replace('|', '\\|')


def table(head, rows):
    lines = ['| ' + ' | '.join(head) + ' |', '|' + '---|' * len(head)]
    return lines + ['| ' + ' | '.join(row) + ' |' for row in rows]
