/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finding networks of three-input gates for tables of nine inputs.
 *
 * Idea: a signal is known by its values for all 512 ways the nine cells can be,
 * so every question about it is answered exactly by a few operations on words.
 * What is wanted is a function that is right wherever anybody looks. One gate is
 * enough where three signals that are there tell all wanted ones from all
 * unwanted ones; else a signal chooses between two functions, each to be right on
 * one side of it only, which makes them easier to find (Kwan's way to S-boxes).
 * Afterwards every gate is looked at again: where its value reaches the output,
 * other signals may give it and let gates fall away, or let the next ones.
 *
 * A number of starts from different signals and in different orders; the best
 * one is kept. All choices come from a generator with a fixed seed. */
#include "life/network.h"

#include "life/transition.h"

#include <string.h>

#define PATTERNS 512
#define WORDS (PATTERNS / 64)
/* Signals at work: cells, columns, gates. */
#define SIGNALS 255
/* Pairs that are tried with a gate that is to be found. */
#define PAIRS 40

typedef struct {
  guint64 bits[WORDS];
} Values;

typedef struct {
  Values values[SIGNALS];
  LifeGate gates[SIGNALS]; /* from @first_gate on */
  guint n_columns, first_gate, n_signals;
  guint8 columns[LIFE_NETWORK_COLUMNS];
  guint output;
  guint64 random;
  gboolean full; /* there was no room for a gate */
} Work;

/* --- Values --- */

static guint
next_random (Work *work, guint below)
{
  work->random ^= work->random << 13;
  work->random ^= work->random >> 7;
  work->random ^= work->random << 17;
  return (guint) ((work->random >> 33) % below);
}

static guint64
gate_word (guint table, guint64 a, guint64 b, guint64 c)
{
  const guint64 parts[8] = { ~a & ~b & ~c, ~a & ~b & c, ~a & b & ~c, ~a & b & c,
    a & ~b & ~c, a & ~b & c, a & b & ~c, a & b & c };
  guint64 result = 0;

  for (guint i = 0; i < 8; i++)
    if (table >> i & 1)
      result |= parts[i];
  return result;
}

static Values
gate_values (const Work *work, const LifeGate *gate)
{
  const Values *a = &work->values[gate->inputs[0]];
  const Values *b = &work->values[gate->inputs[1]];
  const Values *c = &work->values[gate->inputs[2]];
  Values result;

  for (guint i = 0; i < WORDS; i++)
    result.bits[i] =
        gate_word (gate->table, a->bits[i], b->bits[i], c->bits[i]);
  return result;
}

static guint
add_gate (Work *work, guint table, guint a, guint b, guint c)
{
  LifeGate gate = { (guint8) table, { (guint8) a, (guint8) b, (guint8) c } };

  if (work->n_signals == SIGNALS - 1) {
    work->full = TRUE;
    return 0;
  }
  work->gates[work->n_signals] = gate;
  work->values[work->n_signals] = gate_values (work, &gate);
  return work->n_signals++;
}

/* Before any gate. */
static guint
add_column (Work *work, guint table)
{
  for (guint column = 0; column < 3; column++)
    add_gate (work, table, column, 3 + column, 6 + column);
  work->columns[work->n_columns] = (guint8) table;
  work->first_gate = work->n_signals;
  return life_network_column (work->n_columns++, 0);
}

static void
begin (Work *work, guint64 seed)
{
  memset (work, 0, sizeof (*work));
  work->random = seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) | 1;
  for (guint cell = 0; cell < LIFE_NETWORK_CELLS; cell++)
    for (guint i = 0; i < PATTERNS; i++)
      work->values[cell].bits[i / 64] |= (guint64) (i >> (8 - cell) & 1)
                                         << i % 64;
  work->n_signals = work->first_gate = LIFE_NETWORK_CELLS;
}

/* --- A function where it matters --- */

/* What is wanted of a signal: to be 1 in @on and 0 in @off. */
typedef struct {
  Values on, off;
} Wanted;

/* The same and the signals that may be used, of the patterns that matter alone,
 * which are few deep down: so most questions take a word. */
typedef struct {
  guint n_words, n_signals;
  guint64 on[WORDS], off[WORDS];
  guint64 values[SIGNALS][WORDS];
  guint8 names[SIGNALS];
} Question;

