#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Example: sets properties and pastes a pattern while a world plays, and reads what became of it.

  python3 steer.py
"""
import sys

import gi

gi.require_version('Gst', '1.0')
from gi.repository import Gst  # pylint: disable=wrong-import-position

LINE = ('lifesrc name=life pattern=block world-width=64 world-height=64 post-messages=true '
        '! fakesink name=sink sync=true')

# What is done, each once a frame has shown so many cells.
STEPS = [(4, lambda life: life.emit('paste', 'glider', 4, 4, -1)), (9, lambda life: life.set_property('rule', 'B36/S23')),
         (9, lambda life: life.emit('clear')), (0, None)]


def populations(life, bus):
    """Prints what the messages of lifesrc count, and yields how many cells live."""
    while True:
        message = bus.timed_pop_filtered(Gst.CLOCK_TIME_NONE, Gst.MessageType.ELEMENT | Gst.MessageType.ERROR)
        if message.type == Gst.MessageType.ERROR:
            sys.exit(f'steer.py: {message.parse_error().gerror.message}')
        counts = message.get_structure()
        if counts.get_name() == 'life':
            _, generation = counts.get_uint64('generation')
            _, population = counts.get_uint64('population')
            print(f'generation {generation}: {population} cells live under {life.get_property("rule")}')
            yield population


def main():
    Gst.init(None)
    pipeline = Gst.parse_launch(LINE)
    life, bus = pipeline.get_by_name('life'), pipeline.get_bus()
    pipeline.set_state(Gst.State.PLAYING)
    try:
        shown = populations(life, bus)
        for expected, act in STEPS:
            while next(shown) != expected:
                pass
            if act:
                act(life)
    finally:
        pipeline.set_state(Gst.State.NULL)


if __name__ == '__main__':
    main()
