/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The checksum of a world: of cells that any engine returns as bytes, or by the engine
 * itself, at once or while the caller does something else. */
#include "life/world/checksum.h"

#include "life/base/bits.h"
#include "life/world/world-private.h"

/* All bits that any of @n cells has. */
static inline guint8
join_states (const guint8 *cells, guint n)
{
  guint8 states = 0;

  for (guint i = 0; i < n; i++)
    states |= cells[i];
  return states;
}

/* What @n cells, 1 … 64, add before their row's factor. */
static inline guint64
add_cells (const guint8 *cells, guint n, guint64 word)
{
  const guint8 states = join_states (cells, n);
  guint64 sum = 0;

  for (guint bit = 0; states >> bit != 0; bit++)
    sum += life_checksum_word (
        life_bits_pack_bit (cells, n, bit), life_checksum_key (word, bit));
  return sum;
}

/* The same of a row. */
static guint64
add_row (const guint8 *cells, guint32 width)
{
  guint64 sum = 0;

  for (guint32 x = 0; x < width; x += LIFE_WORD_CELLS) {
    const guint n = MIN (width - x, LIFE_WORD_CELLS);

    /* A number that is a constant takes a third of the time. */
    sum += n == LIFE_WORD_CELLS
               ? add_cells (cells + x, LIFE_WORD_CELLS, x / LIFE_WORD_CELLS)
               : add_cells (cells + x, n, x / LIFE_WORD_CELLS);
    if (n < LIFE_WORD_CELLS)
      break;
  }
  return sum;
}

guint64
life_engine_sum_cells (const LifeGeometry *geometry, const guint8 *cells)
{
  guint64 sum = 0;

  for (guint32 z = 0; z < geometry->depth; z++)
    for (guint32 y = 0; y < geometry->height; y++, cells += geometry->width)
      sum += add_row (cells, geometry->width) * life_checksum_row (y, z);
  return sum;
}

gboolean
life_world_checksum (LifeWorld *world, guint64 *checksum, GError **error)
{
  LifeTally tally;

  g_return_val_if_fail (world != NULL && checksum != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!world->klass->count (world->engine, LIFE_COUNT_CHECKSUM, &tally, error))
    return FALSE;
  *checksum = tally.checksum;
  return TRUE;
}

gboolean
life_world_begin_checksum (LifeWorld *world, GError **error)
{
  g_return_val_if_fail (world != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  world->checksum_deferred = FALSE;
  if (world->klass->begin_checksum == NULL)
    return life_world_checksum (world, &world->checksum, error);
  world->checksum_deferred =
      world->klass->begin_checksum (world->engine, error);
  return world->checksum_deferred;
}

gboolean
life_world_wait_for_checksum (LifeWorld *world, GError **error)
{
  if (!world->checksum_deferred)
    return TRUE;
  world->checksum_deferred = FALSE;
  return world->klass->finish_checksum (world->engine, &world->checksum, error);
}

gboolean
life_world_finish_checksum (LifeWorld *world, guint64 *checksum, GError **error)
{
  g_return_val_if_fail (world != NULL && checksum != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!life_world_wait_for_checksum (world, error))
    return FALSE;
  *checksum = world->checksum;
  return TRUE;
}
