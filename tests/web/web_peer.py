# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the tests of life-web share: the server as a process, a WebSocket client that can
misbehave. Nothing here is a test."""

import base64
import json
import os
import re
import select
import signal
import socket
import ssl
import struct
import subprocess

from tap import BUILD, TIMEOUT, Failure, Skip, expect

SERVER = os.path.join(BUILD, 'pipelines', 'web', 'life-web')
CONTROL = os.path.join(BUILD, 'pipelines', 'control', 'life-control')
SMALL = ['--width', '160', '--height', '96', '--bitrate', '500']
WORLD = ['world-width=160', 'world-height=96']

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
INITIALISATION, KEY_FRAME = 1, 2


class Closed(Exception):
    """The connection ended; with a status where the server gave one."""

    def __init__(self, status=None, reason=''):
        super().__init__(f'closed with {status}: {reason}')
        self.status, self.reason = status, reason


class Server:
    """life-web on a free port; a context that ends it and expects status 0. It says nothing but
    lines with @says in them."""

    def __init__(self, *options, properties=WORLD, scheme='http', environment=None, says=None):
        self.scheme, self.says = scheme, says
        self.process = subprocess.Popen([SERVER, '--port', '0', *SMALL, *options, '--', *properties],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, **(environment or {})})
        line = self.process.stdout.readline()
        match = re.fullmatch(rf'Serving {scheme}://(.+):(\d+)/\n', line)
        if not match:
            self.process.kill()
            raise Failure(f'life-web says {line!r} and {self.process.communicate()[1]!r}')
        self.port = int(match.group(2))
        self.errors = ''

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.stop()
        if kind is None or self.errors:
            errors = [line for line in self.errors.splitlines() if self.says is None or self.says not in line]
            expect((self.process.returncode, errors), (0, []), 'status of life-web, and what it says')

    def stop(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            self.errors += self.process.communicate(timeout=TIMEOUT)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.errors += self.process.communicate()[1]
            raise Failure('life-web does not end') from None

    def descriptors(self):
        return len(os.listdir(f'/proc/{self.process.pid}/fd'))

    def status(self, name):
        """A number that the kernel has of the process."""
        with open(f'/proc/{self.process.pid}/status', encoding='ascii') as status:
            return int(re.search(rf'{name}:\s*(\d+)', status.read()).group(1))

    def memory(self):
        """In kilobytes."""
        return self.status('VmRSS')

    def request(self, path='/', host=None, headers=(), method='GET', source='127.0.0.1'):
        """One request: the reply's status, headers with names in lower case, and body."""
        with connect(self.port, source=source) as link:
            lines = [f'{method} {path} HTTP/1.1', f'Host: {host or f"127.0.0.1:{self.port}"}', *headers]
            link.sendall('\r\n'.join([*lines, '', '']).encode())
            reply = b''
            while piece := link.recv(65536):
                reply += piece
        head, _, body = reply.partition(b'\r\n\r\n')
        first, *rest = head.decode().split('\r\n')
        return (int(first.split()[1]), {name.lower(): value.strip() for name, _, value in
                                        (line.partition(':') for line in rest)}, body)

    def client(self, **arguments):
        return Client(self.port, **arguments)

    def viewer(self, video=True, **arguments):
        """A client that was greeted."""
        client = Client(self.port, **arguments)
        client.hello = client.request({'type': 'hello', 'video': video})
        expect(client.hello['type'], 'hello', 'type of the reply')
        return client


def connect(port, receive_buffer=None, tls=None, source='127.0.0.1'):
    """@source: an address of this machine, all of which begin with 127, to come from."""
    link = socket.socket()
    link.bind((source, 0))
    if receive_buffer:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    link.settimeout(TIMEOUT)
    link.connect(('127.0.0.1', port))
    return tls.wrap_socket(link, server_hostname='localhost') if tls else link


