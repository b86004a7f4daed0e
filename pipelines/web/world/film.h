/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The film of the world: one pipeline from lifesrc to pieces of fragmented MP4. No
 * viewers. */
#pragma once

#include <gst/gst.h>

#include "../web-options.h"

typedef struct _Film Film;

/* A piece of the film as clients get it. The first PIECE_HEADER bytes are theirs to
 * fill. */
typedef struct {
  guint8 *bytes;
  gsize size;
  gboolean is_key; /* begins with a key frame */
} Piece;

#define PIECE_HEADER 8

typedef struct {
  /* All are called in the main loop. */
  void (*take) (const Piece *fragment, gpointer user_data);
  void (*frame) (guint64 generation, guint64 population, gpointer user_data);
  void (*warn) (const gchar *warning, gpointer user_data);
  void (*end) (const GError *error, gpointer user_data);
} FilmEvents;

/* Builds the pipeline; nothing runs yet. @options and @events must outlive it. */
Film *film_new (const Options *options, const FilmEvents *events,
    gpointer user_data, GError **error);

/* Runs it, and waits until it has its first frame. */
gboolean film_start (Film *film, GCancellable *cancellable, GError **error);

/* Ends it; nothing is called any more. */
void film_stop (Film *film);
void film_free (Film *film);

GstElement *film_get_lifesrc (Film *film);

/* Columns, rows and planes of the world that the last frame showed; 0 without edges. */
void film_get_sides (Film *film, guint sides[3]);
const Piece *film_get_initialisation (Film *film);
const gchar *film_get_mime (Film *film);

/* Whether anyone looks; while none does, nothing is encoded, and the world goes on. */
void film_set_watched (Film *film, gboolean watched);

/* Makes one of the next frames a key frame. */
void film_want_key_frame (Film *film);

/* From now on warnings that this thread posts go to @into, one at most; NULL: no more.
 * Actions and properties of lifesrc say so why they failed. */
void film_collect_warnings (GString *into);
