#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""How life-rtsp-server starts and ends, and every error that keeps it from starting. Prints TAP."""
import os
import re
import signal
import socket
import subprocess

from rtsp_peer import PLAIN, SERVER, SMALL, Server, need_elements
from tap import TIMEOUT, expect, expect_in, main, table


def refuse(words, status, why, **environment):
    done = subprocess.run([SERVER, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=TIMEOUT, check=False,
                          env={**os.environ, 'LC_ALL': 'C', **environment})
    expect(done.returncode, status, f'status of {words}, which says {done.stderr!r}')
    expect_in(why, done.stderr, f'what {words} says')


def test_help_and_version_are_printed():
    for word in '--help', '--version':
        refuse([word], 0, '')


def test_wrong_arguments_are_refused():
    for line, status, why in table('start.tsv'):
        refuse(line.split(), int(status), why)


def test_a_used_port_is_reported():
    with socket.create_server(('127.0.0.1', 0)) as busy:
        port = busy.getsockname()[1]
        refuse(['--port', str(port)], 1, f'cannot listen on port {port} of 127.0.0.1: Error binding to address 127.0.0.1:{port}: Address already')


def test_missing_elements_are_named(folder):
    """The server finds only those plugins that this test lends it, one more each time."""
    def file_of(element):
        if element == 'lifesrc':
            return os.path.join(os.environ['GST_PLUGIN_PATH_1_0'], 'libgstlife.so')
        printed = subprocess.run(['gst-inspect-1.0', element], env=PLAIN, capture_output=True, text=True, check=True).stdout
        return re.search(r'Filename +(\S+)', printed).group(1)
    lent = None
    for element, remedy in [('lifesrc', 'install the life plugin'), ('appsink', 'gstreamer1.0-plugins-base'),
                            ('rtph264pay', 'gstreamer1.0-plugins-good'), ('rtpbin', 'gstreamer1.0-plugins-good'),
                            ('x264enc', 'gstreamer1.0-plugins-ugly')]:
        if lent:
            (folder / os.path.basename(file_of(lent))).symlink_to(file_of(lent))
        for why in f'no element {element}', remedy:
            refuse(['--port', '0'], 1, why, GST_PLUGIN_PATH_1_0='', GST_PLUGIN_SYSTEM_PATH_1_0=str(folder),
                   GST_REGISTRY_1_0=str(folder / 'registry'))
        lent = element


def test_unfit_password_files_are_refused(folder):
    path = folder / 'password'
    words = ['--user', 'me', '--password-file', str(path)]
    refuse(words, 1, 'cannot be read')
    for text, mode, why in [(b'secret\n', 0o644, 'can be read by others'), *((text, 0o600, 'must hold one line') for text in (
            b'', b'\n', b'one\ntwo\n', b'nul\0byte\n', b'x' * 5000))]:
        path.write_bytes(text)
        path.chmod(mode)
        refuse(words, 1, why)


def test_without_an_address_it_listens_on_loopback_alone():
    # Every address 127.x.x.x leads here: a server that listens on all addresses replies.
    for options, replies in ([], False), (['--address', '0.0.0.0'], True):
        with Server(*SMALL, *options) as server, socket.socket() as link:
            expect(link.connect_ex(('127.0.0.2', server.port)) == 0, replies, f'whether it listens there with {options}')


def test_signals_end_it():
    Server(*SMALL).stop()
    for number in signal.SIGTERM, signal.SIGINT:
        server = Server(*SMALL)
        with server.play() as peer:
            peer.await_frames(10, 'before the signal')
            server.stop(number)
            while peer.read():
                pass


if __name__ == '__main__':
    main(globals(), require=need_elements)
