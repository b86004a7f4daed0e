/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The film of the world: one pipeline from lifesrc to segments of fragmented MP4, without
 * viewers. */
#pragma once

#include <gst/gst.h>

#include "../web-options.h"
#include "pace.h"

typedef struct _Film Film;

/* A segment of the film as clients receive it: the initialization segment or a fragment.
 * The sender fills in the first FILM_SEGMENT_HEADER bytes. */
typedef struct {
  guint8 *bytes;
  gsize size;
  gboolean is_key; /* begins with a key frame */
} FilmSegment;

#define FILM_SEGMENT_HEADER 8

typedef struct {
  /* All are called in the main loop. */
  void (*fragment) (const FilmSegment *fragment, gpointer user_data);
  void (*counts) (guint64 generation, guint64 population, gpointer user_data);
  void (*warning) (const gchar *warning, gpointer user_data);
  void (*error) (const GError *error, gpointer user_data);
} FilmEvents;

/* Builds the pipeline, without running it. @options and @events must outlive it. */
Film *film_new (const WebOptions *options, const FilmEvents *events,
    gpointer user_data, GError **error);

/* Runs the pipeline, and waits for its first frame. */
gboolean film_start (Film *film, GCancellable *cancellable, GError **error);

/* Stops the pipeline; no event is reported any more. */
void film_stop (Film *film);
void film_free (Film *film);

GstElement *film_get_lifesrc (Film *film);
Pace *film_get_pace (Film *film);

/* Columns, rows and planes of the world in the latest frame; 0 if unbounded. */
void film_get_sides (Film *film, guint sides[3]);
const FilmSegment *film_get_init_segment (Film *film);
const gchar *film_get_mime (Film *film);

/* Whether there is a watching viewer. Without one nothing is encoded, and the world runs
 * on. */
void film_set_watched (Film *film, gboolean watched);

/* Makes one of the next frames a key frame. */
void film_request_key_frame (Film *film);

/* From now on the latest warning that this thread posts is stored in @into; NULL: no
 * more. Actions and properties of lifesrc report failures as warnings. */
void film_collect_warnings (GString *into);
