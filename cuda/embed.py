# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes files as C strings: embed.py OUTPUT INPUT..."""
import pathlib
import sys

output, *inputs = map(pathlib.Path, sys.argv[1:])
texts = [path.read_text(encoding='utf-8') for path in inputs]
with output.open('w', encoding='utf-8') as header:
    header.write('static const char *const embedded_names[] = {\n')
    header.writelines(f'"{path.name}",\n' for path in inputs)
    header.write('};\nstatic const char *const embedded_texts[] = {\n')
    header.writelines(f'R"embedded({text})embedded",\n' for text in texts)
    header.write('};\n')
