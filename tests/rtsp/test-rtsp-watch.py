#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What viewers of life-rtsp-server get: Life, beginning with a key frame, if they know the password. Prints TAP."""
import os
import re
import select
import subprocess
import tempfile

from rtsp_peer import (HEIGHT, INTERLEAVED, LAST_GENERATION, PLAIN, PROPERTIES, SMALL, WIDTH, Peer, Server, await_descriptors,
                       expect_life, need_elements)
from tap import TIMEOUT, Failure, expect, expect_in, expect_range, main, need, until

WORLD = ['--width', str(WIDTH), '--height', str(HEIGHT), '--', *PROPERTIES]


class Watcher:
    """A player that decodes to gray pictures; a context that ends it. A frame may be in transit when it joins; the next one
    is a key frame. After an error early on, gst-launch-1.0 1.22 may wait forever: no read waits for its end."""

    def __init__(self, server, *properties):
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            ['gst-launch-1.0', '-q', 'rtspsrc', f'location=rtsp://127.0.0.1:{server.port}/life', 'protocols=tcp', 'latency=0', *properties, '!',
             'rtph264depay', 'wait-for-keyframe=true', '!', 'avdec_h264', '!', 'videoconvert', '!', 'video/x-raw,format=GRAY8', '!', 'fdsink'],
            stdout=subprocess.PIPE, stderr=self.errors, env={**PLAIN, 'LC_ALL': 'C'})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()

    def error(self):
        """What it has printed if there is an error in it."""
        text = os.pread(self.errors.fileno(), 65536, 0).decode()
        return text if 'ERROR' in text else ''

    def frame(self):
        luma, pipe = b'', self.process.stdout.fileno()
        while len(luma) < WIDTH * HEIGHT:
            ready = select.select([pipe], [], [], TIMEOUT)[0]
            piece = os.read(pipe, WIDTH * HEIGHT - len(luma)) if ready else b''
            if not piece:
                raise Failure(f'the stream ends or stands still: {self.error()}')
            luma += piece
        return luma


def test_viewers_see_the_same_life():
    with Server(*WORLD) as server:
        with Watcher(server) as first:
            expect_life(first.frame() for _ in range(30))
            with Watcher(server) as second:
                # A world of this viewer's own would be at its beginning.
                expect_range(expect_life([second.frame()]), 20, LAST_GENERATION, 'generation')
                expect_life(second.frame() for _ in range(10))


def test_the_world_begins_anew_when_all_have_left():
    with Server(*WORLD) as server:
        descriptors = server.descriptors()
        for _ in range(3):
            with Watcher(server) as viewer:
                expect_range(expect_life([viewer.frame()]), 0, 60, 'generation')
            await_descriptors(server, descriptors)


def test_presets_are_served():
    """Dark cells on light paper, unless a property says otherwise."""
    for properties, minimum, maximum in (['density=0.01'], 0, 60), (['density=0.01', '@preset=film'], 160, 255), \
            (['density=0.01', 'dead-color=0xff000000', '@preset=film'], 0, 60):
        with Server('--width', str(WIDTH), '--height', str(HEIGHT), '--', *properties) as server, Watcher(server) as viewer:
            expect_range(sum(viewer.frame()) / WIDTH / HEIGHT, minimum, maximum, f'mean luma of {properties}')


