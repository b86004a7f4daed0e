/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The defaults of a view. */
#include <life/view.h>

#include <string.h>

static void
init_perspective (LifePerspective *perspective)
{
  perspective->azimuth = 30.0;
  perspective->elevation = 25.0;
  for (guint i = 0; i < 3; i++)
    perspective->look_at[i] = -1.0;
  perspective->distance = 1.6;
  perspective->fov = 40.0;
  perspective->light_azimuth = 50.0;
  perspective->light_elevation = 55.0;
  perspective->shadows = TRUE;
  perspective->occlusion = TRUE;
  perspective->world_box = TRUE;
  perspective->fog = 0.3;
  perspective->background_top = 0xff10141cu;
  perspective->background_bottom = 0xff2a3242u;
  perspective->history = 256;
}

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
  init_perspective (&view->perspective);
  life_view_set_palette (view, NULL);
}
