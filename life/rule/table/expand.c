/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lays out the lines of a table for look-ups: a line stands for many, by its
 * variables and symmetries, and the first that fits decides. They become a
 * tree, or where that would be too large, sets of lines. */
#include "life/rule/table/text.h"

#include <stdlib.h>
#include <string.h>

/* The largest number of lines that become sets, in up to 19 MiB. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define LISTED_MAX 256
#else
#define LISTED_MAX 65536
#endif

/* One of the lines that a line stands for. */
typedef struct {
  LifeStates
      inputs[LIFE_TABLE_INPUTS]; /* in the order of life_tree_builder_set() */
  guint8 output;
} Listed;

/* A line for all values of its bound variables, which are those that occur more
 * than once: each of them has one state at a time. */
typedef struct {
  const LifeTableText *text;
  LifeTreeBuilder *builder; /* or NULL, and a list instead */
  GArray *list;             /* of Listed */
  const LifeTableLine *line;
  guint inputs;
  const LifeTableValue *bound[LIFE_TABLE_INPUTS];
  guint n_bound;
  guint chosen[LIFE_TABLE_INPUTS]; /* indices of their states */
} Expansion;

/* --- Lists --- */

static gboolean
list_line (Expansion *self, const LifeStates *line, guint output)
{
  Listed listed = { { { { 0 } } }, output };

  if (self->list->len >= LISTED_MAX)
    return FALSE;
  memcpy (listed.inputs, line, self->inputs * sizeof (*line));
  g_array_append_val (self->list, listed);
  return TRUE;
}

static gint
compare_sets (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (LifeStates));
}

static void
swap_sets (LifeStates *a, LifeStates *b)
{
  LifeStates first = *a;

  *a = *b;
  *b = first;
}

/* The next permutation in the order of compare_sets(), if there is one. */
static gboolean
permute_next (LifeStates *sets, guint n)
{
  guint rise = n - 1, other = n - 1;

  while (rise > 0 && compare_sets (&sets[rise - 1], &sets[rise]) >= 0)
    rise--;
  if (rise == 0)
    return FALSE;
  while (compare_sets (&sets[rise - 1], &sets[other]) >= 0)
    other--;
  swap_sets (&sets[rise - 1], &sets[other]);
  for (guint i = rise, j = n - 1; i < j; i++, j--)
    swap_sets (&sets[i], &sets[j]);
  return TRUE;
}

static gboolean
list_permuted (Expansion *self, const LifeStates *line, guint output)
{
  LifeStates sets[LIFE_TABLE_INPUTS];
  guint n = self->inputs - 1;

  memcpy (sets, line, self->inputs * sizeof (*line));
  qsort (sets + 1, n, sizeof (*sets), compare_sets);
  do {
    if (!list_line (self, sets, output))
      return FALSE;
  } while (permute_next (sets + 1, n));
  return TRUE;
}

/* --- Lines --- */

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const LifeTableValue *const *) a)->name,
      (*(const LifeTableValue *const *) b)->name);
}

static void
find_bound (Expansion *self)
{
  const guint32 *values = self->line->values;

  self->n_bound = 0;
  for (guint i = 0; i <= self->inputs; i++) {
    const LifeTableValue *value =
        g_ptr_array_index (self->text->values, values[i]);
    guint earlier = 0, later = 0;

    for (guint j = 0; j <= self->inputs; j++)
      if (values[j] == values[i]) {
        earlier += j < i;
        later += j > i;
      }
    if (value->name != NULL && earlier == 0 && later > 0)
      self->bound[self->n_bound++] = value;
  }
  /* Where a line contradicts itself, Golly decides by this order. */
  qsort (self->bound, self->n_bound, sizeof (*self->bound), compare_names);
}

/* The index of the bound variable that a value is; @n_bound if none. */
static guint
find_in_bound (const Expansion *self, const LifeTableValue *value)
{
  guint i = 0;

  while (i < self->n_bound && self->bound[i] != value)
    i++;
  return i;
}

/* The line's neighbors turned by @steps, and mirrored. */
static void
turn (const Expansion *self, const LifeStates *line, guint steps,
    gboolean mirrored, LifeStates *turned)
{
  const LifeTableNeighborhood *neighborhood = self->text->neighborhood;
  guint n = neighborhood->neighbors;

  turned[0] = line[0];
  for (guint i = 0; i < n; i++) {
    guint from = (i + steps) % n;
    if (mirrored)
      from = n == 2 ? 1 - i : (n - from) % n;
    turned[neighborhood->order[i]] = line[1 + from];
  }
}

