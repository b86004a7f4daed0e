/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whether one gate, or two, of the existing signals compute what is wanted, in
 * the patterns that matter. */
#include "life/rule/network/work.h"

#include <string.h>

/* How many pairs are tried with a gate that has to be found. */
#define PAIRS 40

void
life_question_begin (
    const LifeWanted *wanted, LifeQuestion *question, guint16 *places)
{
  guint n = 0;

  memset (question->on, 0, sizeof (question->on));
  memset (question->off, 0, sizeof (question->off));
  for (guint i = 0; i < LIFE_NETWORK_WORDS; i++)
    for (guint64 left = wanted->on.bits[i] | wanted->off.bits[i]; left;
         left &= left - 1) {
      guint bit = (guint) __builtin_ctzll (left);
      gboolean is_on = wanted->on.bits[i] >> bit & 1;

      (is_on ? question->on : question->off)[n / 64] |= (guint64) 1 << n % 64;
      places[n++] = (guint16) (64 * i + bit);
    }
  question->n_words = (n + 63) / 64;
  question->n_signals = 0;
  places[n] = LIFE_NETWORK_PATTERNS;
}

void
life_question_use (const LifeNetworkWork *work, guint signal,
    LifeQuestion *question, const guint16 *places)
{
  guint64 *values = question->values[question->n_signals];
  const LifeNetworkValues *all = &work->values[signal];

  memset (values, 0, sizeof (question->values[0]));
  for (guint n = 0; places[n] < LIFE_NETWORK_PATTERNS; n++)
    values[n / 64] |= (all->bits[places[n] / 64] >> places[n] % 64 & 1)
                      << n % 64;
  question->names[question->n_signals++] = (guint8) signal;
}

/* In random order, so that every start finds something else. */
void
life_question_mix (LifeNetworkWork *work, LifeQuestion *question)
{
  for (guint i = question->n_signals; i > 1; i--) {
    guint j = life_network_random (work, i);
    guint64 values[LIFE_NETWORK_WORDS];
    guint8 name = question->names[i - 1];

    memcpy (values, question->values[i - 1], sizeof (values));
    memcpy (question->values[i - 1], question->values[j], sizeof (values));
    memcpy (question->values[j], values, sizeof (values));
    question->names[i - 1] = question->names[j];
    question->names[j] = name;
  }
}

/* The patterns that two signals leave ambiguous: wanted and unwanted ones with
 * the same values. */
typedef struct {
  guint n;
  guint64 on[4][LIFE_NETWORK_WORDS], off[4][LIFE_NETWORK_WORDS];
} Mixed;

static void
find_mixed (const LifeQuestion *question, guint a, guint b, Mixed *mixed)
{
  mixed->n = 0;
  for (guint quarter = 0; quarter < 4; quarter++) {
    guint64 any_on = 0, any_off = 0;

    for (guint i = 0; i < question->n_words; i++) {
      guint64 x = question->values[a][i], y = question->values[b][i];
      guint64 part = (quarter & 2 ? x : ~x) & (quarter & 1 ? y : ~y);

      any_on |= mixed->on[mixed->n][i] = question->on[i] & part;
      any_off |= mixed->off[mixed->n][i] = question->off[i] & part;
    }
    mixed->n += any_on && any_off;
  }
}

