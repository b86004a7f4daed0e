#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Example: frames as arrays of numpy, with the generation and population that each one shows.

  python3 frames.py acorn 10
"""
import sys

import gi
import numpy

gi.require_version('Gst', '1.0')
gi.require_version('GstVideo', '1.0')
from gi.repository import Gst, GstVideo  # pylint: disable=wrong-import-position

# A pixel per cell, a byte per pixel: 255 where a cell lives.
LINE = 'lifesrc name=life topology=torus zoom=1 ! video/x-raw,format=GRAY8,width=320,height=180 ! appsink name=sink sync=false max-buffers=2'


def array_of(sample):
    """A frame's luma, one row per line of pixels, which lie as many bytes apart as the caps say."""
    info = GstVideo.VideoInfo.new_from_caps(sample.get_caps())
    buffer = sample.get_buffer()
    return numpy.ndarray((info.height, info.width), numpy.uint8, buffer.extract_dup(0, buffer.get_size()), strides=(info.stride[0], 1))


def frames(pattern, count):
    """Each frame with the fields of its GstLifeMeta."""
    pipeline = Gst.parse_launch(LINE)
    life, sink = pipeline.get_by_name('life'), pipeline.get_by_name('sink')
    life.set_property('pattern', pattern)
    life.set_property('num-buffers', count)
    try:
        # After an error there is no sample to wait for.
        if pipeline.set_state(Gst.State.PLAYING) != Gst.StateChangeReturn.FAILURE:
            while sample := sink.emit('pull-sample'):
                yield array_of(sample), sample.get_buffer().get_custom_meta('GstLifeMeta').get_structure()
        message = pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
        if message:
            raise RuntimeError(message.parse_error().gerror.message)
    finally:
        pipeline.set_state(Gst.State.NULL)


def main(pattern='acorn', count='10'):
    Gst.init(None)
    for cells, meta in frames(pattern, int(count)):
        _, generation = meta.get_uint64('generation')
        _, population = meta.get_uint64('population')
        rows, columns = cells.nonzero()
        extent = f'rows {rows.min()} to {rows.max()}, columns {columns.min()} to {columns.max()}' if rows.size else 'nowhere'
        print(f'generation {generation}: {population} cells live, {numpy.count_nonzero(cells)} pixels are white, {extent}')


if __name__ == '__main__':
    try:
        main(*sys.argv[1:])
    except (TypeError, ValueError):
        sys.exit('Usage: frames.py [PATTERN [FRAMES]]')
    except RuntimeError as error:
        sys.exit(f'frames.py: {error}')