static guint
count_bits (const Values *values)
{
  guint count = 0;

  for (guint i = 0; i < WORDS; i++)
    count += (guint) __builtin_popcountll (values->bits[i]);
  return count;
}

static guint
count_wanted (const Wanted *wanted)
{
  return count_bits (&wanted->on) + count_bits (&wanted->off);
}

static void
begin_question (const Wanted *wanted, Question *question, guint16 *places)
{
  guint n = 0;

  memset (question->on, 0, sizeof (question->on));
  memset (question->off, 0, sizeof (question->off));
  for (guint i = 0; i < WORDS; i++)
    for (guint64 left = wanted->on.bits[i] | wanted->off.bits[i]; left;
         left &= left - 1) {
      guint bit = (guint) __builtin_ctzll (left);
      gboolean is_on = wanted->on.bits[i] >> bit & 1;

      (is_on ? question->on : question->off)[n / 64] |= (guint64) 1 << n % 64;
      places[n++] = (guint16) (64 * i + bit);
    }
  question->n_words = (n + 63) / 64;
  question->n_signals = 0;
  places[n] = PATTERNS;
}

static void
use_signal (
    const Work *work, guint signal, Question *question, const guint16 *places)
{
  guint64 *values = question->values[question->n_signals];
  const Values *all = &work->values[signal];

  memset (values, 0, sizeof (question->values[0]));
  for (guint n = 0; places[n] < PATTERNS; n++)
    values[n / 64] |= (all->bits[places[n] / 64] >> places[n] % 64 & 1)
                      << n % 64;
  question->names[question->n_signals++] = (guint8) signal;
}

/* In a random order, so that no start finds what another one found. */
static void
mix_signals (Work *work, Question *question)
{
  for (guint i = question->n_signals; i > 1; i--) {
    guint j = next_random (work, i);
    guint64 values[WORDS];
    guint8 name = question->names[i - 1];

    memcpy (values, question->values[i - 1], sizeof (values));
    memcpy (question->values[i - 1], question->values[j], sizeof (values));
    memcpy (question->values[j], values, sizeof (values));
    question->names[i - 1] = question->names[j];
    question->names[j] = name;
  }
}

/* Where two signals leave wanted and unwanted patterns together. */
typedef struct {
  guint n;
  guint64 on[4][WORDS], off[4][WORDS];
} Mixed;

static void
find_mixed (const Question *question, guint a, guint b, Mixed *mixed)
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

/* Whether signal @c tells them apart. */
static gboolean
separates (const Question *question, const Mixed *mixed, guint c)
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

/* The same for a word. */
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
static LifeGate
make_gate (const Question *question, guint a, guint b, guint c)
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

/* A gate that answers the question. */
static gboolean
find_gate (const Question *question, LifeGate *gate)
{
  const guint n = question->n_signals;

  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++) {
      Mixed mixed;

      find_mixed (question, a, b, &mixed);
      if (mixed.n == 0) {
        *gate = make_gate (question, a, b, b);
        return TRUE;
      }
      if (question->n_words == 1) {
        for (guint c = b + 1; c < n; c++)
          if (separates_word (&mixed, question->values[c][0])) {
            *gate = make_gate (question, a, b, c);
            return TRUE;
          }
      } else {
        for (guint c = b + 1; c < n; c++)
          if (separates (question, &mixed, c)) {
            *gate = make_gate (question, a, b, c);
            return TRUE;
          }
      }
    }
  return FALSE;
}

/* Whether signal @a alone, or what it is not, answers it. */
static gboolean
answers (const Question *question, guint a)
{
  Mixed mixed;

  mixed.n = 1;
  memcpy (mixed.on[0], question->on, sizeof (question->on));
  memcpy (mixed.off[0], question->off, sizeof (question->off));
  return separates (question, &mixed, a);
}

/* Two signals with which a gate to be found would answer. */
typedef struct {
  guint a, b, left; /* patterns that they leave to it */
} Pair;

/* The pairs that leave the fewest patterns to a third signal, best first. */
static guint
find_pairs (const Question *question, Pair *pairs, guint most)
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

/* The question what the gate behind such a pair has to be, for a question of a
 * word. In each quarter that the pair leaves mixed it may be wanted or what is not
 * wanted: bit m of @turned says which. */
