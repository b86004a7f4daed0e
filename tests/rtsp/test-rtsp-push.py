#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What pipelines/rtsp-push.sh sends to a server that records. Prints TAP."""
import signal
import socket
import struct
import threading

from rtsp_peer import HEIGHT, PROPERTIES, WIDTH, expect_life, need_elements
from script import User
from tap import expect, expect_range, main, need, until


class Recorder:
    """A server to which a stream is pushed, and which writes its H.264 (RFC 6184) to a file."""

    def __init__(self, path):
        self.path, self.listener, self.frames = path, socket.create_server(('127.0.0.1', 0)), 0
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        link, self.parts = self.listener.accept()[0], b''
        with link, link.makefile('rwb') as stream, open(self.path, 'wb') as out:
            while first := stream.read(1):
                if first == b'$':
                    channel, length = struct.unpack('>BH', stream.read(3))
                    packet = stream.read(length)
                    if channel == 0:
                        out.write(self.unpack(packet[12:]))
                        self.frames += packet[1] >> 7
                        out.flush()
                else:
                    self.reply(stream, first + stream.readline())

    @staticmethod
    def reply(stream, line):
        headers = {}
        while (header := stream.readline().decode().strip()):
            name, _, value = header.partition(': ')
            headers[name.lower()] = value
        stream.read(int(headers.get('content-length', 0)))
        more = {b'OPTIONS': 'Public: OPTIONS, ANNOUNCE, SETUP, RECORD, TEARDOWN', b'SETUP': f'Transport: {headers.get("transport")}'}
        stream.write((f'RTSP/1.0 200 OK\r\nCSeq: {headers["cseq"]}\r\nSession: 1\r\n' + more.get(line.split()[0], 'Server: test') + '\r\n\r\n').encode())
        stream.flush()

    @staticmethod
    def unpack(payload):
        kind, start = payload[0] & 31, b'\0\0\0\1'
        if kind == 28:  # a part of a unit
            return (start + bytes([payload[0] & 0xe0 | payload[1] & 31]) if payload[1] & 128 else b'') + payload[2:]
        if kind != 24:
            return start + payload
        units, payload = b'', payload[1:]
        while payload:
            length = struct.unpack('>H', payload[:2])[0]
            units, payload = units + start + payload[2:2 + length], payload[2 + length:]
        return units


def test_a_pushed_stream_is_life(user):
    need('ffmpeg')
    recorder = Recorder(user.folder / 'pushed.h264')
    words = ' '.join(f"'{word}'" for word in PROPERTIES)
    run = user.start(f'rtsp-push.sh --width {WIDTH} --height {HEIGHT} --bitrate 3000 rtsp://127.0.0.1:{recorder.port}/in -- {words}')
    until(lambda: recorder.frames >= 20 or run.process.poll() is not None, 'twenty frames')
    run.send(signal.SIGTERM)
    expect(run.end().status, -signal.SIGTERM, 'status after SIGTERM')
    luma = user.decode('pushed.h264', 'gray')
    frames = [luma[at:at + WIDTH * HEIGHT] for at in range(0, len(luma), WIDTH * HEIGHT)]
    # The first frame may be late, but none between may be missing.
    first = expect_life(frames[:1])
    expect_range(len(frames), 15, 1000, 'frames')
    expect(expect_life(frames[:-1]), first + len(frames) - 2, 'generation of the last whole frame')


if __name__ == '__main__':
    main(globals(), prepare=User, require=lambda: need_elements('x264enc', 'rtspclientsink'))
