/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Decision trees in which equal nodes are one node. Transitions are laid over
 * the tree one by one, the last one on top; nodes that are no longer reached
 * are dropped now and then. */
#include "life/rule/table/table-tree.h"

#include <string.h>

/* The largest numbers of entries of a finished tree, 64 MiB, of one that transitions are laid
 * over, and of entries visited by that, which takes under a second. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define ENTRIES_MAX (1u << 18)
#define LAID_MAX (1u << 16)
#define WORK_MAX (G_GUINT64_CONSTANT (1) << 20)
#else
#define ENTRIES_MAX (1u << 24)
#define LAID_MAX (1u << 21)
#define WORK_MAX (G_GUINT64_CONSTANT (1) << 28)
#endif

/* With fewer new nodes a sweep does not pay off. */
#define SWEEP_MIN 4096

#define NONE G_MAXUINT32

struct _LifeTreeBuilder {
  guint states, inputs; /* the cell itself is one of the inputs */
  guint neighbors;
  gboolean itself_first;
  guint32 root;

  /* Entry s of node n is entries[n * states + s]: a node one level down, or, at
   * level 0, a state. */
  guint32 *entries;
  guint8 *levels;
  guint32 n_nodes, n_allocated, nodes_after_sweep;

  /* Open addressing; node + 1, or 0. */
  guint32 *slots;
  guint32 n_slots;

  /* The new node for each node, in the transition that is being laid over. */
  guint32 *becomes;
  guint32 *visited;
  guint32 round;

  guint64 work;
  gboolean full;
};

static guint32
hash_node (const LifeTreeBuilder *self, guint level, const guint32 *entries)
{
  guint64 hash = level + 1;

  for (guint i = 0; i < self->states; i++)
    hash = (hash ^ entries[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)
           ^ hash >> 29;
  return (guint32) (hash ^ hash >> 32);
}

/* The slot of a node that exists, or where it would be. */
static guint32
find_slot (const LifeTreeBuilder *self, guint level, const guint32 *entries)
{
  guint32 slot = hash_node (self, level, entries) & (self->n_slots - 1);

  for (; self->slots[slot] != 0; slot = (slot + 1) & (self->n_slots - 1)) {
    guint32 node = self->slots[slot] - 1;
    if (self->levels[node] == level
        && memcmp (self->entries + (gsize) node * self->states, entries,
               self->states * sizeof (*entries))
               == 0)
      break;
  }
  return slot;
}

static void
fill_slots (LifeTreeBuilder *self)
{
  memset (self->slots, 0, self->n_slots * sizeof (*self->slots));
  for (guint32 node = 0; node < self->n_nodes; node++)
    self->slots[find_slot (self, self->levels[node],
        self->entries + (gsize) node * self->states)] = node + 1;
}

static void
grow (LifeTreeBuilder *self)
{
  gsize n = MAX (64, (gsize) self->n_allocated * 2);

  self->entries = g_renew (guint32, self->entries, n * self->states);
  self->levels = g_renew (guint8, self->levels, n);
  self->becomes = g_renew (guint32, self->becomes, n);
  self->visited = g_renew (guint32, self->visited, n);
  self->n_allocated = n;
  self->n_slots = 2 * n;
  self->slots = g_renew (guint32, self->slots, self->n_slots);
  fill_slots (self);
}

guint32
life_tree_entries_max (void)
{
  return ENTRIES_MAX;
}

guint
life_tree_builder_get_states (const LifeTreeBuilder *self)
{
  return self->states;
}

gint64
life_tree_builder_add (
    LifeTreeBuilder *self, guint level, const guint32 *entries)
{
  guint32 slot, node;

  if (self->n_nodes == self->n_allocated)
    grow (self);
  slot = find_slot (self, level, entries);
  if (self->slots[slot] != 0)
    return self->slots[slot] - 1;
  if (self->n_nodes >= ENTRIES_MAX / self->states)
    return -1;
  node = self->n_nodes++;
  memcpy (self->entries + (gsize) node * self->states, entries,
      self->states * sizeof (*entries));
  self->levels[node] = level;
  self->visited[node] = 0;
  self->slots[slot] = node + 1;
  return node;
}

void
life_tree_builder_set_root (LifeTreeBuilder *self, guint32 node)
{
  self->root = node;
}

static guint32
add_node (LifeTreeBuilder *self, guint level, const guint32 *entries)
{
  gint64 node = self->full ? -1 : life_tree_builder_add (self, level, entries);

  self->full |= node < 0;
  return node < 0 ? 0 : node;
}

/* A node for each level, which leads to @entries in every state. */
static guint32
add_chain (LifeTreeBuilder *self, guint level, guint32 below)
{
  guint32 entries[LIFE_TABLE_STATES];

  for (guint s = 0; s < self->states; s++)
    entries[s] = below;
  return add_node (self, level, entries);
}

LifeTreeBuilder *
life_tree_builder_new (guint states, guint neighbors, gboolean itself_first)
{
  LifeTreeBuilder *self = g_new0 (LifeTreeBuilder, 1);
  guint32 entries[LIFE_TABLE_STATES];

  self->states = states;
  self->neighbors = neighbors;
  self->inputs = neighbors + 1;
  self->itself_first = itself_first;
  grow (self);
  for (guint s = 0; s < states; s++) {
    entries[s] = s;
    for (guint level = 0; itself_first && level < neighbors; level++)
      entries[s] = add_chain (self, level, entries[s]);
  }
  self->root = add_node (self, itself_first ? neighbors : 0, entries);
  for (guint level = 1; !itself_first && level <= neighbors; level++)
    self->root = add_chain (self, level, self->root);
  return self;
}

void
life_tree_builder_free (LifeTreeBuilder *self)
{
  g_free (self->entries);
  g_free (self->levels);
  g_free (self->becomes);
  g_free (self->visited);
  g_free (self->slots);
  g_free (self);
}

/* The input of a level: 0 is the cell itself. */
static guint
input_of (const LifeTreeBuilder *self, guint level)
{
  if (self->itself_first)
    return self->neighbors - level;
  return level == 0 ? 0 : self->inputs - level;
}

/* Begins another round, in which no node was visited yet. */
static void
next_round (LifeTreeBuilder *self)
{
  if (++self->round == 0) {
    memset (self->visited, 0, self->n_nodes * sizeof (*self->visited));
    self->round = 1;
  }
}

static gboolean
visit (LifeTreeBuilder *self, guint32 node)
{
  if (self->visited[node] == self->round)
    return FALSE;
  self->visited[node] = self->round;
  return TRUE;
}

/* --- Dropping nodes --- */

/* Numbers the nodes that are reached, children before parents, in an order that
 * depends only on the tree. */
static void
number_nodes (LifeTreeBuilder *self, guint32 node, GArray *order)
{
  if (!visit (self, node))
    return;
  for (guint s = 0; self->levels[node] > 0 && s < self->states; s++)
    number_nodes (self, self->entries[(gsize) node * self->states + s], order);
  self->becomes[node] = order->len;
  g_array_append_val (order, node);
}

/* Drops the nodes that the root does not lead to. */
static void
sweep (LifeTreeBuilder *self)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 *entries;
  guint8 *levels;

  next_round (self);
  number_nodes (self, self->root, order);
  entries = g_new (guint32, (gsize) self->n_allocated * self->states);
  levels = g_new (guint8, self->n_allocated);
  for (guint32 i = 0; i < order->len; i++) {
    guint32 node = g_array_index (order, guint32, i);
    guint32 *from = self->entries + (gsize) node * self->states;
    levels[i] = self->levels[node];
    for (guint s = 0; s < self->states; s++)
      entries[(gsize) i * self->states + s] =
          levels[i] > 0 ? self->becomes[from[s]] : from[s];
  }
  self->root = self->becomes[self->root];
  g_free (self->entries);
  g_free (self->levels);
  self->entries = entries;
  self->levels = levels;
  self->n_nodes = self->nodes_after_sweep = order->len;
  memset (self->visited, 0, self->n_nodes * sizeof (*self->visited));
  self->round = 0;
  fill_slots (self);
}