static void
ask_third (const Mixed *mixed, guint turned, Question *question)
{
  question->on[0] = question->off[0] = 0;
  for (guint m = 0; m < mixed->n; m++) {
    gboolean turn = turned >> m & 1;

    question->on[0] |= turn ? mixed->off[m][0] : mixed->on[m][0];
    question->off[0] |= turn ? mixed->on[m][0] : mixed->off[m][0];
  }
}

/* Puts what @first gives in the question's patterns among its signals, as @name, and
 * returns the gate that it answers with behind @pair. */
static LifeGate
add_answer (Question *question, const LifeGate *first, Pair pair, guint name)
{
  const guint last = question->n_signals;
  guint64 inputs[3] = { 0 };

  for (guint k = 0; k < 3; k++)
    for (guint other = 0; other < last; other++)
      if (question->names[other] == first->inputs[k])
        inputs[k] = question->values[other][0];
  question->values[last][0] =
      gate_word (first->table, inputs[0], inputs[1], inputs[2]);
  question->names[last] = (guint8) name;
  return make_gate (question, pair.a, pair.b, last);
}

/* Two gates that answer a question of a word: @first is to be the signal @name,
 * and enters @second. */
static gboolean
find_two_gates (
    Question *question, guint name, LifeGate *first, LifeGate *second)
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
      found = find_gate (question, first);
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

/* --- A first network --- */

/* No signal: the function is one and the same wherever it matters. */
#define NOTHING SIGNALS

static gboolean
is_settled (const Wanted *wanted)
{
  return count_bits (&wanted->on) == 0 || count_bits (&wanted->off) == 0;
}

static void
ask (Work *work, const Wanted *wanted, Question *question)
{
  guint16 places[PATTERNS + 1];

  begin_question (wanted, question, places);
  for (guint signal = 0; signal < work->n_signals; signal++)
    use_signal (work, signal, question, places);
  mix_signals (work, question);
}

static guint
find_signal (const Question *question)
{
  for (guint a = 0; a < question->n_signals; a++)
    if (answers (question, a))
      return question->names[a];
  return NOTHING;
}

static Wanted
side_of (const Work *work, const Wanted *wanted, guint signal, gboolean one)
{
  Wanted side;

  for (guint i = 0; i < WORDS; i++) {
    guint64 part = work->values[signal].bits[i] ^ (one ? 0 : ~(guint64) 0);
    side.on.bits[i] = wanted->on.bits[i] & part;
    side.off.bits[i] = wanted->off.bits[i] & part;
  }
  return side;
}

/* How far from settled: patterns that are fewer than those of the other value,
 * weighed by their share. */
static gdouble
disorder (const Wanted *wanted)
{
  gdouble on = count_bits (&wanted->on), off = count_bits (&wanted->off);

  return on == 0 || off == 0 ? 0 : on * off / (on + off);
}

/* Gates that @wanted will take, about. */
static gdouble
estimate (Work *work, const Wanted *wanted)
{
  g_autofree Question *question = NULL;
  LifeGate gate;

  if (is_settled (wanted))
    return 0;
  question = g_new (Question, 1);
  ask (work, wanted, question);
  if (find_signal (question) != NOTHING)
    return 0;
  if (find_gate (question, &gate))
    return 1;
  return 2 + disorder (wanted) / 8;
}

/* More patterns than that are not looked into before a choice. */
#define LOOK_PATTERNS 80
#define LOOKS 12

/* The signal that is to choose between two functions. */
static guint
choose (Work *work, const Wanted *wanted)
{
  struct {
    guint signal;
    gdouble score;
  } best[LOOKS];
  gboolean look = count_wanted (wanted) <= LOOK_PATTERNS;
  guint n = 0, chosen = 0;
  gdouble least = G_MAXDOUBLE;

  for (guint signal = 0; signal < work->n_signals; signal++) {
    Wanted one = side_of (work, wanted, signal, TRUE);
    Wanted other = side_of (work, wanted, signal, FALSE);
    gdouble score = disorder (&one) + disorder (&other);
    guint at;

    if (count_wanted (&one) == 0 || count_wanted (&other) == 0)
      continue;
    score *= 1 + next_random (work, 1000) * 1e-4;
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
    Wanted one = side_of (work, wanted, best[i].signal, TRUE);
    Wanted other = side_of (work, wanted, best[i].signal, FALSE);
    gdouble cost = estimate (work, &one) + estimate (work, &other);

    if (cost < least) {
      least = cost;
      chosen = best[i].signal;
    }
  }
  return chosen;
}

