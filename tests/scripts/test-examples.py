#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs the programs of examples/pipelines, in C and in Python, and the lines of docs/how-to/editing.md. Prints TAP."""
import os
import re
import shlex
import shutil
import subprocess

from tap import BUILD, SOURCE, Skip, expect, expect_in, main, need

EXAMPLES = SOURCE / 'examples' / 'pipelines'


def run(*command, status=0, folder=None):
    """What a command printed, its errors last."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=100, check=False, cwd=folder)
    assert done.returncode == status, f'{command}: status {done.returncode}:\n{done.stdout}{done.stderr}'
    return done.stdout + done.stderr


def python(*modules):
    """A Python that has these modules; the system's may be another one than the first on PATH."""
    for program in 'python3', '/usr/bin/python3':
        if shutil.which(program) and subprocess.run([program, '-c', f'import {", ".join(modules)}'], capture_output=True,
                                                    check=False).returncode == 0:
            return program
    raise Skip(f'no Python has {" and ".join(modules)}')


def sides(name, *modules):
    """The commands of an example: in C, and in Python where it can run."""
    yield [BUILD / 'examples' / 'pipelines' / f'pipeline-{name}']
    yield [python(*modules), EXAMPLES / f'{name}.py']


def test_frames_show_the_cells_that_their_meta_counts():
    for command in sides('frames', 'gi', 'numpy'):
        found = re.findall(r'^generation (\d+): (\d+) cells live, (\d+) pixels', run(*command, 'acorn', '5'), re.M)
        expect([(int(generation), int(live)) for generation, live, _ in found], [(0, 7), (1, 8), (2, 10), (3, 11), (4, 11)], command)
        assert all(live == white for _, live, white in found), found


def test_frames_report_a_wrong_pattern():
    for command in sides('frames', 'gi', 'numpy'):
        expect_in('no built-in pattern is called "gosling"', run(*command, 'gosling', status=1), command)


def test_steering_pastes_sets_and_clears():
    for command in sides('steer', 'gi'):
        counts = re.findall(r'(\d+) cells live under (\S+)', run(*command))
        order = [count for i, count in enumerate(counts) if i == 0 or count != counts[i - 1]]
        expect(order, [('4', 'B3/S23'), ('9', 'B3/S23'), ('9', 'B36/S23'), ('0', 'B36/S23')], command)


def test_a_loop_has_the_frames_of_one_period(folder):
    need('ffprobe')
    for command in sides('loop', 'gi'):
        properties = ['pattern=pentadecathlon zoom=16'] if len(command) == 1 else ['pattern=pentadecathlon', 'zoom=16']
        expect_in('a period of 15', run(*command, 'loop.webm', *properties, folder=folder), command)
        frames = run('ffprobe', '-v', 'error', '-count_packets', '-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0', 'loop.webm',
                     folder=folder)
        expect(int(frames.strip().strip(',')), 15, 'frames')


def test_programs_in_c_compile_by_their_own_lines(folder):
    need('cc', 'pkg-config')
    for source in EXAMPLES.glob('*.c'):
        shutil.copy(source, folder)
        run('sh', '-c', re.search(r'^ \*   (cc .*)$', source.read_text(encoding='utf-8'), re.M)[1] + ' -Wall -Werror', folder=folder)


def test_lines_of_the_editing_services_play(folder):
    need('ges-launch-1.0')
    page = (SOURCE / 'docs' / 'how-to' / 'editing.md').read_text(encoding='utf-8')
    lines = re.findall(r'^    ges-launch-1.0 (.*)$', page, re.M)
    assert len(lines) >= 4, lines
    for line in lines:
        words = shlex.split(re.sub(r'duration=\d\.0', 'duration=0.2', line))
        if '-o' in words:
            at = words.index('-o') + 1
            words[at] = f'file://{folder}/{words[at]}'
        else:
            words += ['-v', 'fakesink']
        printed = run('ges-launch-1.0', '--no-interactive', *words, folder=folder)
        assert 'ERROR' not in printed, printed
    assert [path for path in folder.iterdir() if path.stat().st_size > 1000], os.listdir(folder)


if __name__ == '__main__':
    main(globals())