/* Ends a transition; returns whether the tree still has room. */
static gboolean
settle (LifeTreeBuilder *self, guint32 root)
{
  if (self->full)
    return FALSE;
  self->root = root;
  if (self->n_nodes > 2 * self->nodes_after_sweep + SWEEP_MIN)
    sweep (self);
  if ((guint64) self->nodes_after_sweep * self->states > LAID_MAX)
    self->full = TRUE;
  return !self->full;
}

/* --- Laying transitions over the tree --- */

static gboolean
has_time (LifeTreeBuilder *self)
{
  self->work += self->states;
  self->full |= self->work > WORK_MAX;
  return !self->full;
}

static guint32
overlay (LifeTreeBuilder *self, guint32 node, guint level,
    const LifeStates *inputs, guint output)
{
  const LifeStates *states = &inputs[input_of (self, level)];
  guint32 entries[LIFE_TABLE_STATES], made;
  gboolean changed = FALSE;

  if (self->visited[node] == self->round)
    return self->becomes[node];
  if (!has_time (self))
    return 0;
  memcpy (entries, self->entries + (gsize) node * self->states,
      self->states * sizeof (*entries));
  for (guint s = 0; s < self->states; s++)
    if (life_states_has (states, s)) {
      guint32 old = entries[s];
      entries[s] =
          level == 0 ? output : overlay (self, old, level - 1, inputs, output);
      changed |= entries[s] != old;
    }
  made = changed ? add_node (self, level, entries) : node;
  self->visited[node] = self->round;
  self->becomes[node] = made;
  return made;
}

gboolean
life_tree_builder_set (
    LifeTreeBuilder *self, const LifeStates *inputs, guint output)
{
  next_round (self);
  return settle (
      self, overlay (self, self->root, self->inputs - 1, inputs, output));
}

/* --- The same for all permutations --- */

/* Groups equal sets of the neighbors, with the number of each. The sets that remain after some
 * neighbors have one each are a number with one digit per set. Which neighbor has which set is
 * open, so a Remainder is the set of all possible numbers. */
