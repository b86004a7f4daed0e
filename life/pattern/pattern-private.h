/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A pattern from inside: its live cells as runs, which readers fill, writers write,
 * and engines set. Programs see the functions of life/pattern.h alone. */
#pragma once

#include <life/pattern.h>

G_BEGIN_DECLS

/*
 * LifeRun:
 * @x: column of the first cell, from the pattern's left edge
 * @y: row, from the pattern's top
 * @z: plane, from the pattern's front
 * @length: how many cells, along x
 * @state: their state; 1 in a two-state pattern, never 0
 *
 * Neighboring cells of a row that share a state.
 */
typedef struct {
  guint32 x, y, z;
  guint32 length;
  guint8 state;
} LifeRun;

/* A square of 2^level cells per side. At level 3 it is a leaf: cell (x, y) is bit 8y + x of
 * @bits. Above, @children are indices of nodes that come before it, of one level less:
 * north-west, north-east, south-west, south-east. Node 0 is any square of dead cells. */
typedef struct {
  guint level;
  guint32 children[4];
  guint64 bits;
} LifeMacrocellNode;

/*
 * LifePattern:
 * @format: the format it was read from
 * @dimensions: 3 when read from RLE3, else 2
 * @width: columns of its bounding box (from its header, if it has one)
 * @height: rows
 * @depth: planes; 1 in 2D
 * @max_runs: at most so many runs may be added
 * @rule: (nullable): the rule that the text names, unparsed
 * @name: (nullable): its name, in one line of UTF-8
 * @has_position: the text has the pattern's position
 * @x: column of its top left corner, from the world's center cell
 * @y: row of it
 * @z: plane of it
 * @generation: its generation by the text, else 0
 * @runs: (array length=n_runs): its live cells, in no particular order
 * @n_runs: how many runs; none if the cells are too many to be laid out, and there are nodes
 * @nodes: (array length=n_nodes) (nullable): the same cells as the nodes of a macrocell file,
 *   the root being the last
 * @n_nodes: how many, node 0 included
 * @columns: with nodes: columns of the bounding box, which may be more than fit @width
 * @rows: with nodes: its rows
 * @highest_state: the highest state among them
 * @references: how many there are; 0: a value that is not freed
 *
 * A pattern in memory, whose size is in proportion to its text, whatever sizes the text names.
 */
struct _LifePattern {
  LifeFormat format;
  guint dimensions;
  guint32 width, height, depth;
  gchar *rule, *name;
  gboolean has_position;
  gint64 x, y, z;
  guint64 generation;
  LifeRun *runs;
  gsize n_runs, max_runs;
  LifeMacrocellNode *nodes;
  gsize n_nodes;
  gint64 columns, rows;
  guint8 highest_state;
  gint references;
};

/* Returns: (transfer full): a pattern of which nothing is set but its one reference */
LifePattern *life_pattern_new (void);

/* Returns: (nullable): the cells of the last node in runs of at most @memory bytes, with the
 * position relative to the node's middle; no rule is set. */
LifePattern *life_pattern_from_nodes (const LifeMacrocellNode *nodes,
    gsize n_nodes, guint64 memory, GError **error);

/* Returns: (transfer full): the live cells, in states of any number, as nodes:
 * the root is the last one, and those of level 1 have four states. g_free() it. */
LifeMacrocellNode *life_pattern_to_nodes (
    const LifePattern *pattern, gsize *n_nodes);

/* What that takes while it runs. */
guint64 life_pattern_bytes_of_nodes (const LifePattern *pattern);

/* The largest number of bytes of a node's line in a macrocell file. */
#define LIFE_MACROCELL_LINE_BYTES 80

/* Adds a macrocell file to @text, with the lines of @rule (nullable) and @generation. */
void life_macrocell_write (const LifeMacrocellNode *nodes, gsize n_nodes,
    const gchar *rule, guint64 generation, GString *text);

G_END_DECLS
