/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs commands on the world, of each viewer in their order and of all viewers in turn, in
 * threads of its own: lifesrc lets them wait while it computes a generation. */
#pragma once

#include "film.h"
#include "../web-options.h"
#include "../protocol.h"

typedef struct _World World;

/* The commands of one viewer that wait for their turn. */
typedef struct _WorldQueue WorldQueue;

/* Called in the main loop. @text: the JSON of an answer, or of a message for all. */
typedef void (*WorldCallback) (const gchar *text, gpointer user_data);

/* @film must outlive it, or be stopped before world_free() is called; the queues must have
 * ended by then. */
World *world_new (const Options *options, Film *film, WorldCallback changed,
    gpointer user_data);

/* A queue for a viewer that has come. Of one that leaves it ends: what waits there is not
 * done. */
WorldQueue *world_join (World *world);
void world_leave (World *world, WorldQueue *queue);

/* Does @command, which it takes over, and answers. FALSE: too many of @queue wait already. */
gboolean world_do (World *world, WorldQueue *queue, Command *command,
    WorldCallback answer, gpointer user_data, GDestroyNotify destroy);

/* Reports properties that have changed. */
void world_look (World *world);

/* Ends the threads; commands that wait are not done. */
void world_free (World *world);
