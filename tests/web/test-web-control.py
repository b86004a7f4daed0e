#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""life-control as a user runs it, on a life-web. Prints TAP."""

import base64
import hashlib
import json
import os
import re
import resource
import select
import socket
import struct
import subprocess
import tempfile
import threading

from tap import TIMEOUT, Failure, expect, expect_in, main, until
from web_peer import CONTROL, Server, need_encoder

LIMIT = 256 << 20  # bytes that life-control may take, whatever a server sends
PAUSED = ['pattern=block', 'world-width=40', 'world-height=24', 'zoom=4', 'paused=true']


def run(*arguments, text=None):
    ended = subprocess.run([CONTROL, *arguments], capture_output=True, text=True, errors='surrogateescape', timeout=TIMEOUT,
                           check=False, input=text,
                           env={**os.environ, 'LC_ALL': 'C.UTF-8'},
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT)))
    return ended.returncode, ended.stdout, ended.stderr


def expect_soon(process):
    """That it prints within the time that any wait may take."""
    if not select.select([process.stdout], [], [], TIMEOUT)[0]:
        process.kill()
        raise Failure(f'{process.args} prints nothing')


class World(Server):
    def __init__(self, *options):
        super().__init__(*options, properties=PAUSED)

    def control(self, *words, text=None):
        return run(f'ws://127.0.0.1:{self.port}', *words, text=text)

    def do(self, *words, text=None):
        status, printed, errors = self.control(*words, text=text)
        expect((status, errors), (0, ''), f'status of {words}')
        return printed

    def watch(self):
        """A watcher that was told of a frame."""
        watcher = subprocess.Popen([CONTROL, f'ws://127.0.0.1:{self.port}', 'watch'], stdout=subprocess.PIPE, text=True)
        expect_soon(watcher)
        expect(json.loads(watcher.stdout.readline())['type'], 'frame', 'first line')
        return watcher

    def refuse(self, status, why, *words):
        found, printed, errors = self.control(*words)
        expect((found, printed), (status, ''), f'status of {words}, which says {errors!r}')
        expect_in(why, errors, f'what {words} says')


def test_properties_are_set_and_printed():
    with World() as world:
        for name, value, printed in [('rule', 'B36/S23', 'B36/S23'), ('trail', '40', '40'), ('zoom', '2.5', '2.5'),
                                     ('paused', 'false', 'false'), ('alive-color', '#ff8000', '#ff8000'),
                                     ('slice', '-1', '-1'), ('camera', 'follow', 'follow')]:
            world.do('set', name, value)
            expect(world.do('get', name), printed + '\n', name)
        expect(run(f'http://127.0.0.1:{world.port}/', 'get', 'rule')[1], 'B36/S23\n', 'rule by the address of the page')


def test_patterns_come_by_name_as_text_and_from_files():
    with World() as world, tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'pattern')
        with open(path, 'w', encoding='utf-8') as file:
            file.write('x = 3, y = 1, rule = B36/S23\n3o!\n')
        world.do('load', path)
        expect(world.do('get', 'rule'), 'B36/S23\n', 'rule')
        expect_in('12$19b3o!', world.do('save'), 'the world')
        world.do('paste', 'glider', '1', '1')
        world.do('paste', '2o$2o!', '30', '2')
        saved = os.path.join(folder, 'saved.rle')
        world.do('save', saved)
        with open(saved, encoding='utf-8') as file:
            expect(file.read(), world.do('save'), 'saved file')
        until(lambda: world.do('get', 'population') == '12\n', 'a blinker, a glider and a block')


def test_actions_are_done():
    with World() as world:
        world.do('do', 'clear')
        until(lambda: world.do('get', 'population') == '0\n', 'nothing')
        world.do('do', 'undo')
        until(lambda: world.do('get', 'population') == '4\n', 'the block')


def test_view_is_moved_and_lines_are_drawn():
    with World() as world:
        world.do('draw', '2', '2', '38', '2')
        world.do('draw', '2', '2', '18', '2', '0')
        until(lambda: world.do('get', 'population') == '9\n', 'block and line')
        world.do('zoom', '2', '80', '48')
        world.do('pan', '-16', '8')
        expect(world.do('get', 'zoom'), '8.0\n', 'zoom')


