/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Puts the buffers of an MP4 muxer together to pieces that can be played. */
#pragma once

#include <gst/gst.h>

#include "film.h"

typedef struct {
  GByteArray *bytes; /* the piece so far, after PIECE_HEADER bytes */
  gsize parsed;      /* up to where boxes of it are complete */
} Fragments;

typedef enum {
  FRAGMENTS_MORE,           /* the piece is not complete */
  FRAGMENTS_INITIALISATION, /* it begins every film */
  FRAGMENTS_FRAGMENT,       /* it is a frame */
  FRAGMENTS_WRONG           /* the bytes are no MP4 */
} FragmentsResult;

/* Adds @buffer. Where that completes a piece, it goes to *@piece, whose bytes the caller
 * frees. */
FragmentsResult fragments_add (
    Fragments *fragments, GstBuffer *buffer, Piece *piece);
void fragments_clear (Fragments *fragments);
