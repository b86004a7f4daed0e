#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Prints a linker's version script that exports what headers mark with LIFE_API.

Usage: exports.py HEADER..."""
import re
import sys
from pathlib import Path

names = [name for header in sys.argv[1:]
         for name in re.findall(r'^LIFE_API\s[^;(]*?\b(\w+) \(', Path(header).read_text(encoding='utf-8'), re.M)]
print('LIFE_0 {', 'global:', *(f'  {name};' for name in sorted(names)), 'local: *;', '};', sep='\n')