/* Adds what is missing for a signal that tells @wanted apart, and returns it. */
static guint
solve (Work *work, const Wanted *wanted)
{
  g_autofree Question *question = NULL;
  LifeGate gate;
  Wanted with, without;
  guint signal, one, other;

  if (is_settled (wanted) || work->full)
    return NOTHING;
  question = g_new (Question, 1);
  ask (work, wanted, question);
  signal = find_signal (question);
  if (signal != NOTHING)
    return signal;
  if (find_gate (question, &gate))
    return add_gate (
        work, gate.table, gate.inputs[0], gate.inputs[1], gate.inputs[2]);

  if (question->n_words == 1 && work->n_signals < SIGNALS - 3) {
    LifeGate second;

    if (find_two_gates (question, work->n_signals, &gate, &second)) {
      add_gate (
          work, gate.table, gate.inputs[0], gate.inputs[1], gate.inputs[2]);
      return add_gate (work, second.table, second.inputs[0], second.inputs[1],
          second.inputs[2]);
    }
  }

  signal = choose (work, wanted);
  with = side_of (work, wanted, signal, TRUE);
  without = side_of (work, wanted, signal, FALSE);
  one = solve (work, &with);
  other = solve (work, &without);
  if (work->full)
    return NOTHING;
  {
    guint16 places[PATTERNS + 1];

    begin_question (wanted, question, places);
    use_signal (work, signal, question, places);
    use_signal (work, one == NOTHING ? signal : one, question, places);
    use_signal (work, other == NOTHING ? signal : other, question, places);
    gate = make_gate (question, 0, 1, 2);
  }
  return add_gate (
      work, gate.table, gate.inputs[0], gate.inputs[1], gate.inputs[2]);
}

/* --- A better one --- */

static void
mark (const Work *work, guint signal, gboolean *used)
{
  if (used[signal])
    return;
  used[signal] = TRUE;
  if (signal >= work->first_gate)
    for (guint i = 0; i < 3; i++)
      mark (work, work->gates[signal].inputs[i], used);
}

static void
put_in_order (const Work *work, guint signal, guint8 *new_names, Work *ordered)
{
  LifeGate gate = work->gates[signal];

  if (signal < work->first_gate || new_names[signal] != 0)
    return;
  for (guint i = 0; i < 3; i++)
    put_in_order (work, gate.inputs[i], new_names, ordered);
  for (guint i = 0; i < 3; i++)
    if (gate.inputs[i] >= work->first_gate)
      gate.inputs[i] = new_names[gate.inputs[i]];
  new_names[signal] = (guint8) add_gate (
      ordered, gate.table, gate.inputs[0], gate.inputs[1], gate.inputs[2]);
}

/* Drops gates that nothing depends on, and puts each behind what it needs. */
static void
tidy (Work *work)
{
  g_autofree Work *ordered = g_memdup2 (work, sizeof (*work));
  guint8 new_names[SIGNALS] = { 0 };

  ordered->n_signals = work->first_gate;
  put_in_order (work, work->output, new_names, ordered);
  if (work->output >= work->first_gate)
    ordered->output = new_names[work->output];
  *work = *ordered;
}

/* What @signal has to be for the output to stay as it is; @reached: what depends
 * on it. */
static Wanted
find_wanted (const Work *work, guint signal, gboolean *reached)
{
  g_autofree Work *flipped = g_memdup2 (work, sizeof (*work));
  Wanted wanted;

  memset (reached, 0, SIGNALS * sizeof (*reached));
  reached[signal] = TRUE;
  for (guint i = 0; i < WORDS; i++)
    flipped->values[signal].bits[i] ^= ~(guint64) 0;
  for (guint gate = signal + 1; gate < work->n_signals; gate++) {
    const guint8 *inputs = work->gates[gate].inputs;

    if (reached[inputs[0]] || reached[inputs[1]] || reached[inputs[2]]) {
      reached[gate] = TRUE;
      flipped->values[gate] = gate_values (flipped, &work->gates[gate]);
    }
  }
  for (guint i = 0; i < WORDS; i++) {
    guint64 matters = work->values[work->output].bits[i]
                      ^ flipped->values[work->output].bits[i];
    wanted.on.bits[i] = matters & work->values[signal].bits[i];
    wanted.off.bits[i] = matters & ~work->values[signal].bits[i];
  }
  return wanted;
}

