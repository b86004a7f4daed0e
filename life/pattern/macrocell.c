/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads and writes macrocell files: squares made of four squares each, down to leaves. The
 * cells of such a tree are counted before any of it is laid out. */
#include <string.h>

#include <life/error.h>

#include "life/base/grow.h"
#include "life/pattern/readers.h"

/* Larger squares are not laid out, because their corners would not fit in 64
 * bits. */
#define LEVEL_MAX 63

/* A larger square may enclose it, if the rest of it is empty. */
#define LEVEL_READ_MAX 9999

/* A pattern with nodes and more runs than this is not laid out. */
#define MAX_RUNS_WITH_NODES (1u << 20)

#define LEAF_LEVEL 3
#define LEAF_SIDE 8

/* Columns 1 to 7 of a leaf's rows. */
#define NOT_FIRST_COLUMN G_GUINT64_CONSTANT (0xfefefefefefefefe)

typedef enum {
  NODE_BRANCH, /* four squares */
  NODE_BITS,   /* a leaf of 8 × 8 cells of two states */
  NODE_STATES, /* a leaf of 2 × 2 cells of many states */
} NodeKind;

/*
 * A square of 2^level cells per side. The box contains its live cells, relative
 * to its top left corner. Sums that are too large stay at the largest number.
 */
typedef struct {
  NodeKind kind;
  guint16 level;
  guint8 state;        /* of all cells, 0 if they differ */
  guint32 children[4]; /* north-west, north-east, south-west, south-east; a
                          leaf's states */
  guint64 bits;        /* cell (x, y) is bit 8y + x */
  guint64 population;
  guint64 runs; /* runs of cells, at most */
  guint64 left, top, right, bottom;
} Node;

typedef struct {
  LifeReader *reader;
  Node *nodes; /* node 0 is any square of dead cells */
  gsize n_nodes, allocated;
} NodeTree;

/* A node in a band of adjacent squares of one size. */
typedef struct {
  guint32 node;
  gint64 x;
} BandNode;

typedef struct {
  BandNode *items;
  gsize n_items, allocated;
} CellBand;

typedef struct {
  const NodeTree *tree;
  LifePattern *pattern;
  gsize allocated;
  gint64 left, top; /* where the pattern's column 0 and row 0 are in the root */
} NodeLayout;

static guint64
saturated_sum (guint64 a, guint64 b)
{
  return a > G_MAXUINT64 - b ? G_MAXUINT64 : a + b;
}

/* --- Nodes --- */

static void
include_box (
    Node *node, guint64 left, guint64 top, guint64 right, guint64 bottom)
{
  gboolean first = node->right == 0;

  node->left = first ? left : MIN (node->left, left);
  node->top = first ? top : MIN (node->top, top);
  node->right = MAX (node->right, right);
  node->bottom = MAX (node->bottom, bottom);
}

static void
measure_bits (Node *node)
{
  guint x, y;

  node->population = __builtin_popcountll (node->bits);
  node->runs =
      __builtin_popcountll (node->bits & ~(node->bits << 1 & NOT_FIRST_COLUMN));
  node->state = node->bits == G_MAXUINT64;
  for (y = 0; y < LEAF_SIDE; y++) {
    for (x = 0; x < LEAF_SIDE; x++) {
      if ((node->bits >> (LEAF_SIDE * y + x) & 1) != 0)
        include_box (node, x, y, x + 1, y + 1);
    }
  }
}

static void
measure_states (Node *node)
{
  gboolean same = TRUE;
  guint i;

  for (i = 0; i < 4; i++) {
    guint x = i & 1, y = i >> 1;

    same = same && node->children[i] == node->children[0];
    if (node->children[i] == 0)
      continue;
    node->population++;
    node->runs++;
    include_box (node, x, y, x + 1, y + 1);
  }
  node->state = same ? node->children[0] : 0;
}

