#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Example: a film of exactly one period, which can be repeated without a jump. It runs the world until it repeats itself,
and then renders that many frames from there on.

  python3 loop.py pulsar.webm pattern=pulsar zoom=16
  python3 loop.py soup.webm world-width=64 world-height=48 seed=7
"""
import sys

import gi

gi.require_version('Gst', '1.0')
from gi.repository import Gst  # pylint: disable=wrong-import-position

CAPS = 'video/x-raw,format=I420,width=640,height=480,framerate=30/1'


def play(line, names):
    """Plays a pipeline to its end: the last element message of one of @names, or None."""
    pipeline = Gst.parse_launch(line)
    bus, found = pipeline.get_bus(), None
    pipeline.set_state(Gst.State.PLAYING)
    try:
        while True:
            message = bus.timed_pop_filtered(Gst.CLOCK_TIME_NONE, Gst.MessageType.ELEMENT | Gst.MessageType.EOS | Gst.MessageType.ERROR)
            if message.type == Gst.MessageType.ERROR:
                raise RuntimeError(message.parse_error().gerror.message)
            if message.type == Gst.MessageType.EOS:
                return found
            if message.get_structure().get_name() in names:
                found = message.get_structure()
    finally:
        pipeline.set_state(Gst.State.NULL)


def main(location, *properties):
    Gst.init(None)
    world = ' '.join(properties)
    period = play(f'lifesrc {world} stagnation=eos num-buffers=20000 ! {CAPS} ! fakesink', ['life-stagnation'])
    if period is None:
        sys.exit('loop.py: the world does not repeat itself within 20000 generations')
    _, generation = period.get_uint64('generation')
    _, frames = period.get_uint64('period')
    play(f'lifesrc {world} start-generation={generation} num-buffers={frames} ! {CAPS} ! vp8enc deadline=1 target-bitrate=4000000 '
         f'! webmmux ! filesink location={location}', [])
    print(f'{location}: generations {generation} to {generation + frames - 1}, a period of {frames}')


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit('Usage: loop.py FILE.webm [PROPERTY=VALUE ...]')
    try:
        main(*sys.argv[1:])
    except RuntimeError as error:
        sys.exit(f'loop.py: {error}')