class Client:
    """A WebSocket. @status is that of the handshake's reply."""

    def __init__(self, port, path='/live', host=None, origin=None, headers=(), receive_buffer=None, tls=None,
                 protocol='life.1'):
        self.link = connect(port, receive_buffer, tls)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f'GET {path} HTTP/1.1', f'Host: {host or f"127.0.0.1:{port}"}', 'Upgrade: websocket',
                 'Connection: Upgrade', 'Sec-WebSocket-Version: 13', f'Sec-WebSocket-Key: {key}', *headers]
        if protocol:
            lines.append(f'Sec-WebSocket-Protocol: {protocol}')
        if origin:
            lines.append(f'Origin: {origin}')
        self.bytes = b''
        try:
            self.link.sendall('\r\n'.join([*lines, '', '']).encode())
            while b'\r\n\r\n' not in self.bytes:
                self.fill()
        except (Closed, OSError):
            self.status = None
            return
        self.head, _, self.bytes = self.bytes.partition(b'\r\n\r\n')
        self.status = int(self.head.split()[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.link.close()

    def fill(self):
        try:
            piece = self.link.recv(1 << 20)
        except ConnectionError:
            raise Closed() from None
        if not piece:
            raise Closed()
        self.bytes += piece

    def read(self, length):
        while len(self.bytes) < length:
            self.fill()
        data, self.bytes = self.bytes[:length], self.bytes[length:]
        return data

    def send_frame(self, opcode, payload, final=True):
        length = len(payload)
        if length < 126:
            head = struct.pack('>BB', final << 7 | opcode, 128 | length)
        elif length < 65536:
            head = struct.pack('>BBH', final << 7 | opcode, 128 | 126, length)
        else:
            head = struct.pack('>BBQ', final << 7 | opcode, 128 | 127, length)
        # A mask of zeros leaves the payload as it is.
        self.link.sendall(head + bytes(4) + payload)

    def send(self, message):
        text = message if isinstance(message, str) else json.dumps(message)
        self.send_frame(TEXT, text.encode())

    def frame(self):
        """The next frame: its opcode and payload."""
        first, second = self.read(2)
        length = second & 127
        if length == 126:
            length = struct.unpack('>H', self.read(2))[0]
        elif length == 127:
            length = struct.unpack('>Q', self.read(8))[0]
        return first & 15, self.read(length)

    def receive(self):
        """The next message: a dict, or the number, flags and bytes of a piece."""
        while True:
            opcode, payload = self.frame()
            if opcode == PING:
                self.send_frame(PONG, payload)
            elif opcode == CLOSE:
                status = struct.unpack('>H', payload[:2])[0] if payload else None
                raise Closed(status, payload[2:].decode())
            elif opcode == TEXT:
                return json.loads(payload)
            elif opcode == BINARY:
                return struct.unpack('>I', payload[:4])[0], payload[4], payload[8:]

    def message(self, *types):
        """The next message of one of these types; what comes before is left out."""
        while True:
            message = self.receive()
            if isinstance(message, dict) and message['type'] in types:
                return message

    def reply(self):
        return self.message('hello', 'ok', 'value', 'pattern', 'library', 'picture', 'period', 'error')

    def request(self, message):
        self.send(message)
        return self.reply()

    def do(self, **message):
        """Asks for what has to be done."""
        reply = self.request(message)
        if reply['type'] == 'error':
            raise Failure(f'{message}: {reply["message"]}')
        return reply

    def error(self, message):
        """Asks for what has to be refused; returns why."""
        reply = self.request(message)
        expect(reply['type'], 'error', f'reply to {str(message)[:80]}')
        return reply['message']

    def get(self, name):
        return self.do(type='get', name=name)['value']

    def piece(self):
        while isinstance(piece := self.receive(), dict):
            pass
        return piece

    def acknowledge(self, number):
        self.send({'type': 'ack', 'fragment': number})

    def watch(self, pieces):
        """Reads and acknowledges so many pieces; returns them."""
        seen = []
        for _ in range(pieces):
            seen.append(self.piece())
            self.acknowledge(seen[-1][0])
        return seen

    def closed(self):
        """Reads until the connection ends; returns why."""
        try:
            while True:
                self.receive()
        except Closed as closed:
            return closed
        except ConnectionError:
            return Closed()

    def is_quiet(self, seconds):
        return not self.bytes and not select.select([self.link], [], [], seconds)[0]


def boxes(data):
    """The boxes of MP4: types and contents."""
    found = []
    while data:
        length = struct.unpack('>I', data[:4])[0]
        if length < 8 or length > len(data):
            raise Failure(f'a box of {length} bytes among {len(data)}')
        found.append((data[4:8].decode(), data[8:length]))
        data = data[length:]
    return found


def decode_time(fragment):
    """When a fragment begins, in the units of its track."""
    track = dict(boxes(dict(boxes(dict(boxes(fragment))['moof']))['traf']))
    version = track['tfdt'][0]
    return struct.unpack('>Q', track['tfdt'][4:12])[0] if version else struct.unpack('>I', track['tfdt'][4:8])[0]


def basic(user, password):
    return 'Authorization: Basic ' + base64.b64encode(f'{user}:{password}'.encode()).decode()


def trust_all():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def need_encoder():
    # A program that was not built with sanitizers does not load a plugin that was.
    environment = {**os.environ, 'GST_REGISTRY_1_0': os.path.join(BUILD, 'registry-encoder.bin')}
    environment.pop('GST_PLUGIN_PATH_1_0', None)
    if subprocess.run(['gst-inspect-1.0', '--exists', 'x264enc'], env=environment, check=False).returncode:
        raise Skip('x264enc, which encodes the film, is not installed')
