#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""What viewers of life-web see: how the film begins, goes on, and ends. Prints TAP."""

import signal
import time

from tap import expect, expect_in, expect_range, main
from web_peer import INITIALISATION, KEY_FRAME, Server, boxes, decode_time, need_encoder


def test_film_begins_with_initialisation_and_a_key_frame():
    with Server() as server, server.viewer() as viewer:
        expect_in('video/mp4; codecs="avc1.64', viewer.hello['mime'], 'MIME type')
        expect((viewer.hello['width'], viewer.hello['height'], viewer.hello['rate']), (160, 96, [30, 1]), 'picture')
        pieces = viewer.watch(10)
        expect([number for number, _, _ in pieces], list(range(10)), 'numbers of pieces')
        expect([flags for _, flags, _ in pieces[:2]], [INITIALISATION, KEY_FRAME], 'flags of the first pieces')
        expect([name for name, _ in boxes(pieces[0][2])], ['ftyp', 'moov'], 'boxes of the initialisation')
        expect([name for name, _ in boxes(pieces[1][2])], ['moof', 'mdat'], 'boxes of a fragment')


def test_each_piece_is_one_frame():
    with Server('--framerate', '25') as server, server.viewer() as viewer:
        pieces = viewer.watch(30)[2:]
        times = [decode_time(data) for _, _, data in pieces]
        # Frames that were late may be missing.
        steps = sorted(b - a for a, b in zip(times, times[1:]))
        track = dict(boxes(dict(boxes(viewer_track(server)))['mdia']))
        scale = int.from_bytes(track['mdhd'][12:16], 'big')
        expect(steps[len(steps) // 2] * 25, scale, 'units of time from frame to frame, 25 times')


def viewer_track(server):
    with server.viewer() as viewer:
        moov = dict(boxes(viewer.piece()[2]))['moov']
    return dict(boxes(moov))['trak']


def test_one_who_joins_late_begins_with_a_key_frame_of_now():
    with Server() as server, server.viewer() as first:
        first.watch(20)
        with server.viewer() as second:
            pieces = second.watch(3)
            expect([flags for _, flags, _ in pieces[:2]], [INITIALISATION, KEY_FRAME], 'flags of the first pieces')
            late = decode_time(pieces[1][2])
            early = [decode_time(first.watch(1)[0][2])]
            while early[-1] < late:
                early.append(decode_time(first.watch(1)[0][2]))
            expect_in(late, early, 'time of its first frame, among those of the first viewer')


def test_film_goes_on_after_all_were_gone():
    with Server() as server:
        with server.viewer() as viewer:
            previous = decode_time(viewer.watch(10)[-1][2])
        time.sleep(3)
        with server.viewer() as viewer:
            pieces = viewer.watch(3)
            expect(pieces[1][1], KEY_FRAME, 'flags of its first frame')
            after = [decode_time(data) for _, _, data in pieces[1:]]
            expect_range(after[0], previous + 1, 1 << 60, 'time of its first frame')
            # What the muxer kept of the first viewer's frames would be followed by the time without one.
            expect_range(after[1] - after[0], 1, (after[0] - previous) / 2, 'time to the second frame')


def test_world_goes_on_without_a_film():
    with Server() as server, server.viewer(video=False) as viewer:
        first = viewer.message('frame')['generation']
        messages = [viewer.receive() for _ in range(20)]
        expect([m for m in messages if not isinstance(m, dict)], [], 'pieces for one who did not ask for the film')
        expect_range(messages[-1]['generation'], first + 20, 1 << 60, 'generation')


def test_frames_are_counted_at_most_ten_times_per_second():
    with Server() as server, server.viewer(video=False) as viewer:
        viewer.message('frame')
        begin, counts = time.monotonic(), []
        while len(counts) < 40:
            counts.append(viewer.message('frame'))
        expect_range(time.monotonic() - begin, 2.7, 60, 'seconds for forty messages, which would take 1.3 with one for each frame')
        generations = [count['generation'] for count in counts]
        expect(generations, sorted(set(generations)), 'generations')


def test_changes_are_reported_to_all():
    with Server() as server, server.viewer(video=False) as one, server.viewer(video=False) as other:
        one.do(type='set', name='rule', value='B36/S23')
        for viewer in one, other:
            expect(viewer.message('changed'), {'type': 'changed', 'name': 'rule', 'value': 'B36/S23'}, 'change')
        with server.viewer(video=False) as late:
            expect(late.hello['properties']['rule']['value'], 'B36/S23', 'rule for one who comes later')
            expect(late.message('changed', 'frame')['type'], 'frame', 'its next message')


def test_signals_end_it_with_viewers():
    for number in signal.SIGTERM, signal.SIGINT:
        with Server() as server, server.viewer() as viewer, server.viewer(video=False) as other, server.client():
            viewer.watch(5)
            server.process.send_signal(number)
            for client in viewer, other:
                expect(client.closed().status, 1001, f'status after {number.name}')


if __name__ == '__main__':
    main(globals(), require=need_encoder)
