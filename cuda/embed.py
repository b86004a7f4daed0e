# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes files as C strings, named by their path below ROOT, which is how they include each
other, and a header with the SHA-256 of them all: embed.py OUTPUT DIGEST ROOT INPUT..."""
import hashlib
import pathlib
import sys

output, digest, root, *inputs = map(pathlib.Path, sys.argv[1:])
texts = {path.resolve().relative_to(root.resolve()).as_posix(): path.read_text(encoding='utf-8') for path in inputs}


def literal(text):
    escaped = text.replace('\\', '\\\\').replace('"', '\\"')
    return '\n'.join(f'"{line}\\n"' for line in escaped.splitlines())


output.write_text('\n'.join([
    'static const char *const embedded_names[] = {', *(f'"{name}",' for name in texts), '};',
    'static const char *const embedded_texts[] = {', *(f'{literal(text)},' for text in texts.values()), '};', '']),
    encoding='utf-8')
digest.write_text(f'#define LIFE_EMBEDDED_DIGEST "{hashlib.sha256(repr(texts).encode()).hexdigest()}"\n')
