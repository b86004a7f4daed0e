/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which color each state of a rule has: the rule's own, or one of a palette's. How
 * colors become the bytes of a format is in palette.c. */
#include <life/view.h>

#include "life/draw/color/palette-text.h"
#include "life/rule/rule-private.h"

#include <string.h>

/* However many states there are, the last one is not closer to the dead color than
 * one of so many steps: it has to be seen. */
#define LAST_STEP 8

/* @part of @whole from @from to @to, rounded. */
static guint
mix (guint from, guint to, guint part, guint whole)
{
  return (from * (whole - part) + to * part + whole / 2) / whole;
}

/* The ramp from the alive color through a palette's to the dead one. */
typedef struct {
  guint n_anchors;
  LifeAnchor *anchors;
  guint n_steps;
  gboolean plain;
} ColorRamp;

/* The colors of the palette have their distances. */
static ColorRamp
ramp_new (
    const LifePalette *palette, guint32 alive, guint32 dead, guint n_steps)
{
  guint n_stops = palette->n_anchors - palette->n_live;
  const LifeAnchor *stops = palette->anchors + palette->n_live;
  ColorRamp ramp = { n_stops + 2, g_new (LifeAnchor, n_stops + 2), n_steps,
    palette->plain };

  ramp.anchors[0] = (LifeAnchor){ 0, alive | 0xff000000u };
  for (guint i = 0; i < n_stops; i++)
    ramp.anchors[1 + i] =
        (LifeAnchor){ (1 + stops[i].position * (n_stops - 1)) / (n_stops + 1),
          stops[i].color };
  ramp.anchors[n_stops + 1] = (LifeAnchor){ 1, dead | 0xff000000u };
  return ramp;
}

/* @color, by @alpha as opaque. */
static guint32
with_alpha (guint32 color, guint alpha)
{
  return mix (0, color >> 24, alpha, 255) << 24 | (color & 0xffffff);
}

/* Step @step, its bytes mixed between anchors that are evenly spaced. */
static guint32
mix_plainly (const ColorRamp *ramp, guint step)
{
  guint position = step * (ramp->n_anchors - 1),
        part = position % ramp->n_steps;
  const LifeAnchor *from = &ramp->anchors[position / ramp->n_steps];
  guint32 color = 0xff000000u;

  for (guint shift = 0; shift < 24; shift += 8)
    color |= mix (from[0].color >> shift & 255, from[1].color >> shift & 255,
                 part, ramp->n_steps)
             << shift;
  return color;
}

static guint32
ramp_color (const ColorRamp *ramp, guint step)
{
  return ramp->plain ? mix_plainly (ramp, step)
                     : life_gradient_color (ramp->anchors, ramp->n_anchors,
                         (gdouble) step / ramp->n_steps);
}

void
life_view_color_states (
    LifeView *view, const LifeRule *rule, const LifePalette *palette)
{
  guint32 alive = view->alive_color;
  guint32 dead = view->overlay ? view->dead_color & 0xffffff : view->dead_color;
  guint n_live = MAX (rule->states, 2) - 1;
  guint stride = n_live > LAST_STEP ? LAST_STEP - 1 : 1;
  guint n_steps = n_live > LAST_STEP ? (n_live - 1) * LAST_STEP : n_live;
  /* Only tables name colors, also of states that their rules do not reach. */
  guint n_colors = rule->table != NULL ? LIFE_MAX_STATES : n_live + 1;
  ColorRamp ramp =
      ramp_new (palette != NULL ? palette : life_palette_get_default (), alive,
          dead, n_steps);

  memset (view->state_colors, 0, sizeof view->state_colors);
  view->state_colors[0] = view->dead_color;
  for (guint state = 1; state < n_colors; state++) {
    guint step = (state - 1) * stride;
    guint32 *color = &view->state_colors[state];
    guint32 own = life_rule_get_color (rule, state);

    if (own != 0)
      *color = with_alpha (own, alive >> 24);
    else if (state <= n_live)
      *color = with_alpha (ramp_color (&ramp, step),
          mix (alive >> 24, dead >> 24, step, n_steps));
  }
  g_free (ramp.anchors);
}

void
life_view_set_palette (LifeView *view, const LifePalette *palette)
{
  life_palette_get_colors (
      palette != NULL ? palette : life_palette_get_default (),
      view->palette_colors);
}
