/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds a first network: where no gate is enough, a signal chooses between two
 * functions, each of which has to be right on one side of it only. */
#include "life/rule/network/work.h"

static gboolean
is_settled (const LifeWanted *wanted)
{
  return life_network_count_bits (&wanted->on) == 0
         || life_network_count_bits (&wanted->off) == 0;
}

static void
ask (LifeNetworkWork *work, const LifeWanted *wanted, LifeQuestion *question)
{
  guint16 places[LIFE_NETWORK_PATTERNS + 1];

  life_question_begin (wanted, question, places);
  for (guint signal = 0; signal < work->n_signals; signal++)
    life_question_use (work, signal, question, places);
  life_question_mix (work, question);
}

static guint
find_signal (const LifeQuestion *question)
{
  for (guint a = 0; a < question->n_signals; a++)
    if (life_question_answered (question, a))
      return question->names[a];
  return LIFE_NETWORK_NOTHING;
}

static LifeWanted
side_of (const LifeNetworkWork *work, const LifeWanted *wanted, guint signal,
    gboolean one)
{
  LifeWanted side;

  for (guint i = 0; i < LIFE_NETWORK_WORDS; i++) {
    guint64 part = work->values[signal].bits[i] ^ (one ? 0 : ~(guint64) 0);
    side.on.bits[i] = wanted->on.bits[i] & part;
    side.off.bits[i] = wanted->off.bits[i] & part;
  }
  return side;
}

/* How far from settled: grows with the patterns of the rarer value, weighed by
 * their share. */
static gdouble
disorder (const LifeWanted *wanted)
{
  gdouble on = life_network_count_bits (&wanted->on),
          off = life_network_count_bits (&wanted->off);

  return on == 0 || off == 0 ? 0 : on * off / (on + off);
}

/* About how many gates @wanted will take. */
static gdouble
estimate (LifeNetworkWork *work, const LifeWanted *wanted)
{
  g_autofree LifeQuestion *question = NULL;
  LifeGate gate;

  if (is_settled (wanted))
    return 0;
  question = g_new (LifeQuestion, 1);
  ask (work, wanted, question);
  if (find_signal (question) != LIFE_NETWORK_NOTHING)
    return 0;
  if (life_question_find_gate (question, &gate))
    return 1;
  return 2 + disorder (wanted) / 8;
}

/* With more patterns than this, candidates are not estimated before a
 * choice. */
#define LOOK_PATTERNS 80
#define LOOKS 12

/* The signal that is to choose between two functions. */
static guint
choose (LifeNetworkWork *work, const LifeWanted *wanted)
{
  struct {
    guint signal;
    gdouble score;
  } best[LOOKS];
  gboolean look = life_network_count_wanted (wanted) <= LOOK_PATTERNS;
  guint n = 0, chosen = 0;
  gdouble least = G_MAXDOUBLE;

  for (guint signal = 0; signal < work->n_signals; signal++) {
    LifeWanted one = side_of (work, wanted, signal, TRUE);
    LifeWanted other = side_of (work, wanted, signal, FALSE);
    gdouble score = disorder (&one) + disorder (&other);
    guint at;

    if (life_network_count_wanted (&one) == 0
        || life_network_count_wanted (&other) == 0)
      continue;
    score *= 1 + life_network_random (work, 1000) * 1e-4;
    for (at = n; at > 0 && best[at - 1].score > score; at--)
      if (at < LOOKS)
        best[at] = best[at - 1];
    if (at < LOOKS) {
      best[at].signal = signal;
      best[at].score = score;
      n = MIN (n + 1, LOOKS);
    }
  }
  if (!look)
    return best[0].signal;
  for (guint i = 0; i < n; i++) {
    LifeWanted one = side_of (work, wanted, best[i].signal, TRUE);
    LifeWanted other = side_of (work, wanted, best[i].signal, FALSE);
    gdouble cost = estimate (work, &one) + estimate (work, &other);

    if (cost < least) {
      least = cost;
      chosen = best[i].signal;
    }
  }
  return chosen;
}

/* Adds the gates for a signal that is as @wanted, and returns it. */
guint
life_network_solve (LifeNetworkWork *work, const LifeWanted *wanted)
{
  g_autofree LifeQuestion *question = NULL;
  LifeGate gate;
  LifeWanted with, without;
  guint signal, one, other;

  if (is_settled (wanted) || work->full)
    return LIFE_NETWORK_NOTHING;
  question = g_new (LifeQuestion, 1);
  ask (work, wanted, question);
  signal = find_signal (question);
  if (signal != LIFE_NETWORK_NOTHING)
    return signal;
  if (life_question_find_gate (question, &gate))
    return life_network_add_gate (
        work, gate.table, gate.inputs[0], gate.inputs[1], gate.inputs[2]);

  if (question->n_words == 1 && work->n_signals < LIFE_NETWORK_SIGNALS - 3) {
    LifeGate second;

    if (life_question_find_two_gates (
            question, work->n_signals, &gate, &second)) {
      life_network_add_gate (
          work, gate.table, gate.inputs[0], gate.inputs[1], gate.inputs[2]);
      return life_network_add_gate (work, second.table, second.inputs[0],
          second.inputs[1], second.inputs[2]);
    }
  }

  signal = choose (work, wanted);
  with = side_of (work, wanted, signal, TRUE);
  without = side_of (work, wanted, signal, FALSE);
  one = life_network_solve (work, &with);
  other = life_network_solve (work, &without);
  if (work->full)
    return LIFE_NETWORK_NOTHING;
  {
    guint16 places[LIFE_NETWORK_PATTERNS + 1];

    life_question_begin (wanted, question, places);
    life_question_use (work, signal, question, places);
    life_question_use (
        work, one == LIFE_NETWORK_NOTHING ? signal : one, question, places);
    life_question_use (
        work, other == LIFE_NETWORK_NOTHING ? signal : other, question, places);
    gate = life_question_make_gate (question, 0, 1, 2);
  }
  return life_network_add_gate (
      work, gate.table, gate.inputs[0], gate.inputs[1], gate.inputs[2]);
}
