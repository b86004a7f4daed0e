# SPDX-License-Identifier: LGPL-2.1-or-later
"""The other end of an RTSP connection, byte by byte: life-rtsp-server as a process, a viewer that counts frames without
decoding them, and viewers that misbehave. Nothing here is a test."""
import os
import random
import re
import select
import signal
import socket
import struct
import subprocess
import time

from cells import advance, cells_in, rle_of
from tap import BUILD, TIMEOUT, Failure, Skip, expect, expect_range, until

SERVER = BUILD / 'pipelines' / 'rtsp-server' / 'life-rtsp-server'
SMALL = ['--width', '160', '--height', '96']
DESCRIBE = 'Accept: application/sdp\r\n'
INTERLEAVED = 'Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n'
MEGABYTE = 1 << 20

# The world that is served, and pixels for each of its cells.
COLUMNS, ROWS, ZOOM = 40, 24, 8
WIDTH, HEIGHT = COLUMNS * ZOOM, ROWS * ZOOM
LAST_GENERATION = 3000
DICE = random.Random(7)
SOUP = {(x, y) for x in range(COLUMNS) for y in range(ROWS) if DICE.random() < 0.35}
PROPERTIES = ['@preset=classic', f'world-width={COLUMNS}', f'world-height={ROWS}', 'topology=torus', f'pattern={rle_of(SOUP, COLUMNS, ROWS)}']

# Programs that were not built with sanitizers load no plugin that was.
PLAIN = {**os.environ, 'GST_REGISTRY_1_0': str(BUILD / 'registry-encoder.bin')}
PLAIN.pop('GST_PLUGIN_PATH_1_0', None)
PLAIN.pop('LD_PRELOAD', None)


def need_elements(*names):
    for name in names or ['x264enc']:
        if subprocess.run(['gst-inspect-1.0', '--exists', name], env=PLAIN, check=False).returncode:
            raise Skip(f'the element {name} is not installed')


class Server:
    """life-rtsp-server on a free port; a context that ends it and expects status 0."""

    def __init__(self, *options):
        # A critical message, which no request may cause, ends it.
        self.process = subprocess.Popen([SERVER, '--port', '0', *options], stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, 'G_DEBUG': 'fatal-criticals'})
        line = self.process.stdout.readline()
        match = re.fullmatch(r'Serving rtsp://.+:(\d+)/.*\n', line)
        if not match:
            self.process.kill()
            raise Failure(f'life-rtsp-server says {line!r}')
        self.port = int(match.group(1))

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.stop()

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        try:
            expect(self.process.wait(TIMEOUT), 0, 'status of life-rtsp-server')
        finally:
            self.process.kill()
            self.process.stdout.close()

    def descriptors(self):
        return len(os.listdir(f'/proc/{self.process.pid}/fd'))

    def memory(self):
        """In kilobytes."""
        with open(f'/proc/{self.process.pid}/status', encoding='ascii') as status:
            return int(re.search(r'VmRSS:\s*(\d+)', status.read()).group(1))

    def is_sanitized(self):
        """The address sanitizer keeps freed memory for a while."""
        with open(f'/proc/{self.process.pid}/maps', encoding='utf-8') as maps:
            return 'libasan' in maps.read()

    def play(self):
        """A peer to which frames come."""
        peer = Peer(self.port)
        expect(peer.play(), True, 'whether a viewer may play')
        return peer