/* Gates that would fall away with @signal, itself among them. */
static guint
find_own (const Work *work, guint signal, gboolean *own)
{
  gboolean used[SIGNALS] = { FALSE };
  guint count = 0;

  /* What the output needs without entering @signal. */
  used[signal] = TRUE;
  if (work->output != signal)
    mark (work, work->output, used);
  used[signal] = FALSE;
  for (guint gate = work->first_gate; gate < work->n_signals; gate++) {
    own[gate] = !used[gate];
    count += own[gate];
  }
  return count;
}

/* Looks for another way to what @signal gives, from signals that do not depend on
 * it and are not among @barred. */
static gboolean
replace (Work *work, guint signal, const Wanted *wanted,
    const gboolean *reached, const gboolean *barred)
{
  g_autofree Question *question = g_new (Question, 1);
  guint16 places[PATTERNS + 1];
  LifeGate gate;

  begin_question (wanted, question, places);
  for (guint other = 0; other < work->n_signals; other++)
    if (!reached[other] && !barred[other])
      use_signal (work, other, question, places);
  mix_signals (work, question);
  if (!find_gate (question, &gate))
    return FALSE;
  work->gates[signal] = gate;
  return TRUE;
}

static void
improve_gate (Work *work, guint signal)
{
  gboolean reached[SIGNALS], own[SIGNALS] = { FALSE };
  const Wanted wanted = find_wanted (work, signal, reached);

  find_own (work, signal, own);
  if (replace (work, signal, &wanted, reached, own)) {
    tidy (work);
    return;
  }
  for (guint gate = work->first_gate; gate < signal; gate++) {
    gboolean barred[SIGNALS] = { FALSE };

    if (!own[gate])
      continue;
    barred[gate] = TRUE;
    if (replace (work, signal, &wanted, reached, barred)) {
      tidy (work);
      return;
    }
  }
}

static void
improve (Work *work, guint rounds)
{
  for (guint i = 0; i < rounds; i++) {
    guint n = work->n_signals - work->first_gate;

    for (guint j = 0; j < n && work->n_signals > work->first_gate; j++)
      improve_gate (
          work, work->first_gate
                    + next_random (work, work->n_signals - work->first_gate));
  }
}

/* --- The whole --- */

/* Networks up to so many gates are worth improving for long, since little has
 * been tried for them. */
#define SHORT_NETWORK 40
#define STARTS 16
#define MOST_THREADS 8

/* Functions of a column that starts have to choose from: sums of three first. */
static const guint8 column_tables[] = { 0x96, 0xe8, 0x7e, 0x18, 0x88, 0xc0 };
static const guint8 column_choices[] = { 2, 2, 2, 0, 2, 4, 2, 6 };

/* How much of what there is the output needs. */
static guint
cost_of (const Work *work)
{
  gboolean used[SIGNALS] = { FALSE };
  guint cost = 0;

  mark (work, work->output, used);
  for (guint i = 0; i < work->n_columns; i++) {
    guint first = life_network_column (i, 0);
    cost += used[first] || used[first + 1] || used[first + 2];
  }
  for (guint gate = work->first_gate; gate < work->n_signals; gate++)
    cost += used[gate];
  return cost;
}

/* The output itself and not its opposite. */
static void
set_output (Work *work, guint signal, const Wanted *wanted)
{
  if (signal == NOTHING)
    signal = add_gate (work, count_bits (&wanted->on) ? 0xff : 0, 4, 4, 4);
  else if (memcmp (&work->values[signal], &wanted->on, sizeof (Values)) != 0)
    signal = add_gate (work, 0x0f, signal, signal, signal);
  work->output = signal;
}

static gboolean
make_start (Work *work, const Wanted *wanted, guint start)
{
  guint columns = column_choices[start % G_N_ELEMENTS (column_choices)];
  guint signal;

  begin (work, start + 1);
  for (guint i = 0; i < columns; i++)
    add_column (work, column_tables[i]);
  signal = solve (work, wanted);
  if (!work->full)
    set_output (work, signal, wanted);
  if (work->full)
    return FALSE;
  tidy (work);
  if (cost_of (work) <= SHORT_NETWORK)
    improve (work, 30);
  return work->n_signals - work->first_gate <= LIFE_NETWORK_GATES;
}

