/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs commands on the world, one after the other, in a thread of its own: lifesrc lets
 * them wait while it computes a generation. */
#pragma once

#include "film.h"
#include "../options.h"
#include "../protocol.h"

typedef struct _World World;

/* Called in the main loop. @text: the JSON of an answer, or of a message for all. */
typedef void (*WorldCallback) (const gchar *text, gpointer user_data);

/* @film must outlive it, or be stopped before world_free() is called. */
World *world_new (const Options *options, Film *film, WorldCallback changed,
    gpointer user_data);

/* Does @command, which it takes over, and answers. FALSE: too many wait already. */
gboolean world_do (World *world, Command *command, WorldCallback answer,
    gpointer user_data, GDestroyNotify destroy);

/* Reports properties that have changed. */
void world_look (World *world);

/* Ends the thread; commands that wait are not done. */
void world_free (World *world);
