#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Uses the library as other projects do: installed, as a subproject, and through the
programs in examples/. Prints TAP; meson's environment has the paths of source and build."""
import os
import re
import shutil
import subprocess
from pathlib import Path

from tap import BUILD, SOURCE, main, need

EXAMPLES = sorted((SOURCE / 'examples').glob('*.c'))
GLIDER = 'x = 3, y = 3, rule = B3/S23:P40,30\nbob$2bo$3o!\n'


def run(*command, status=0, folder=None, **environment):
    """A command's output and errors."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=1000, check=False,
                          cwd=folder, env=dict(os.environ, **environment))
    assert done.returncode == status, f'{command}: status {done.returncode}:\n{done.stdout}{done.stderr}'
    return done.stdout, done.stderr


def example(name, *arguments, status=0):
    return run(BUILD / 'examples' / name, *arguments, status=status)


# --- The examples ---

def test_glider_moves_by_a_cell_in_four_generations(folder):
    frames = re.split(r'generation \d+\n', example('glider', '4')[0])[1:]
    worlds = [[(x, y) for y, row in enumerate(frame.splitlines()) for x, cell in enumerate(row) if cell == 'O']
              for frame in frames]
    assert len(worlds) == 5 and all(len(world) == 5 for world in worlds), frames
    assert worlds[4] == [(x + 1, y + 1) for x, y in worlds[0]], frames


def test_picture_shows_the_world_at_a_whole_zoom(folder):
    (folder / 'glider.rle').write_text(GLIDER)
    example('picture', folder / 'glider.rle', folder / 'glider.ppm', '4')
    header, pixels = (folder / 'glider.ppm').read_bytes().split(b'\n', 1)
    assert header == b'P6 640 480 255' and len(pixels) == 640 * 480 * 3, (header, len(pixels))
    # 40 × 30 cells of 16 × 16 pixels, the glider's corner at (19, 14) and moved by one.
    for y in range(480):
        for x in range(640):
            alive = (x // 16 - 20, y // 16 - 15) in {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
            at = 3 * (640 * y + x)
            assert pixels[at:at + 3] == (b'\xff\xff\xff' if alive else b'\0\0\0'), (x, y)


def test_population_counts_every_generation(folder):
    rows = example('population', 'B3/S23', '64', '20')[0].splitlines()
    assert rows[0] == 'generation,population,births,deaths'
    counts = [tuple(map(int, row.split(','))) for row in rows[1:]]
    assert [row[0] for row in counts] == list(range(21)), counts
    assert 1200 < counts[0][1] < 1700, counts[0]
    for previous, now in zip(counts, counts[1:]):
        assert now[1] == previous[1] + now[2] - now[3], (previous, now)


def test_far_future_counts_after_powers_of_two(folder):
    # A gun has 36 cells, and five more for every 30 generations.
    for exponent in 4, 50:
        expected = 36 + 5 * ((2 ** exponent) // 30)
        found = int(example('far-future', 'gosper-gun', str(exponent))[0])
        assert abs(found - expected) < 60, (exponent, found)
    assert example('far-future', 'glider', '60')[0] == '5\n'


def test_examples_print_how_they_are_called(folder):
    for arguments in ('far-future',), ('far-future', 'glider', '61'), ('glider', 'many'), ('picture',), ('population',), ('population', 'B3/S23', '0'):
        printed, wrong = example(*arguments, status=2)
        assert not printed and wrong.startswith(f'Usage: {arguments[0]} '), wrong


def test_examples_report_what_went_wrong(folder):
    for arguments, words in [(('far-future', 'nosuch', '3'), 'nosuch'), (('picture', folder / 'none.rle', folder / 'none.ppm', '0'), 'none.rle'),
                             (('population', 'B9/S23'), 'B9'),
                             (('population', 'B3/S23', '4294967295'), 'memory')]:
        wrong = example(*arguments, status=1)[1].strip()
        assert wrong.startswith(f'{arguments[0]}: ') and words in wrong and '\n' not in wrong, wrong


# --- Installed ---

def install(folder):
    """Where life-0.pc is, in a copy that lies in @folder as if it was meant to be there."""
    need('meson', 'pkg-config', 'cc')
    run('meson', 'install', '-C', BUILD, '--no-rebuild', '--quiet', DESTDIR=str(folder))
    found = list(folder.rglob('life-0.pc'))
    assert len(found) == 1, found
    text = found[0].read_text()
    prefix = re.match(r'prefix=(.*)', text).group(1)
    found[0].write_text(text.replace(f'prefix={prefix}', f'prefix={folder}{prefix}', 1))
    return found[0].parent


def test_everything_installed_bears_its_number(folder):
    install(folder)
    named = {path.name for path in folder.rglob('*') if not path.is_dir() or path.name == 'life-0'}
    assert {'life-0', 'life-0.pc', 'liblife-0.so', 'liblife-0.so.0', 'life.h'} <= named, named
    assert not [name for name in named if re.match(r'(lib)?life\.(so|a|pc)', name)], named
    headers = {path.relative_to(folder).as_posix().split('include/')[1] for path in folder.rglob('*.h')}
    assert headers and all(header.startswith('life-0/life/') for header in headers), headers


def test_examples_compile_against_what_is_installed(folder):
    position = install(folder)
    for source in EXAMPLES:
        line = re.search(r'^ \*   (cc .*)$', source.read_text(), re.M).group(1)
        shutil.copy(source, folder)
        run('sh', '-c', line + ' -Wall -Wextra -Werror', folder=folder, PKG_CONFIG_PATH=str(position))
        run(folder / source.stem, 'too', 'many', 'words', 'here', status=2, LD_LIBRARY_PATH=str(position.parent))
    printed = run(folder / 'glider', LD_LIBRARY_PATH=str(position.parent))
    assert printed == example('glider'), printed


def test_program_of_the_documentation_compiles(folder):
    position = install(folder)
    page = (SOURCE / 'docs' / 'reference' / 'library.md').read_text(encoding='utf-8')
    name, line = re.search(r'^    (?=cc (\S+))(.*)$', page, re.M).groups()
    (folder / name).write_text(re.search(r'```c\n(.*?)```', page, re.S).group(1), encoding='utf-8')
    run('sh', '-c', line + ' -Wall -Wextra -Werror', folder=folder, PKG_CONFIG_PATH=str(position))
    printed = run(folder / Path(name).stem, LD_LIBRARY_PATH=str(position.parent))[0]
    assert re.fullmatch(r'\d+ cells live\n', printed), printed


# --- As a subproject ---

def test_project_with_this_one_inside_builds_the_library_alone(folder):
    need('meson', 'ninja', 'cc')
    (folder / 'subprojects').mkdir()
    (folder / 'subprojects' / 'life').symlink_to(SOURCE)
    shutil.copy(SOURCE / 'examples' / 'glider.c', folder)
    (folder / 'meson.build').write_text(
        "project('outside', 'c')\n"
        "life_dep = dependency('life-0', fallback: 'life', default_options: ['cuda=disabled'])\n"
        "executable('outside', 'glider.c', dependencies: life_dep)\n")
    printed = run('meson', 'setup', 'build', '--wrap-mode=forcefallback', '-Doptimization=0', folder=folder)[0]
    assert re.search(r'GStreamer plugin *: .*NO', printed) and \
        re.search('Dependency gstreamer-1.0 (for host machine )?skipped', printed), printed
    run('ninja', '-C', 'build', folder=folder)
    built = {path.name for path in (folder / 'build').rglob('*') if path.is_file() and os.access(path, os.X_OK)}
    assert 'outside' in built and not any(re.match('libgst|test-|life-', name) for name in built), built
    printed = run(folder / 'build' / 'outside', LD_LIBRARY_PATH='')
    assert printed == example('glider'), printed


if __name__ == '__main__':
    main(globals())
