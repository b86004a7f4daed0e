#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""pipelines/window.sh under a virtual X server: screenshots of its window are compared with a Life of our own.
Prints TAP."""
import shutil
import signal
import subprocess
from contextlib import contextmanager

from cells import difference, generation
from script import ANY_ERROR, User
from tap import Failure, expect, main, need, until

SIZE, ZOOM = (1280, 720), 4


@contextmanager
def screen(user):
    """An X server, which picks a free number and reports it; then there is a display."""
    need('Xvfb')
    with subprocess.Popen(['Xvfb', '-displayfd', '1', '-screen', '0', f'{SIZE[0]}x{SIZE[1]}x24', '-nolisten', 'tcp'],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        user.environment['DISPLAY'] = ':' + server.stdout.readline().strip()
        try:
            yield user.environment['DISPLAY']
        finally:
            server.terminate()


def test_a_window_shows_the_pattern_until_it_is_interrupted(user):
    need('ffmpeg')
    phases = [generation('3o!', number) for number in range(2)]
    seen, wrong = set(), []
    with screen(user) as display:
        window = user.start('window.sh blinker')

        def shows_both():
            if window.process.poll() is not None:
                raise Failure(f'the window is closed: {window.end()}')
            luma = user.decode(display, 'gray', '-frames:v', '1', input_options=['-f', 'x11grab', '-draw_mouse', '0', '-video_size', f'{SIZE[0]}x{SIZE[1]}'])
            wrong[:] = [difference(luma, SIZE, ZOOM, cells) for cells in phases]
            seen.update(i for i in range(2) if wrong[i] is None)
            return len(seen) == 2
        try:
            until(shows_both, 'a window with both phases of the blinker', 120)
        finally:
            window.send(signal.SIGINT)
        expect(window.end().status, 0, f'status after Ctrl-C; {wrong}')


def test_a_window_is_closed_by_signals(user):
    """Ctrl-C ends it well, whether only the shell gets the signal or the whole group; SIGTERM does not."""
    real = shutil.which('gst-launch-1.0')
    # A second stream reports once both have a frame.
    user.fake('gst-launch-1.0', f'exec {real} "$@" lifesrc num-buffers=1 ! progressreport name=rendering ! fakesink')
    with screen(user):
        for number, group, deaf, status in [(signal.SIGINT, True, False, 0), (signal.SIGINT, False, False, 0),
                                            (signal.SIGINT, True, True, 0), (signal.SIGTERM, False, False, 143)]:
            window = user.start('window.sh glider', deaf)
            window.await_text('rendering (')
            window.send(number, group)
            outcome = window.end()
            expect((outcome.status, outcome.errors), (status, ''), f'status and errors after {number.name}')


def test_what_prevents_a_window_is_named(user):
    user.environment['DISPLAY'] = ':54321'
    user.refuse('window.sh glider', 1, 'the display :54321 does not answer')
    with screen(user):
        user.refuse('window.sh no-such-pattern', ANY_ERROR, 'no-such-pattern')
    user.expect_only()


if __name__ == '__main__':
    main(globals(), prepare=User)
