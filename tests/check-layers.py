#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Checks the layers of layers.tsv: no file includes or calls what its folder may not, no two files need
each other, and what only Linux has is in few folders, of the programs' too. docs/explanation/folders.md has
the same folders. Prints TAP.

A file needs another that it includes, or whose function it calls; a .c file and the
header of its name count as one. Calls are found in the objects of the build."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath

ROOT = Path(os.environ.get('LIFE_SOURCE_ROOT', Path(__file__).resolve().parent.parent))
BUILD = Path(os.environ.get('LIFE_BUILD_ROOT', ROOT / 'build'))
CHECKED = ['include', 'life', 'cuda', 'plugin', 'tools']
ENDINGS = {'.c', '.h', '.cu', '.cuh', '.in'}

# Headers of other projects, by how they begin, and of what other systems than Linux lack or do in another way.
OUTSIDE = [('gst/', 'GStreamer'), ('pango/', 'Pango'), ('zlib.h', 'zlib'), ('zip.h', 'libzip'), ('cuda', 'CUDA'),
           *((name, 'Linux') for name in ('linux/', 'sys/epoll.h', 'sys/eventfd.h', 'sys/inotify.h', 'sys/mman.h',
                                          'sys/prctl.h', 'sys/random.h', 'sys/sendfile.h', 'sys/syscall.h')),
           ('mpi.h', 'MPI'), ('nvrtc', 'CUDA'), ('cooperative_groups', 'CUDA'), ('cub/', 'CUDA')]

# Calls and files of Linux that need no header of their own, looked for in programs too.
LINUX = re.compile(r'#\s*include <(?:' + '|'.join(re.escape(name) for name, project in OUTSIDE if project == 'Linux') + r')|'
                   r'"/(?:proc|sys)/|\b(?:memfd_\w+|futex\w*|epoll_\w+|eventfd|inotify_\w+|prctl|syscall|mmap|madvise|mprotect|'
                   r'SO_REUSEPORT|TCP_INFO|SIOCOUTQ|pipe2|accept4|renameat2|getrandom|gettid|sched_[gs]etaffinity|'
                   r'pthread_\w+_np)\b')


def read_table():
    """Of each folder, what it may include: folders and other projects."""
    lines = (ROOT / 'tests/layers.tsv').read_text().splitlines()
    rows = [line.split('\t') for line in lines if not line.startswith('#')]
    return {folder: set(names.split(', ')) - {'nothing'} for folder, names in rows}


def described():
    """The folders that the page of the layers describes."""
    return set(re.findall(r'^\| `([\w/]+/)` \|', (ROOT / 'docs/explanation/folders.md').read_text(), re.M))


def sources():
    return sorted(path.relative_to(ROOT).as_posix()
                  for folder in CHECKED for path in (ROOT / folder).rglob('*')
                  if path.suffix in ENDINGS)


def of_linux(allowed):
    """Lines that other systems do not compile, or find no file with, in folders that may not have them."""
    for folder in [*CHECKED, 'pipelines', 'examples']:
        for path in sorted((ROOT / folder).rglob('*')):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix not in ENDINGS or 'Linux' in allowed.get(room(name, allowed), ()):
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                for found in LINUX.findall(line):
                    yield f'{name}:{number}: only life/base/ may have {found}, next to what other systems do'


def room(path, allowed):
    """The innermost folder of the table that @path is in."""
    fitting = [folder for folder in allowed if path.startswith(folder)]
    return max(fitting, key=len, default=None)


def includes(path):
    """The files and the other projects' headers that @path includes."""
    text = (ROOT / path).read_text()
    for quote, name in re.findall(r'^\s*#\s*include\s*([<"])([^>"]+)', text, re.M):
        folders = [ROOT / 'include', ROOT]
        if quote == '"':
            folders.insert(0, (ROOT / path).parent)
        for folder in folders:
            found = folder / name
            if found.is_file() or found.with_name(found.name + '.in').is_file():
                yield found.resolve().relative_to(ROOT.resolve()).as_posix(), None
                break
        else:
            for start, project in OUTSIDE:
                if name.startswith(start):
                    yield name, project
                    break


def unit(path):
    return re.sub(r'(\.h)?\.\w+$', '', path)


def objects():
    """Of each object that there is, the source file."""
    commands = BUILD / 'compile_commands.json'
    for command in json.loads(commands.read_text()) if commands.is_file() else []:
        source = (Path(command['directory']) / command['file']).resolve()
        object_file = Path(command['directory']) / command.get('output', '')
        if source.is_relative_to(ROOT.resolve()) and object_file.is_file():
            yield object_file, source.relative_to(ROOT.resolve()).as_posix()
    # Those that nvcc made are named as cuda/meson.build says.
    for source in (ROOT / 'cuda').rglob('*.cu'):
        folders = source.parent.relative_to(ROOT / 'cuda').parts or ('cuda',)
        object_file = BUILD / 'cuda' / ('-'.join((*folders, source.name)) + '.o')
        if object_file.is_file():
            yield object_file, source.relative_to(ROOT).as_posix()


