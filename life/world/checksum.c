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

/* LifeLookAtBox: adds what the cells add to the checksum of their world, a guint64. */
static gboolean
add_box (const LifeBox *box, const guint8 *cells, gpointer data, GError **error)
{
  guint64 *checksum = data;

  for (gint64 row = 0; row < box->height; row++) {
    guint64 sum = 0;

    for (gint64 x = 0; x < box->width; x += LIFE_WORD_CELLS) {
      const guint n = (guint) MIN (box->width - x, LIFE_WORD_CELLS);
      const guint64 word = (guint64) (box->x + x) / LIFE_WORD_CELLS;

      /* A number that is known when this is compiled takes a third of the time. */
      sum += n == LIFE_WORD_CELLS ? add_cells (cells + x, LIFE_WORD_CELLS, word)
                                  : add_cells (cells + x, n, word);
      if (n < LIFE_WORD_CELLS)
        break;
    }
    cells += box->width;
    *checksum += sum * life_checksum_row (box->y + row, box->z);
  }
  return TRUE;
}

gboolean
life_world_checksum (LifeWorld *world, guint64 *checksum, GError **error)
{
  g_return_val_if_fail (world != NULL && checksum != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (world->klass->checksum != NULL)
    return world->klass->checksum (world->engine, checksum, error);
  *checksum = 0;
  return life_world_look (world, NULL, add_box, checksum, error);
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
