#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Who may come in to life-web: passwords, names of the server, pages from elsewhere, TLS.
Prints TAP."""

import os
import ssl
import subprocess
import tempfile
import time

from tap import TIMEOUT, expect, expect_in, expect_range, main, until
from web_peer import Client, Server, basic, connect, trust_all, need_encoder

SECRET = 'open sesame'


def password_file(folder):
    path = os.path.join(folder, 'password')
    with open(path, 'w', encoding='utf-8', opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(SECRET + '\n')
    return path


class Guarded(Server):
    def __init__(self, *options, **arguments):
        with tempfile.TemporaryDirectory() as folder:
            super().__init__('--user', 'me', '--password-file', password_file(folder), *options, **arguments)

    def try_password(self, password, user='me', headers=(), source='127.0.0.1'):
        return self.request(headers=[basic(user, password), *headers], source=source)


class Secured(Server):
    """With TLS."""

    def __init__(self, *options):
        with tempfile.TemporaryDirectory() as folder:
            certificate, key = os.path.join(folder, 'certificate'), os.path.join(folder, 'key')
            subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost',
                            '-days', '2', '-keyout', key, '-out', certificate], check=True, capture_output=True)
            super().__init__('--certificate', certificate, '--key', key, *options, scheme='https')


def test_page_has_its_headers():
    with Server() as server:
        status, headers, body = server.request()
        expect((status, headers['content-type']), (200, 'text/html; charset=utf-8'), 'the page')
        expect_in(b'<!doctype html>', body.lower(), 'the page')
        for part in ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'",
                     "base-uri 'none'"]:
            expect_in(part, headers['content-security-policy'], 'policy')
        expect('unsafe' in headers['content-security-policy'], False, 'whether the policy allows what is unsafe')
        expect((headers['x-content-type-options'], headers['referrer-policy']), ('nosniff', 'no-referrer'), 'headers')
        expect('set-cookie' in headers, False, 'whether there is a cookie')


def test_no_path_leads_to_a_file():
    with Server() as server:
        for path in ['/nosuch', '/../../etc/passwd', '/..%2f..%2fetc%2fpasswd', '/%2e%2e/etc/passwd', '//etc/passwd',
                     '/page.gresource.xml', '/style.css/', '/live/x', '/%00', '/?/../x%']:
            status, _, body = server.request(path)
            expect_in(status, (400, 403, 404) if path[1:2] != '?' else (200, 400), f'status of {path}')
            expect(b'root:' in body, False, f'whether {path} is a file of this machine')


def test_other_methods_are_refused():
    with Server() as server:
        for method in 'POST', 'PUT', 'DELETE', 'OPTIONS', 'NOSUCH':
            expect(server.request(method=method)[0], 405, f'status of {method}')
        expect(server.request(method='HEAD')[2], b'', 'body for HEAD')


def test_foreign_names_are_refused():
    with Server('--host', 'life.example') as server:
        for host, status in [('127.0.0.1', 200), ('localhost', 200), (f'localhost:{server.port}', 200), ('[::1]', 200),
                             ('life.example', 200), ('LIFE.example:80', 200), ('evil.example', 421),
                             ('localhost.evil.example', 421), ('life.example.evil', 421)]:
            expect(server.request(host=host)[0], status, f'status for the host {host}')
            with server.client(host=host) as client:
                expect(client.status, 101 if status == 200 else status, f'status of a WebSocket for {host}')
        for host in 'a@localhost', 'localhost/x', ' ', '[', 'localhost:x', '%':
            expect_in(server.request(host=host)[0], (400, 421), f'status for the host {host!r}')


def test_pages_from_elsewhere_are_refused():
    with Server('--origin', 'https://life.example') as server:
        own = f'http://127.0.0.1:{server.port}'
        for origin, status in [(own, 101), (None, 101), ('https://life.example', 101), ('http://life.example', 403),
                               ('https://evil.example', 403), ('null', 403), ('http://127.0.0.1', 403),
                               (own + '.evil.example', 403), ('file://', 403), ('http://localhost', 403)]:
            with server.client(origin=origin) as client:
                expect(client.status, status, f'status for the origin {origin}')


def test_password_is_required_everywhere():
    with Guarded() as server:
        for path in '/', '/style.css', '/live', '/nosuch':
            status, headers, body = server.request(path)
            expect(status, 401, f'status of {path}')
            expect_in('Basic realm="life"', headers['www-authenticate'], 'challenge')
            expect_in(len(body), range(300), 'length of the body')
        with server.client() as client:
            expect(client.status, 401, 'status of a WebSocket')
        status, headers, _ = server.try_password(SECRET)
        expect(status, 200, 'status with the password')
        expect_in('HttpOnly; SameSite=Strict', headers['set-cookie'], 'cookie')


def test_cookie_of_the_page_opens_the_socket():
    with Guarded() as server:
        cookie = server.try_password(SECRET)[1]['set-cookie'].split(';')[0]
        for headers, status in [([f'Cookie: {cookie}'], 101), ([f'Cookie: a=b; {cookie}'], 101),
                                ([basic('me', SECRET)], 101), ([f'Cookie: {cookie}0'], 401),
                                ([f'Cookie: {cookie[:-1]}'], 401), (['Cookie: life='], 401), ([], 401)]:
            with server.client(headers=headers) as client:
                expect(client.status, status, f'status with {headers}')
    with Guarded() as server:
        expect(server.request(headers=[f'Cookie: {cookie}'])[0], 401, 'status with the cookie of another run')


def test_wrong_passwords_are_refused():
    with Guarded('--guess-delay', '1') as server:
        for user, password in [('me', ''), ('me', SECRET + 'x'), ('me', SECRET[:-1]), ('you', SECRET), ('', ''),
                               ('me', SECRET.upper()), ('me:' + SECRET, '')]:
            def refused(pair=(user, password)):
                status = server.try_password(pair[1], pair[0])[0]
                expect_in(status, (401, 429), f'status for {pair}')
                return status == 401
            until(refused, 'a guess was looked at')
        for header in 'Basic', 'Basic !!!', 'Digest x', 'Basic ' + 'A' * 5000, 'Bearer x':
            expect_in(server.request(headers=['Authorization: ' + header])[0], (401, 429), f'status for {header[:20]}')


def test_a_thousand_wrong_passwords_are_slowed_down():
    with Guarded('--guess-delay', '500') as server:
        begin = time.monotonic()
        replies = [server.try_password(f'guess {number}') for number in range(1000)]
        was_read = [status for status, _, _ in replies].count(401)
        # After half a second, then one, two, four ...
        delay, maximum = 0.5, 1
        passed = time.monotonic() - begin
        while passed > delay:
            maximum, passed, delay = maximum + 1, passed - delay, delay * 2
        expect_range(was_read, 1, maximum, 'guesses that were looked at')
        refused = [headers for status, headers, _ in replies if status == 429]
        expect(len(refused), 1000 - was_read, 'guesses that were not')
        expect_range(int(refused[-1]['retry-after']), 1, 300, 'seconds to wait')


def test_right_password_waits_with_the_wrong_ones_of_its_address_alone():
    with Guarded('--guess-delay', '60000') as server:
        expect(server.try_password('wrong')[0], 401, 'status of the wrong one')
        expect(server.try_password(SECRET)[0], 429, 'status of the right one')
        expect(server.try_password(SECRET, source='127.0.0.2')[0], 200, 'status from another address')


def test_right_password_of_one_who_had_it_right_never_waits():
    with Guarded('--guess-delay', '60000') as server:
        expect(server.try_password(SECRET)[0], 200, 'status at first')
        for number, status in enumerate([401, 429, 429]):
            expect(server.try_password(f'guess {number}')[0], status, 'status of a wrong one')
        with server.client(headers=[basic('me', SECRET)]) as client:
            expect(client.status, 101, 'status of the right one')
        expect(server.try_password('wrong')[0], 401, 'status of a wrong one after it')


def expect_attempts(server, attempts):
    """Each guess is the headers that it has, and whether an earlier one lets it wait."""
    for headers, waits in attempts:
        expect(server.try_password('wrong', headers=headers)[0], 429 if waits else 401, f'status with {headers}')


def test_visitors_behind_a_trusted_proxy_are_distinguished():
    for name, value in ('X-Forwarded-For', '%s'), ('Forwarded', 'proto=https;FOR="%s";by=10.0.0.1'):
        with Guarded('--guess-delay', '60000', '--trusted-proxy', '10.0.0.1', '--trusted-proxy', '::ffff:10.0.0.2', '--trusted-proxy',
                     '127.0.0.1') as server:
            def sent(*nodes, name=name, value=value):
                return [f'{name}: ' + ', '.join(value % node for node in nodes)]
            expect_attempts(server, [
                (sent('192.0.2.1'), False), (sent('192.0.2.1'), True), (sent('192.0.2.2'), False),
                (sent('192.0.2.2:4711'), True), (sent('::ffff:192.0.2.2'), True),
                # What the visitor sent itself stands before it.
                (sent('203.0.113.1', '192.0.2.1'), True), (sent('"', '192.0.2.1'), True),
                (sent('192.0.2.1', '203.0.113.1'), False), (sent('203.0.113.1', '10.0.0.1'), True),
                (sent('203.0.113.1', '::ffff:10.0.0.1'), True), (sent('203.0.113.1', '10.0.0.2'), True),
                # A /64 is one visitor's.
                (sent('[2001:db8::1]'), False), (sent('[2001:db8::ffff:0:0:1]:4711'), True),
                (sent('[2001:db8:0:1::1]'), False)])
            # Those whom nobody names are the proxy's.
            expect_attempts(server, [
                ([], False), (sent('unknown'), True), (sent('192.0.2.9', '_hidden'), True), (sent(''), True),
                (['X-Forwarded-For: 192.0.2.10', 'Forwarded: for=192.0.2.11'], True)])


def test_other_peers_cannot_claim_who_they_are():
    for options in [], ['--trusted-proxy', '127.0.0.2']:
        with Guarded('--guess-delay', '60000', *options) as server:
            expect_attempts(server, [(['X-Forwarded-For: 192.0.2.1'], False), (['X-Forwarded-For: 192.0.2.2'], True),
                                    (['Forwarded: for=192.0.2.3'], True)])


def test_page_and_socket_are_served_over_tls():
    with Secured() as server:
        with connect(server.port, tls=trust_all()) as link:
            link.sendall(b'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
            expect_in(b'200 OK', link.recv(1000), 'reply')
        with Client(server.port, tls=trust_all(), origin=f'https://127.0.0.1:{server.port}') as viewer:
            viewer.request({'type': 'hello', 'video': True})
            expect(len(viewer.watch(10)), 10, 'pieces')
        with connect(server.port) as plain:
            plain.sendall(b'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
            try:
                expect(b'200' in plain.recv(1000), False, 'whether it replies without TLS')
            except ConnectionError:
                pass


def handshake_started():
    """What a client of TLS sends first."""
    received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        trust_all().wrap_bio(received, sent).do_handshake()
    except ssl.SSLWantReadError:
        return sent.read()


def test_stalled_handshakes_block_no_viewer():
    hello = handshake_started()
    # One address has more than it may, all together are more than there may be.
    sources = ['127.0.0.1'] * 120 + [f'127.0.0.{number % 10 + 2}' for number in range(180)]
    for data in b'', b'\x16\x03\x01', hello[:-1], hello:
        with Secured('--handshake-time', '600') as server:
            threads = server.status('Threads')
            links = []
            for source in sources:
                links.append(connect(server.port, source=source))
                links[-1].sendall(data)
            for source in '127.0.0.1', '127.0.0.2', '127.0.0.99':
                with connect(server.port, tls=trust_all(), source=source) as newcomer:
                    newcomer.sendall(b'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
                    expect_in(b'200 OK', newcomer.recv(1000), 'reply')
            with Client(server.port, tls=trust_all()) as viewer:
                expect(viewer.request({'type': 'hello'})['type'], 'hello', 'reply')
            # A connection that is closed may take one for a moment.
            expect_range(server.status('Threads'), 1, threads + 8, 'threads')


def test_stalled_handshakes_end():
    with Secured('--handshake-time', '1') as server:
        links = [connect(server.port) for _ in range(20)]
        for number, link in enumerate(links):
            link.sendall(handshake_started() if number % 2 else b'\x16\x03\x01')
        for link in links:
            try:
                while link.recv(10000):
                    pass
            except ConnectionError:
                pass


def test_tls_before_1_2_is_refused():
    with Secured() as server:
        for version, status in ('-tls1', 1), ('-tls1_1', 1), ('-tls1_2', 0), ('-tls1_3', 0):
            # This side would refuse old versions by itself.
            client = subprocess.run(['openssl', 's_client', '-connect', f'127.0.0.1:{server.port}', version, '-cipher',
                                     'ALL:@SECLEVEL=0'], input=b'', capture_output=True, check=False, timeout=TIMEOUT)
            expect(client.returncode, status, f'status of openssl s_client {version}')
            expect(b'alert protocol version' in client.stderr, status == 1, f'whether {version} is too old')


if __name__ == '__main__':
    main(globals(), require=need_encoder)
