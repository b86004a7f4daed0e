/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A viewer: a WebSocket with its messages, its position in the film, and its bounds. */
#pragma once

#include <libsoup/soup.h>

#include "../world/film.h"
#include "../web-options.h"
#include "counting-stream.h"
#include "../world/scheduler.h"

typedef struct _Viewer Viewer;

/* What all viewers share. */
typedef struct {
  const WebOptions *options;
  Film *film;
  Scheduler *scheduler;
  void (*join) (Viewer *viewer, gpointer user_data);  /* hello was replied to */
  void (*leave) (Viewer *viewer, gpointer user_data); /* it is detached */
  gpointer user_data;
} ViewerContext;

/* @stream lives as long as @connection. */
Viewer *viewer_new (const ViewerContext *context,
    SoupWebsocketConnection *connection, CountingStream *stream);
void viewer_unref (gpointer viewer);

/* Whether it receives the film. */
gboolean viewer_is_watching (const Viewer *viewer);

/* Sends the next fragment, unless the viewer has fallen behind. */
void viewer_send_fragment (
    Viewer *viewer, const FilmSegment *fragment, gint64 now);

/* Sends a message that is no reply, if the viewer has sent hello. */
void viewer_send_message (Viewer *viewer, const gchar *text);

/* Drops or closes a silent or slow viewer. Called once per second. */
void viewer_check (Viewer *viewer, gint64 now);

/* Ends the connection: with a close frame, or at once. */
void viewer_close (Viewer *viewer, gushort code, const gchar *why);
void viewer_drop (Viewer *viewer);
