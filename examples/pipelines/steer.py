#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Example: sets properties and pastes a pattern while a world plays, and reads what became of it.

  python3 steer.py
"""
import sys

import gi

gi.require_version('Gst', '1.0')
from gi.repository import Gst  # pylint: disable=wrong-import-position

LINE = ('lifesrc name=life pattern=block world-width=64 world-height=64 post-messages=true num-buffers=12 '
        '! fakesink name=sink sync=true')


def act(life, generation):
    """What is done once a frame has shown this generation."""
    if generation == 2:
        life.emit('paste', 'glider', 4, 4, -1)
    elif generation == 6:
        life.set_property('rule', 'B36/S23')
    elif generation == 9:
        life.emit('clear')


def main():
    Gst.init(None)
    pipeline = Gst.parse_launch(LINE)
    life, bus = pipeline.get_by_name('life'), pipeline.get_bus()
    pipeline.set_state(Gst.State.PLAYING)
    try:
        while True:
            message = bus.timed_pop_filtered(Gst.CLOCK_TIME_NONE, Gst.MessageType.ELEMENT | Gst.MessageType.EOS | Gst.MessageType.ERROR)
            if message.type == Gst.MessageType.ERROR:
                sys.exit(f'steer.py: {message.parse_error().gerror.message}')
            if message.type == Gst.MessageType.EOS:
                break
            counts = message.get_structure()
            if counts.get_name() == 'life':
                _, generation = counts.get_uint64('generation')
                _, population = counts.get_uint64('population')
                print(f'generation {generation}: {population} cells live under {life.get_property("rule")}')
                act(life, generation)
    finally:
        pipeline.set_state(Gst.State.NULL)


if __name__ == '__main__':
    main()
