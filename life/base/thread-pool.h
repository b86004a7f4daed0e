/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Threads that share rounds of work, a barrier between the rounds. The caller
 * defines what an item of work and what a round is. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _LifeThreadPool LifeThreadPool;

/* Processes item @item of a round. Items of one round run in parallel. */
typedef void (*LifeWorkItem) (gpointer data, gsize item);

/* Runs on one thread after each round, while the other threads wait; the next round
 * sees what it wrote. Returns whether there is a next round. */
typedef gboolean (*LifeWorkRound) (gpointer data);

/* @items: items per round
 * @item: does one
 * @round: runs between the rounds; NULL if there is only one
 * @cancelled: read atomically before each item, or NULL */
typedef struct {
  gsize items;
  LifeWorkItem item;
  LifeWorkRound round;
  const gint *cancelled;
} LifeWork;

/* A pool of @threads threads, the calling one included; 0: one per core. No
 * thread is started before work needs it. */
LifeThreadPool *life_thread_pool_new (guint threads);
void life_thread_pool_free (LifeThreadPool *pool);

guint life_thread_pool_get_threads (const LifeThreadPool *pool);

/* How many threads are worth using for @rounds rounds that each take as long as
 * advancing @bytes of bit-sliced cells. */
guint life_thread_pool_choose (
    const LifeThreadPool *pool, guint64 bytes, guint64 rounds);

/* Works with up to @threads threads until there is no next round. FALSE if
 * @work->cancelled left a round unfinished. Only one caller at a time. */
gboolean life_thread_pool_run (
    LifeThreadPool *pool, guint threads, const LifeWork *work, gpointer data);

/* The calling thread's number in the run whose item it does: from 0 on, below the run's
 * threads. For memory that each thread has of its own. */
guint life_thread_pool_index (void);

G_END_DECLS
