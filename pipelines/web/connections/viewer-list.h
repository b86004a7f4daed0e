/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The viewers that watch and control. */
#pragma once

#include <libsoup/soup.h>

#include "../world/film.h"
#include "../web-options.h"
#include "counting-stream.h"
#include "../world/scheduler.h"

typedef struct _ViewerList ViewerList;

/* Both must outlive it. */
ViewerList *viewer_list_new (const WebOptions *options, Film *film);
void viewer_list_free (ViewerList *viewers);

/* Sets where their commands are queued. */
void viewer_list_set_scheduler (ViewerList *viewers, Scheduler *scheduler);

gboolean viewer_list_is_full (const ViewerList *viewers);
void viewer_list_add (ViewerList *viewers, SoupWebsocketConnection *connection,
    CountingStream *stream);

/* Sends a fragment of the film; sets the counts of its latest frame. */
void viewer_list_send_fragment (
    ViewerList *viewers, const FilmSegment *fragment);
void viewer_list_set_counts (
    ViewerList *viewers, guint64 generation, guint64 population);

/* Sends a message to all. */
void viewer_list_send_message (ViewerList *viewers, const gchar *text);

/* Closes all connections, with a close frame. */
void viewer_list_close (ViewerList *viewers);
guint viewer_list_get_length (const ViewerList *viewers);
