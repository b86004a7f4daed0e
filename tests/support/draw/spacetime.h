/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the tests of stacked frames share: views of them, and frames that pass. */
#pragma once

#include "tests/support/draw/history.h"

/* A palette in which no two colors are alike, and a camera that sees three sides. */
static inline LifeView
spacetime_view (guint history, guint salt)
{
  static const gdouble azimuths[] = { 30, -40, 160, 215, 0 };
  static const gdouble elevations[] = { 25, 60, -20, 5, 0 };
  LifeView view = history_view (LIFE_COLOR_MODE_SOLID, 16);

  view.alive_color = 0xfffffe10;
  view.kind = LIFE_VIEW_SPACETIME;
  view.perspective.history = history;
  view.perspective.azimuth = azimuths[salt % G_N_ELEMENTS (azimuths)];
  view.perspective.elevation = elevations[salt / 2 % G_N_ELEMENTS (elevations)];
  view.perspective.antialias = salt % 7 == 3;
  view.perspective.fog = salt % 3 * 0.2;
  view.perspective.cut[2] = salt % 5 == 4 ? history / 3 : 0;
  for (guint i = 1; i < LIFE_MAX_STATES; i++)
    view.state_colors[i] = view.palette_colors[(i * 91) % 256];
  return view;
}

/* The present frame is over: it is stacked, and the world goes on. */
static inline void
pass_frame (LifeWorld *world, guint64 generations)
{
  GError *error = NULL;

  life_world_record_stack (world, &error);
  g_assert_no_error (error);
  step (world, generations);
}
