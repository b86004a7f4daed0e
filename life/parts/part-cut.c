/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a world is cut into parts. */
#include "life/parts/part-cut.h"

#include "life/base/bits.h"
#include "life/cpu/bits2d/bits2d.h"
#include "life/cpu/bits3d/bits3d.h"

/* A halo is no more than this share of a part, whose cells it advances in vain, unless that
 * is fewer units than FEW_UNITS; no more than MAX_SLICES or MAX_ROWS; and, if it can be, no
 * more than MAX_BYTES. */
#define HALO_SHARE 16
#define FEW_UNITS 4
#define MAX_SLICES 12
#define MAX_BYTES (64 * 1024 * 1024)

/* In 2D engines take many generations in one pass, whose fixed costs are those of dozens. So
 * halos may be higher there, and are multiples of the shortest pass that lets them skip what is
 * periodic (life/cpu/bits2d/bits2d-tiles.c), so that passes are alike. */
#define MAX_ROWS 120
#define PASS_ROWS 30

/* The first unit of a part, or where the last one ends. */
static guint32
first_unit (const LifeCut *cut, guint part)
{
  return part * (cut->units / cut->parts) + MIN (part, cut->units % cut->parts);
}

static guint32
choose_halo (const LifeCut *cut)
{
  const gboolean is_3d = cut->dimensions == 3;
  const guint32 shortest = cut->units / cut->parts;
  const guint64 bytes = (guint64) life_bits_words (cut->world.width)
                        * sizeof (guint64) * cut->lines;
  guint32 halo =
      CLAMP (shortest / HALO_SHARE, FEW_UNITS, is_3d ? MAX_SLICES : MAX_ROWS);

  if (cut->parts == 1)
    return 0;
  halo = (guint32) MIN (halo, MAX (MAX_BYTES / bytes, 1));
  if (!is_3d && halo > PASS_ROWS)
    halo -= halo % PASS_ROWS;
  return MIN (halo, shortest);
}

gboolean
life_cut_init (LifeCut *cut, const LifeGeometry *world, guint dimensions,
    guint parts, const gchar *who, GError **error)
{
  const gboolean is_3d = dimensions == 3;

  *cut = (LifeCut){ .world = *world,
    .dimensions = dimensions,
    .parts = parts,
    .units = is_3d ? world->depth : world->height,
    .lines = is_3d ? world->height : 1 };
  if (cut->units < parts) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "a world of %u %s cannot be shared by %u %s, each of which holds one "
        "at least; use fewer, or make %s larger",
        cut->units, is_3d ? "slices" : "rows", parts, who,
        is_3d ? "world-depth" : "world-height");
    return FALSE;
  }
  cut->halo = choose_halo (cut);
  return TRUE;
}

LifePiece
life_cut_piece (const LifeCut *cut, guint part)
{
  const guint32 first = first_unit (cut, part);
  LifePiece piece = { cut->dimensions, first,
    first_unit (cut, part + 1) - first,
    life_cut_above (cut, part) < 0 ? 0 : cut->halo,
    life_cut_below (cut, part) < 0 ? 0 : cut->halo, cut->world };
  guint32 *side =
      cut->dimensions == 3 ? &piece.geometry.depth : &piece.geometry.height;

  *side = piece.above + piece.units + piece.below;
  return piece;
}

guint
life_cut_find (const LifeCut *cut, guint32 unit)
{
  const guint32 shortest = cut->units / cut->parts;
  const guint32 longer = cut->units % cut->parts;
  const guint64 end = (guint64) longer * (shortest + 1);

  return unit < end ? unit / (shortest + 1)
                    : longer + (guint32) (unit - end) / shortest;
}

static gint
neighbor (const LifeCut *cut, guint part, gint direction)
{
  const gint next = (gint) part + direction;

  if (cut->parts == 1)
    return -1;
  if (next >= 0 && next < (gint) cut->parts)
    return next;
  if (cut->world.topology == LIFE_TOPOLOGY_PLANE)
    return -1;
  return next < 0 ? (gint) cut->parts - 1 : 0;
}

gint
life_cut_above (const LifeCut *cut, guint part)
{
  return neighbor (cut, part, -1);
}

gint
life_cut_below (const LifeCut *cut, guint part)
{
  return neighbor (cut, part, 1);
}

/* Cells that are exchanged: sent to two neighbors, and received. */
#define BORDERS 4

guint64
life_piece_bytes (const LifePiece *piece, gsize planes)
{
  const gboolean is_3d = piece->dimensions == 3;
  const guint64 halo = MAX (piece->above, piece->below);
  const guint64 lines = halo * (is_3d ? piece->geometry.height : 1);
  const guint64 cells = is_3d
                            ? life_bitsliced3d_bytes (&piece->geometry, planes)
                            : life_bitsliced_bytes (&piece->geometry, planes);
  const guint64 border = lines * life_bits_words (piece->geometry.width)
                         * sizeof (guint64) * planes;

  return cells < G_MAXUINT64 - BORDERS * border ? cells + BORDERS * border
                                                : G_MAXUINT64;
}