static void
measure_branch (const NodeTree *tree, Node *node)
{
  gboolean same = TRUE;
  guint i;

  for (i = 0; i < 4; i++) {
    const Node *child = &tree->nodes[node->children[i]];

    same = same && child->state == tree->nodes[node->children[0]].state;
    node->population = saturated_sum (node->population, child->population);
    node->runs = saturated_sum (node->runs, child->runs);
    if (child->population > 0 && node->level <= LEVEL_MAX) {
      guint64 half = G_GUINT64_CONSTANT (1) << (node->level - 1);
      guint64 x = half * (i & 1), y = half * (i >> 1);

      include_box (node, x + child->left, y + child->top, x + child->right,
          y + child->bottom);
    }
  }
  node->state = same ? tree->nodes[node->children[0]].state : 0;
  /* Such a row is one run. */
  if (node->state > 0 && node->level <= LEVEL_MAX)
    node->runs = G_GUINT64_CONSTANT (1) << node->level;
}

static gboolean
push_node (NodeTree *tree, const Node *node, GError **error)
{
  const guint64 memory = tree->reader->memory;
  gpointer nodes = tree->nodes;

  if (memory > 0 && tree->n_nodes >= memory / sizeof (Node)) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "%s: more than %" G_GSIZE_FORMAT
        " squares, which take all %" G_GUINT64_FORMAT
        " MiB of the memory-limit that are left; set a higher one",
        tree->reader->name != NULL ? tree->reader->name : "pattern text",
        tree->n_nodes, memory >> 20);
    return FALSE;
  }
  if (!life_grow (
          &nodes, &tree->allocated, tree->n_nodes, sizeof (Node), error))
    return FALSE;
  tree->nodes = nodes;
  tree->nodes[tree->n_nodes++] = *node;
  return TRUE;
}

static gboolean
add_node (NodeTree *tree, Node *node, GError **error)
{
  if (node->kind == NODE_BITS)
    measure_bits (node);
  else if (node->kind == NODE_STATES)
    measure_states (node);
  else
    measure_branch (tree, node);
  return push_node (tree, node, error);
}

/* --- Lines --- */

/* "$$..*$...*$.***$$$$": rows of a leaf, without the dead cells at their ends. */
static gboolean
read_leaf (NodeTree *tree, GError **error)
{
  LifeReader *reader = tree->reader;
  Node node = { NODE_BITS, LEAF_LEVEL };
  guint x = 0, y = 0;

  for (;; reader->at++) {
    gint c = life_reader_peek (reader);

    if (c == '$') {
      x = 0;
      y++;
    } else if (c == '*' || c == '.') {
      if (x >= LEAF_SIDE || y >= LEAF_SIDE)
        return life_reader_fail (reader, reader->at, error,
            "%s %u of a leaf, which has 8 × 8 cells",
            x >= LEAF_SIDE ? "column" : "row", (x >= LEAF_SIDE ? x : y) + 1);
      if (c == '*')
        node.bits |= G_GUINT64_CONSTANT (1) << (LEAF_SIDE * y + x);
      x++;
    } else {
      break;
    }
  }
  life_reader_skip_blanks (reader);
  if (!life_reader_at_line_end (reader))
    return life_reader_fail_expected (
        reader, "\".\", \"*\" or \"$\" (a macrocell leaf)", error);
  life_reader_skip_line (reader);
  return add_node (tree, &node, error);
}

static gboolean
check_child (const NodeTree *tree, gsize at, guint64 level, guint64 index,
    GError **error)
{
  if (index >= tree->n_nodes)
    return life_reader_fail (tree->reader, at, error,
        "there is no node %" G_GUINT64_FORMAT
        " yet: this is node %" G_GSIZE_FORMAT ", which may refer to those"
        " before it",
        index, tree->n_nodes);
  if (index > 0 && tree->nodes[index].level + G_GUINT64_CONSTANT (1) != level)
    return life_reader_fail (tree->reader, at, error,
        "node %" G_GUINT64_FORMAT " is of level %u, and a part of a node of"
        " level %" G_GUINT64_FORMAT " is of level %" G_GUINT64_FORMAT,
        index, tree->nodes[index].level, level, level - 1);
  return TRUE;
}

/* "4 0 1 0 2": a level and four nodes, or at level 1 four states. */
static gboolean
read_branch (NodeTree *tree, GError **error)
{
  LifeReader *reader = tree->reader;
  Node node = { NODE_BRANCH };
  guint64 level, number;
  gsize at = reader->at;
  guint i;

  if (!life_reader_number (reader, "a level", LEVEL_READ_MAX, &level, error))
    return FALSE;
  if (level == 0)
    return life_reader_fail (
        reader, at, error, "level 0; the smallest squares are of level 1");
  node.level = level;
  if (level == 1)
    node.kind = NODE_STATES;
  for (i = 0; i < 4; i++) {
    life_reader_skip_blanks (reader);
    at = reader->at;
    if (!life_reader_number (reader, level == 1 ? "a state" : "a node",
            level == 1 ? G_MAXUINT8 : G_MAXUINT32, &number, error)
        || (level > 1 && !check_child (tree, at, level, number, error)))
      return FALSE;
    node.children[i] = number;
  }
  return life_reader_end_line (reader, error) && add_node (tree, &node, error);
}

