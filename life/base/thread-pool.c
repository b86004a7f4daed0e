/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Threads that share rounds of work, a barrier between the rounds. The caller
 * defines what an item of work and what a round is.
 *
 * Every thread starts on its own share of the items, which keeps them in its
 * cache from round to round, and then helps with the other threads' shares. A round
 * ends when its items are done, not when every thread has taken part: a thread
 * that was not woken yet, or whose core is busy elsewhere, delays the round
 * only if it holds an item. At the barrier a thread spins for some microseconds
 * before it sleeps, as rounds are often shorter than a wake-up; the threads are
 * woken once per run.
 *
 * The locks are POSIX ones, not GLib's, because the thread sanitizer supports
 * those. */
#include "life/base/thread-pool.h"

#include <pthread.h>
#include <stdatomic.h>

#define MAX_THREADS 1024
/* A further thread pays off from about this much work per round, and per run. */
#define ROUND_BYTES (64 * 1024)
#define RUN_BYTES (2 * 1024 * 1024)
#define SPINS 4000
#define CACHE_LINE 64

/* One thread's share of a round, on cache lines of its own. */
typedef struct {
  atomic_size_t next;
  gsize start;
  gsize end;
  guint8 padding[2 * CACHE_LINE - sizeof (atomic_size_t) - 2 * sizeof (gsize)];
} WorkShare;

typedef struct {
  LifeThreadPool *pool;
  guint index;
  GThread *thread;
  pthread_cond_t called_cond;
  gboolean called;
} Worker;

struct _LifeThreadPool {
  guint threads;
  guint started;
  guint spins;
  Worker *workers;
  WorkShare *shares;

  pthread_mutex_t mutex;
  pthread_cond_t round_cond;
  pthread_cond_t left_cond;
  gboolean quitting;

  /* Of the present run; written only while no other thread works. */
  guint running;
  const LifeWork *work;
  gpointer data;

  atomic_size_t unfinished; /* items of this round */
  atomic_uint round;
  atomic_int more; /* there is a round to work on */
  atomic_int abandoned;
  atomic_uint inside; /* threads in the run, except the caller */
  atomic_uint sleepers;
  atomic_int caller_sleeps;
};

static _Thread_local guint current_index;

guint
life_thread_pool_index (void)
{
  return current_index;
}

