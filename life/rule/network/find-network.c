/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds networks of three-input gates for tables of nine inputs.
 *
 * Idea: a signal is a set of values for all 512 states of the nine cells, so
 * operations on words compute exactly with it. A target function is 1 for some
 * states, 0 for others, and free for the rest. One gate is enough if three
 * existing signals separate the ones from the zeros. Otherwise a signal chooses
 * between two functions, each of which has to be right only on one side of it,
 * so they are easier to find (Kwan's method for S-boxes). Afterwards every gate
 * is tried again: only the states in which its value reaches the output matter,
 * so other signals may replace it and make gates superfluous.
 *
 * There are several starts, from different signals and in different orders; the
 * best network is returned. All choices come from a generator with a fixed seed. */
#include "life/rule/network/find-network.h"

#include "life/rule/network/work.h"

#include <string.h>

/* Only networks of at most this size are worth many rounds of improving. */
#define SHORT_NETWORK 40
#define STARTS 16
#define MAX_THREADS 8

/* Functions of a column for the starts: sums of three first. */
static const guint8 column_tables[] = { 0x96, 0xe8, 0x7e, 0x18, 0x88, 0xc0 };
static const guint8 column_choices[] = { 2, 2, 2, 0, 2, 4, 2, 6 };

/* How many gates and functions of columns the output needs. */
static guint
cost_of (const LifeNetworkWork *work)
{
  gboolean used[LIFE_NETWORK_SIGNALS] = { FALSE };
  guint cost = 0;

  life_network_mark (work, work->output, used);
  for (guint i = 0; i < work->n_columns; i++) {
    guint first = life_network_column (i, 0);
    cost += used[first] || used[first + 1] || used[first + 2];
  }
  for (guint gate = work->first_gate; gate < work->n_signals; gate++)
    cost += used[gate];
  return cost;
}

/* Makes the output the target signal, not its complement. */
static void
set_output (LifeNetworkWork *work, guint signal, const LifeTarget *target)
{
  if (signal == LIFE_NETWORK_NOTHING)
    signal = life_network_add_gate (
        work, life_network_count_bits (&target->on) ? 0xff : 0, 4, 4, 4);
  else if (memcmp (
               &work->values[signal], &target->on, sizeof (LifeNetworkValues))
           != 0)
    signal = life_network_add_gate (work, 0x0f, signal, signal, signal);
  work->output = signal;
}

static gboolean
make_start (LifeNetworkWork *work, const LifeTarget *target, guint start)
{
  guint columns = column_choices[start % G_N_ELEMENTS (column_choices)];
  guint signal;

  life_network_begin (work, start + 1);
  for (guint i = 0; i < columns; i++)
    life_network_add_column (work, column_tables[i]);
  signal = life_network_solve (work, target);
  if (!work->full)
    set_output (work, signal, target);
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
  const gint *cancelled;
  LifeTarget target;
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
    if (!make_start (work, &all->target, start))
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

/* A multiplexer for every pair of functions of fewer cells, each made once: it can make any
 * table, and is used when every start ran out of room. */
static guint
make_tree (LifeNetworkWork *work, const guint64 map[8], guint cell, guint first,
    guint n)
{
  guint one, other;

  if (n == 8) {
    guint table = (guint) (map[first / 64] >> first % 64 & 0xff);

    for (guint gate = work->first_gate; gate < work->n_signals; gate++)
      if (work->gates[gate].table == table && work->gates[gate].inputs[0] == 6
          && work->gates[gate].inputs[2] == 8)
        return gate;
    return life_network_add_gate (work, table, 6, 7, 8);
  }
  other = make_tree (work, map, cell + 1, first, n / 2);
  one = make_tree (work, map, cell + 1, first + n / 2, n / 2);
  return one == other ? one
                      : life_network_add_gate (work, 0xca, cell, one, other);
}

static void
finish (const LifeNetworkWork *work, LifeNetwork *network)
{
  gboolean used[LIFE_NETWORK_SIGNALS] = { FALSE };
  guint8 names[LIFE_NETWORK_SIGNALS] = { 0 };

  memset (network, 0, sizeof (*network));
  life_network_mark (work, work->output, used);
  for (guint i = 0; i < LIFE_NETWORK_CELLS; i++)
    names[i] = (guint8) i;
  for (guint i = 0; i < work->n_columns; i++) {
    guint first = life_network_column (i, 0);

    if (!used[first] && !used[first + 1] && !used[first + 2])
      continue;
    for (guint column = 0; column < 3; column++)
      names[first + column] =
          (guint8) life_network_column (network->n_columns, column);
    network->columns[network->n_columns++] = work->columns[i];
  }
  for (guint gate = work->first_gate; gate < work->n_signals; gate++) {
    LifeGate *to = &network->gates[network->n_gates];

    if (!used[gate])
      continue;
    names[gate] =
        (guint8) (life_network_first_gate (network) + network->n_gates++);
    to->table = work->gates[gate].table;
    for (guint i = 0; i < 3; i++)
      to->inputs[i] = names[work->gates[gate].inputs[i]];
  }
  network->output = names[work->output];
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
life_network_find (const guint64 map[8], guint effort, guint threads,
    const gint *cancelled, LifeNetwork *network)
{
  g_autofree NetworkSearch *all = g_new0 (NetworkSearch, 1);

  all->cancelled = all->best.cancelled = cancelled;
  g_mutex_init (&all->mutex);
  for (guint i = 0; i < LIFE_NETWORK_WORDS; i++) {
    all->target.on.bits[i] = map[i];
    all->target.off.bits[i] = ~map[i];
  }
  all->starts = STARTS * effort;
  all->best_cost = G_MAXUINT;
  search_in_threads (all, threads);
  g_mutex_clear (&all->mutex);
  if (all->best_cost == G_MAXUINT && !life_network_is_cancelled (&all->best)) {
    life_network_begin (&all->best, 1);
    all->best.output = make_tree (&all->best, map, 0, 0, LIFE_NETWORK_PATTERNS);
    life_network_tidy (&all->best);
  }
  life_network_improve (&all->best, 4);
  if (life_network_is_cancelled (&all->best))
    return FALSE;
  finish (&all->best, network);
  return TRUE;
}