def test_what_is_refused_is_reported():
    with World() as world:
        world.refuse(1, 'neighbors', 'set', 'rule', 'B99')
        world.refuse(1, 'that can be set', 'set', 'location', '/etc/passwd')
        world.refuse(1, 'explode', 'do', 'explode')
        world.refuse(1, 'No such file', 'load', '/no/such.rle')
        world.refuse(1, 'no built-in pattern', 'load', 'nosuch')
        world.refuse(2, 'x is no number', 'set', 'zoom', 'x')
        world.refuse(2, 'neither true nor false', 'set', 'paused', '1')
        world.refuse(2, 'X Y', 'paste', 'glider', '1')
        world.refuse(2, 'the command is: get NAME', 'get')
        world.refuse(2, 'there is no command explode', 'explode')
    with World('--read-only') as world:
        world.refuse(1, 'not changed', 'set', 'zoom', '2')
        expect(world.do('get', 'zoom'), '4.0\n', 'zoom')


def test_lines_are_sent():
    with World() as world:
        status, printed, _ = world.control('send', text='{"type":"get","name":"zoom","id":5}\n\n{"type":"x"}\n')
        expect(status, 1, 'status')
        replies = [json.loads(line) for line in printed.splitlines()]
        expect([(reply['type'], reply.get('id')) for reply in replies], [('value', 5), ('error', None)], 'replies')
        expect(json.loads(world.do('send', text='{"type":"do","action":"clear"}'))['type'], 'ok', 'reply')
        expect_in('no text', world.control('send', text='"\udcff"')[2], 'what a line that is not UTF-8 leads to')


def test_what_happens_is_watched():
    with World() as world:
        watcher = world.watch()
        # The world rests, so nothing new is to be told when another one comes.
        late = world.watch()
        late.terminate()
        late.communicate()
        world.do('set', 'rule', 'B36/S23')
        expect_soon(watcher)
        line = watcher.stdout.readline()
        while json.loads(line)['type'] == 'frame':
            line = watcher.stdout.readline()
        expect(json.loads(line), {'type': 'changed', 'name': 'rule', 'value': 'B36/S23'}, 'line')
        world.stop()
        watcher.stdout.read()
        watcher.stdout.close()
        expect(watcher.wait(TIMEOUT), 1, 'status when the server ends')


def test_servers_that_let_no_viewer_in_are_named():
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        port = free.getsockname()[1]
        status, _, errors = run(f'ws://127.0.0.1:{port}', 'get', 'rule')
        expect((status, 'refused' in errors), (1, True), f'status without a server: {errors!r}')
    for url, why in [('nonsense', 'no address'), ('ftp://localhost', 'no address'), ('ws://', 'no address')]:
        status, _, errors = run(url, 'get', 'rule')
        expect((status, why in errors), (2, True), f'status for {url}: {errors!r}')


def frame(payload, first=0x81, size=None):
    """A frame that says it is of @size bytes."""
    size = len(payload) if size is None else size
    return (struct.pack('>BB', first, size) if size < 126 else struct.pack('>BBH', first, 126, size) if size < 65536
            else struct.pack('>BBQ', first, 127, size)) + payload


class Impostor:
    """A WebSocket that sends one text, or bytes as they are, after each message that comes, whatever that is; or an reply of
    HTTP alone."""

    def __init__(self, *texts, reply=None):
        self.texts, self.reply, self.requests = texts, reply, []
        self.link = socket.create_server(('127.0.0.1', 0))
        threading.Thread(target=self.serve, daemon=True).start()

    def __enter__(self):
        return f'ws://127.0.0.1:{self.link.getsockname()[1]}'

    def __exit__(self, *_):
        self.link.close()

    def serve(self):
        try:
            while True:
                with self.link.accept()[0] as client:
                    self.meet(client)
        except OSError:
            pass

    def meet(self, client):
        head = b''
        while b'\r\n\r\n' not in head:
            head += client.recv(4096)
        self.requests.append(head.decode())
        if self.reply:
            client.sendall(self.reply)
            return
        key = re.search(r'(?i)Sec-WebSocket-Key: (.+)\r', head.decode()).group(1)
        accept = base64.b64encode(hashlib.sha1(f'{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11'.encode()).digest()).decode()
        client.sendall(f'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
                       f'Sec-WebSocket-Accept: {accept}\r\nSec-WebSocket-Protocol: life.1\r\n\r\n'.encode())
        for text in self.texts:
            client.recv(4096)
            client.sendall(text if isinstance(text, bytes) else frame(text.encode()))
        client.recv(4096)


