/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds networks of three-input gates.
 *
 * Idea: a signal is a set of values in all cases, the combinations of the inputs, so
 * operations on words compute exactly with it. A target function is 1 in some
 * cases, 0 in others, and free in the rest. One gate is enough if three
 * existing signals separate the ones from the zeros. Otherwise a signal chooses
 * between two functions, each of which has to be right only on one side of it,
 * so they are easier to find (Kwan's method for S-boxes). Afterwards every gate
 * is tried again: only the cases in which its value reaches an output matter,
 * so other signals may replace it and make gates superfluous.
 *
 * There are several starts, from different signals and in different orders; the
 * best network is returned. All choices come from a generator with a fixed seed. */
#include "life/rule/network/work.h"

#include <string.h>

/* Only networks of at most this size are worth many rounds of improving. */
#define SHORT_NETWORK 40
#define MAX_THREADS 8

/* Functions of a column for the starts: sums of three first. */
static const guint8 column_tables[] = { 0x96, 0xe8, 0x7e, 0x18, 0x88, 0xc0 };
static const guint8 column_choices[] = { 2, 2, 2, 0, 2, 4, 2, 6 };

/* How many gates and functions of columns the outputs need. */
static guint
cost_of (const LifeNetworkWork *work)
{
  gboolean used[LIFE_NETWORK_SIGNALS] = { FALSE };
  guint cost = 0;

  life_network_mark_outputs (work, used);
  for (guint i = 0; i < work->n_columns; i++) {
    guint first = life_network_column (1, i, 0);
    cost += used[first] || used[first + 1] || used[first + 2];
  }
  for (guint gate = work->first_gate; gate < work->n_signals; gate++)
    cost += used[gate];
  return cost;
}

/* Whether @signal is @target wherever that matters. */
static gboolean
is_target (const LifeNetworkValues *signal, const LifeTarget *target)
{
  for (guint i = 0; i < LIFE_NETWORK_WORDS; i++)
    if ((~signal->bits[i] & target->on.bits[i])
        || (signal->bits[i] & target->off.bits[i]))
      return FALSE;
  return TRUE;
}

/* Finds output @output: the target signal, not its complement. */
static void
find_output (LifeNetworkWork *work, guint output)
{
  const LifeTarget *target = &work->problem->outputs[output];
  guint signal = life_network_solve (work, target);

  if (work->full)
    return;
  if (signal == LIFE_NETWORK_NOTHING)
    signal = life_network_add_gate (
        work, life_network_count_bits (&target->on) ? 0xff : 0, 0, 0, 0);
  else if (!is_target (&work->values[signal], target))
    signal = life_network_add_gate (work, 0x0f, signal, signal, signal);
  work->outputs[output] = signal;
}

static gboolean
make_start (
    LifeNetworkWork *work, const LifeNetworkProblem *problem, guint start)
{
  const guint columns =
      problem->has_columns
          ? column_choices[start % G_N_ELEMENTS (column_choices)]
          : 0;

  life_network_begin (work, problem, start + 1);
  for (guint i = 0; i < columns; i++)
    life_network_add_column (work, column_tables[i]);
  for (guint i = 0; i < problem->n_outputs; i++)
    find_output (work, (start + i) % problem->n_outputs);
  if (work->full)
    return FALSE;
  life_network_tidy (work);
  if (cost_of (work) <= SHORT_NETWORK)
    life_network_improve (work, 30);
  return work->n_signals - work->first_gate <= LIFE_NETWORK_GATES;
}

/* Threads claim starts in turn; the best one does not depend on their order. */
typedef struct {
  GMutex mutex;
  const LifeNetworkProblem *problem;
  const gint *cancelled;
  guint next, starts;
  LifeNetworkWork best;
  guint best_cost, best_start;
} NetworkSearch;

static gpointer
search (gpointer data)
{
  NetworkSearch *all = data;
  g_autofree LifeNetworkWork *work = g_new (LifeNetworkWork, 1);

  work->cancelled = all->cancelled;
  while (!life_network_is_cancelled (work)) {
    guint start, cost;

    g_mutex_lock (&all->mutex);
    start = all->next++;
    g_mutex_unlock (&all->mutex);
    if (start >= all->starts)
      return NULL;
    if (!make_start (work, all->problem, start))
      continue;
    cost = cost_of (work);
    g_mutex_lock (&all->mutex);
    if (cost < all->best_cost
        || (cost == all->best_cost && start < all->best_start)) {
      all->best = *work;
      all->best_cost = cost;
      all->best_start = start;
    }
    g_mutex_unlock (&all->mutex);
  }
  return NULL;
}

/* Makes all starts, and returns when the last one has ended. */
static void
search_in_threads (NetworkSearch *all, guint max_threads)
{
  const guint n = MIN (
      max_threads > 0 ? max_threads : g_get_num_processors (), MAX_THREADS);
  GThread *threads[MAX_THREADS];

  for (guint i = 0; i < n; i++)
    threads[i] = g_thread_new ("life-network", search, all);
  for (guint i = 0; i < n; i++)
    g_thread_join (threads[i]);
}

gboolean
life_network_search (const LifeNetworkProblem *problem, guint starts,
    guint threads, const gint *cancelled, LifeNetworkWork *best)
{
  g_autofree NetworkSearch *all = g_new0 (NetworkSearch, 1);

  all->problem = problem;
  all->cancelled = cancelled;
  g_mutex_init (&all->mutex);
  all->starts = starts;
  all->best_cost = G_MAXUINT;
  search_in_threads (all, threads);
  g_mutex_clear (&all->mutex);
  *best = all->best;
  best->cancelled = cancelled;
  return all->best_cost != G_MAXUINT && !life_network_is_cancelled (best);
}