static inline void
relax (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause ();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/* Divides the items among the threads, the same way in every round. */
static void
cut_shares (LifeThreadPool *pool)
{
  gsize items = pool->work->items;
  gsize each = items / pool->running, extra = items % pool->running;
  gsize start = 0;

  for (guint i = 0; i < pool->running; i++) {
    pool->shares[i].start = start;
    start += each + (i < extra ? 1 : 0);
    pool->shares[i].end = start;
  }
}

/* After this, other threads can claim items and can end the round, so everything
 * else must be set up. */
static void
deal_shares (LifeThreadPool *pool)
{
  atomic_store (&pool->unfinished, pool->work->items);
  for (guint i = 0; i < pool->running; i++)
    atomic_store_explicit (
        &pool->shares[i].next, pool->shares[i].start, memory_order_release);
}

static gboolean
is_cancelled (const LifeWork *work)
{
  return work->cancelled != NULL && g_atomic_int_get (work->cancelled) != 0;
}

/* Works through the rest of a share; returns how many items it claimed. In an
 * abandoned round items are claimed, but not done. */
static gsize
work_on_share (LifeThreadPool *pool, WorkShare *share)
{
  const LifeWork *work = pool->work;

  for (gsize claimed = 0;; claimed++) {
    gsize item =
        atomic_fetch_add_explicit (&share->next, 1, memory_order_acquire);
    if (item >= share->end)
      return claimed;
    if (is_cancelled (work))
      atomic_store_explicit (&pool->abandoned, 1, memory_order_relaxed);
    if (!atomic_load_explicit (&pool->abandoned, memory_order_relaxed))
      work->item (pool->data, item);
  }
}

/* Prepares the next round and releases the other threads. A thread that is
 * awake may start on the items before the round's number changes, and may even
 * end it. */
static void
end_round (LifeThreadPool *pool)
{
  const LifeWork *work = pool->work;
  gboolean more = !atomic_load (&pool->abandoned) && work->round != NULL
                  && work->round (pool->data);

  atomic_store (&pool->more, more);
  if (more)
    deal_shares (pool);
  atomic_fetch_add (&pool->round, 1);
  if (atomic_load (&pool->sleepers) > 0) {
    pthread_mutex_lock (&pool->mutex);
    pthread_cond_broadcast (&pool->round_cond);
    pthread_mutex_unlock (&pool->mutex);
  }
}

/* A sleeper counts itself before it checks whether round @seen has ended, and the thread that
 * ends a round checks for sleepers after that: both must see the same order. */
static void
wait_for_round (LifeThreadPool *pool, guint seen)
{
  for (guint i = 0; i < pool->spins; i++) {
    if (atomic_load (&pool->round) != seen)
      return;
    relax ();
  }
  pthread_mutex_lock (&pool->mutex);
  atomic_fetch_add (&pool->sleepers, 1);
  while (atomic_load (&pool->round) == seen)
    pthread_cond_wait (&pool->round_cond, &pool->mutex);
  atomic_fetch_sub (&pool->sleepers, 1);
  pthread_mutex_unlock (&pool->mutex);
}

static void
work_rounds (LifeThreadPool *pool, guint index)
{
  for (;;) {
    guint seen = atomic_load (&pool->round);
    gsize done = 0;

    if (!atomic_load (&pool->more))
      return;
    for (guint i = 0; i < pool->running; i++)
      done += work_on_share (pool, &pool->shares[(index + i) % pool->running]);
    if (done > 0 && atomic_fetch_sub (&pool->unfinished, done) == done)
      end_round (pool);
    else
      wait_for_round (pool, seen);
  }
}

/* The caller may set up the next run only when no thread uses this one. */
static void
leave (LifeThreadPool *pool)
{
  if (atomic_fetch_sub (&pool->inside, 1) == 1
      && atomic_load (&pool->caller_sleeps)) {
    pthread_mutex_lock (&pool->mutex);
    pthread_cond_signal (&pool->left_cond);
    pthread_mutex_unlock (&pool->mutex);
  }
}

/* Cancels the call of threads that did not start in time, and waits for the
 * others. */
static void
wait_until_left (LifeThreadPool *pool)
{
  pthread_mutex_lock (&pool->mutex);
  for (guint i = 1; i < pool->running; i++)
    pool->workers[i].called = FALSE;
  pthread_mutex_unlock (&pool->mutex);

  for (guint i = 0; i < pool->spins; i++) {
    if (atomic_load_explicit (&pool->inside, memory_order_acquire) == 0)
      return;
    relax ();
  }
  pthread_mutex_lock (&pool->mutex);
  atomic_store (&pool->caller_sleeps, 1);
  while (atomic_load (&pool->inside) > 0)
    pthread_cond_wait (&pool->left_cond, &pool->mutex);
  atomic_store (&pool->caller_sleeps, 0);
  pthread_mutex_unlock (&pool->mutex);
}

/* Sleeps until there is work; FALSE when the pool is being freed. */
static gboolean
wait_for_call (Worker *worker)
{
  LifeThreadPool *pool = worker->pool;
  gboolean called;

  pthread_mutex_lock (&pool->mutex);
  while (!worker->called && !pool->quitting)
    pthread_cond_wait (&worker->called_cond, &pool->mutex);
  called = worker->called;
  worker->called = FALSE;
  if (called)
    atomic_fetch_add (&pool->inside, 1);
  pthread_mutex_unlock (&pool->mutex);
  return called;
}

static gpointer
worker_main (gpointer data)
{
  Worker *worker = data;

  current_index = worker->index;
  while (wait_for_call (worker)) {
    work_rounds (worker->pool, worker->index);
    leave (worker->pool);
  }
  return NULL;
}

/* Starts threads until there are @threads; where the system refuses one, fewer
 * do the work. */
static guint
start_threads (LifeThreadPool *pool, guint threads)
{
  while (pool->started < threads) {
    Worker *worker = &pool->workers[pool->started];
    worker->thread =
        g_thread_try_new ("life-worker", worker_main, worker, NULL);
    if (worker->thread == NULL)
      return pool->started;
    pool->started++;
  }
  return threads;
}

LifeThreadPool *
life_thread_pool_new (guint threads)
{
  LifeThreadPool *pool = g_new0 (LifeThreadPool, 1);
  guint processors = g_get_num_processors ();

  pool->threads = CLAMP (threads != 0 ? threads : processors, 1, MAX_THREADS);
  pool->spins = pool->threads <= processors ? SPINS : 0;
  pool->started = 1;
  pool->workers = g_new0 (Worker, pool->threads);
  pool->shares = g_new0 (WorkShare, pool->threads);
  pthread_mutex_init (&pool->mutex, NULL);
  pthread_cond_init (&pool->round_cond, NULL);
  pthread_cond_init (&pool->left_cond, NULL);
  for (guint i = 1; i < pool->threads; i++) {
    pool->workers[i].pool = pool;
    pool->workers[i].index = i;
    pthread_cond_init (&pool->workers[i].called_cond, NULL);
  }
  return pool;
}

void
life_thread_pool_free (LifeThreadPool *pool)
{
  if (pool == NULL)
    return;

  pthread_mutex_lock (&pool->mutex);
  pool->quitting = TRUE;
  for (guint i = 1; i < pool->started; i++)
    pthread_cond_signal (&pool->workers[i].called_cond);
  pthread_mutex_unlock (&pool->mutex);
  for (guint i = 1; i < pool->started; i++)
    g_thread_join (pool->workers[i].thread);

  for (guint i = 1; i < pool->threads; i++)
    pthread_cond_destroy (&pool->workers[i].called_cond);
  pthread_cond_destroy (&pool->left_cond);
  pthread_cond_destroy (&pool->round_cond);
  pthread_mutex_destroy (&pool->mutex);
  g_free (pool->shares);
  g_free (pool->workers);
  g_free (pool);
}

guint
life_thread_pool_get_threads (const LifeThreadPool *pool)
{
  return pool->threads;
}

guint
life_thread_pool_choose (
    const LifeThreadPool *pool, guint64 bytes, guint64 rounds)
{
  guint64 run_bytes;

  if (!g_uint64_checked_mul (&run_bytes, bytes, rounds))
    run_bytes = G_MAXUINT64;
  return MAX (
      MIN (pool->threads, MIN (bytes / ROUND_BYTES, run_bytes / RUN_BYTES)), 1);
}

static gboolean
run_alone (const LifeWork *work, gpointer data)
{
  do {
    for (gsize item = 0; item < work->items; item++) {
      if (is_cancelled (work))
        return FALSE;
      work->item (data, item);
    }
  } while (work->round != NULL && work->round (data));
  return TRUE;
}

static gboolean
run_together (
    LifeThreadPool *pool, guint threads, const LifeWork *work, gpointer data)
{
  pool->running = threads;
  pool->work = work;
  pool->data = data;
  atomic_store (&pool->abandoned, 0);
  atomic_store (&pool->more, 1);
  cut_shares (pool);
  deal_shares (pool);

  pthread_mutex_lock (&pool->mutex);
  for (guint i = 1; i < threads; i++) {
    pool->workers[i].called = TRUE;
    pthread_cond_signal (&pool->workers[i].called_cond);
  }
  pthread_mutex_unlock (&pool->mutex);

  work_rounds (pool, 0);
  wait_until_left (pool);
  return !atomic_load (&pool->abandoned);
}

/* A run may be an item of another pool's. */
gboolean
life_thread_pool_run (
    LifeThreadPool *pool, guint threads, const LifeWork *work, gpointer data)
{
  const guint index = current_index;
  gboolean done;

  threads = MIN (threads, pool->threads);
  threads = MIN (threads, work->items);
  if (threads > 1)
    threads = start_threads (pool, threads);
  current_index = 0;
  done = threads <= 1 ? run_alone (work, data)
                      : run_together (pool, threads, work, data);
  current_index = index;
  return done;
}
