#!/usr/bin/python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""life-control: drives the world that a life-web serves, from a shell (docs/reference/web-messages.md)."""
import base64
import contextlib
import getopt
import json
import logging
import math
import os
import re
import signal
import socket
import ssl
import stat
import sys
from urllib.parse import urlsplit

from websockets.exceptions import PayloadTooBig, WebSocketException
from websockets.frames import Opcode
from websockets.uri import parse_uri

try:
    from websockets.client import ClientProtocol
except ImportError:  # its name before websockets 11
    from websockets.client import ClientConnection as ClientProtocol

FAILED, WRONG_USAGE = 1, 2  # exit statuses
MAX_SILENCE = 30  # seconds after which a server that does not reply is abandoned
MAX_MESSAGE, MAX_WORLD = 1 << 24, 1 << 30  # bytes of a message; of one that may be a saved world
MAX_DEPTH = 16  # levels of a message
MAX_VALUES = 1 << 20  # brackets and commas of a message, those in strings included
MAX_PASSWORD = 1024  # bytes
WATCHED = 'frame', 'changed', 'warning'
UNREQUESTED = *WATCHED, 'viewers'

HELP = """Usage:
  life-control [OPTION...] URL COMMAND [WORD...]

Drives the world that life-web serves at URL, as ws://127.0.0.1:8080.

Options:
  -h, --help               print this summary
  -u, --user=NAME          the user to be
  --password-file=FILE     file whose only line is the user's password
  --certificate=FILE       trust only the certificates in this file

Commands:
  get NAME                      print a property
  set NAME VALUE                set it: set rule B36/S23
  do ACTION                     step, undo, redo, clear, next-soup or fit
  draw X0 Y0 X1 Y1 [STATE]      draw a line of cells, in pixels of the film
  pan X Y                       move the picture by so many pixels
  zoom FACTOR X Y               zoom about a point
  paste NAME|FILE|TEXT [X Y]    add a pattern, at a cell or in the middle
  load NAME|FILE|TEXT           replace the world by a pattern
  save [FILE]                   print the world as RLE, or save it
  watch                         print what happens, a message per line
  send                          send each line of the standard input, as JSON
"""
USAGES = {usage.split()[0]: usage for usage in re.findall('^  (.+?)  ', HELP.partition('Commands:')[2], re.M)}


class Failed(Exception):
    def __init__(self, message, status=FAILED):
        super().__init__(message)
        self.status = status


@contextlib.contextmanager
def explained(what, status=FAILED):
    try:
        yield
    except OSError as error:
        raise Failed(f'{what}: {error.strerror or error}', status) from error


def printable(text):
    """@text, without characters that steer a terminal, and halves of characters."""
    return re.sub('[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]', '\ufffd', text)


def write(text):
    sys.stdout.buffer.write(printable(text).encode())
    sys.stdout.buffer.flush()


def text_of(message, name, otherwise=''):
    text = message.get(name) if isinstance(message, dict) else None
    return text if isinstance(text, str) else otherwise


# --- The connection ---


def abandon_server(*_):
    os.write(sys.stderr.fileno(), b'life-control: the server does not reply\n')
    os._exit(FAILED)


def depth_of(value):
    if not isinstance(value, (dict, list)):
        return 0
    return 1 + max(map(depth_of, value.values() if isinstance(value, dict) else value), default=0)


def read_message(data):
    try:
        text = data.decode()
        if sum(map(text.count, '[{,')) > MAX_VALUES:
            raise ValueError(f'it has more than {MAX_VALUES} values')
        message = json.loads(text, parse_constant=int)  # which raises for NaN and Infinity
        if depth_of(message) > MAX_DEPTH:
            raise ValueError(f'it nests deeper than {MAX_DEPTH} levels')
    except (ValueError, RecursionError) as error:
        raise Failed(f'what the server sends cannot be read: the message is no JSON: {error}') from error
    if not isinstance(message, dict):
        raise Failed('what the server sends cannot be read: the message is no JSON object')
    return message, text


