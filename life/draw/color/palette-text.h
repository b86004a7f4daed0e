/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A palette from inside. Programs see the functions of life/palette.h alone. */
#pragma once

#include <life/palette.h>

#include "life/draw/color/gradient.h"

/* The first @n_live anchors stand for what is alive, and are no colors of states.
 * @plain: as LifeNamedPalette has it. */
struct _LifePalette {
  gint references;
  guint n_anchors;
  LifeAnchor *anchors;
  guint n_live;
  gboolean plain;
  guint32 colors[LIFE_PALETTE_COLORS];
};

/* The default palette, which is never freed. */
const LifePalette *life_palette_get_default (void);
