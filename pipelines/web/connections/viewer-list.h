/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Those who watch and control: WebSockets, what each may do, and what each is sent. */
#pragma once

#include <libsoup/soup.h>

#include "../world/film.h"
#include "../web-options.h"
#include "counting-stream.h"
#include "../world/scheduler.h"

typedef struct _Viewers Viewers;

/* Both must outlive it. */
Viewers *viewers_new (const Options *options, Film *film);
void viewers_free (Viewers *viewers);

/* Where their commands go. */
void viewers_set_world (Viewers *viewers, World *world);

gboolean viewers_are_full (const Viewers *viewers);
void viewers_add (
    Viewers *viewers, SoupWebsocketConnection *connection, Wire *wire);

/* A fragment of the film, and counts of its latest frame. */
void viewers_take (Viewers *viewers, const Piece *fragment);
void viewers_count (Viewers *viewers, guint64 generation, guint64 population);

/* A message for all. */
void viewers_tell (Viewers *viewers, const gchar *text);

/* Says farewell to all. */
void viewers_close (Viewers *viewers);
guint viewers_get_number (const Viewers *viewers);
