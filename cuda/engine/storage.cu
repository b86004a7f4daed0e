/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The sizes of a world's memory on the GPU; it is reserved elsewhere. */
#include "cuda/engine/storage.h"

/* Rows begin where the widest loads and copies may. */
static size_t
round_up (size_t value, size_t multiple)
{
  return (value + multiple - 1) / multiple * multiple;
}

static uint32_t
low_bits (uint32_t n)
{
  return n < 32 ? (1u << n) - 1 : ~0u;
}

uint32_t
life_storage_bits (LifeLayout layout, guint states)
{
  return layout == LIFE_LAYOUT_STRIPS ? life_strips_planes (states) : 1;
}

gboolean
life_storage_init (LifeStorage *storage, const LifeGeometry *geometry,
    guint dimensions, guint states, LifeLayout layout)
{
  size_t halo_rows = 0, halo_planes = 0, tail = 0, rows, all, bytes;

  *storage = {};
  storage->layout = layout;
  storage->width = geometry->width;
  storage->height = geometry->height;
  storage->depth = geometry->depth;
  storage->torus = geometry->topology == LIFE_TOPOLOGY_TORUS
                   && geometry->shift_x == 0 && geometry->shift_y == 0;
  storage->is_3d = dimensions == 3;
  storage->bits = life_storage_bits (layout, states);
  storage->rows = geometry->height;
  storage->last_word = ~0u;
  storage->last_row = ~0u;

  switch (layout) {
    case LIFE_LAYOUT_BYTES:
      storage->row_words = (geometry->width - 1) / LIFE_BYTES_WORD + 1;
      storage->last_word =
          low_bits (8 * ((geometry->width - 1) % LIFE_BYTES_WORD + 1));
      /* The halo at a row's right may lie in what leads the next row. */
      storage->row =
          round_up (storage->row_words, LIFE_BYTES_LEAD) + LIFE_BYTES_LEAD;
      tail = LIFE_BYTES_LEAD;
      halo_rows = 1;
      halo_planes = storage->is_3d ? 1 : 0;
      break;
    case LIFE_LAYOUT_ROWS:
      storage->row_words = (geometry->width - 1) / 32 + 1;
      storage->last_word = low_bits ((geometry->width - 1) % 32 + 1);
      storage->row = round_up (storage->row_words, 4);
      break;
    case LIFE_LAYOUT_STRIPS:
      storage->row_words = geometry->width;
      storage->row = round_up (storage->row_words, 8);
      storage->rows = (geometry->height - 1) / 32 + 1;
      storage->last_row = 0;
      for (uint32_t bit = 0; bit < 32; bit++)
        if (life_strip_start (geometry->height, bit + 1)
                - life_strip_start (geometry->height, bit)
            == storage->rows)
          storage->last_row |= 1u << bit;
      break;
  }

  if (!g_size_checked_mul (
          &storage->plane, storage->row, storage->rows + 2 * halo_rows)
      || !g_size_checked_mul (
          &rows, storage->plane, geometry->depth + 2 * halo_planes)
      || !g_size_checked_mul (&all, rows, storage->bits)
      || !g_size_checked_add (&storage->words, all, tail)
      || !g_size_checked_mul (&bytes, storage->words, sizeof (uint32_t)))
    return FALSE;
  storage->bit_plane = rows;
  storage->first = halo_planes * storage->plane + halo_rows * storage->row;
  if (layout == LIFE_LAYOUT_BYTES)
    storage->first += LIFE_BYTES_LEAD;
  return TRUE;
}