/* Whether signal @c separates the wanted from the unwanted ones. */
static gboolean
separates (const LifeQuestion *question, const Mixed *mixed, guint c)
{
  const guint64 *z = question->values[c];

  for (guint m = 0; m < mixed->n; m++) {
    guint64 on_1 = 0, on_0 = 0, off_1 = 0, off_0 = 0;

    for (guint i = 0; i < question->n_words; i++) {
      on_1 |= mixed->on[m][i] & z[i];
      on_0 |= mixed->on[m][i] & ~z[i];
      off_1 |= mixed->off[m][i] & z[i];
      off_0 |= mixed->off[m][i] & ~z[i];
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
separates_word (const Mixed *mixed, guint64 z)
{
  for (guint m = 0; m < mixed->n; m++) {
    guint64 on = mixed->on[m][0], off = mixed->off[m][0];
    guint64 one = on & z, other = off & z;

    if (!((one == on && other == 0) || (one == 0 && other == off)))
      return FALSE;
  }
  return TRUE;
}

/* The gate of three signals that is 1 where wanted. */
LifeGate
life_question_make_gate (
    const LifeQuestion *question, guint a, guint b, guint c)
{
  LifeGate gate = { 0,
    { question->names[a], question->names[b], question->names[c] } };

  for (guint part = 0; part < 8; part++)
    for (guint i = 0; i < question->n_words; i++) {
      guint64 x = question->values[a][i], y = question->values[b][i];
      guint64 z = question->values[c][i];

      if ((part & 4 ? x : ~x) & (part & 2 ? y : ~y) & (part & 1 ? z : ~z)
          & question->on[i])
        gate.table |= (guint8) (1 << part);
    }
  return gate;
}

/* Finds a gate that is the answer. */
gboolean
life_question_find_gate (const LifeQuestion *question, LifeGate *gate)
{
  const guint n = question->n_signals;

  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++) {
      Mixed mixed;

      find_mixed (question, a, b, &mixed);
      if (mixed.n == 0) {
        *gate = life_question_make_gate (question, a, b, b);
        return TRUE;
      }
      if (question->n_words == 1) {
        for (guint c = b + 1; c < n; c++)
          if (separates_word (&mixed, question->values[c][0])) {
            *gate = life_question_make_gate (question, a, b, c);
            return TRUE;
          }
      } else {
        for (guint c = b + 1; c < n; c++)
          if (separates (question, &mixed, c)) {
            *gate = life_question_make_gate (question, a, b, c);
            return TRUE;
          }
      }
    }
  return FALSE;
}

/* Whether signal @a alone, or its opposite, is the answer. */
gboolean
life_question_answered (const LifeQuestion *question, guint a)
{
  Mixed mixed;

  mixed.n = 1;
  memcpy (mixed.on[0], question->on, sizeof (question->on));
  memcpy (mixed.off[0], question->off, sizeof (question->off));
  return separates (question, &mixed, a);
}

/* Two signals that would give the answer together with a new gate. */
typedef struct {
  guint a, b, left; /* patterns that they leave ambiguous */
} Pair;

/* The pairs that leave the fewest patterns to a third signal, best first. */
static guint
find_pairs (const LifeQuestion *question, Pair *pairs, guint most)
{
  const guint n = question->n_signals;
  guint found = 0;

  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++) {
      Pair pair = { a, b, 0 };
      Mixed mixed;
      guint at;

      find_mixed (question, a, b, &mixed);
      for (guint m = 0; m < mixed.n; m++)
        pair.left +=
            (guint) __builtin_popcountll (mixed.on[m][0] | mixed.off[m][0]);
      if (found == most && pair.left >= pairs[most - 1].left)
        continue;
      found = MIN (found + 1, most);
      for (at = found - 1; at > 0 && pairs[at - 1].left > pair.left; at--)
        pairs[at] = pairs[at - 1];
      pairs[at] = pair;
    }
  return found;
}

/* Makes the query for the third input of a gate with such a pair, for a query
 * of one word. In each ambiguous quarter it has to be what is wanted, or the
 * opposite, as bit m of @turned determines. */
static void
ask_third (const Mixed *mixed, guint turned, LifeQuestion *question)
{
  question->on[0] = question->off[0] = 0;
  for (guint m = 0; m < mixed->n; m++) {
    gboolean turn = turned >> m & 1;

    question->on[0] |= turn ? mixed->off[m][0] : mixed->on[m][0];
    question->off[0] |= turn ? mixed->on[m][0] : mixed->off[m][0];
  }
}

/* Adds the values of @first to the query's signals, as @name, and returns the
 * gate of it and @pair that is the answer. */
static LifeGate
add_answer (
    LifeQuestion *question, const LifeGate *first, Pair pair, guint name)
{
  const guint last = question->n_signals;
  guint64 inputs[3] = { 0 };

  for (guint k = 0; k < 3; k++)
    for (guint other = 0; other < last; other++)
      if (question->names[other] == first->inputs[k])
        inputs[k] = question->values[other][0];
  question->values[last][0] =
      life_network_gate_word (first->table, inputs[0], inputs[1], inputs[2]);
  question->names[last] = (guint8) name;
  return life_question_make_gate (question, pair.a, pair.b, last);
}

/* Two gates that are the answer to a query of one word: @first becomes the
 * signal @name, an input of @second. */
gboolean
life_question_find_two_gates (
    LifeQuestion *question, guint name, LifeGate *first, LifeGate *second)
{
  const guint64 on = question->on[0], off = question->off[0];
  Pair pairs[PAIRS];
  guint n = find_pairs (question, pairs, PAIRS);

  for (guint i = 0; i < n; i++) {
    Mixed mixed;

    find_mixed (question, pairs[i].a, pairs[i].b, &mixed);
    for (guint turned = 0; turned < 1u << (mixed.n - 1); turned++) {
      gboolean found;

      ask_third (&mixed, turned, question);
      found = life_question_find_gate (question, first);
      question->on[0] = on;
      question->off[0] = off;
      if (!found)
        continue;
      *second = add_answer (question, first, pairs[i], name);
      return TRUE;
    }
  }
  return FALSE;
}
