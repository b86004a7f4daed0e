#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A crowd of viewers of a life-web, for measurements by hand.

Usage: web-crowd.py PORT VIEWERS SECONDS [PID]. All read and acknowledge. Prints which frames of the first viewer were
missing or late, and with PID how long that process worked. Exits 1 where one was."""
import os
import re
import select
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
os.environ.setdefault('LIFE_SOURCE_ROOT', str(HERE.parents[1]))
os.environ.setdefault('LIFE_BUILD_ROOT', os.getcwd())
sys.path.insert(0, str(HERE.parent / 'support' / 'programs'))
from web_peer import PING, PONG, TEXT, Client, decode_time  # pylint: disable=wrong-import-position

LATE = 2.0  # intervals after the frame before
BEGIN = 2.0  # seconds; what the first viewer gets is counted from then on


class Viewer(Client):
    def __init__(self, port):
        super().__init__(port)
        self.joined, self.shown, self.pieces, self.received = time.monotonic(), None, 0, 0
        self.arrivals = []  # when pieces came, and their times in the film
        self.send({'type': 'hello', 'video': True})

    def pull_frames(self, record):
        """Takes what is whole of what has come."""
        self.fill()
        while (whole := self.whole_frame()) is not None:
            opcode, payload = whole
            if opcode == PING:
                self.send_frame(PONG, payload)
            elif opcode == 2:
                self.acknowledge(int.from_bytes(payload[:4], 'big'))
                self.pieces, self.received = self.pieces + 1, self.received + len(payload)
                if self.pieces == 2:
                    self.shown = time.monotonic()
                if record and self.pieces > 1:
                    self.arrivals.append((time.monotonic(), decode_time(payload[8:])))
            elif opcode != TEXT:
                sys.exit('a viewer was let go')

    def whole_frame(self):
        stored = self.bytes
        if len(stored) < 2:
            return None
        short = stored[1] & 127
        head = {126: 4, 127: 10}.get(short, 2)
        length = short if head == 2 else int.from_bytes(stored[2:head], 'big')
        return self.frame() if len(stored) >= head + length else None


def watch(viewers, record, seconds):
    poll, end = select.poll(), time.monotonic() + seconds
    by_link = {viewer.link.fileno(): viewer for viewer in viewers}
    for link in by_link:
        poll.register(link, select.POLLIN)
    while time.monotonic() < end:
        for link, _ in poll.poll(100):
            by_link[link].pull_frames(record and by_link[link] is viewers[0])


def report(arrivals):
    """Prints what was wrong with these frames; returns whether something was."""
    gaps = sorted(1000 * (b[0] - a[0]) for a, b in zip(arrivals, arrivals[1:]))
    steps = sorted(b[1] - a[1] for a, b in zip(arrivals, arrivals[1:]))
    usual, step = gaps[len(gaps) // 2], steps[len(steps) // 2]
    missing, late = sum(round(one / step) - 1 for one in steps), sum(gap > LATE * usual for gap in gaps)
    print(f'first viewer: {len(arrivals)} frames, {missing} missing, {late} late; from one to the next {usual:.1f} ms, 99 of 100 '
          f'within {gaps[len(gaps) * 99 // 100]:.1f} ms, all within {gaps[-1]:.1f} ms')
    return missing + late > 0


def work_of(pid):
    """Hundredths of a second that a process worked."""
    fields = re.sub(r'.*\) ', '', Path(f'/proc/{pid}/stat').read_text(encoding='ascii')).split()
    return int(fields[11]) + int(fields[12])


def main(port, number, seconds, pid=None):
    number, seconds = int(number), float(seconds)
    viewers = [Viewer(int(port)) for _ in range(number)]
    watch(viewers, False, BEGIN)
    if any(viewer.shown is None for viewer in viewers):
        sys.exit(f'a viewer has no picture after {BEGIN} s')
    received, work = sum(viewer.received for viewer in viewers), pid and work_of(pid)
    watch(viewers, True, seconds)
    work = pid and work_of(pid) - work
    wrong = report(viewers[0].arrivals)
    slowest = max(viewer.shown - viewer.joined for viewer in viewers)
    rate = (sum(viewer.received for viewer in viewers) - received) * 8 / seconds / number
    print(f'{number} viewers: first picture within {1000 * slowest:.0f} ms, {rate / 1e6:.2f} Mb/s each')
    if pid:
        print(f'the server worked for {work / seconds:.0f}% of one core')
    return wrong


if __name__ == '__main__':
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
