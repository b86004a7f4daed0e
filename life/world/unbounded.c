/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds without edges: cells are set, read and written at places of 64 bits. What all
 * worlds have in common is in world.c; the engine holds the cells. */
#include "life/world/unbounded.h"

#include "life/base/bits.h"
#include "life/base/grow.h"
#include "life/base/memory.h"
#include "life/base/reader.h"
#include "life/world/soup.h"

/* Cells of a soup that are filled at a time. */
#define SOUP_CELLS 4096

/* Cells of a world that are read at a time: whole words along a row. */
#define WINDOW_WORDS 1024
#define WINDOW_ROWS 64

static const LifeUnboundedClass *
class_of (const LifeWorld *world)
{
  return world->klass->unbounded;
}

/* Whether there are such places along an axis. */
static gboolean
is_range_there (gint64 first, gint64 size)
{
  return first >= -LIFE_MAX_PLACE && first <= LIFE_MAX_PLACE && size >= 0
         && (guint64) size <= (guint64) LIFE_MAX_PLACE - (guint64) first;
}

gboolean
life_unbounded_check_box (const LifeBox *box, GError **error)
{
  if (is_range_there (box->x, box->width)
      && is_range_there (box->y, box->height) && box->z == 0 && box->depth == 1)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "cells of a world without edges lie from -2^62 to below 2^62 in one"
      " plane, and not %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
      " × %" G_GINT64_FORMAT " at (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT
      ", %" G_GINT64_FORMAT ")",
      box->width, box->height, box->depth, box->x, box->y, box->z);
  return FALSE;
}

