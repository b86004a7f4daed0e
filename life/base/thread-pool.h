/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Threads that share rounds of work, a barrier between the rounds. What an item
 * of work is, and what a round means, is the caller's business. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _LifeThreadPool LifeThreadPool;

/* Does item @item of a round. Items of one round run side by side. */
typedef void (*LifeWorkItem) (gpointer data, gsize item);

/* Runs on one thread after each round, while all others wait; the next round
 * sees what it wrote. Returns whether there is a next round. */
typedef gboolean (*LifeWorkRound) (gpointer data);

/* @items: how many items each round has
 * @item: does one
 * @round: between the rounds; NULL: there is only one
 * @cancelled: read atomically before each item, or NULL */
typedef struct {
  gsize items;
  LifeWorkItem item;
  LifeWorkRound round;
  const gint *cancelled;
} LifeWork;

/* A pool of @threads, the calling one included; 0: one a core. No thread is
 * started before work asks for it. */
LifeThreadPool *life_thread_pool_new (guint threads);
void life_thread_pool_free (LifeThreadPool *pool);

guint life_thread_pool_get_threads (const LifeThreadPool *pool);

/* How many threads pay for @rounds rounds that each take as long as advancing
 * @bytes of bit-sliced cells. */
guint life_thread_pool_choose (
    const LifeThreadPool *pool, guint64 bytes, guint64 rounds);

/* Works with up to @threads threads until there is no next round. FALSE when
 * @work->cancelled left a round unfinished. One caller at a time. */
gboolean life_thread_pool_run (
    LifeThreadPool *pool, guint threads, const LifeWork *work, gpointer data);

G_END_DECLS
