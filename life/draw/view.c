/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a view shows unless its owner says otherwise. */
#include <life/view.h>

#include <string.h>

void
life_view_init (LifeView *view)
{
  g_return_if_fail (view != NULL);

  memset (view, 0, sizeof (*view));
  view->zoom = 1.0;
  view->x = -1.0;
  view->y = -1.0;
  view->alive_color = 0xffffffffu;
  view->dead_color = 0xff000000u;
  view->grid_color = 0xff404040u;
  view->color_mode = LIFE_COLOR_MODE_SOLID;
  view->density_gain = 1.0;
  view->trail = 16;
  life_view_set_palette (view, NULL);
}

gboolean
life_color_mode_looks_back (LifeColorMode mode)
{
  return mode == LIFE_COLOR_MODE_AGE || mode == LIFE_COLOR_MODE_TRAIL
         || mode == LIFE_COLOR_MODE_AGE_TRAIL;
}