typedef struct {
  LifeTreeBuilder *builder;
  LifeStates itself;
  LifeStates sets[LIFE_TABLE_INPUTS];
  guint copies[LIFE_TABLE_INPUTS], weights[LIFE_TABLE_INPUTS];
  guint n_sets, output;
  GArray *remainders; /* of Remainder */
  GHashTable *done;   /* node and remainder → node */
} Permutation;

typedef struct {
  LifeStates left; /* numbers below 256: 8 neighbors in at most 8 sets */
} Remainder;

static void
begin_permutation (Permutation *self, LifeTreeBuilder *builder,
    const LifeStates *inputs, guint output)
{
  Remainder first = { 0 };
  guint weight = 1;

  self->builder = builder;
  self->itself = inputs[0];
  self->output = output;
  for (guint i = 1; i < builder->inputs; i++) {
    guint set = 0;
    while (set < self->n_sets
           && memcmp (&self->sets[set], &inputs[i], sizeof (*inputs)) != 0)
      set++;
    self->sets[set] = inputs[i];
    self->copies[set]++;
    self->n_sets = MAX (self->n_sets, set + 1);
  }
  for (guint i = 0; i < self->n_sets; i++) {
    self->weights[i] = weight;
    weight *= self->copies[i] + 1;
  }
  life_states_add (&first.left, weight - 1);
  self->remainders = g_array_new (FALSE, FALSE, sizeof (Remainder));
  g_array_append_val (self->remainders, first);
  self->done =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

static void
end_permutation (Permutation *self)
{
  g_array_free (self->remainders, TRUE);
  g_hash_table_destroy (self->done);
}

/* The remainder after a neighbor in @state took a set of @from; NONE if none of
 * the remaining sets has this state. */
static guint32
remove_set (Permutation *self, guint32 from, guint state)
{
  Remainder remainder = g_array_index (self->remainders, Remainder, from),
            next = { 0 };
  static const Remainder empty;

  for (guint number = 0; number < LIFE_TABLE_STATES; number++)
    for (guint i = 0;
         life_states_has (&remainder.left, number) && i < self->n_sets; i++)
      if (number / self->weights[i] % (self->copies[i] + 1) > 0
          && life_states_has (&self->sets[i], state))
        life_states_add (&next.left, number - self->weights[i]);
  if (memcmp (&next, &empty, sizeof (next)) == 0)
    return NONE;
  for (guint32 i = 0; i < self->remainders->len; i++)
    if (memcmp (&g_array_index (self->remainders, Remainder, i), &next,
            sizeof (next))
        == 0)
      return i;
  g_array_append_val (self->remainders, next);
  return self->remainders->len - 1;
}

static guint32 permute (
    Permutation *self, guint32 node, guint level, guint32 remainder);

static guint32
permute_entry (Permutation *self, guint32 entry, guint level, guint32 remainder,
    guint state)
{
  if (input_of (self->builder, level) != 0)
    remainder = remove_set (self, remainder, state);
  else if (!life_states_has (&self->itself, state))
    remainder = NONE;
  if (remainder == NONE)
    return entry;
  return level == 0 ? self->output
                    : permute (self, entry, level - 1, remainder);
}

static guint32
permute (Permutation *self, guint32 node, guint level, guint32 remainder)
{
  LifeTreeBuilder *builder = self->builder;
  gint64 key = (gint64) remainder << 32 | node;
  guint32 entries[LIFE_TABLE_STATES], made;
  gboolean changed = FALSE;
  gpointer done;

  if (g_hash_table_lookup_extended (self->done, &key, NULL, &done))
    return GPOINTER_TO_UINT (done);
  if (!has_time (builder))
    return 0;
  memcpy (entries, builder->entries + (gsize) node * builder->states,
      builder->states * sizeof (*entries));
  for (guint s = 0; s < builder->states; s++) {
    guint32 old = entries[s];
    entries[s] = permute_entry (self, old, level, remainder, s);
    changed |= entries[s] != old;
  }
  made = changed ? add_node (builder, level, entries) : node;
  g_hash_table_insert (
      self->done, g_memdup2 (&key, sizeof (key)), GUINT_TO_POINTER (made));
  return made;
}

gboolean
life_tree_builder_set_permuted (
    LifeTreeBuilder *self, const LifeStates *inputs, guint output)
{
  Permutation permutation = { 0 };
  guint32 root;

  begin_permutation (&permutation, self, inputs, output);
  root = permute (&permutation, self->root, self->inputs - 1, 0);
  end_permutation (&permutation);
  return settle (self, root);
}

/* --- The finished tree --- */

guint32 *
life_tree_builder_finish (LifeTreeBuilder *self, LifeTree *tree)
{
  guint32 *entries;

  sweep (self);
  tree->states = self->states;
  tree->neighbors = self->neighbors;
  tree->itself_first = self->itself_first;
  tree->words = 0;
  tree->n_entries = self->n_nodes * self->states;
  tree->root = self->root * self->states;
  entries = g_new (guint32, tree->n_entries);
  for (gsize i = 0; i < tree->n_entries; i++)
    entries[i] = self->levels[i / self->states] > 0
                     ? self->entries[i] * self->states
                     : self->entries[i];
  return entries;
}
