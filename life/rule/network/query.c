/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whether one gate of the existing signals, or two, compute the target, in the cases that
 * matter. */
#include "life/rule/network/work.h"

#include <string.h>

/* How many pairs are tried with a gate that has to be found. */
#define PAIRS 40

void
life_query_begin (
    const LifeTarget *target, LifeQuery *query, guint16 *positions)
{
  guint n = 0;

  memset (query->on, 0, sizeof (query->on));
  memset (query->off, 0, sizeof (query->off));
  for (guint i = 0; i < LIFE_NETWORK_WORDS; i++)
    for (guint64 left = target->on.bits[i] | target->off.bits[i]; left;
         left &= left - 1) {
      guint bit = (guint) __builtin_ctzll (left);
      gboolean is_on = target->on.bits[i] >> bit & 1;

      (is_on ? query->on : query->off)[n / 64] |= (guint64) 1 << n % 64;
      positions[n++] = (guint16) (64 * i + bit);
    }
  query->n_words = (n + 63) / 64;
  query->n_signals = 0;
  positions[n] = LIFE_NETWORK_CASES;
}

void
life_query_use (const LifeNetworkWork *work, guint signal, LifeQuery *query,
    const guint16 *positions)
{
  guint64 *values = query->values[query->n_signals];
  const LifeNetworkValues *all = &work->values[signal];

  memset (values, 0, sizeof (query->values[0]));
  for (guint n = 0; positions[n] < LIFE_NETWORK_CASES; n++)
    values[n / 64] |= (all->bits[positions[n] / 64] >> positions[n] % 64 & 1)
                      << n % 64;
  query->names[query->n_signals++] = (guint8) signal;
}

/* In random order, so that every start finds something else. */
void
life_query_shuffle (LifeNetworkWork *work, LifeQuery *query)
{
  for (guint i = query->n_signals; i > 1; i--) {
    guint j = life_network_random (work, i);
    guint64 values[LIFE_NETWORK_WORDS];
    guint8 name = query->names[i - 1];

    memcpy (values, query->values[i - 1], sizeof (values));
    memcpy (query->values[i - 1], query->values[j], sizeof (values));
    memcpy (query->values[j], values, sizeof (values));
    query->names[i - 1] = query->names[j];
    query->names[j] = name;
  }
}

/* The cases that two signals leave ambiguous: some of @on and some of @off with the same
 * values. */
typedef struct {
  guint n;
  guint64 on[4][LIFE_NETWORK_WORDS], off[4][LIFE_NETWORK_WORDS];
} Ambiguous;

static void
find_ambiguous (const LifeQuery *query, guint a, guint b, Ambiguous *ambiguous)
{
  ambiguous->n = 0;
  for (guint quarter = 0; quarter < 4; quarter++) {
    guint64 any_on = 0, any_off = 0;

    for (guint i = 0; i < query->n_words; i++) {
      guint64 x = query->values[a][i], y = query->values[b][i];
      guint64 part = (quarter & 2 ? x : ~x) & (quarter & 1 ? y : ~y);

      any_on |= ambiguous->on[ambiguous->n][i] = query->on[i] & part;
      any_off |= ambiguous->off[ambiguous->n][i] = query->off[i] & part;
    }
    ambiguous->n += any_on && any_off;
  }
}

/* Whether signal @c separates those of @on from those of @off. */
static gboolean
separates (const LifeQuery *query, const Ambiguous *ambiguous, guint c)
{
  const guint64 *z = query->values[c];

  for (guint m = 0; m < ambiguous->n; m++) {
    guint64 on_1 = 0, on_0 = 0, off_1 = 0, off_0 = 0;

    for (guint i = 0; i < query->n_words; i++) {
      on_1 |= ambiguous->on[m][i] & z[i];
      on_0 |= ambiguous->on[m][i] & ~z[i];
      off_1 |= ambiguous->off[m][i] & z[i];
      off_0 |= ambiguous->off[m][i] & ~z[i];
      if ((on_1 && on_0) || (off_1 && off_0) || (on_1 && off_1))
        return FALSE;
    }
    if (on_0 && off_0)
      return FALSE;
  }
  return TRUE;
}

/* The same for a query of one word. */
static gboolean
separates_word (const Ambiguous *ambiguous, guint64 z)
{
  for (guint m = 0; m < ambiguous->n; m++) {
    guint64 on = ambiguous->on[m][0], off = ambiguous->off[m][0];
    guint64 one = on & z, other = off & z;

    if (!((one == on && other == 0) || (one == 0 && other == off)))
      return FALSE;
  }
  return TRUE;
}