def symbols():
    """Of each source file of which there are objects, what these define and need."""
    table = {}
    for object_file, name in objects() if shutil.which('nm') else []:
        if name.split('/')[0] not in CHECKED:
            continue
        defined, needed = table.setdefault(name, (set(), set()))
        listing = subprocess.run(['nm', '-P', '-g', str(object_file)], capture_output=True,
                                 text=True).stdout
        for line in listing.splitlines():
            symbol, kind = line.split()[:2]
            # Symbols that several objects may define, like inline functions, do not count.
            if kind not in 'VWu':
                (needed if kind in 'Uw' else defined).add(symbol)
    return table


def circles(needs):
    """The groups of more than one unit that reach each other (Tarjan's)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in needs.get(node, {}):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            group = []
            while not group or group[-1] != node:
                group.append(stack.pop())
            if len(group) > 1:
                found.append(sorted(group))

    sys.setrecursionlimit(10000)
    for node in sorted(needs):
        if node not in index:
            visit(node)
    return sorted(found)


def explain(needs, group):
    return [f'{one} needs {other}: {", ".join(sorted(needs[one][other])[:4])}'
            for one in group for other in sorted(needs.get(one, {})) if other in group]


class Report:
    def __init__(self, tests):
        self.number = self.failed = 0
        print(f'1..{tests}')

    def add(self, name, wrong):
        self.number += 1
        self.failed += bool(wrong)
        print(f'{"not ok" if wrong else "ok"} {self.number} {name}')
        for line in wrong:
            print('#', line)

    def skip(self, name, why):
        self.number += 1
        print(f'ok {self.number} {name} # SKIP {why}')


def main():
    allowed, files, report = read_table(), sources(), Report(7)

    projects = {name for _, name in OUTSIDE}
    wrong = [f'tests/layers.tsv has no row for {folder}'
             for folder in sorted({PurePosixPath(f).parent.as_posix() + '/' for f in files})
             if folder not in allowed]
    wrong += [f'{folder} of the table is not a folder' for folder in allowed
              if not (ROOT / folder).is_dir()]
    wrong += [f'{folder} may include {other}, which has no row' for folder in allowed
              for other in allowed[folder] if other not in allowed and other not in projects]
    wrong += [f'docs/explanation/folders.md and tests/layers.tsv do not both have {folder}'
              for folder in sorted(described() ^ set(allowed))]
    report.add('every folder has its row', wrong)

    needs = {folder: {other: {'tests/layers.tsv'} for other in allowed[folder] if other.endswith('/')}
             for folder in allowed}
    report.add('layers lie on each other and in no circle',
               [line for group in circles(needs) for line in explain(needs, group)])

    wrong, needs = [], {}

    def need(one, other, what):
        if unit(one) != unit(other):
            needs.setdefault(unit(one), {}).setdefault(unit(other), set()).add(what)

    for path in files:
        own = room(path, allowed)
        for other, project in includes(path):
            target = project or room(other, allowed)
            if project is None:
                need(path, other, 'includes it')
            if own and target != own and target not in allowed[own]:
                wrong.append(f'{path} includes {other}, and {own} may not include {target}')
    report.add('files include what their folder may', wrong)
    report.add('no two files include each other',
               [line for group in circles(needs) for line in explain(needs, group)])

    report.add('what only Linux has is where another system would be added', list(of_linux(allowed)))

    names = ['files call what their folder may', 'no two files call each other']
    table = symbols()
    if not any(defined for defined, _ in table.values()):
        for name in names:
            report.skip(name, 'there are no objects, or no nm that reads them')
        return report.failed
    wrong = []
    public = set(re.findall(r'\w+', ' '.join(
        path.read_text() for path in (ROOT / 'include').rglob('*.h'))))
    home = {symbol: source for source in table for symbol in table[source][0]}
    for source, (_, needed) in sorted(table.items()):
        own = room(source, allowed)
        for symbol in sorted(needed & home.keys()):
            need(source, home[symbol], symbol)
            target = room(home[symbol], allowed)
            if symbol in public and source.split('/')[0] != home[symbol].split('/')[0]:
                target = 'include/life/'
            if own and target != own and target not in allowed[own]:
                wrong.append(f'{source} calls {symbol}() of {home[symbol]},'
                             f' and {own} may not include {target}')
    report.add(names[0], wrong)
    report.add(names[1], [line for group in circles(needs) for line in explain(needs, group)])
    return report.failed


if __name__ == '__main__':
    sys.exit(main() > 0)
