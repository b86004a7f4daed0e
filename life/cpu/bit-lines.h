/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lines of a world of bits: some or all of its rows along x, which are filled, counted, and
 * copied in and out as words. A world may be a part of another one: then a line has its
 * position there. */
#pragma once

#include "life/cpu/row-engine.h"

/* @n lines of an engine from @first on; row y of plane z is line z × height + y. In the
 * world that soups and checksums are of, the first one is row @first_line % @height of plane
 * @first_line / @height. */
typedef struct {
  gsize first, n;
  guint64 first_line;
  guint32 height;
} LifeLines;

/* All lines of an engine that is no part of another world. */
static inline LifeLines
life_lines_all (const LifeRowEngine *self)
{
  const LifeGeometry *geometry = &self->engine.geometry;

  return (LifeLines){ 0, (gsize) geometry->height * geometry->depth, 0,
    geometry->height };
}

/* Where the line that follows the first one by @i is. */
static inline guint32
life_lines_y (const LifeLines *lines, gsize i)
{
  return (guint32) ((lines->first_line + i) % lines->height);
}

static inline guint32
life_lines_z (const LifeLines *lines, gsize i)
{
  return (guint32) ((lines->first_line + i) / lines->height);
}

/* The bytes of all planes of @n lines. */
guint64 life_lines_bytes (const LifeRowEngine *self, gsize n);

/* Copies lines to or from life_lines_bytes() bytes: plane after plane of them, line after
 * line, no words between them. Where they are written with the cells that they have, an engine
 * that skips what is unchanged goes on with that. */
void life_lines_read (
    const LifeRowEngine *self, const LifeLines *lines, guint64 *words);
void life_lines_write (
    LifeRowEngine *self, const LifeLines *lines, const guint64 *words);

/* Fills lines with the soup; a @threshold of 0 clears them. */
void life_lines_soup (LifeRowEngine *self, const LifeLines *lines, guint64 seed,
    guint64 threshold);

guint64 life_lines_population (LifeRowEngine *self, const LifeLines *lines);

/* Compares both generations, which are one apart. */
void life_lines_changes (LifeRowEngine *self, const LifeLines *lines,
    guint64 *births, guint64 *deaths);

/* What the lines add to the checksum of their world (life/world/checksum.h); the same of all
 * lines of an engine that is no part. */
guint64 life_lines_checksum (LifeRowEngine *self, const LifeLines *lines);
guint64 life_lines_checksum_all (LifeRowEngine *self);