def test_what_a_server_sends_is_checked():
    hello, deep = '{"type":"hello","properties":{}}', '[' * 120_000 + ']' * 120_000
    for texts, why in [(['/*"*/' + deep], 'no JSON'), (['{\'":' + deep + '}'], 'no JSON'), (['{"type":' + deep + '}'], 'recursion'),
                       (['{"type":"hello","properties":' + '[' * 16 + ']' * 16 + '}'], 'deeper than 16'),
                       (["{'type':'hello'}"], 'no JSON'), (['[]'], 'no JSON object'), (['{"type":NaN}'], 'no JSON'),
                       (['{"type":' + '9' * 9999 + '}'], 'no JSON'), (['{"a":[' + '{},' * 2_000_000 + '0]}'], 'more than 1048576 values'),
                       (['{"type":3}'], 'begin with hello'), (['{"type":["hello"]}'], 'begin with hello'),
                       (['{"type":"error","message":"go away"}'], 'go away'),
                       ([hello, '{"type":"value\\u0000"}'], 'no reply'), ([hello, '{"type":"ok"}'], 'no reply'),
                       ([hello, '{"type":"error","message":7}'], 'refused'),
                       (['{"type":"hello","properties":{"rule":4}}', '{"type":"error","message":"\\u001b[31m"}'], '\ufffd[31m')]:
        for words in ['get', 'rule'], ['set', 'rule', 'B3'], ['save']:
            if (words, why) == (['set', 'rule', 'B3'], 'no reply'):
                continue
            with Impostor(*texts) as url:
                status, printed, errors = run(url, *words)
                expect((status, printed, errors.count('\n')), (1, '', 1), f'status of {words} after {texts[-1][:40]}: {errors!r}')
                expect_in(why, errors, f'what {words} says after {texts[-1][:40]}')
    for properties in '3', '[1]', 'null', '{"rule":4}', '{"rule":{"type":5}}':
        with Impostor('{"type":"hello","properties":%s}' % properties, '{"type":"ok"}') as url:
            expect(run(url, 'set', 'rule', 'B3'), (0, '', ''), f'set, with {properties}')
    for value, printed in ('null', ''), ('"\\ud800\\u0000"', '\ufffd\ufffd'), ('{"\\u009b":[1.5]}', '{"\\u009b":[1.5]}'):
        with Impostor(hello, '{"type":"value","value":%s}' % value) as url:
            expect(run(url, 'get', 'rule'), (0, printed + '\n', ''), f'a value of {value}')
    with Impostor(hello, '{"type":"value","value":"\\u001b]0;mine\\u0007\u009b31m"}') as url:
        expect(run(url, 'get', 'rule'), (0, '\ufffd]0;mine\ufffd\ufffd31m\n', ''), 'a value that steers terminals')
    with Impostor(hello, '{"type":"value","value":1e-10}') as url:
        expect(run(url, 'get', 'rule'), (0, '1e-10\n', ''), 'a small number')


def expect_no_harm(impostor, why, *words):
    with impostor as url:
        status, printed, errors = run(url, *words)
        expect((status, printed, errors.count('\n')), (1, '', 1), f'status after what has to be called {why!r}: {errors!r}')
        expect_in(why, errors, f'what {words} says')


def test_messages_without_end_are_bounded():
    hello, maximum = '{"type":"hello","properties":{}}', 1 << 24
    endless = frame(b'{"type":"', 0x01) + frame(bytes(65536), 0x00) * 256
    for data in frame(b'', size=maximum + 1), frame(b'', size=(1 << 63) - 1), endless, endless.replace(b'\x01', b'\x02', 1):
        for words in ['get', 'rule'], ['watch']:
            expect_no_harm(Impostor(hello, data) if words != ['watch'] else Impostor(data), f'more than {maximum} bytes', *words)
    expect_no_harm(Impostor(hello, frame(b'', size=(1 << 30) + 1)), 'more than 1073741824 bytes', 'save')
    pieces = frame(b'{"type":"value",', 0x01) + frame(b'', 0x00) * 200_000 + frame(b'', 0x89) + frame(b'"value":1}', 0x80)
    with Impostor(hello, pieces) as url:
        expect(run(url, 'get', 'rule'), (0, '1\n', ''), 'a message of empty frames')


