/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a random sequence feeds to a filter: pictures or sound, whole or odd. */
#pragma once

#include <gst/gst.h>

#include "tests/support/elements/bytes.h"
#include "tests/support/elements/sequence-peer.h"

typedef struct {
  gboolean is_sound;
  gboolean started;
  GstClockTime time; /* of the next buffer */
  gsize size;        /* of a whole one */
  guint noise;
} SequenceInput;

void sequence_input_init (SequenceInput *input, gboolean is_sound);

/* Small video caps, mostly ones that the elements can make. */
GstCaps *sequence_input_choose_video (Bytes *bytes);

/* The first events of a stream, with caps. */
void sequence_input_begin (SequenceInput *input, SequenceFeeder *feeder);

/* A buffer, new caps, a segment, or a gap. */
void sequence_input_push (SequenceInput *input, SequenceFeeder *feeder,
    GstElement *element, Bytes *bytes);

/* A stream from its start that has three frames at least. */
void sequence_input_play (SequenceInput *input, SequenceFeeder *feeder);