/* "#R rule" ends at a blank, "#G 12" is the generation; other comments are for
 * people. */
static gboolean
read_comment (LifePattern *pattern, LifeReader *reader, GError **error)
{
  if (life_reader_accept (reader, "#R")) {
    g_free (pattern->rule);
    pattern->rule = life_reader_read_rule (reader, TRUE);
  } else if (life_reader_accept (reader, "#N ")) {
    life_pattern_read_name (pattern, reader);
  } else if (life_reader_accept (reader, "#G")) {
    life_reader_skip_blanks (reader);
    if (!life_reader_number (
            reader, "a generation", G_MAXUINT64, &pattern->generation, error))
      return FALSE;
  }
  life_reader_skip_line (reader);
  return TRUE;
}

static gboolean
read_lines (NodeTree *tree, LifePattern *pattern, GError **error)
{
  LifeReader *reader = tree->reader;
  Node empty = { NODE_BRANCH };

  life_reader_skip_line (reader);
  if (!push_node (tree, &empty, error))
    return FALSE;
  while (life_reader_peek (reader) != LIFE_READER_END) {
    gboolean read = TRUE;
    gint c = life_reader_peek (reader);

    if (c == '#') {
      read = read_comment (pattern, reader, error);
    } else if (c == '$' || c == '.' || c == '*') {
      read = read_leaf (tree, error);
    } else {
      life_reader_skip_blanks (reader);
      if (life_reader_at_line_end (reader))
        life_reader_skip_line (reader);
      else
        read = read_branch (tree, error);
    }
    if (!read)
      return FALSE;
  }
  return TRUE;
}

/* --- The root --- */

/* Drops the empty outer half of the root until the rest can be laid out: Golly writes the
 * largest size that a world had. */
static gboolean
shrink_root (NodeTree *tree, GError **error)
{
  while (tree->nodes[tree->n_nodes - 1].level > LEVEL_MAX) {
    const Node *root = &tree->nodes[tree->n_nodes - 1];
    Node inner = { NODE_BRANCH, root->level - 1 };
    guint i, j;

    for (i = 0; i < 4; i++) {
      const Node *part = &tree->nodes[root->children[i]];

      for (j = 0; j < 4; j++) {
        if (j != 3 - i && tree->nodes[part->children[j]].population > 0)
          return TRUE;
      }
      inner.children[i] = part->children[3 - i];
    }
    if (!add_node (tree, &inner, error))
      return FALSE;
  }
  return TRUE;
}

/* Fails if its runs, at most LIFE_RUNS_MAX, need more memory than the reader may use. */
static gboolean
check_memory (const LifeReader *reader, const Node *root, GError **error)
{
  const guint64 bytes = root->runs * sizeof (LifeRun);

  if (reader->memory == 0 || bytes <= reader->memory)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "%s: the pattern has %" G_GUINT64_FORMAT
      " runs of cells, which take %" G_GUINT64_FORMAT
      " MiB, and %" G_GUINT64_FORMAT
      " MiB of the memory-limit are left; set a higher one",
      reader->name != NULL ? reader->name : "pattern text", root->runs,
      (bytes >> 20) + 1, reader->memory >> 20);
  return FALSE;
}

/* Fails if it is larger than the world that it is read for. */
static gboolean
check_fit (
    const LifeReader *reader, guint64 width, guint64 height, GError **error)
{
  if (reader->columns == 0
      || (width <= reader->columns && height <= reader->rows))
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "the pattern of %" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT
      " cells does not fit into the world of %u × %u cells",
      width, height, reader->columns, reader->rows);
  return FALSE;
}

