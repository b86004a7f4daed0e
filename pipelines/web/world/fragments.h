/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Joins the buffers of an MP4 muxer to segments that can be played. */
#pragma once

#include <gst/gst.h>

#include "film.h"

typedef struct {
  GByteArray *bytes; /* the segment so far, after FILM_SEGMENT_HEADER bytes */
  gsize parsed;      /* end of the complete boxes */
} Fragments;

typedef enum {
  FRAGMENTS_MORE,           /* the segment is not complete */
  FRAGMENTS_INITIALIZATION, /* the segment that begins every film */
  FRAGMENTS_FRAGMENT,       /* one frame */
  FRAGMENTS_WRONG           /* the bytes are no MP4 */
} FragmentsResult;

/* Adds @buffer. If that completes a segment, returns it in *@segment, whose bytes the
 * caller frees. */
FragmentsResult fragments_add (
    Fragments *fragments, GstBuffer *buffer, FilmSegment *segment);
void fragments_clear (Fragments *fragments);