def test_what_is_no_websocket_is_refused():
    for data, why in [(frame(b'\xff'), 'no JSON'), (frame(b'', 0x83), 'no WebSocket'), (frame(b'x', 0xc1), 'no WebSocket'),
                      (frame(b'x', 0x80), 'no WebSocket'), (frame(b'', 0x81)[:1] + b'\x80' + bytes(4), 'no WebSocket'),
                      (frame(bytes(126), 0x89), 'no WebSocket'), (frame(b'\x03', 0x88), 'no WebSocket'),
                      (frame(b'\x03\xe8\xff', 0x88), 'no WebSocket'), (frame(b'\x03\xe8\x1b[31m', 0x88), 'ended the connection: \ufffd[31m'),
                      (frame(b'{', 0x01) + frame(b'}', 0x81), 'no WebSocket')]:
        expect_no_harm(Impostor(data), why, 'watch')
    end = '\r\n\r\n'
    for reply, why in [('SSH-2.0-OpenSSH' + end, ''), ('HTTP/1.1 101 Yes' + end, 'Connection'), ('x' * 100_000, 'too long'),
                        ('HTTP/1.1 200 OK\r\n' + 'a: b\r\n' * 10_000, 'too many'), ('HTTP/1.1 \x1b[31m 0' + end, '\ufffd[31m'),
                        ('HTTP/1.1 200 OK' + end + 'x' * (2 << 20), 'too large'), ('HTTP/1.1 404 No\r\nContent-Length: 0' + end, '404'),
                        ('HTTP/1.1 200 OK\r\nContent-Length: -1' + end, ''),
                        ('HTTP/1.1 200 OK\r\nContent-Length: 99999999999' + end, 'too large'),
                        ('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked' + end, 'transfer'), ('HTTP/1.1 200 \xff' + end, '')]:
        expect_no_harm(Impostor(reply=reply.encode('latin-1')), why, 'get', 'rule')


def test_servers_lead_nowhere_else():
    with tempfile.NamedTemporaryFile('w') as file:
        file.write('sesame')
        file.flush()
        other = Impostor(reply=b'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
        with other as url:
            reply = f'HTTP/1.1 302 Found\r\nLocation: {url.replace("ws", "http")}/live\r\nContent-Length: 0\r\n\r\n'
            with Impostor(reply=reply.encode()) as first:
                expect(run('--user', 'me', '--password-file', file.name, first, 'get', 'rule')[0], 1, 'status')
            expect(other.requests, [], 'requests elsewhere')


def test_password_and_certificate_are_used():
    with tempfile.TemporaryDirectory() as folder:
        right, wrong, certificate, key = (os.path.join(folder, name) for name in 'rwck')
        for path, text in (right, 'sesame'), (wrong, 'oats'):
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            os.chmod(path, 0o600)
        subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2',
                        '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate], check=True,
                       capture_output=True)
        guard = ['--user', 'me', '--password-file', right]
        with Server(*guard, '--guess-delay', '1', '--certificate', certificate, '--key', key, scheme='https',
                    properties=PAUSED) as server:
            url = f'wss://127.0.0.1:{server.port}'
            trust = ['--certificate', certificate]
            expect(run(*trust, *guard, url, 'get', 'rule')[:2], (0, 'B3/S23\n'), 'with both')
            for options, why in [(trust, 'requires --user'), ([*trust, '--user', 'me', '--password-file', wrong], 'no such'),
                                 (guard, 'certificate')]:
                status, _, errors = run(*options, url, 'get', 'rule')
                expect(status, 1, f'status with {options}')
                expect_in(why, errors, 'what it says')


if __name__ == '__main__':
    main(globals(), require=need_encoder)
