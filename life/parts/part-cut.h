/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a world is cut into parts: whole rows in 2D, slices of z in 3D, which are its units
 * here. Parts are alike to one unit. Each also holds its halo: units of its neighbors above and below, as many as there are generations from one exchange to the next, since
 * what is wrong at a part's edges comes nearer by a unit per generation. */
#pragma once

#include <life/error.h>
#include <life/geometry.h>

G_BEGIN_DECLS

/* No world has more parts. */
#define LIFE_MAX_PARTS 65536

/* @lines: rows of a unit
 * @halo: units that a part has of each neighbor, and generations that they last; 0 where
 *   there is one part */
typedef struct {
  LifeGeometry world;
  guint dimensions;
  guint parts;
  guint32 units, lines, halo;
} LifeCut;

/* Units @first to before @first + @units of the world, with @above and @below of its
 * neighbors; 0 at the edges of a plane. All of them are a world of @geometry. */
typedef struct {
  guint dimensions;
  guint32 first, units;
  guint32 above, below;
  LifeGeometry geometry;
} LifePiece;

/* LIFE_ERROR_SIZE where there are fewer units than parts; @who are those that hold them,
 * for its message. */
gboolean life_cut_init (LifeCut *cut, const LifeGeometry *world,
    guint dimensions, guint parts, const gchar *who, GError **error);

LifePiece life_cut_piece (const LifeCut *cut, guint part);

/* The part that holds @unit. */
guint life_cut_find (const LifeCut *cut, guint32 unit);

/* Above which part @part lies, and below which one; -1: there is none. */
gint life_cut_above (const LifeCut *cut, guint part);
gint life_cut_below (const LifeCut *cut, guint part);

/* The bytes of a piece's cells in an engine, of @planes planes of bits, and of what it exchanges;
 * G_MAXUINT64: more than can be addressed. What does not grow with the world comes on top. */
guint64 life_piece_bytes (const LifePiece *piece, gsize planes);

G_END_DECLS