/* Threads take starts in turn; which is best does not depend on who is first. */
typedef struct {
  GMutex mutex;
  Wanted wanted;
  guint next, starts;
  Work best;
  guint best_cost, best_start;
} Search;

static gpointer
search (gpointer data)
{
  Search *all = data;
  g_autofree Work *work = g_new (Work, 1);

  for (;;) {
    guint start, cost;

    g_mutex_lock (&all->mutex);
    start = all->next++;
    g_mutex_unlock (&all->mutex);
    if (start >= all->starts)
      return NULL;
    if (!make_start (work, &all->wanted, start))
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
}

/* A multiplexer for every pair of functions of fewer cells, each made once: what
 * any table can be made of where every start ran out of room. */
static guint
make_tree (Work *work, const guint64 map[8], guint cell, guint first, guint n)
{
  guint one, other;

  if (n == 8) {
    guint table = (guint) (map[first / 64] >> first % 64 & 0xff);

    for (guint gate = work->first_gate; gate < work->n_signals; gate++)
      if (work->gates[gate].table == table && work->gates[gate].inputs[0] == 6
          && work->gates[gate].inputs[2] == 8)
        return gate;
    return add_gate (work, table, 6, 7, 8);
  }
  other = make_tree (work, map, cell + 1, first, n / 2);
  one = make_tree (work, map, cell + 1, first + n / 2, n / 2);
  return one == other ? one : add_gate (work, 0xca, cell, one, other);
}

static void
finish (const Work *work, LifeNetwork *network)
{
  gboolean used[SIGNALS] = { FALSE };
  guint8 names[SIGNALS] = { 0 };

  memset (network, 0, sizeof (*network));
  mark (work, work->output, used);
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

void
life_network_find (const guint64 map[8], guint effort, LifeNetwork *network)
{
  g_autofree Search *all = g_new0 (Search, 1);
  guint n_threads = MIN (MIN (g_get_num_processors (), MOST_THREADS), STARTS);
  GThread *threads[MOST_THREADS];

  g_mutex_init (&all->mutex);
  for (guint i = 0; i < WORDS; i++) {
    all->wanted.on.bits[i] = map[i];
    all->wanted.off.bits[i] = ~map[i];
  }
  all->starts = STARTS * effort;
  all->best_cost = G_MAXUINT;
  for (guint i = 0; i < n_threads; i++)
    threads[i] = g_thread_new ("life-network", search, all);
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
  g_mutex_clear (&all->mutex);
  if (all->best_cost == G_MAXUINT) {
    begin (&all->best, 1);
    all->best.output = make_tree (&all->best, map, 0, 0, PATTERNS);
    tidy (&all->best);
  }
  improve (&all->best, 4);
  finish (&all->best, network);
}

gboolean
life_network_evaluate (const LifeNetwork *network, guint index)
{
  gboolean values[SIGNALS];
  guint n = 0;

  for (; n < LIFE_NETWORK_CELLS; n++)
    values[n] = index >> (8 - n) & 1;
  for (guint i = 0; i < network->n_columns; i++)
    for (guint column = 0; column < 3; column++)
      values[n++] =
          network->columns[i] >> (4 * values[column] + 2 * values[3 + column]
                                  + values[6 + column])
          & 1;
  for (guint i = 0; i < network->n_gates; i++) {
    const LifeGate *gate = &network->gates[i];

    values[n++] =
        gate->table >> (4 * values[gate->inputs[0]]
                        + 2 * values[gate->inputs[1]] + values[gate->inputs[2]])
        & 1;
  }
  return values[network->output];
}

void
life_network_map (const LifeRule *rule, guint64 map[8])
{
  if (rule->family == LIFE_FAMILY_MAP) {
    memcpy (map, rule->map, sizeof (rule->map));
    return;
  }
  memset (map, 0, sizeof (rule->map));
  for (guint i = 0; i < PATTERNS; i++) {
    guint32 count = 0, cell = i >> 4 & 1;

    for (gint n = 0; n < LIFE_NETWORK_CELLS; n++)
      if (n != 4
          && life_is_neighbour (
              rule->neighbourhood, 1, n % 3 - 1, n / 3 - 1, 0))
        count += i >> (8 - n) & 1;
    if (life_next_totalistic (cell, 2, count, rule->birth, rule->survival))
      map[i / 64] |= (guint64) 1 << i % 64;
  }
}
