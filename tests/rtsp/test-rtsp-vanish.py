#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Viewers of life-rtsp-server that misbehave: the frames of others go on, and the server frees what it held for them.
Prints TAP."""
import time

from rtsp_peer import SMALL, VANISH, Peer, Server, await_descriptors, need_elements, vanish
from tap import expect, expect_in, expect_range, main, table, until

ROUNDS = 4
GROWTH_MAX = 16 * 1024  # kilobytes that the server's memory may grow


def test_vanishing_viewers_leave_the_rest_alone():
    with Server(*SMALL) as server, server.play() as peer:
        peer.await_frames(10, 'before any viewer vanishes')
        descriptors = server.descriptors()
        # Each way once, so that what the server keeps for good is allocated.
        for how in VANISH:
            vanish(server.port, how)
        await_descriptors(server, descriptors)
        memory = server.memory()
        for how in list(VANISH) * ROUNDS:
            vanish(server.port, how)
            peer.await_frames(1, f'after a viewer vanished: {how}')
        await_descriptors(server, descriptors)
        if not server.is_sanitized():
            expect_range(server.memory(), 0, memory + GROWTH_MAX, 'kilobytes of memory')


def test_descriptors_come_back_when_all_have_left():
    with Server(*SMALL) as server:
        usual = None
        for turn in range(6):
            peers = [server.play() for _ in range(4)]
            peers[turn % 4].await_frames(5, 'with four viewers')
            for peer in peers:
                peer.kill()
            if usual is None:
                time.sleep(1)
                usual = server.descriptors()
        await_descriptors(server, usual)


def test_viewers_that_never_read_are_dropped_without_delay():
    with Server('--width', '640', '--height', '360', '--bitrate', '40000', '--', 'density=0.5') as server:
        with server.play() as peer:
            peer.await_frames(5, 'while all read')
            descriptors = server.descriptors()
            deaf = [server.play() for _ in range(3)]
        # Time for all buffers in between to fill; then no frame of the server is read.
        time.sleep(4)
        with server.play() as peer:
            peer.await_frames(60, 'next to viewers that never read')
            for one in deaf:
                while not one.is_finished() and peer.frames < 3000:
                    peer.await_frames(1, 'next to viewers that never read')
                until(one.is_finished, 'the end of a viewer that never reads')
                one.link.close()
            peer.await_frames(10, 'after these were let go')
            await_descriptors(server, descriptors)


def test_viewers_beyond_the_limit_are_refused():
    with Server(*SMALL, '--max-viewers', '2') as server, server.play() as first:
        with server.play(), Peer(server.port) as third:
            expect(third.play(), False, 'whether a third viewer may play')
            first.await_frames(5, 'after a third viewer was refused')

        def comes():
            with Peer(server.port) as peer:
                return peer.play()
        until(comes, 'a place after one has left')


def test_odd_requests_do_not_affect_other_viewers():
    """Requests that no player makes."""
    with Server(*SMALL) as server, server.play() as peer:
        for method, track, headers, status in table('odd.tsv'):
            with Peer(server.port) as fool:
                found = fool.request(method, track, headers and f'{headers}\r\n')
                expect_in(found, [int(status)] if status != 'any' else range(1000), f'reply to {method} {track} {headers}')
            peer.await_frames(1, f'{method} {headers}')
        for headers in ['Range: npt=10-', 'Range: npt=now-', 'Scale: 4', 'Scale: -1', 'Speed: 8', 'Range: clock=20200101T000000Z-',
                        'Range: nonsense', 'Range: npt=0-\r\nSeek-Style: RAP']:
            with server.play() as fool:
                for method in 'PLAY', 'PAUSE':
                    fool.request(method, '', f'{headers}\r\n' if method == 'PLAY' else '')
                peer.await_frames(3, headers)
                fool.request('PLAY', '', f'{headers}\r\n')
                for _ in range(2):
                    fool.request('TEARDOWN')
            peer.await_frames(3, headers)


def test_a_viewer_that_pauses_alone_can_go_on():
    with Server(*SMALL) as server, server.play() as peer:
        for _ in range(3):
            peer.await_frames(5, 'before a pause')
            expect(peer.request('PAUSE'), 200, 'reply to PAUSE')
            time.sleep(0.2)
            expect(peer.request('PLAY'), 200, 'reply to PLAY')
        peer.await_frames(5, 'after the last pause')


if __name__ == '__main__':
    main(globals(), require=need_elements)
