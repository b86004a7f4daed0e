/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One WebSocket: its messages, how far it has got in the film, and its bounds. */
#pragma once

#include <libsoup/soup.h>

#include "../world/film.h"
#include "../web-options.h"
#include "counting-stream.h"
#include "../world/scheduler.h"

typedef struct _Viewer Viewer;

/* What all viewers have in common. */
typedef struct {
  const Options *options;
  Film *film;
  World *world;
  void (*join) (Viewer *viewer, gpointer user_data);  /* it was greeted */
  void (*leave) (Viewer *viewer, gpointer user_data); /* it is gone */
  gpointer user_data;
} Audience;

/* @wire lives as long as @connection. */
Viewer *viewer_new (
    const Audience *audience, SoupWebsocketConnection *connection, Wire *wire);
void viewer_unref (gpointer viewer);

/* Whether it gets the film. */
gboolean viewer_watches (const Viewer *viewer);

/* The next fragment, unless it has fallen behind. */
void viewer_take (Viewer *viewer, const Piece *fragment, gint64 now);

/* A message that it did not ask for; sent once it has sent hello. */
void viewer_tell (Viewer *viewer, const gchar *text);

/* To be called every second. */
void viewer_check (Viewer *viewer, gint64 now);

/* Ends it: with a farewell, or at once. */
void viewer_close (Viewer *viewer, gushort code, const gchar *why);
void viewer_drop (Viewer *viewer);
