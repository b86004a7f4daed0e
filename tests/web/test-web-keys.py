#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Who may come in to life-web: passwords, names of the server, pages from elsewhere, TLS.
Prints TAP."""

import os
import socket
import subprocess
import tempfile
import time

from web_peer import Client, Server, basic, connect, expect, expect_in, expect_range, main, trust_all, until

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

    def try_password(self, password, user='me'):
        return self.request(headers=[basic(user, password)])


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


def test_names_of_others_are_refused():
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


def test_a_thousand_guesses_are_slowed_down():
    with Guarded('--guess-delay', '500') as server:
        begin = time.monotonic()
        answers = [server.try_password(f'guess {number}') for number in range(1000)]
        looked_at = [status for status, _, _ in answers].count(401)
        # After half a second, then one, two, four ...
        delay, most = 0.5, 1
        passed = time.monotonic() - begin
        while passed > delay:
            most, passed, delay = most + 1, passed - delay, delay * 2
        expect_range(looked_at, 1, most, 'guesses that were looked at')
        refused = [headers for status, headers, _ in answers if status == 429]
        expect(len(refused), 1000 - looked_at, 'guesses that were not')
        expect_range(int(refused[-1]['retry-after']), 1, 300, 'seconds to wait')


def test_right_password_waits_with_the_wrong_ones_of_its_address_alone():
    with Guarded('--guess-delay', '60000') as server:
        expect(server.try_password('wrong')[0], 401, 'status of the wrong one')
        expect(server.try_password(SECRET)[0], 429, 'status of the right one')
        with connect_from('127.0.0.2', server.port) as other:
            other.sendall(f'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n{basic("me", SECRET)}\r\n\r\n'.encode())
            expect_in(b' 200 ', other.recv(100), 'answer to another address')


def connect_from(address, port):
    link = socket.create_connection(('127.0.0.1', port), source_address=(address, 0))
    link.settimeout(60)
    return link


def test_page_and_socket_are_served_over_tls():
    with tempfile.TemporaryDirectory() as folder:
        certificate, key = os.path.join(folder, 'certificate'), os.path.join(folder, 'key')
        subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days',
                        '2', '-keyout', key, '-out', certificate], check=True, capture_output=True)
        with Server('--certificate', certificate, '--key', key, scheme='https') as server:
            with connect(server.port, tls=trust_all()) as link:
                link.sendall(b'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
                expect_in(b'200 OK', link.recv(1000), 'answer')
            with Client(server.port, tls=trust_all(), origin=f'https://127.0.0.1:{server.port}') as viewer:
                viewer.ask({'type': 'hello', 'video': True})
                expect(len(viewer.watch(10)), 10, 'pieces')
            with connect(server.port) as plain:
                plain.sendall(b'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
                try:
                    expect(b'200' in plain.recv(1000), False, 'whether it answers without TLS')
                except ConnectionError:
                    pass
            # Those who say nothing hold up nobody; those who begin a handshake do not hold up the end.
            silent = [connect(server.port) for _ in range(50)]
            with Client(server.port, tls=trust_all()) as viewer:
                expect(viewer.ask({'type': 'hello'})['type'], 'hello', 'answer')
            for link in silent[:5]:
                link.sendall(b'\x16\x03\x01\x02\x00\x01\x00')
            server.stop()


if __name__ == '__main__':
    main('web-keys', [
        test_page_has_its_headers,
        test_no_path_leads_to_a_file,
        test_other_methods_are_refused,
        test_names_of_others_are_refused,
        test_pages_from_elsewhere_are_refused,
        test_password_is_required_everywhere,
        test_cookie_of_the_page_opens_the_socket,
        test_wrong_passwords_are_refused,
        test_a_thousand_guesses_are_slowed_down,
        test_right_password_waits_with_the_wrong_ones_of_its_address_alone,
        test_page_and_socket_are_served_over_tls,
    ])
