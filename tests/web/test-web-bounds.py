#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every bound of life-web on what clients do: floods, slow readers, too many of them. Others
must not notice. Prints TAP."""

import os
import re
import resource
import signal
import socket
import threading
import time

from tap import SOURCE, TIMEOUT, expect, expect_in, expect_range, main, until
from web_peer import KEY_FRAME, TEXT, Closed, Server, boxes, connect, decode_time, need_encoder


# What life-web needs besides its world, with room to spare; a sanitizer takes several times that.
SERVER_MEMORY = 100_000_000 if os.environ.get('LIFE_SANITIZER', 'none') == 'none' else 1_000_000_000


# For connections that have nothing to say in a test.
PATIENT = '--handshake-time', '600'


def expect_alive(server):
    """The server serves, whatever was done to it."""
    with server.viewer() as viewer:
        viewer.watch(3)


def expect_whole(pieces):
    """The film did not stop, and no piece is missing."""
    times = [decode_time(data) for _, _, data in pieces]
    steps = [b - a for a, b in zip(times, times[1:])]
    usual = sorted(steps)[len(steps) // 2]
    # Frames are left out where this machine is too slow for the film, or for this client.
    expect([step for step in steps if step > 300 * usual], [], 'gaps')
    expect([number for number, _, _ in pieces], list(range(pieces[0][0], pieces[0][0] + len(pieces))), 'numbers')


def test_slow_reader_skips_to_a_key_frame():
    with Server('--max-unacknowledged', '5', '--max-lag', '600') as server, server.viewer() as viewer:
        pieces = [viewer.piece() for _ in range(5)]
        # Six and more frames later there was none without an acknowledgment.
        begin = viewer.message('frame')['generation']
        until(lambda: viewer.message('frame')['generation'] > begin + 10, 'ten generations')
        expect(viewer.bytes[:1] == b'\x82', False, 'whether a piece came')
        viewer.acknowledge(pieces[-1][0])
        piece = viewer.piece()
        expect((piece[0], piece[1]), (5, KEY_FRAME), 'number and flags of the next piece')
        times = [decode_time(data) for _, _, data in pieces[1:]]
        expect_range(decode_time(piece[2]), times[-1] + 10 * min(b - a for a, b in zip(times, times[1:])), 1 << 60, 'its time')


def test_one_who_never_acknowledges_is_let_go():
    with Server('--max-unacknowledged', '30', '--max-lag', '5') as server, server.viewer() as first:
        with server.viewer() as slow:
            first.watch(2)
            closed = None
            seen = []
            # The first one reads meanwhile.
            slow.link.settimeout(0)
            while closed is None:
                seen += first.watch(5)
                try:
                    slow.receive()
                except Closed as error:
                    closed = error
                except BlockingIOError:
                    pass
            expect(closed.status, 1008, 'status')
            expect_in('too slow', closed.reason, 'reason')
        expect_whole(seen)


def test_one_who_falls_behind_too_often_is_let_go():
    with Server('--max-unacknowledged', '2', '--max-skips', '2') as server, server.viewer() as viewer:
        for _ in range(3):
            viewer.piece()
            last = viewer.piece()[0]
            time.sleep(0.3)
            try:
                viewer.acknowledge(last)
            except OSError:
                break
        closed = viewer.closed()
        expect((closed.status, closed.reason), (1008, 'too slow for the film, too often'), 'why it was closed')


def test_one_who_does_not_read_is_dropped():
    with Server('--max-backlog', '1000000', '--max-unacknowledged', '10000', '--message-rate', '100000',
                '--max-lag', '600', '--max-skips', '10000', properties=['world-width=1024', 'world-height=768']) as server:
        with server.viewer() as first, server.viewer(video=False, receive_buffer=4096) as slow:
            first.watch(2)
            seen = []
            try:
                # The kernel takes some megabytes before the server has to keep any.
                while True:
                    for _ in range(10):
                        slow.send({'type': 'save'})
                    seen += first.watch(2)
            except OSError:
                pass
            expect_whole(seen + first.watch(10))
        # Sanitizers keep 256 MB of what was freed.
        expect_range(server.memory(), 0, 700_000, 'memory in kB')


def test_flood_of_messages_is_ended():
    with Server('--message-rate', '10') as server, server.viewer() as first:
        with server.viewer(video=False) as client:
            first.watch(2)
            try:
                for _ in range(1000):
                    client.send({'type': 'get', 'name': 'rule'})
            except OSError:
                pass
            closed = client.closed()
            # What of it was not read resets the connection, perhaps before its last words come.
            expect_in((closed.status, closed.reason), [(1008, 'too many messages per second'), (None, '')],
                      'why it was closed')
        expect_whole(first.watch(10))


def test_allowed_rate_of_messages_is_no_flood():
    with Server('--message-rate', '50') as server, server.viewer(video=False) as client:
        for _ in range(80):
            client.do(type='get', name='rule')


def test_oversized_messages_are_refused():
    with Server('--max-message', '1000', '--max-pattern', '2000') as server:
        with server.viewer(video=False) as client:
            text = '{"type":"get","name":"rule"%s}'
            expect_in('too long', client.error(text % (' ' * 1000)), 'why')
            expect(client.request(text % (' ' * 900))['type'], 'value', 'reply')
            expect_in('2001', client.error({'type': 'paste', 'pattern': 'o' * 2001}), 'why')
            client.do(type='paste', pattern=('o' * 100 + '$') * 15 + '!')
        for length in 5001, 6000, 200_000, 1_000_000:
            with server.viewer() as client:
                client.send(' ' * length)
                closed = client.closed()
                expect((closed.status, closed.reason), (1009, 'longer than any message can be'), f'why {length} bytes end it')
        expect_alive(server)


def test_message_of_endless_frames_is_ended():
    with Server('--max-message', '1000', '--max-pattern', '2000') as server:
        previous = server.memory()
        with server.viewer(video=False) as client:
            client.send_frame(TEXT, b' ' * 1000, final=False)
            try:
                for _ in range(100_000):
                    client.send_frame(0, b' ' * 1000, final=False)
                raise AssertionError('the server takes 100 MB')
            except OSError:
                pass
        expect_range(server.memory(), 0, previous + 20_000, 'memory in kB')
        expect_alive(server)


def test_pings_without_end_are_ended():
    with Server('--max-message', '1000', '--max-pattern', '0') as server, server.viewer(video=False) as client:
        try:
            for _ in range(1_000_000):
                client.send_frame(9, b'x' * 125)
            raise AssertionError('the server takes a million pings')
        except OSError:
            pass
        expect_alive(server)


def test_broken_frames_end_the_connection():
    # The last two are whole: bytes instead of text, and text that is no UTF-8.
    broken = [(b'\xff\xff\xff\xff', None), (b'\x81\x05hello', None), (b'\x81\xff' + b'\xff' * 12, None), (b'\x83\x80\0\0\0\0', None),
              (b'\x82\x81\0\0\0\0x', 1003), (b'\x81\x82\0\0\0\0\xff\xfe', 1007)]
    with Server() as server:
        # All wait at once for the end of a connection that the other side does not close.
        clients = [server.viewer(video=False) for _ in broken]
        for client, (data, _) in zip(clients, broken):
            client.link.sendall(data)
        for client, (data, status) in zip(clients, broken):
            with client:
                expect_in(client.closed().status, [status] if status else [None, *range(1000, 1020)], f'status after {data}')
        expect_alive(server)


def test_each_refusal_is_documented():
    page = (SOURCE / 'docs' / 'reference' / 'web-messages.md').read_text(encoding='utf-8').partition('## Refusals')[2]
    documented = set(map(int, re.findall(r'\d+', ' '.join(re.findall(r'^\| ([\d, ]+) \|', page, re.MULTILINE)))))
    with Server() as server:
        frames = [(2, b'x'), (3, b''), (TEXT, b'\xff'), (TEXT, b' ' * 5_000_000)]
        *viewers, last = [server.viewer(video=False) for _ in range(len(frames) + 1)]
        for viewer, frame in zip(viewers, frames):
            viewer.send_frame(*frame)
        found = {viewer.closed().status for viewer in viewers}
        found |= {server.request('/live')[0], server.request('/nosuch')[0], server.request(method='POST')[0],
                  server.request(host='evil.example')[0]}
        server.stop()
        found.add(last.closed().status)
    expect((len(found), sorted(found - documented)), (9, []), 'kinds of refusals, and those that the page of messages lacks')


def rest(client):
    """The body of the reply that a handshake got."""
    try:
        while True:
            client.fill()
    except Closed:
        return client.bytes


def test_too_many_viewers_are_refused():
    with Server('--max-viewers', '3') as server:
        clients = [server.viewer(video=False) for _ in range(3)]
        with server.client() as one_more:
            expect((one_more.status, rest(one_more)), (503, b'full: 3 of 3'), 'reply')
        expect(server.request()[0], 200, 'status of the page')
        clients.pop().link.close()

        def comes():
            with server.client() as client:
                return client.status == 101
        until(comes, 'a place for another viewer')


def test_refusals_report_how_to_get_in():
    with Server('--max-viewers', '1') as server, server.viewer(video=False):
        for arguments, status, what in [({'host': 'evil.example'}, 421, b'--host'),
                                        ({'origin': 'http://evil.example'}, 403, b'--origin'), ({}, 503, b'full: 1 of 1')]:
            with server.client(**arguments) as client:
                expect(client.status, status, f'status for {arguments}')
                expect_in({421: b' 421 Misdirected Request\r', 403: b' 403 Forbidden\r', 503: b' 503 Service Unavailable\r'}[status],
                          client.head, 'first line')
                expect_in(what, rest(client), f'reply for {arguments}')
        # What the page requests, as browsers keep the reply to a handshake to themselves.
        expect_in(server.request('/live')[0::2], [(503, b'full: 1 of 1')], 'reply to the page')


def test_the_last_slot_is_used_once():
    with Server('--max-viewers', '1') as server:
        links = [connect(server.port) for _ in range(20)]
        for link in links:
            link.sendall((f'GET /live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n'
                          'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: life.1\r\n'
                          'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n').encode())
        until(lambda: sum(is_refused(link) for link in links) == 19, 'nineteen were refused')
        for link in links:
            link.close()


def is_refused(link):
    """Whether it was said to be full: by the handshake's reply, or by a close with 1008 after it."""
    try:
        text = link.recv(4096, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    return text.endswith((b'\r\n\r\nfull: 1 of 1', b'\x03\xf0full: 1 of 1'))


def test_a_thousand_connections_are_bounded():
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    with Server('--max-connections', '50', '--max-connections-per-address', '50') as server:
        with server.viewer() as first:
            first.watch(2)
            links, seen = [], []
            for number in range(1000):
                links.append(connect(server.port))
                if number % 50 == 0:
                    seen += first.watch(2)
            expect_range(server.descriptors(), 0, 50 + 80, 'open descriptors')
            expect_whole(seen + first.watch(20))
            until(lambda: sum(is_closed(link) for link in links) >= 951, 'all but 49 were closed at once')
            for link in links:
                link.close()
        until(lambda: server.descriptors() < 60, 'descriptors were closed')
        expect_alive(server)


def is_closed(link):
    link.settimeout(0)
    try:
        return not link.recv(1)
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def test_connections_from_one_address_are_bounded():
    with Server('--max-connections-per-address', '20', *PATIENT) as server:
        links = [connect(server.port) for _ in range(21)]
        until(lambda: is_closed(links[0]), 'the oldest made room')
        expect([is_closed(link) for link in links[1:]], [False] * 20, 'whether the others were closed')
        viewers = [server.viewer(video=False) for _ in range(20)]
        expect_range([is_closed(link) for link in links].count(False), 0, 8, 'connections that are no viewers')
        # Viewers stay.
        links += [connect(server.port) for _ in range(50)]
        until(lambda: [is_closed(link) for link in links].count(False) <= 8, 'the others were closed')
        expect([viewer.get('rule') for viewer in viewers], [viewers[0].get('rule')] * 20, 'what the viewers get')
        expect(server.request(source='127.0.0.2')[0], 200, 'status from another address')


def test_those_who_come_too_late_read_why():
    for bound, status, why in [('--max-viewers', 503, b'full: 3 of 3'), ('--max-connections', 503, b'full: 3 of 3'),
                               ('--max-connections-per-address', 101, b'from your address')]:
        with Server(bound, '3', '--max-connections-per-address', '3', *PATIENT) as server:
            viewers = [server.viewer(video=False) for _ in range(3)]
            # A browser opens several connections at once.
            other = connect(server.port)
            with server.client() as late:
                expect(late.status, status, f'status of the handshake beyond {bound}')
                expect_in(why, rest(late), f'reply to it beyond {bound}')
            expect(server.request()[0], 200, f'status of the page beyond {bound}')
            expect(is_closed(other), False, 'whether another connection was closed')
            expect([viewer.request({'type': 'get', 'name': 'rule'})['type'] for viewer in viewers], ['value'] * 3, 'replies')


def test_visitors_behind_a_proxy_have_the_connections_of_an_address():
    with Server('--max-connections-per-address', '2', *PATIENT, '--trusted-proxy', '127.0.0.1') as server:
        def come(address):
            client = server.client(headers=[f'X-Forwarded-For: {address}'])
            expect(client.status, 101, 'status')
            return client
        clients = [come(address) for address in ['192.0.2.1', '192.0.2.2'] * 2]
        expect([client.request({'type': 'hello'})['type'] for client in clients], ['hello'] * 4, 'replies')
        closed = come('192.0.2.1').closed()
        expect(closed.status, 1008, 'status of the next one of the first')
        expect_in('from your address', closed.reason, 'why it was closed')
        clients.append(come('192.0.2.3'))
        expect([client.request({'type': 'get', 'name': 'rule'})['type'] for client in clients[:4]], ['value'] * 4, 'replies')
        expect(clients[4].request({'type': 'hello'})['type'], 'hello', 'reply')


def test_connections_that_request_nothing_are_ended():
    with Server('--handshake-time', '1') as server, server.viewer() as viewer:
        silent, slow = connect(server.port), connect(server.port)
        ended = 0
        try:
            slow.sendall(b'GET / HTTP/1.1\r\n')
            for _ in range(20 * TIMEOUT):
                slow.sendall(b'X: y\r\n')
                viewer.watch(1)
        except OSError:
            ended += 1
        expect(ended, 1, 'slow requests that were ended')
        until(lambda: is_closed(silent), 'the silent one was ended')
        viewer.watch(30)


def test_oversized_requests_are_ended():
    with Server('--max-message', '1000', '--max-pattern', '1000') as server:
        for request in [b'GET /' + b'x' * 200_000, b'GET / HTTP/1.1\r\nX: ' + b'x' * 200_000,
                        f'POST / HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 99999999\r\n\r\n'.encode()
                        + b'x' * 200_000]:
            with connect(server.port) as link:
                try:
                    link.sendall(request)
                    link.sendall(b'x' * 8_000_000)
                    reply = link.recv(100)
                except OSError:
                    reply = b''
                expect(b'200' in reply, False, f'whether {request[:20]} was served')
        expect_alive(server)


def test_too_large_a_world_is_not_sent():
    with Server('--max-save', '100') as server, server.viewer(video=False) as viewer:
        expect_in('this server sends 100', viewer.error({'type': 'save'}), 'why')


# 45 bytes that fill a world without edges, faster than anything else.
GROWTH = 'x = 7, y = 3, rule = B2/S\nbo5b$3bo3b$2o2b3o!'
LIMIT = 8_000_000
PAUSED = 'the world is paused: '


def macrocell(level):
    """A square of 2^level cells, half of them alive and none next to another."""
    lines = ['[M2] (golly 3.3)', '#R B3/S23', '*.*.*.*.$.*.*.*.*$' * 4]
    return '\n'.join([*lines, *(f'{i}{f" {i - 3}" * 4}' for i in range(4, level + 1)), ''])


def highest_memory(server):
    """In bytes."""
    with open(f'/proc/{server.process.pid}/status', encoding='ascii') as status:
        return int(re.search(r'VmHWM:\s*(\d+)', status.read()).group(1)) * 1024


def test_a_world_that_outgrows_its_memory_pauses():
    for properties in [], ['color-mode=solid'], ['kernel=hashlife'], ['kernel=hashlife', 'color-mode=solid']:
        with Server(properties=['topology=unbounded', 'generations=256', f'memory-limit={LIMIT}', *properties], says=PAUSED) as server, \
                server.viewer(video=False) as viewer, server.viewer(video=False) as other:
            viewer.do(type='load', pattern=GROWTH)
            for client in viewer, other:
                expect_in(PAUSED, client.message('warning')['message'], 'what all are told')
            expect(viewer.get('paused'), True, 'whether it is paused')
            expect_alive(server)
            expect_range(highest_memory(server), 0, LIMIT + SERVER_MEMORY, 'bytes of the process')
            # To go on ends in the same way, and the world is as good as any other after that.
            viewer.do(type='set', name='paused', value=False)
            viewer.message('warning')
            viewer.do(type='do', action='clear')
            viewer.do(type='load', pattern='glider')
            viewer.do(type='set', name='rule', value='B3/S23')
            viewer.do(type='set', name='generations', value=1)
            # The frame that was drawn when the world paused may come out after these commands.
            until(lambda: viewer.get('population') == 5, 'the glider')
            begin = viewer.get('generation')
            viewer.do(type='set', name='paused', value=False)
            until(lambda: viewer.get('generation') > begin + 10, 'ten generations')
            expect(viewer.get('population'), 5, 'population')


def words_of(report):
    """The key of what the page says of it; None: it shows the report itself."""
    text = (SOURCE / 'pipelines' / 'web' / 'page' / 'reports.js').read_text(encoding='utf-8')
    for key, pattern in re.findall(r"'([\w-]+)': /(.*)/,\n", text):
        if re.search(pattern.replace('(?<', '(?P<'), report):
            return key
    return None


def hold_up(server, meanwhile=lambda: None):
    """Makes a frame late, however fast the machine is."""
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(1.5)
    meanwhile()
    server.process.send_signal(signal.SIGCONT)


def test_generations_that_hold_up_the_film_become_fewer():
    with Server(properties=['pattern=glider', 'topology=torus', 'world-width=64', 'world-height=64'], says='generations took') as server, \
            server.viewer(video=False) as viewer, server.viewer(video=False) as other:
        witnesses = [server.viewer(video=False) for _ in range(2)]
        # Not the film's fault: a frame has one generation.
        hold_up(server)
        viewer.do(type='set', name='generations', value=250)
        begin = viewer.get('generation')
        until(lambda: viewer.get('generation') > begin + 1000, 'a thousand generations')
        # To set the other property before the late frame comes does not keep the 250.
        hold_up(server, lambda: other.send({'type': 'set', 'name': 'generations-rate', 'value': '1/2'}))
        expect(other.message('ok', 'error')['type'], 'ok', 'reply to the other one')
        for client in witnesses:
            warning = client.message('warning')['message']
            expect_in('no more than', warning, 'what all are told')
            expect(words_of(warning), 'report-fewer', 'words of the page')
        allowed = viewer.get('generations')
        expect_range(allowed, 1, 250 * 0.1 / 1.5, 'generations per frame')
        expect(viewer.get('generations-rate'), '1/2', 'generations per frame, as the other one set them')
        for name, value in ('generations', 250), ('generations-rate', '200/1'), ('generations-rate', f'{2 * allowed + 1}/2'):
            refusal = viewer.error({'type': 'set', 'name': name, 'value': value})
            expect_in('there are no more than ', refusal, f'reply to {name}={value}')
            expect(words_of(refusal), 'report-fast', 'words of the page')
        expect(viewer.get('generations-rate'), '1/2', 'generations per frame')


def test_a_load_that_outgrows_its_memory_can_be_undone():
    with Server(properties=['topology=unbounded', 'generations=256', f'memory-limit={LIMIT}', 'pattern=glider'], says=PAUSED) as server, \
            server.viewer(video=False) as viewer:
        viewer.do(type='load', pattern=GROWTH)
        viewer.message('warning')
        viewer.do(type='do', action='undo')
        until(lambda: viewer.get('population') == 5, 'the glider')


def test_a_small_macrocell_does_not_use_all_memory():
    text = macrocell(12)
    for properties in [], ['kernel=hashlife']:
        with Server(properties=['topology=unbounded', 'memory-limit=100000000', *properties]) as server, \
                server.viewer() as viewer:
            for pattern in text, text.replace('#R', '#N oh!\n#R'):
                expect_in('memory-limit', viewer.error({'type': 'load', 'pattern': pattern}), 'why')
            expect_range(highest_memory(server), 0, SERVER_MEMORY, 'bytes of the process')
            expect_alive(server)


def test_patterns_that_take_long_to_set_are_refused():
    rows = 'x = 9999999, y = 1000\n' + '9999999o$' * 1000 + '!'
    with Server(properties=['topology=unbounded']) as server, server.viewer() as viewer:
        previous = highest_memory(server)
        for pattern in macrocell(13), macrocell(14), rows:
            for kind in 'load', 'paste':
                refusal = viewer.error({'type': kind, 'pattern': pattern})
                expect_in('sets no more at once', refusal, pattern[:20])
                expect(words_of(refusal), 'report-pattern-runs', 'words of the page')
        expect_range(highest_memory(server), 0, previous + SERVER_MEMORY, 'bytes of the process')
        expect_alive(server)


def test_a_world_without_edges_has_a_limit():
    with open('/proc/meminfo', encoding='ascii') as memory:
        maximum = int(re.search(r'MemTotal:\s*(\d+)', memory.read()).group(1)) * 1024 // 4
    with Server(properties=['topology=unbounded']) as server, server.viewer() as viewer:
        expect_range(viewer.get('memory-limit'), 1 << 20, maximum, 'memory-limit')


# Worlds that take longer to save than a message on its way, and are then not sent.
LARGE = ['world-width=2048', 'world-height=2048']
LARGEST = ['world-width=4096', 'world-height=4096']


def request_much(client, *messages):
    """Asks for the world many times and for @messages; returns once the server has all of that."""
    for message in [{'type': 'save'}] * 50 + list(messages):
        client.send(message)
    # An error about a message that is no command overtakes the replies.
    client.send({'type': 'ack', 'fragment': 7})
    until(lambda: 'no such fragment' in client.reply()['message'], 'the error')


def count_replies(client):
    """How many replies to such messages have come."""
    number = 0
    while not client.is_quiet(0):
        if isinstance(message := client.receive(), dict) and message['type'] == 'error':
            number += 1
    return number


def test_viewers_take_turns():
    with Server('--max-save', '100', properties=LARGE) as server:
        with server.viewer(video=False) as greedy, server.viewer(video=False) as other:
            request_much(greedy)
            other.error({'type': 'save'})
            expect_range(count_replies(greedy), 0, 25, 'of 50 commands of the other one those that were done meanwhile')


def test_newcomer_waits_for_no_command():
    with Server('--max-save', '100', properties=LARGE) as server:
        with server.viewer(video=False) as greedy:
            request_much(greedy)
            with server.viewer(video=False) as newcomer:
                newcomer.get('rule')
                expect_range(count_replies(greedy), 0, 25, 'of 50 commands of others those that were done meanwhile')


def test_commands_of_one_who_left_are_not_done():
    with Server('--max-save', '100', properties=LARGE) as server, server.viewer(video=False) as other:
        with server.viewer(video=False) as leaver:
            request_much(leaver, {'type': 'set', 'name': 'rule', 'value': 'B36/S23'})
        # They wait for all that was before them in turn.
        for _ in range(3):
            other.error({'type': 'save'})
        expect(other.get('rule'), 'B3/S23', 'rule')


def expect_frames_during(server, disturb):
    """While disturb() is called again and again frames come about as fast as before."""
    over = threading.Event()

    def go_on():
        while not over.wait(0.1):
            disturb()
    thread = threading.Thread(target=go_on)
    with server.viewer() as first:
        first.watch(5)
        begin = time.monotonic()
        first.watch(30)
        usual = time.monotonic() - begin
        thread.start()
        try:
            first.watch(10)
            begin = time.monotonic()
            frames = 0
            while frames < 30:
                if not isinstance(piece := first.receive(), dict):
                    first.acknowledge(piece[0])
                    frames += 1
                expect_range(time.monotonic() - begin, 0, 6 * usual, f'seconds after {frames} of 30 frames')
        finally:
            over.set()
            thread.join()


def test_film_goes_on_during_long_commands():
    with Server('--max-save', '100', properties=LARGEST) as server, server.viewer(video=False) as greedy:
        expect_frames_during(server, lambda: greedy.send({'type': 'save'}))


def test_film_goes_on_during_strokes_of_many():
    with Server(properties=LARGEST) as server:
        clients = [server.viewer(video=False) for _ in range(12)]

        def draw():
            for number in range(15):
                for client in clients:
                    client.send({'type': 'draw', 'from': [number, 9], 'to': [150 - number, 96]})
        expect_frames_during(server, draw)


def test_nothing_leaks_when_viewers_come_and_go():
    with Server() as server:
        expect_alive(server)
        previous = server.descriptors()
        for _ in range(100):
            client = server.viewer()
            client.piece()
            client.link.close()
        until(lambda: server.descriptors() <= previous, 'descriptors were closed')
        expect_range(server.memory(), 0, 700_000, 'memory in kB')


if __name__ == '__main__':
    main(globals(), require=need_encoder)