class Peer:
    """A connection that counts the frames that it gets."""

    def __init__(self, port, mount='/life'):
        self.link = socket.create_connection(('127.0.0.1', port), TIMEOUT)
        self.url, self.session, self.cseq = f'rtsp://127.0.0.1:{port}{mount}', '', 0
        self.bytes = b''
        # torn: frames with a second parameter set; times: when each frame ended; stamps: its RTP time, in 1/90000 s.
        self.frames, self.key_frames, self.torn, self.first_is_key, self.times, self.stamps = 0, 0, 0, None, [], []
        self.key = self.parameters = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.link.close()

    def kill(self):
        """Closes so that the other side sees a reset."""
        self.link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
        self.link.close()

    def read(self, seconds=1):
        """Reads what arrives within that time; False at the end."""
        if select.select([self.link], [], [], seconds)[0]:
            try:
                piece = self.link.recv(65536)
            except ConnectionError:
                piece = b''
            if not piece:
                return False
            self.bytes += piece
        self.count_packets()
        return True

    def count_packets(self):
        while len(self.bytes) >= 4 and self.bytes[:1] == b'$':
            channel, length = struct.unpack('>BH', self.bytes[1:4])
            if len(self.bytes) < 4 + length:
                break
            if channel == 0:
                self.count_packet(self.bytes[4:4 + length])
            self.bytes = self.bytes[4 + length:]

    def count_packet(self, packet):
        """An RTP packet of H.264 (RFC 6184): frames and key frames are counted at their ends."""
        if len(packet) < 16:
            packet += bytes(16 - len(packet))
        kind = packet[12] & 31
        if kind == 28:  # a part of a unit, whose type is in the next byte
            kind = packet[13] & 31
        elif kind == 24:  # several units; the first one's type
            kind = packet[15] & 31
        self.key |= kind in (5, 7)
        if kind == 7:
            self.torn += self.parameters
            self.parameters = True
        if packet[1] & 128:
            if not self.times:
                self.first_is_key = self.key
            self.times.append(time.monotonic())
            self.stamps.append(struct.unpack('>I', packet[4:8])[0])
            self.frames += 1
            self.key_frames += self.key
            self.key = self.parameters = False

    def ticks(self, first, last):
        """RTP time between two frames, which wraps around, in 1/90000 s."""
        return (self.stamps[last] - self.stamps[first]) % (1 << 32)

    def await_frames(self, number, after):
        """Waits for so many more frames."""
        end, until_then = time.monotonic() + TIMEOUT, self.frames + number
        while self.frames < until_then:
            if not self.read() or time.monotonic() > end:
                raise Failure(f'the stream ends or stands still after {self.frames} frames: {after}')

    def request(self, method, track='', headers=''):
        """The status of the reply; 0 where there is none. Headers end with \\r\\n each."""
        self.cseq += 1
        session = f'Session: {self.session}\r\n' if self.session else ''
        try:
            self.link.sendall(f'{method} {self.url}{track} RTSP/1.0\r\nCSeq: {self.cseq}\r\n{session}{headers}\r\n'.encode())
        except OSError:
            return 0
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            if not self.read(0.1) and not self.bytes:
                return 0
            if self.bytes[:1] not in (b'', b'$') and (status := self.receive_reply()):
                self.count_packets()
                return status
        return 0

    def receive_reply(self):
        head, end, rest = self.bytes.partition(b'\r\n\r\n')
        length = re.search(rb'\r\nContent-Length: (\d+)', head)
        length = int(length.group(1)) if length else 0
        if not end or len(rest) < length:
            return 0
        session = re.search(rb'\r\nSession: ([^\r;]*)', head)
        self.session = session.group(1).decode() if session else self.session
        self.bytes = rest[length:]
        return int(head.split()[1])

    def set_up(self):
        return self.request('DESCRIBE', '', DESCRIBE) == 200 and self.request('SETUP', '/stream=0', INTERLEAVED) == 200

    def play(self):
        """Whether all was granted up to the first frame."""
        return self.set_up() and self.request('PLAY') == 200

    def is_finished(self):
        """Whether the other side has hung up; nothing is read."""
        poll = select.poll()
        poll.register(self.link, select.POLLRDHUP)
        return bool(poll.poll(0))

    def send(self, *pieces):
        """As far as the other side takes it."""
        try:
            for piece in pieces:
                self.link.sendall(piece)
        except OSError:
            pass


REQUEST = b'DESCRIBE rtsp://127.0.0.1/life RTSP/1.0\r\nCSeq: 1\r\n'
# What viewers do before they vanish.
VANISH = {
    'while it plays': lambda peer: peer.play() and peer.read(),
    'reads nothing': lambda peer: peer.play() and time.sleep(0.1),
    'after the description': lambda peer: peer.request('DESCRIBE', '', DESCRIBE),
    'after the set-up': Peer.set_up,
    'sends nothing': lambda peer: None,
    'in the middle of a line': lambda peer: peer.send(REQUEST[:-5]),
    'no RTSP at all': lambda peer: peer.send(os.urandom(1024)),
    'a header of a megabyte': lambda peer: peer.send(REQUEST, b'x' * MEGABYTE),
    'a megabyte of headers': lambda peer: peer.send(REQUEST, *[b'x' * 1000 + b': y\r\nX' + b'x' * 17] * 1024),
    'announces a gigabyte': lambda peer: peer.send(REQUEST, b'Content-Length: 1000000000\r\n\r\n', b'x' * 1024),
}


def vanish(port, how):
    try:
        peer = Peer(port)
    except OSError:
        return
    VANISH[how](peer)
    peer.kill()


def await_descriptors(server, maximum):
    until(lambda: server.descriptors() <= maximum, f'the server has at most {maximum} descriptors')


def expect_life(frames, world=SOUP, first=0):
    """Each frame shows a later generation of the world; returns the last one's number."""
    number = first
    for i, luma in enumerate(frames):
        seen = cells_in(luma, COLUMNS, ROWS, ZOOM)
        while seen != world:
            expect_range(number, 0, LAST_GENERATION, f'generations up to frame {i}, which shows none of them')
            world, number = advance(world, (COLUMNS, ROWS)), number + 1
    return number