def test_size_and_rate_are_as_requested():
    need('ffprobe')
    with Server('--width', '480', '--height', '270', '--framerate', '25', '--mount', '/a/b.c', '--', 'zoom=4') as server:
        done = subprocess.run(['ffprobe', '-v', 'error', '-rtsp_transport', 'tcp', '-show_entries',
                               'stream=codec_name,pix_fmt,width,height,color_space', '-of', 'default=noprint_wrappers=1',
                               f'rtsp://127.0.0.1:{server.port}/a/b.c'], env=PLAIN, capture_output=True, text=True, check=False)
        expect((done.returncode, done.stderr), (0, ''), 'status and errors of ffprobe')
        for word in 'codec_name=h264', 'width=480', 'height=270', 'pix_fmt=yuv420p', 'color_space=bt709':
            expect_in(word, done.stdout.split(), 'stream')
        # ffprobe would guess the rate, from few frames where the machine is busy.
        with Peer(server.port, '/a/b.c') as peer:
            expect(peer.play(), True, 'whether a viewer may play')
            peer.await_frames(20, 'alone')
            expect(min(peer.ticks(i, i + 1) for i in range(19)), 90000 // 25, 'ticks from one frame to the next')


# --- Key frames ---

def test_late_viewers_begin_with_a_key_frame():
    """Every 60th frame is a key frame anyway: a viewer that joins between two of them would wait for 30 on average. How many
    frames come before its request is handled depends on the machine, and does not count alone."""
    with Server(*SMALL) as server, server.play() as first:
        first.await_frames(20, 'alone')
        frames = []
        for _ in range(5):
            with server.play() as late:
                while not late.key_frames:
                    late.await_frames(1, 'up to a key frame')
                frames.append(late.frames)
            first.await_frames(10, 'after another one came')
        expect_range(sum(frames) / len(frames), 1, 15, f'mean of {frames}, frames up to a key frame')


def test_many_who_join_at_once_leave_frames_that_are_no_key_frames():
    with Server(*SMALL) as server, server.play() as first:
        first.await_frames(10, 'alone')
        frames, key_frames = first.frames, first.key_frames
        while first.frames < frames + 60:
            with server.play():
                expect(first.read(0.1), True, 'whether the stream goes on')
        seconds = first.ticks(frames - 1, -1) / 90000
        # Requested ones are 200 ms apart, regular ones 60 frames; of each, one more fits in.
        expect_range(first.key_frames - key_frames, 0, seconds / 0.2 + (first.frames - frames) / 60 + 2,
                     f'key frames of {first.frames - frames} in {seconds:.2f} s')


def test_key_frames_are_whole():
    """Parameters before each of a frame's slices would begin a new frame."""
    with Server('--width', '640', '--height', '360') as server, server.play() as peer:
        peer.await_frames(70, 'alone')
        expect((peer.key_frames >= 2, peer.torn, peer.first_is_key), (True, 0, True), 'key frames, torn ones, whether the first is one')


def test_a_stream_of_so_many_frames_can_be_seen_again():
    with Server(*SMALL, '--', 'num-buffers=20') as server:
        descriptors = server.descriptors()
        for _ in range(2):
            with server.play() as peer:
                peer.await_frames(15, 'of 20')
            await_descriptors(server, descriptors)


# --- Passwords ---

def guarded(folder):
    path = folder / 'password'
    path.write_text('sesame\n', encoding='ascii')
    path.chmod(0o600)
    return Server('--user', 'me', '--password-file', str(path), *WORLD)


def test_password_is_needed(folder):
    with guarded(folder) as server:
        with Peer(server.port) as peer:
            # The last one is "me:sesame" in clear, which must not be sent.
            for request in [('DESCRIBE',), ('SETUP', '/stream=0', INTERLEAVED), ('DESCRIBE', '', 'Authorization: Basic bWU6c2VzYW1l\r\n')]:
                expect(peer.request(*request), 401, f'reply to {request}')
        for words in [], ['user-id=me', 'user-pw=open'], ['user-id=you', 'user-pw=sesame'], ['user-id=me']:
            with Watcher(server, *words) as viewer:
                errors = until(viewer.error, f'an error with {words}')
                # rtspsrc repeats a wrong password until the server closes the connection, and may report that instead.
                refusal = 'Unauthorized|Could not (read from|write to) resource' if words else 'Unauthorized'
                expect(bool(re.search(refusal, errors)), True, f'whether a viewer with {words} is refused: {errors!r}')
                viewer.process.kill()
                expect(viewer.process.stdout.read(), b'', f'what a viewer with {words} gets')
        with Watcher(server, 'user-id=me', 'user-pw=sesame') as viewer:
            expect_life(viewer.frame() for _ in range(5))


def test_connection_is_closed_after_five_refusals(folder):
    with guarded(folder) as server, Peer(server.port) as peer:
        expect([peer.request('DESCRIBE') for _ in range(6)], [401] * 5 + [0], 'replies')


if __name__ == '__main__':
    main(globals(), require=lambda: need_elements('x264enc', 'rtspsrc', 'avdec_h264'))