/* Fills a part of one row. */
static gboolean
soup_row (LifeWorld *world, gint64 x, gint64 y, gint64 width, guint64 seed,
    guint64 threshold, GError **error)
{
  const guint64 row = life_soup_row (seed, (guint32) y, 0);
  LifeBox box = { x, y, 0, 0, 1, 1 };
  guint8 cells[SOUP_CELLS];

  for (; width > 0; box.x += box.width, width -= box.width) {
    box.width = MIN (width, SOUP_CELLS);
    for (gint64 i = 0; i < box.width; i++)
      cells[i] = life_soup_alive (row, (guint32) (box.x + i), threshold) != 0;
    if (!class_of (world)->write (world->engine, &box, cells, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
life_unbounded_soup_box (LifeWorld *world, const LifeBox *box, guint64 seed,
    guint64 threshold, GError **error)
{
  guint64 cells;

  if (__builtin_mul_overflow (
          (guint64) box->width, (guint64) box->height, &cells))
    cells = G_MAXUINT64;
  if (threshold > 0
      && !life_memory_check (
          cells / (cells < G_MAXUINT64 ? 8 : 1), "a soup", error))
    return FALSE;
  for (gint64 y = box->y; y < box->y + box->height; y++)
    if (!soup_row (world, box->x, y, box->width, seed, threshold, error))
      return FALSE;
  return TRUE;
}

/* --- The center --- */

gboolean
life_unbounded_find_center (LifeWorld *world, GError **error)
{
  LifeBox box;

  if (world->center_known)
    return TRUE;
  if (!world->klass->box (world->engine, &box, error))
    return FALSE;
  world->engine->center[0] =
      box.width > 0 ? (gdouble) box.x + (gdouble) box.width / 2 : 0;
  world->engine->center[1] =
      box.width > 0 ? (gdouble) box.y + (gdouble) box.height / 2 : 0;
  world->center_known = TRUE;
  return TRUE;
}

gboolean
life_world_get_center (LifeWorld *world, gdouble center[2], GError **error)
{
  const LifeGeometry *geometry;

  g_return_val_if_fail (world != NULL && center != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (life_world_is_unbounded (world)) {
    if (!life_unbounded_find_center (world, error))
      return FALSE;
    memcpy (center, world->engine->center, sizeof world->engine->center);
    return TRUE;
  }
  geometry = &world->engine->geometry;
  center[0] = geometry->width / 2.0;
  center[1] = geometry->height / 2.0;
  return TRUE;
}

/* --- As a pattern --- */

/* The runs of cells found so far. */
typedef struct {
  LifeWorld *world;
  LifeRun *runs;
  gsize n_runs, room;
  guint64 taken; /* of the world's memory */
  guint8 highest;
} Runs;

/* Counts the room that life_grow() is to make, and as much for the copy and the text that the
 * pattern is written by, each. */
static gboolean
take_room (Runs *runs, GError **error)
{
  const guint64 bytes = (runs->n_runs / 2 + 16) * 3 * sizeof (LifeRun);

  if (!life_memory_take (&runs->world->engine->memory, bytes,
          "the pattern of what lives", error))
    return FALSE;
  runs->taken += bytes;
  return TRUE;
}

static gboolean
add_run (Runs *runs, LifeRun run, GError **error)
{
  gpointer items = runs->runs;

  if ((runs->n_runs == runs->room && !take_room (runs, error))
      || !life_grow (
          &items, &runs->room, runs->n_runs, sizeof (LifeRun), error))
    return FALSE;
  runs->runs = items;
  runs->highest = MAX (runs->highest, run.state);
  runs->runs[runs->n_runs++] = run;
  return TRUE;
}

/* The next place from @at to before @end that is @alive, or else @end. */
static gsize
find_bit (const guint64 *bits, gsize at, gsize end, gboolean alive)
{
  while (at < end) {
    const guint64 word =
        (alive ? bits[at / LIFE_WORD_CELLS] : ~bits[at / LIFE_WORD_CELLS])
        >> at % LIFE_WORD_CELLS;

    if (word != 0)
      return MIN (end, at + (gsize) __builtin_ctzll (word));
    at = (at / LIFE_WORD_CELLS + 1) * LIFE_WORD_CELLS;
  }
  return end;
}

/* Adds @n live cells side by side, by their states. */
static gboolean
add_live_cells (Runs *runs, const LifeBox *box, gsize column, gint64 row,
    gsize n, GError **error)
{
  g_autofree guint8 *states = NULL;
  LifeBox cells = { box->x + (gint64) column, row, 0, (gint64) n, 1, 1 };
  LifeRun run = { (guint32) column, (guint32) (row - box->y), 0, (guint32) n,
    1 };

  if (runs->world->rule->states == 2)
    return add_run (runs, run, error);
  states = g_malloc (n);
  if (!class_of (runs->world)
           ->read (runs->world->engine, &cells, states, error))
    return FALSE;
  for (gsize i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && states[end] == states[i]; end++)
      ;
    run.x = (guint32) (column + i);
    run.length = (guint32) (end - i);
    run.state = states[i];
    if (!add_run (runs, run, error))
      return FALSE;
  }
  return TRUE;
}

/* Finds the live cells of a part of the box, of so many columns and rows. */
static gboolean
find_runs (Runs *runs, const LifeBox *box, gsize column, gint64 row,
    gsize columns, gsize rows, guint64 *bits, GError **error)
{
  const gsize words = life_bits_words (columns);

  if (!class_of (runs->world)
           ->read_bits (runs->world->engine, box->x + (gint64) column, row,
               words, rows, bits, error))
    return FALSE;
  for (gsize y = 0; y < rows; y++, bits += words)
    for (gsize x = find_bit (bits, 0, columns, TRUE), end; x < columns;
         x = find_bit (bits, end, columns, TRUE)) {
      end = find_bit (bits, x, columns, FALSE);
      if (!add_live_cells (
              runs, box, column + x, row + (gint64) y, end - x, error))
        return FALSE;
    }
  return TRUE;
}

/* Nothing is read where squares of 2^this cells along a side are empty. */
#define SQUARE_LEVEL 12

static gboolean
find_runs_in_square (Runs *runs, const LifeBox *box, gint64 x, gint64 y,
    guint64 *bits, GError **error)
{
  const gint64 side = G_GINT64_CONSTANT (1) << SQUARE_LEVEL;
  const gint64 left = MAX (x * side, box->x);
  const gint64 right = MIN ((x + 1) * side, box->x + box->width);
  const gint64 top = MAX (y * side, box->y);
  const gint64 bottom = MIN ((y + 1) * side, box->y + box->height);

  for (gint64 row = top; row < bottom; row += WINDOW_ROWS)
    if (!find_runs (runs, box, (gsize) (left - box->x), row,
            (gsize) (right - left), (gsize) MIN (WINDOW_ROWS, bottom - row),
            bits, error))
      return FALSE;
  return TRUE;
}

/* Goes through the squares of @level that lie in the box and have live cells. */
static gboolean
find_runs_below (Runs *runs, const LifeBox *box, gint64 column, gint64 row,
    guint level, guint64 *bits, GError **error)
{
  gdouble counts[4];

  if (level == SQUARE_LEVEL)
    return find_runs_in_square (runs, box, column, row, bits, error);
  if (!class_of (runs->world)
           ->count_squares (runs->world->engine, 2 * column, 2 * row, level - 1,
               2, 2, counts, error))
    return FALSE;
  for (guint i = 0; i < 4; i++)
    if (counts[i] > 0
        && !find_runs_below (runs, box, 2 * column + i % 2, 2 * row + i / 2,
            level - 1, bits, error))
      return FALSE;
  return TRUE;
}

/* The sides are below 2^32, so that two squares of 2^33 along an axis hold the box. */
static gboolean
find_all_runs (Runs *runs, const LifeBox *box, GError **error)
{
  const guint level = 33;
  g_autofree guint64 *bits = g_new (
      guint64, WINDOW_ROWS * (((gsize) 1 << SQUARE_LEVEL) / LIFE_WORD_CELLS));

  for (gint64 row = box->y >> level; row <= (box->y + box->height - 1) >> level;
       row++)
    for (gint64 column = box->x >> level;
         column <= (box->x + box->width - 1) >> level; column++)
      if (!find_runs_below (runs, box, column, row, level, bits, error))
        return FALSE;
  return TRUE;
}

static gboolean
check_pattern_box (const LifeBox *box, GError **error)
{
  if (box->width <= G_MAXUINT32 && box->height <= G_MAXUINT32
      && ABS (box->x) <= LIFE_POSITION_MAX && ABS (box->y) <= LIFE_POSITION_MAX)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "a pattern has fewer than 2^32 columns and rows and lies within 2^56 of"
      " the center, and the live cells of this world are in a box of"
      " %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT " at (%" G_GINT64_FORMAT
      ", %" G_GINT64_FORMAT ")",
      box->width, box->height, box->x, box->y);
  return FALSE;
}

LifePattern *
life_unbounded_to_pattern (LifeWorld *world, GError **error)
{
  Runs runs = { .world = world };
  LifePattern *pattern;
  LifeRule rule;
  LifeBox box;
  gboolean found;

  if (!world->klass->box (world->engine, &box, error)
      || !check_pattern_box (&box, error))
    return NULL;
  found = box.width == 0 || find_all_runs (&runs, &box, error);
  life_memory_give_back (&world->engine->memory, runs.taken);
  if (!found) {
    g_free (runs.runs);
    return NULL;
  }
  rule = life_rule_value (world->rule);
  rule.bounded = FALSE;

  pattern = life_pattern_new ();
  pattern->format = LIFE_FORMAT_RLE;
  pattern->dimensions = 2;
  pattern->width = (guint32) box.width;
  pattern->height = (guint32) box.height;
  pattern->depth = 1;
  pattern->rule = life_rule_to_string (&rule);
  pattern->has_position = TRUE;
  pattern->x = box.x;
  pattern->y = box.y;
  pattern->generation = world->now.statistics.generation;
  pattern->runs = runs.runs;
  pattern->n_runs = runs.n_runs;
  pattern->highest_state = runs.highest;
  return pattern;
}