/* The gate of three signals that is 1 in @on. */
LifeGate
life_query_make_gate (const LifeQuery *query, guint a, guint b, guint c)
{
  LifeGate gate = { 0, { query->names[a], query->names[b], query->names[c] } };

  for (guint part = 0; part < 8; part++)
    for (guint i = 0; i < query->n_words; i++) {
      guint64 x = query->values[a][i], y = query->values[b][i];
      guint64 z = query->values[c][i];

      if ((part & 4 ? x : ~x) & (part & 2 ? y : ~y) & (part & 1 ? z : ~z)
          & query->on[i])
        gate.table |= (guint8) (1 << part);
    }
  return gate;
}

/* Finds one gate that is a solution. */
gboolean
life_query_find_gate (const LifeQuery *query, LifeGate *gate)
{
  const guint n = query->n_signals;

  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++) {
      Ambiguous ambiguous;

      find_ambiguous (query, a, b, &ambiguous);
      if (ambiguous.n == 0) {
        *gate = life_query_make_gate (query, a, b, b);
        return TRUE;
      }
      if (query->n_words == 1) {
        for (guint c = b + 1; c < n; c++)
          if (separates_word (&ambiguous, query->values[c][0])) {
            *gate = life_query_make_gate (query, a, b, c);
            return TRUE;
          }
      } else {
        for (guint c = b + 1; c < n; c++)
          if (separates (query, &ambiguous, c)) {
            *gate = life_query_make_gate (query, a, b, c);
            return TRUE;
          }
      }
    }
  return FALSE;
}

/* Whether signal @a alone, or its complement, is a solution. */
gboolean
life_query_is_solved_by (const LifeQuery *query, guint a)
{
  Ambiguous ambiguous;

  ambiguous.n = 1;
  memcpy (ambiguous.on[0], query->on, sizeof (query->on));
  memcpy (ambiguous.off[0], query->off, sizeof (query->off));
  return separates (query, &ambiguous, a);
}

/* Two signals that might be a solution together with a new gate. */
typedef struct {
  guint a, b, left; /* cases that they leave ambiguous */
} Pair;

/* The pairs that leave the fewest cases to a third signal, best first. */
static guint
find_pairs (const LifeQuery *query, Pair *pairs, guint room)
{
  const guint n = query->n_signals;
  guint found = 0;

  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++) {
      Pair pair = { a, b, 0 };
      Ambiguous ambiguous;
      guint at;

      find_ambiguous (query, a, b, &ambiguous);
      for (guint m = 0; m < ambiguous.n; m++)
        pair.left += (guint) __builtin_popcountll (
            ambiguous.on[m][0] | ambiguous.off[m][0]);
      if (found == room && pair.left >= pairs[room - 1].left)
        continue;
      found = MIN (found + 1, room);
      for (at = found - 1; at > 0 && pairs[at - 1].left > pair.left; at--)
        pairs[at] = pairs[at - 1];
      pairs[at] = pair;
    }
  return found;
}

/* Makes the query for the third input of a gate with such a pair, for a query
 * of one word. In each ambiguous quarter it has to be the target or its
 * complement, as bit m of @turned determines. */
static void
query_third (const Ambiguous *ambiguous, guint turned, LifeQuery *query)
{
  query->on[0] = query->off[0] = 0;
  for (guint m = 0; m < ambiguous->n; m++) {
    gboolean turn = turned >> m & 1;

    query->on[0] |= turn ? ambiguous->off[m][0] : ambiguous->on[m][0];
    query->off[0] |= turn ? ambiguous->on[m][0] : ambiguous->off[m][0];
  }
}

/* Adds the values of @first to the query's signals, as @name, and returns the
 * gate of it and @pair that is the solution. */
static LifeGate
add_solution (LifeQuery *query, const LifeGate *first, Pair pair, guint name)
{
  const guint last = query->n_signals;
  guint64 inputs[3] = { 0 };

  for (guint k = 0; k < 3; k++)
    for (guint other = 0; other < last; other++)
      if (query->names[other] == first->inputs[k])
        inputs[k] = query->values[other][0];
  query->values[last][0] =
      life_network_gate_word (first->table, inputs[0], inputs[1], inputs[2]);
  query->names[last] = (guint8) name;
  return life_query_make_gate (query, pair.a, pair.b, last);
}

/* Two gates that solve a query of one word: @first becomes the signal @name, an
 * input of @second. */
gboolean
life_query_find_two_gates (
    LifeQuery *query, guint name, LifeGate *first, LifeGate *second)
{
  const guint64 on = query->on[0], off = query->off[0];
  Pair pairs[PAIRS];
  guint n = find_pairs (query, pairs, PAIRS);

  for (guint i = 0; i < n; i++) {
    Ambiguous ambiguous;

    find_ambiguous (query, pairs[i].a, pairs[i].b, &ambiguous);
    for (guint turned = 0; turned < 1u << (ambiguous.n - 1); turned++) {
      gboolean found;

      query_third (&ambiguous, turned, query);
      found = life_query_find_gate (query, first);
      query->on[0] = on;
      query->off[0] = off;
      if (!found)
        continue;
      *second = add_solution (query, first, pairs[i], name);
      return TRUE;
    }
  }
  return FALSE;
}
