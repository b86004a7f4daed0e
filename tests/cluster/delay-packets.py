#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""A network of hosts that are namespaces, and that hears of each packet later.

Usage: delay-packets.py MILLISECONDS NAMESPACE... Each namespace gets a device tun0 with the
address 10.77.0.N, N counted from 1 on, and all packets between them take so long. It needs root
and /dev/net/tun, not the kernel's netem, which not every kernel has. Prints "ready", and ends
with a signal."""
import collections
import fcntl
import os
import select
import struct
import subprocess
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 1, 0x1000
# Large packets cost this program little.
MTU = 60000


def run(*words):
    subprocess.run(words, check=True)


def make_device(namespace, number):
    """A device that this process reads and writes, and the namespace sees."""
    device = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
    name = f'life{os.getpid() % 10000}n{number}'
    fcntl.ioctl(device, TUNSETIFF, struct.pack('16sH22x', name.encode(), IFF_TUN | IFF_NO_PI))
    run('ip', 'link', 'set', name, 'netns', namespace, 'name', 'tun0')
    inside = ('ip', '-n', namespace)
    run(*inside, 'address', 'add', f'10.77.0.{number}/24', 'dev', 'tun0')
    run(*inside, 'link', 'set', 'tun0', 'mtu', str(MTU), 'up')
    run(*inside, 'link', 'set', 'lo', 'up')
    return device


def forward(devices, delay):
    """All packets wait as long, so that a queue keeps them in order."""
    waiting = collections.deque()
    poll = select.poll()
    for device in devices.values():
        poll.register(device, select.POLLIN)
    while True:
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            _, packet = waiting.popleft()
            to = devices.get(packet[19])
            if to is not None and packet[0] >> 4 == 4:
                try:
                    os.write(to, packet)
                except OSError:
                    pass  # As a network may, it loses one.
        for device, _ in poll.poll(max(waiting[0][0] - now, 0) * 1000 if waiting else None):
            try:
                while True:
                    waiting.append((time.monotonic() + delay, os.read(device, MTU + 100)))
            except BlockingIOError:
                pass


def main():
    delay, namespaces = float(sys.argv[1]) / 1000, sys.argv[2:]
    devices = {number: make_device(namespace, number) for number, namespace in enumerate(namespaces, 1)}
    print('ready', flush=True)
    forward(devices, delay)


if __name__ == '__main__':
    main()