class Connection:
    """A WebSocket to a life-web. @messages are those of text that arrive, each with its text."""

    def __init__(self, uri, credentials, certificate, max_size):
        self.protocol = ClientProtocol(uri, subprotocols=['life.1'], max_size=max_size)
        with explained(f'cannot read certificates from {certificate}'):
            context = ssl.create_default_context(cafile=certificate)
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN  # a server's own certificate, whoever signed it
        with explained(f'cannot connect to {uri.host}'):
            self.socket = socket.create_connection((uri.host, uri.port))
            if uri.secure:
                self.socket = context.wrap_socket(self.socket, server_hostname=uri.host)
        request = self.protocol.connect()
        if credentials:
            request.headers['Authorization'] = 'Basic ' + base64.b64encode(credentials).decode()
        self.protocol.send_request(request)
        events = self.receive()
        status = next(events).status_code
        if status != 101:
            raise Failed(f'cannot connect to {uri.host}: ' + {
                401: 'the server knows no such user and password' if credentials
                     else 'the server requires --user and --password-file',
                421: 'the server does not go by that name; see its option --host',
                429: 'there were too many wrong passwords; try again later',
                503: 'the server has its maximum of viewers',
            }.get(status, f'the server replies with status {status}'))
        self.messages = self.join_frames(events)

    def flush(self):
        # If the server is gone, what it sent earlier is still to be read.
        with contextlib.suppress(OSError):
            for data in self.protocol.data_to_send():
                self.socket.sendall(data)

    def send(self, text):
        with contextlib.suppress(WebSocketException):  # if it has ended; messages report why
            self.protocol.send_text(text)
        self.flush()

    def receive(self):
        """The server's response, and then each frame; raises the reason of their end."""
        error = None
        while not error and not self.protocol.close_rcvd:
            self.flush()
            with explained('the server ended the connection'):
                data = self.socket.recv(1 << 16)
            try:
                if data:
                    self.protocol.receive_data(data)
                else:
                    self.protocol.receive_eof()
            except Exception as broken:  # pylint: disable=broad-except # of many kinds, for what is no HTTP
                error = broken
            yield from self.protocol.events_received()
            error = error or self.protocol.handshake_exc or self.protocol.parser_exc
        self.flush()
        if isinstance(error, PayloadTooBig):
            raise Failed(f'the server sends a message of more than {self.protocol.max_size} bytes')
        if error and not isinstance(error, EOFError):
            raise Failed(f'what the server sends is no WebSocket: {error}')
        why = self.protocol.close_rcvd and self.protocol.close_rcvd.reason
        raise Failed('the server ended the connection' + (f': {why}' if why else ''))

    @staticmethod
    def join_frames(frames):
        kind, data = None, bytearray()
        for frame in frames:
            if frame.opcode in (Opcode.TEXT, Opcode.BINARY):
                kind = frame.opcode
            elif frame.opcode is not Opcode.CONT:
                continue
            data += frame.data
            if frame.fin:
                if kind is Opcode.TEXT:
                    yield read_message(data)
                data.clear()

    def request(self, text):
        """The reply, and its text."""
        self.send(text)
        signal.alarm(MAX_SILENCE)
        reply = next(pair for pair in self.messages if pair[0].get('type') not in UNREQUESTED)
        signal.alarm(0)
        return reply


# --- Words, as messages ---


def to_number(word):
    """A number without a fraction is written as a whole one."""
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise Failed(f'{word} is no number', WRONG_USAGE)
    return int(number) if number.is_integer() and abs(number) < 1 << 53 else number


def to_value(word, properties, name):
    """The value in JSON for @word, by the property's description from the server."""
    kind = text_of(properties.get(name), 'type') if isinstance(properties, dict) else ''
    if kind in ('integer', 'number'):
        return to_number(word)
    if kind != 'boolean':
        return word
    if word not in ('true', 'false'):
        raise Failed(f'{word} is neither true nor false', WRONG_USAGE)
    return word == 'true'


def to_pattern(word):
    """A pattern's text, its name, or a file with it."""
    if '!' in word or '\n' in word or not ('.' in word or '/' in word or os.path.isfile(word)):
        return word
    try:
        with explained(f'{word} cannot be read'), open(word, 'rb') as file:
            return file.read().decode()
    except UnicodeDecodeError as error:
        raise Failed(f'{word} is no text; a packed pattern has to be unpacked first', WRONG_USAGE) from error


def to_message(command, words, hello):
    numbers = [to_number(word) for word in words] if command in ('draw', 'pan', 'zoom') else []
    members = {
        'get': lambda: {'name': words[0]},
        'set': lambda: {'name': words[0], 'value': to_value(words[1], hello.get('properties'), words[0])},
        'do': lambda: {'action': words[0]},
        'draw': lambda: {'from': numbers[:2], 'to': numbers[2:4], **dict(zip(['state'], numbers[4:]))},
        'pan': lambda: {'by': numbers},
        'zoom': lambda: {'factor': numbers[0], 'at': numbers[1:]},
        'paste': lambda: {'pattern': to_pattern(words[0]), **dict(zip('xy', map(to_number, words[1:])))},
        'load': lambda: {'pattern': to_pattern(words[0])},
        'save': dict,
    }[command]()
    return json.dumps({'type': command, 'id': 1, **members}).encode()


# --- Commands ---