/* Lays the line and its images over the tree, each once. */
static gboolean
lay_symmetric (Expansion *self, const LifeStates *line, guint output)
{
  const LifeTableSymmetries *kind = self->text->symmetries;
  guint n = self->text->neighborhood->neighbors, n_done = 0;
  LifeStates done[2 * 8][LIFE_TABLE_INPUTS];

  if (kind->permuted)
    return self->builder != NULL
               ? life_tree_builder_set_permuted (self->builder, line, output)
               : list_permuted (self, line, output);
  for (guint i = 0; i < kind->turns * (kind->mirrored ? 2 : 1); i++) {
    guint same = 0;
    turn (self, line, i % kind->turns * (n / kind->turns), i >= kind->turns,
        done[n_done]);
    while (
        memcmp (done[same], done[n_done], self->inputs * sizeof (*line)) != 0)
      same++;
    if (same < n_done)
      continue;
    if (!(self->builder != NULL
                ? life_tree_builder_set (self->builder, done[n_done], output)
                : list_line (self, done[n_done], output)))
      return FALSE;
    n_done++;
  }
  return TRUE;
}

static gboolean
lay_chosen (Expansion *self)
{
  LifeStates line[LIFE_TABLE_INPUTS + 1] = { 0 };
  guint output = 0;

  for (guint i = 0; i <= self->inputs; i++) {
    const LifeTableValue *value =
        g_ptr_array_index (self->text->values, self->line->values[i]);
    guint which = find_in_bound (self, value);

    if (which < self->n_bound) {
      output = value->states[self->chosen[which]];
      life_states_add (&line[i], output);
    } else {
      output = value->states[0];
      line[i] = value->set;
    }
  }
  return lay_symmetric (self, line, output);
}

/* Runs from the last values of the bound variables to the first, which take
 * precedence. */
static gboolean
lay_line (Expansion *self)
{
  guint i;

  find_bound (self);
  for (i = 0; i < self->n_bound; i++)
    self->chosen[i] = self->bound[i]->n_states - 1;
  do {
    if (!lay_chosen (self))
      return FALSE;
    for (i = 0; i < self->n_bound && self->chosen[i] == 0; i++)
      self->chosen[i] = self->bound[i]->n_states - 1;
    if (i < self->n_bound)
      self->chosen[i]--;
  } while (i < self->n_bound);
  return TRUE;
}

/* Lays the lines over one another, the first one on top. */
static gboolean
lay_lines (Expansion *self, guint32 *at)
{
  for (guint i = self->text->lines->len; i-- > 0;) {
    self->line = &g_array_index (self->text->lines, LifeTableLine, i);
    *at = self->line->at;
    if (!lay_line (self))
      return FALSE;
  }
  return TRUE;
}

static gboolean
lay_out_tree (const LifeTableText *text, gboolean itself_first,
    LifeTransitions *transitions)
{
  guint neighbors = text->neighborhood->neighbors;
  g_autoptr (LifeTreeBuilder) builder =
      life_tree_builder_new (text->states, neighbors, itself_first);
  Expansion expansion = { text, builder, NULL, NULL, neighbors + 1 };
  guint32 at;

  if (!lay_lines (&expansion, &at))
    return FALSE;
  transitions->entries = life_tree_builder_finish (builder, &transitions->tree);
  return TRUE;
}

/* --- Sets of lines --- */

/* The lines were added from the last to the first. */
static void
fill_sets (const GArray *list, LifeTransitions *transitions)
{
  const LifeTree *tree = &transitions->tree;
  guint32 *entries = transitions->entries;

  for (guint n = 0; n < list->len; n++) {
    const Listed *listed = &g_array_index (list, Listed, list->len - 1 - n);

    entries[tree->root + n] = listed->output;
    for (guint i = 0; i <= tree->neighbors; i++)
      for (guint s = 0; s < tree->states; s++)
        if (life_states_has (&listed->inputs[i], s))
          entries[((gsize) i * tree->states + s) * tree->words + n / 32] |=
              1u << n % 32;
  }
}

static gboolean
lay_out_sets (
    const LifeTableText *text, LifeTransitions *transitions, guint32 *at)
{
  guint inputs = text->neighborhood->neighbors + 1;
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Listed));
  Expansion expansion = { text, NULL, list, NULL, inputs };
  LifeTree *tree = &transitions->tree;

  if (!lay_lines (&expansion, at))
    return FALSE;
  memset (tree, 0, sizeof (*tree));
  tree->states = text->states;
  tree->neighbors = inputs - 1;
  tree->words = (list->len + 31) / 32;
  tree->root = inputs * tree->states * tree->words;
  tree->n_entries = tree->root + list->len;
  transitions->entries = g_new0 (guint32, tree->n_entries);
  fill_sets (list, transitions);
  return TRUE;
}

gboolean
life_table_text_lay_out (
    const LifeTableText *text, LifeTransitions *transitions)
{
  guint32 at = 0;

  if (lay_out_tree (text, FALSE, transitions)
      || lay_out_tree (text, TRUE, transitions)
      || lay_out_sets (text, transitions, &at))
    return TRUE;
  return life_reader_fail (text->reader, at, text->error,
      "the transitions from here to the end stand for more than %u different"
      " ones: give them fewer variables that occur twice in a line, or less"
      " symmetry",
      LISTED_MAX);
}
