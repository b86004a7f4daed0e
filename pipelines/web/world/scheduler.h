/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs commands on the world, of each viewer in their order and of all viewers in turn,
 * in threads of its own: lifesrc blocks them while it computes a generation. */
#pragma once

#include "film.h"
#include "../web-options.h"
#include "../protocol.h"

typedef struct _Scheduler Scheduler;

/* The pending commands of one viewer. */
typedef struct _CommandQueue CommandQueue;

/* Called in the main loop. @text: the JSON of a reply, or of a message for all. */
typedef void (*ReplyCallback) (const gchar *text, gpointer user_data);

/* @film must outlive it, or be stopped before scheduler_free() is called; all queues must
 * be removed by then. */
Scheduler *scheduler_new (const WebOptions *options, Film *film,
    ReplyCallback changed, gpointer user_data);

/* Adds a queue for a viewer; removes it. Pending commands of a removed queue do not run. */
CommandQueue *scheduler_add_queue (Scheduler *scheduler);
void scheduler_remove_queue (Scheduler *scheduler, CommandQueue *queue);

/* Queues @command, which it then owns; @reply receives the result. FALSE: @queue is full. */
gboolean scheduler_push (Scheduler *scheduler, CommandQueue *queue,
    Command *command, ReplyCallback reply, gpointer user_data,
    GDestroyNotify destroy);

/* Reports properties that have changed. */
void scheduler_report_changes (Scheduler *scheduler);

/* Ends the threads; pending commands do not run. */
void scheduler_free (Scheduler *scheduler);
