/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Colors between colors: anchors at their positions, and what lies between them. */
#pragma once

#include <life/api.h>

typedef struct {
  gdouble position;
  guint32 color; /* ARGB */
} LifeAnchor;

/* The color at @position of @n anchors, at least one, whose positions do not decrease;
 * before the first one and behind the last one it is theirs. */
guint32 life_gradient_color (
    const LifeAnchor *anchors, guint n, gdouble position);
