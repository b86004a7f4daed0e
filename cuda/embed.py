# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes files as C strings, named by their path below ROOT, which is how they
include each other: embed.py OUTPUT ROOT INPUT..."""
import pathlib
import sys

output, root, *inputs = map(pathlib.Path, sys.argv[1:])
names = [path.resolve().relative_to(root.resolve()).as_posix() for path in inputs]
texts = [path.read_text(encoding='utf-8') for path in inputs]
with output.open('w', encoding='utf-8') as header:
    header.write('static const char *const embedded_names[] = {\n')
    header.writelines(f'"{name}",\n' for name in names)
    header.write('};\nstatic const char *const embedded_texts[] = {\n')
    header.writelines(f'R"embedded({text})embedded",\n' for text in texts)
    header.write('};\n')
