/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Code for a rule, made beside the stepping of its world. Rules that count neighbors have
 * their gates at once. The search for others takes seconds, so the world begins without, and
 * small ones never need it; where it finds fewer gates than are there, its code replaces
 * theirs. */
#include "life/cpu/bits2d/code-maker.h"

#include "life/cpu/bits2d/code.h"
#include "life/rule/network/counts.h"
#include "life/rule/network/find.h"
#include "life/rule/network/kept.h"

#include <string.h>

/* Code is made of a network that is there, and one is searched, when so many cells were
 * advanced: after some hundredths of a second, and after about two. */
#define CELLS_BEFORE_LOOKING (G_GUINT64_CONSTANT (1) << 30)
#define CELLS_BEFORE_SEARCHING (G_GUINT64_CONSTANT (1) << 37)

#define COLUMNS 64
#define MOST_LANES 8

struct _LifeCodeMaker {
  guint64 map[8];
  LifeBitslicedCodeKind kind;
  guint most_gates;
  guint64 advanced; /* cells */
  gboolean looked, over;
  LifeBitslicedCode *code;
  guint cost; /* of its network */

  GThread *searching;  /* or NULL */
  gint cancelled;      /* read atomically by it */
  gint found;          /* written atomically by it */
  LifeNetwork network; /* once it is found */
};

LifeCodeMaker *
life_code_maker_new (
    const LifeRule *rule, LifeBitslicedCodeKind kind, guint most_gates)
{
  LifeCodeMaker *self = g_new0 (LifeCodeMaker, 1);

  self->kind = kind;
  self->most_gates = most_gates;
  life_network_map (rule, self->map);
  return self;
}

/* --- Whether code is right --- */

/* Columns -1 to 64 of three rows of a block, and of the row that code makes of them. */
typedef struct {
  guint lanes;
  guint64 *rows[4];
} Trial;

/* The nine cells around bit @bit of lane @lane in column @column, as a number of which the
 * north-western one is the highest digit. */
static guint
cells_around (const Trial *trial, guint column, guint lane, guint bit)
{
  guint index = 0;

  for (guint i = 0; i < 9; i++) {
    const guint64 *row = trial->rows[i / 3];

    index = index << 1
            | (guint) (row[(column + i % 3) * trial->lanes + lane] >> bit & 1);
  }
  return index;
}

static gboolean
is_next (const Trial *trial, const guint64 map[8])
{
  const guint64 *next = trial->rows[3] + trial->lanes;

  for (guint i = 0; i < COLUMNS * trial->lanes * 64; i++) {
    const guint word = i / 64, bit = i % 64;
    const guint around =
        cells_around (trial, word / trial->lanes, word % trial->lanes, bit);

    if ((next[word] >> bit & 1) != (map[around / 64] >> around % 64 & 1))
      return FALSE;
  }
  return TRUE;
}

/* Runs the code once, on cells that look random: a processor or a system on which it does
 * something else is not to step worlds by it. */
static gboolean
is_right (
    LifeBitslicedRowCode code, LifeBitslicedCodeKind kind, const guint64 map[8])
{
  const guint lanes = kind == LIFE_CODE_AVX2 ? 4 : 8;
  const gsize row = (COLUMNS + 2) * lanes;
  guint64 memory[4 * (COLUMNS + 2) * MOST_LANES + 7 * MOST_LANES], state = 1;
  guint64 *start = memory + 8 - (gsize) memory / 8 % 8;
  guint64 *west = start + 4 * row, *east = west + 3 * lanes;
  Trial trial = { lanes,
    { start, start + row, start + 2 * row, start + 3 * row } };

  for (guint i = 0; i < 3 * row; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    start[i] = state;
  }
  for (guint y = 0; y < 3; y++) {
    memcpy (west + y * lanes, trial.rows[y], lanes * sizeof *west);
    memcpy (east + y * lanes, trial.rows[y] + (COLUMNS + 1) * lanes,
        lanes * sizeof *east);
  }
  code (trial.rows[0] + lanes, trial.rows[1] + lanes, trial.rows[2] + lanes,
      trial.rows[3] + lanes, west, east);
  return is_next (&trial, map);
}

/* Makes the code of @network, unless there is some that costs no more. */
static void
make_code (LifeCodeMaker *self, const LifeNetwork *network)
{
  LifeBitslicedCode *code;

  const guint cost = life_network_cost (network);

  if (cost > self->most_gates || (self->code != NULL && self->cost <= cost))
    return;
  code = life_bitsliced_code_new (network, self->kind);
  if (code == NULL)
    return;
  if (!is_right (life_bitsliced_code_get_row (code), self->kind, self->map)) {
    g_warning ("code for a rule's gates is wrong on this machine; the rule "
               "runs without it");
    life_bitsliced_code_free (code);
    return;
  }
  life_bitsliced_code_free (self->code);
  self->code = code;
  self->cost = cost;
}

/* --- The search --- */

static gpointer
search (gpointer data)
{
  LifeCodeMaker *self = data;

  if (life_network_find (self->map, 1, 1, &self->cancelled, &self->network)) {
    life_network_keep (self->map, &self->network);
    g_atomic_int_set (&self->found, TRUE);
  }
  return NULL;
}

static void
look (LifeCodeMaker *self)
{
  LifeNetwork network;

  self->looked = TRUE;
  self->over = life_network_get_kept (self->map, &network);
  if (self->over)
    make_code (self, &network);
  if (life_network_count (self->map, &network))
    make_code (self, &network);
}

LifeBitslicedRowCode
life_code_maker_get (LifeCodeMaker *self, guint64 cells)
{
  self->advanced += MIN (cells, G_MAXUINT64 - self->advanced);
  if (!self->looked && self->advanced >= CELLS_BEFORE_LOOKING)
    look (self);
  if (!self->over && self->searching == NULL
      && self->advanced >= CELLS_BEFORE_SEARCHING)
    self->searching = g_thread_new ("life-gates", search, self);
  if (self->searching != NULL && g_atomic_int_get (&self->found)) {
    g_thread_join (g_steal_pointer (&self->searching));
    self->over = TRUE;
    make_code (self, &self->network);
  }
  return self->code == NULL ? NULL : life_bitsliced_code_get_row (self->code);
}

void
life_code_maker_free (LifeCodeMaker *self)
{
  if (self == NULL)
    return;
  g_atomic_int_set (&self->cancelled, TRUE);
  if (self->searching != NULL)
    g_thread_join (self->searching);
  life_bitsliced_code_free (self->code);
  g_free (self);
}