/* Reports why the root cannot be laid out, if so. */
static gboolean
check_root (const NodeTree *tree, const Node *root, GError **error)
{
  guint64 width = root->right - root->left, height = root->bottom - root->top;

  if (root->level > LEVEL_MAX)
    return life_reader_fail_whole (tree->reader, error,
        "the pattern reaches more than 2^%d cells from the center, and a side"
        " has at most %u",
        root->level - 2, G_MAXUINT32);
  if (width > G_MAXUINT32 || height > G_MAXUINT32)
    return life_reader_fail_whole (tree->reader, error,
        "the pattern is %" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT
        " cells; a side has at most %u",
        width, height, G_MAXUINT32);
  if (!check_fit (tree->reader, width, height, error))
    return FALSE;
  if (root->runs > LIFE_RUNS_MAX)
    return life_reader_fail_whole (tree->reader, error,
        "the pattern of %" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT
        " cells has %" G_GUINT64_FORMAT "%s live ones in %" G_GUINT64_FORMAT
        "%s runs; at most %u runs are read",
        width, height, root->population,
        root->population == G_MAXUINT64 ? " or more" : "", root->runs,
        root->runs == G_MAXUINT64 ? " or more" : "", LIFE_RUNS_MAX);
  if (!check_memory (tree->reader, root, error))
    return FALSE;
  if (life_grow_check (
          root->runs * (sizeof (LifeRun) + sizeof (BandNode)), error))
    return TRUE;
  g_prefix_error (error,
      "%s: a pattern of %" G_GUINT64_FORMAT " × %" G_GUINT64_FORMAT
      " cells, %" G_GUINT64_FORMAT " of them alive, does not fit: ",
      tree->reader->name != NULL ? tree->reader->name : "pattern text", width,
      height, root->population);
  return FALSE;
}

/* --- Laying out --- */

static gboolean
band_add (CellBand *band, guint32 node, gint64 x, GError **error)
{
  gpointer items = band->items;

  if (!life_grow (
          &items, &band->allocated, band->n_items, sizeof (BandNode), error))
    return FALSE;
  band->items = items;
  band->items[band->n_items++] = (BandNode){ node, x };
  return TRUE;
}

static gboolean
add_cells (NodeLayout *layout, gint64 x, gint64 y, gint64 length, guint8 state,
    GError **error)
{
  LifeRun run = { x - layout->left, y - layout->top, 0, length, state };

  return life_pattern_add_run (layout->pattern, &layout->allocated, run, error);
}

/* The states of a row of a node of at most 8 × 8 cells. */
static void
get_row (
    const NodeTree *tree, guint32 index, gint level, gint y, guint8 *states)
{
  const Node *node = &tree->nodes[index];
  gint half = 1 << (level - 1), side = y >= half, x;

  if (node->population == 0) {
    memset (states, 0, 2 * half);
  } else if (node->kind == NODE_BITS) {
    for (x = 0; x < LEAF_SIDE; x++)
      states[x] = node->bits >> (LEAF_SIDE * y + x) & 1;
  } else if (node->kind == NODE_STATES) {
    states[0] = node->children[2 * side];
    states[1] = node->children[2 * side + 1];
  } else {
    get_row (
        tree, node->children[2 * side], level - 1, y - half * side, states);
    get_row (tree, node->children[2 * side + 1], level - 1, y - half * side,
        states + half);
  }
}

/* The rows of a band of squares so small that they are read cell by cell;
 * larger ones among them have only one state. */
static gboolean
lay_out_rows (NodeLayout *layout, const CellBand *band, gint level, gint64 top,
    GError **error)
{
  guint8 states[LEAF_SIDE];
  gint x, y;
  gsize i;

  for (y = 0; y < 1 << level; y++) {
    for (i = 0; i < band->n_items; i++) {
      const BandNode *item = &band->items[i];
      const Node *node = &layout->tree->nodes[item->node];

      if (node->state > 0) {
        if (!add_cells (layout, item->x, top + y,
                G_GINT64_CONSTANT (1) << node->level, node->state, error))
          return FALSE;
        continue;
      }
      get_row (layout->tree, item->node, level, y, states);
      for (x = 0; x < 1 << level; x++) {
        if (states[x] > 0
            && !add_cells (layout, item->x + x, top + y, 1, states[x], error))
          return FALSE;
      }
    }
  }
  return TRUE;
}

