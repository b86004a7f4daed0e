#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Puts life-rtsp-server under load, by hand: 50 viewers for 30 s, 49 of them ffmpeg, then 500 viewers that vanish one after
another while one plays.

Usage: meson devenv -C BUILD-FOLDER tests/rtsp/stress-rtsp.py BUILD-FOLDER. Prints the results; fails where a viewer's frames
stop or the server does not free memory."""
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
os.environ['LIFE_SOURCE_ROOT'] = str(HERE.parents[1])
os.environ['LIFE_BUILD_ROOT'] = str(Path(sys.argv[1]).resolve()) if len(sys.argv) == 2 else sys.exit(__doc__)
sys.path.insert(0, str(HERE.parent / 'support' / 'programs'))
from rtsp_peer import VANISH, Server, vanish  # pylint: disable=wrong-import-position

FFMPEGS, VANISHERS, GROWTH_MAX = 49, 490, 16 * 1024


def watch(server, seconds):
    """One viewer, which notes times."""
    begin = time.monotonic()
    with server.play() as peer:
        while time.monotonic() < begin + seconds and peer.read(0.1):
            pass
    gaps = [b - a for a, b in zip(peer.times, peer.times[1:])]
    print(f'a viewer, {seconds} s: {peer.frames} frames, the first after {1000 * (peer.times[0] - begin):.0f} ms, at most '
          f'{1000 * max(gaps):.0f} ms between two')


def work_of(server):
    """Hundredths of a second."""
    return sum(map(int, Path(f'/proc/{server.process.pid}/stat').read_text(encoding='ascii').split()[13:15]))


def play_many(server, folder):
    """Next to one that notes times; returns how many failed."""
    previous, url = work_of(server), f'rtsp://127.0.0.1:{server.port}/life'
    clients = [subprocess.Popen(['ffmpeg', '-v', 'error', '-nostdin', '-rtsp_transport', 'tcp', '-i', url, '-c', 'copy', '-t', '30', '-f',
                                 'framecrc', f'{folder}/{i}']) for i in range(FFMPEGS)]
    time.sleep(8)  # by then all have started, which takes CPU time too
    watch(server, 20)
    failed = sum(client.wait() != 0 for client in clients)
    frames = [sum(line[0] != '#' for line in Path(folder, str(i)).read_text(encoding='ascii').splitlines()) for i in range(FFMPEGS)]
    print(f'ffmpeg: {failed} failed; {min(frames)} to {max(frames)} frames each; the server worked for {work_of(server) - previous} '
          'hundredths of a second')
    return failed


def vanish_all(server, number):
    for i in range(number):
        vanish(server.port, list(VANISH)[i % len(VANISH)])


def main():
    with Server('--width', '640', '--height', '360') as server, tempfile.TemporaryDirectory() as folder:
        watch(server, 20)
        failed = play_many(server, folder)
        watcher = threading.Thread(target=watch, args=(server, 60))
        watcher.start()
        time.sleep(1)
        descriptors = server.descriptors()
        vanish_all(server, 10)
        time.sleep(1)
        memory = server.memory()
        vanish_all(server, VANISHERS)
        time.sleep(2)
        after = server.descriptors(), server.memory()
        watcher.join()
        print(f'descriptors: {descriptors} before, {after[0]} after; memory: {memory} kB, {after[1]} kB')
    return failed > 0 or after[0] > descriptors or after[1] - memory >= GROWTH_MAX


if __name__ == '__main__':
    sys.exit(main())