def show(command, words, reply):
    if reply.get('type') == 'error':
        raise Failed(text_of(reply, 'message', 'the server refused that'))
    if reply.get('type') != {'get': 'value', 'save': 'pattern'}.get(command, 'ok'):
        raise Failed('the server sends no reply to that')
    if command == 'get':
        value = reply.get('value')
        write(('' if value is None else text_of(reply, 'value', json.dumps(value, separators=(',', ':')))) + '\n')
    elif command == 'save' and not words:
        write(text_of(reply, 'text'))
    elif command == 'save':
        with explained(f'{words[0]} cannot be written'):
            with open(words[0] + '.part', 'wb') as file:
                file.write(text_of(reply, 'text').encode(errors='replace'))
            os.replace(words[0] + '.part', words[0])


def do(connection, command, words):
    """The exit status."""
    hello, _ = connection.request(b'{"type":"hello","video":false}')
    if hello.get('type') != 'hello':
        why = text_of(hello, 'message')
        raise Failed('the server does not begin with hello' + (f': {why}' if why else ''))
    if command == 'watch':
        for message, text in connection.messages:
            if message.get('type') in WATCHED:
                write(text + '\n')
    if command != 'send':
        show(command, words, connection.request(to_message(command, words, hello))[0])
        return 0
    status = 0
    for line in filter(None, map(bytes.strip, sys.stdin.buffer)):
        if line.decode(errors='replace').encode() != line:
            raise Failed('a line is no text in UTF-8')
        reply, text = connection.request(line)
        write(text + '\n')
        if reply.get('type') == 'error':
            status = FAILED
    return status


# --- The command line ---


def read_credentials(user, path):
    if (user is None) != (path is None):
        raise Failed('--user and --password-file need each other', WRONG_USAGE)
    if user is None:
        return None
    if not user or re.search(r'[:"\\\r\n]', user):
        raise Failed('--user must not be empty, nor have a colon or quotes in it', WRONG_USAGE)
    with explained(f'the password file {path} cannot be read', WRONG_USAGE), open(path, 'rb') as file:
        mode = os.fstat(file.fileno()).st_mode
        password = file.read(MAX_PASSWORD + 2).removesuffix(b'\n')
    if stat.S_ISREG(mode) and mode & stat.S_IROTH:
        raise Failed(f'the password file {path} can be read by others; chmod o-r it first', WRONG_USAGE)
    if not 0 < len(password) <= MAX_PASSWORD or re.search(rb'[\r\n\0]', password):
        raise Failed(f'the password file {path} must hold one line, the password, of 1 to {MAX_PASSWORD} bytes', WRONG_USAGE)
    return os.fsencode(user) + b':' + password


def read_url(text):
    """A URL of ws, wss, or as in a browser; without a path that of life-web."""
    try:
        parts = urlsplit(text)
        scheme = {'http': 'ws', 'https': 'wss'}.get(parts.scheme, parts.scheme)
        path = '/live' if parts.path in ('', '/') else parts.path
        return parse_uri(f'{scheme}://{parts.netloc.rpartition("@")[2]}{path}')
    except (ValueError, WebSocketException) as error:
        raise Failed(f'{text} is no address like ws://127.0.0.1:8080', WRONG_USAGE) from error


def run(arguments):
    try:
        options, rest = getopt.getopt(arguments, 'hu:', ['help', 'user=', 'password-file=', 'certificate='])
    except getopt.GetoptError as error:
        raise Failed(error.msg, WRONG_USAGE) from error
    options = {{'-u': '--user', '-h': '--help'}.get(name, name): value for name, value in options}
    if '--help' in options:
        write(HELP)
        return 0
    if len(rest) < 2:
        raise Failed('there is no command' if rest else 'there is no URL', WRONG_USAGE)
    url, command, *words = read_url(rest[0]), *rest[1:]
    usage = USAGES.get(command)
    if not usage:
        raise Failed(f'there is no command {command}', WRONG_USAGE)
    if len(rest) - 1 not in (len(usage.partition('[')[0].split()), len(usage.split())):
        raise Failed(f'the command is: {usage}', WRONG_USAGE)
    credentials = read_credentials(options.get('--user'), options.get('--password-file'))
    signal.signal(signal.SIGALRM, abandon_server)
    signal.alarm(MAX_SILENCE)
    max_size = MAX_WORLD if command in ('save', 'send') else MAX_MESSAGE
    connection = Connection(url, credentials, options.get('--certificate'), max_size)
    return do(connection, command, words)


def main():
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    logging.disable()
    try:
        return run(sys.argv[1:])
    except BrokenPipeError:  # no more readers
        return FAILED
    except (Failed, MemoryError, OSError, RecursionError) as error:
        status = getattr(error, 'status', FAILED)
        print('life-control:', printable(getattr(error, 'strerror', None) or str(error) or 'there is not enough memory'), file=sys.stderr)
        if status == WRONG_USAGE:
            print('Try life-control --help', file=sys.stderr)
        return status


if __name__ == '__main__':
    os._exit(main())
