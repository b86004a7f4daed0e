/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What follows from the kind of a view, and from its color mode. */
#include <life/view.h>

gboolean
life_color_mode_looks_back (LifeColorMode mode)
{
  return mode == LIFE_COLOR_MODE_AGE || mode == LIFE_COLOR_MODE_TRAIL
         || mode == LIFE_COLOR_MODE_AGE_TRAIL;
}

gboolean
life_view_kind_is_perspective (LifeViewKind kind)
{
  return kind == LIFE_VIEW_XRAY || kind == LIFE_VIEW_VOLUME
         || kind == LIFE_VIEW_SPACETIME;
}