/* The upper or lower half of a band's squares. */
static gboolean
halve_band (const NodeTree *tree, const CellBand *band, gint level, gint side,
    CellBand *half, GError **error)
{
  gsize i;
  gint j;

  for (i = 0; i < band->n_items; i++) {
    const BandNode *item = &band->items[i];
    const Node *node = &tree->nodes[item->node];

    if (node->state > 0) {
      if (!band_add (half, item->node, item->x, error))
        return FALSE;
      continue;
    }
    for (j = 0; j < 2; j++) {
      guint32 child = node->children[2 * side + j];

      if (tree->nodes[child].population > 0
          && !band_add (
              half, child, item->x + ((gint64) j << (level - 1)), error))
        return FALSE;
    }
  }
  return TRUE;
}

/* Goes through the tree in reading order: first the upper half, then the
 * lower. */
static gboolean
lay_out (NodeLayout *layout, const CellBand *band, gint level, gint64 top,
    GError **error)
{
  gint side;

  if (band->n_items == 0)
    return TRUE;
  if (level <= LEAF_LEVEL)
    return lay_out_rows (layout, band, level, top, error);
  for (side = 0; side < 2; side++) {
    CellBand half = { NULL, 0, 0 };
    gboolean laid_out =
        halve_band (layout->tree, band, level, side, &half, error)
        && lay_out (layout, &half, level - 1,
            top + ((gint64) side << (level - 1)), error);

    g_free (half.items);
    if (!laid_out)
      return FALSE;
  }
  return TRUE;
}

static void
set_bounds (const Node *root, LifePattern *pattern)
{
  gint64 half = G_GINT64_CONSTANT (1) << (root->level - 1);

  pattern->has_position = TRUE;
  pattern->x = (gint64) root->left - half;
  pattern->y = (gint64) root->top - half;
  /* One cell less where a whole square of the largest size is full. */
  pattern->columns = (gint64) MIN (root->right - root->left, G_MAXINT64);
  pattern->rows = (gint64) MIN (root->bottom - root->top, G_MAXINT64);
  pattern->width = (guint32) MIN (pattern->columns, G_MAXUINT32);
  pattern->height = (guint32) MIN (pattern->rows, G_MAXUINT32);
}

/* The world's cell (0, 0) is just above and to the right of the middle. */
static gboolean
set_root_bounds (const NodeTree *tree, const Node *root, LifePattern *pattern,
    GError **error)
{
  set_bounds (root, pattern);
  pattern->y++;
  if (ABS (pattern->x) > LIFE_POSITION_MAX
      || ABS (pattern->y) > LIFE_POSITION_MAX)
    return life_reader_fail_whole (
        tree->reader, error, "the pattern is too far from the center");
  return TRUE;
}

static LifeMacrocellNode *
copy_nodes (const NodeTree *tree, gsize *n_nodes, GError **error)
{
  LifeMacrocellNode *nodes;

  if (!life_grow_check (tree->n_nodes * sizeof (*nodes), error))
    return NULL;
  nodes = g_new0 (LifeMacrocellNode, tree->n_nodes);
  for (gsize i = 1; i < tree->n_nodes; i++) {
    const Node *node = &tree->nodes[i];

    nodes[i].level = node->level;
    nodes[i].bits = node->bits;
    memcpy (nodes[i].children, node->children, sizeof (node->children));
  }
  *n_nodes = tree->n_nodes;
  return nodes;
}

static gboolean
has_two_states (const NodeTree *tree)
{
  for (gsize i = 1; i < tree->n_nodes; i++)
    if (tree->nodes[i].kind == NODE_STATES)
      return FALSE;
  return TRUE;
}

/* Stores the nodes in the pattern, and lays their cells out if they are few. */
static gboolean
store_nodes (const NodeTree *tree, NodeLayout *layout, const CellBand *band,
    const Node *root, GError **error)
{
  LifePattern *pattern = layout->pattern;

  if (root->level > LEVEL_MAX)
    return life_reader_fail_whole (tree->reader, error,
        "the pattern reaches more than 2^%d cells from the center",
        root->level - 2);
  pattern->nodes = copy_nodes (tree, &pattern->n_nodes, error);
  if (pattern->nodes == NULL)
    return FALSE;
  set_bounds (root, pattern);
  pattern->highest_state = 1;
  return root->runs > MAX_RUNS_WITH_NODES || pattern->columns > G_MAXUINT32
         || pattern->rows > G_MAXUINT32
         || lay_out (layout, band, root->level, 0, error);
}

