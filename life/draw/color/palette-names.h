/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The built-in palettes, as a table. */
#pragma once

#include <life/api.h>

#define LIFE_NAMED_PALETTE_MAX_COLORS 7

/* Its colors are evenly spaced, and opaque. The first @n_live of them stand for what is
 * alive, instead of which states have the alive color. @plain: those of states are
 * mixed byte by byte, not in OKLab. */
typedef struct {
  const gchar *name;
  guint n_colors;
  guint32 colors[LIFE_NAMED_PALETTE_MAX_COLORS];
  guint n_live;
  gboolean plain;
} LifeNamedPalette;

/* Ends where the name is NULL; the first is the default. */
extern const LifeNamedPalette life_named_palettes[];
