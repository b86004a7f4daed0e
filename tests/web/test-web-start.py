#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How life-web starts, and every error that keeps it from starting. Prints TAP."""

import os
import re
import socket
import subprocess
import tempfile

from tap import TIMEOUT, expect, expect_in, main
from web_peer import SERVER, WORLD, Server, need_encoder


def run(*arguments, environment=None):
    """Runs life-web with arguments with which it ends: its status, and what it prints."""
    ended = subprocess.run([SERVER, *arguments], capture_output=True, text=True, timeout=TIMEOUT, check=False,
                           env={**os.environ, **(environment or {})})
    return ended.returncode, ended.stdout, ended.stderr


def expect_refusal(status, why, *arguments, environment=None):
    found, _, errors = run(*arguments, environment=environment)
    expect((found, errors.startswith('life-web: ')), (status, True), f'status of {arguments}, which says {errors!r}')
    expect_in(why, errors, f'what {arguments} says')


def test_version_is_printed():
    expect(re.fullmatch(r'life-web \d+\.\d+\.\d+\n', run('--version')[1]) is not None, True, 'version')


def test_wrong_options_are_refused():
    for arguments, why in [
            (['--bogus'], 'Unknown option --bogus'), (['rule=B3/S23'], 'rule=B3/S23 is not an option'),
            (['--port', '65536'], '--port is 65536; it can be 0 to 65535'), (['--address', ''], 'no IP address'),
            (['--address', 'localhost'], 'no IP address'), (['--width', '8'], '--width is 8'),
            (['--width', '321'], '321x720'), (['--framerate', '0'], '--framerate is 0'),
            (['--framerate', '241'], 'up to 240'), (['--bitrate', '0'], '--bitrate is 0'),
            (['--user', 'me'], 'need each other'), (['--password-file', 'f'], 'need each other'),
            (['--trusted-proxy', 'proxy.example'], 'proxy.example is no IP address'),
            (['--certificate', 'f'], '--certificate and --key need each other'), (['--key', 'f'], 'need each other'),
            (['--max-viewers', '0'], '--max-viewers'), (['--max-connections', '0'], '--max-connections'),
            (['--max-connections-per-address', '0'], '--max-connections-per-address'),
            (['--handshake-time', '0'], '--handshake-time'), (['--max-message', '10'], '--max-message'),
            (['--max-pattern', '-1'], '--max-pattern'), (['--max-save', '-1'], '--max-save'),
            (['--message-rate', '0'], '--message-rate'), (['--max-unacknowledged', '1'], '--max-unacknowledged'),
            (['--max-backlog', '1'], '--max-backlog'), (['--max-lag', '-1'], '--max-lag'),
            (['--max-skips', '-1'], '--max-skips'), (['--guess-delay', '0'], '--guess-delay')]:
        expect_refusal(2, why, *arguments)


def test_wrong_properties_are_reported():
    for word, why in [('nosuch=1', 'no property nosuch'), ('zoom=wide', 'not a value'), ('rule=B99/S23', 'B99'),
                      ('location=/no/such.rle', '/no/such.rle'), ('is-live=false', 'always live'),
                      ('@preset=nosuch', 'no preset')]:
        expect_refusal(1, why, '--port', '0', '--', word)


def test_worlds_in_3d_have_the_sides_of_their_patterns():
    planes = '/'.join(['100o$100o'] * 3)
    with tempfile.TemporaryDirectory() as folder:
        with open(f'{folder}/plate.rle3', 'w', encoding='ascii') as file:
            file.write(f'3D version=1 size=100 pos=0,0,0\nx=100 y=2 z=3 rule=3D5,6,7/6\n{planes}!\n')
        for properties, sides in [
                ([f'location={folder}/plate.rle3'], (128, 128, 128)), ([f'location={folder}/plate.rle3', 'world-depth=40'], (128, 128, 40)),
                (['rule=3D5,6,7/6:T30,20,10'], None), (['world-depth=40', 'rule=3D5,6,7/6:T30,20,40'], (30, 20, 40)),
                (['world-depth=40'], (64, 64, 40)), (['pattern=glider-5766'], (24, 24, 24)),
                (['world-depth=40', 'world-depth=1'], None)]:
            with Server(properties=properties) as server, server.viewer(video=False) as viewer:
                expect(viewer.get('view'), 'volume' if sides else 'auto', f'view of {properties}')
                if sides:
                    expect(tuple(viewer.get(f'world-{side}') for side in ('width', 'height', 'depth')), sides, f'sides of {properties}')


def test_other_addresses_need_a_password_and_tls():
    with tempfile.TemporaryDirectory() as folder:
        password = os.path.join(folder, 'password')
        with open(password, 'w', encoding='utf-8') as file:
            file.write('secret\n')
        os.chmod(password, 0o600)
        user = ['--user', 'me', '--password-file', password]
        for address in '0.0.0.0', '::', '192.0.2.1':
            expect_refusal(2, '--user and --password-file', '--address', address)
            expect_refusal(2, '--user and --password-file', '--address', address, '--insecure')
            expect_refusal(2, '--user and --password-file', '--address', address, '--read-only')
            expect_refusal(2, '--certificate and --key, or --insecure', '--address', address, *user)
        for options in [*user, '--insecure'], ['--read-only', '--insecure']:
            with Server('--address', '0.0.0.0', *options) as server:
                expect_in(server.request()[0], (200, 401), 'status')


def test_unfit_files_are_refused():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'file')
        expect_refusal(1, 'cannot be read', '--user', 'me', '--password-file', path)
        for text, mode, why in [('', 0o600, 'one line'), ('a\nb\n', 0o600, 'one line'), ('secret\n', 0o644, 'chmod')]:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            os.chmod(path, mode)
            expect_refusal(1, why, '--user', 'me', '--password-file', path)
        expect_refusal(1, 'cannot be used', '--certificate', path, '--key', path)


def test_used_port_is_reported():
    with socket.socket() as busy:
        busy.bind(('127.0.0.1', 0))
        busy.listen()
        port = busy.getsockname()[1]
        expect_refusal(1, f'cannot listen on port {port} of 127.0.0.1', '--port', str(port), '--', *WORLD)


def test_missing_plugin_is_named():
    expect_refusal(1, 'no element lifesrc: install the life plugin', '--port', '0',
                   environment={'GST_PLUGIN_PATH_1_0': '/nonexistent', 'GST_REGISTRY_1_0': os.path.join(
                       os.environ['LIFE_BUILD_ROOT'], 'registry-without-life.bin')})


def test_only_loopback_is_listened_on():
    with Server() as server:
        with open(f'/proc/{server.process.pid}/net/tcp', encoding='ascii') as table:
            addresses = [line.split()[1] for line in table if line.split()[3] == '0A']
        expect([a for a in addresses if a.endswith(f':{server.port:04X}')], [f'0100007F:{server.port:04X}'],
               'addresses that are listened on')


def test_end_of_the_world_is_an_error():
    server = Server(properties=[*WORLD, 'num-buffers=60'])
    expect(server.process.wait(TIMEOUT), 1, 'status')
    expect_in('the world has ended', server.process.stderr.read(), 'what it says')
    server.process.stdout.close()
    server.process.stderr.close()


if __name__ == '__main__':
    main(globals(), require=need_encoder)