static gboolean
read_tree (
    NodeTree *tree, LifePattern *pattern, LifeReading reading, GError **error)
{
  NodeLayout layout = { tree, pattern };
  BandNode whole = { 0, 0 };
  CellBand band = { &whole, 1, 1 };
  Node root;

  if (!read_lines (tree, pattern, error) || !shrink_root (tree, error))
    return FALSE;
  root = tree->nodes[tree->n_nodes - 1];
  /* Golly writes an empty world as a file without nodes. */
  tree->reader->empty =
      root.population == 0 || (reading & LIFE_READING_RULE) != 0;
  if (tree->reader->empty)
    return TRUE;
  whole.node = tree->n_nodes - 1;
  layout.left = (gint64) root.left;
  layout.top = (gint64) root.top;
  if (reading & LIFE_READING_NODES && has_two_states (tree))
    return store_nodes (tree, &layout, &band, &root, error);
  return check_root (tree, &root, error)
         && set_root_bounds (tree, &root, pattern, error)
         && lay_out (&layout, &band, root.level, 0, error);
}

static gboolean
read_text (LifePattern *pattern, LifeReader *reader, LifeReading reading,
    GError **error)
{
  NodeTree tree = { reader };
  gboolean read = read_tree (&tree, pattern, reading, error);

  g_free (tree.nodes);
  return read;
}

const LifePatternFormat life_format_macrocell = { LIFE_FORMAT_MACROCELL,
  "macrocell", "[M2]", .read = read_text };

/* --- Nodes of a world --- */

static gboolean
load_nodes (NodeTree *tree, const LifeMacrocellNode *nodes, gsize n_nodes,
    GError **error)
{
  for (gsize i = 0; i < n_nodes; i++) {
    Node node = { i > 0 && nodes[i].level == LEAF_LEVEL ? NODE_BITS
                                                        : NODE_BRANCH,
      (guint16) nodes[i].level, .bits = nodes[i].bits };

    memcpy (node.children, nodes[i].children, sizeof node.children);
    if (!(i == 0 ? push_node (tree, &node, error)
                 : add_node (tree, &node, error)))
      return FALSE;
  }
  return TRUE;
}

LifePattern *
life_pattern_from_nodes (const LifeMacrocellNode *nodes, gsize n_nodes,
    guint64 memory, GError **error)
{
  LifeReader reader = { .name = "the world", .memory = memory };
  NodeTree tree = { &reader };
  g_autoptr (LifePattern) pattern = life_pattern_new ();
  NodeLayout layout = { &tree, pattern };
  BandNode whole = { (guint32) n_nodes - 1, 0 };
  const CellBand band = { &whole, 1, 1 };
  const Node *root;
  gboolean done = load_nodes (&tree, nodes, n_nodes, error);

  root = done ? &tree.nodes[n_nodes - 1] : NULL;
  if (done && root->population > 0) {
    layout.left = (gint64) root->left;
    layout.top = (gint64) root->top;
    set_bounds (root, pattern);
    done = check_root (&tree, root, error)
           && lay_out (&layout, &band, root->level, 0, error);
  }
  g_free (tree.nodes);
  return done ? g_steal_pointer (&pattern) : NULL;
}

static void
write_leaf (GString *text, guint64 bits)
{
  for (guint y = 0; y < LEAF_SIDE; y++) {
    for (guint row = (guint) (bits >> 8 * y & 0xff); row != 0; row >>= 1)
      g_string_append_c (text, row & 1 ? '*' : '.');
    g_string_append_c (text, '$');
  }
  g_string_append_c (text, '\n');
}

void
life_macrocell_write (const LifeMacrocellNode *nodes, gsize n_nodes,
    const gchar *rule, guint64 generation, GString *text)
{
  g_string_append (text, "[M2] (life)\n");
  if (rule != NULL)
    g_string_append_printf (text, "#R %s\n", rule);
  if (generation > 0)
    g_string_append_printf (text, "#G %" G_GUINT64_FORMAT "\n", generation);
  for (gsize i = 1; i < n_nodes; i++) {
    if (nodes[i].bits != 0)
      write_leaf (text, nodes[i].bits);
    else
      g_string_append_printf (text, "%u %u %u %u %u\n", nodes[i].level,
          nodes[i].children[0], nodes[i].children[1], nodes[i].children[2],
          nodes[i].children[3]);
  }
}
