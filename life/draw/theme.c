/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which color each state of a rule has: the rule's own, or one of a theme's. How
 * colors become the bytes of a format is in palette.c. */
#include <life/error.h>
#include <life/view.h>

#include "life/base/spelling.h"
#include "life/rule/private.h"

#include <string.h>

#define MAX_STOPS 6

/* However many states there are, the last one is not closer to the dead color than
 * one of so many steps: it has to be seen. */
#define LAST_STEP 8

/* Dying cells pass through the stops, evenly spaced between the alive color before
 * the first and the dead color behind the last. Their alpha is not the theme's. */
struct _LifeTheme {
  const gchar *name;
  guint n_stops;
  guint32 stops[MAX_STOPS];
};

/* The first is the default. "fade" has no stops; "viridis" follows the map of that
 * name of Matplotlib (Smith and van der Walt, 2015; in the public domain). */
static const LifeTheme themes[] = {
  { "default", 5, { 0xffe08a, 0xff9450, 0xee4f6a, 0x9c3587, 0x46307e } },
  { "fade", 0, { 0 } },
  { "fire", 5, { 0xfff07a, 0xffb627, 0xf2600c, 0xb01a08, 0x5a0b0b } },
  { "forest", 5, { 0xf1e08c, 0xa9cf54, 0x4c9f45, 0x1d6b4a, 0x123f3c } },
  { "ice", 5, { 0xc4f3ff, 0x72d0f7, 0x3a8fe0, 0x2a56b5, 0x1d2b6b } },
  { "neon", 5, { 0x7dfff0, 0x1fb8ff, 0x6a4dff, 0xd61fd0, 0x6b0f63 } },
  { "rainbow", 6,
      { 0xff5a5a, 0xffb13d, 0xe8e64a, 0x4fd06b, 0x3c9cf0, 0x7a4fd8 } },
  { "viridis", 5, { 0xfde725, 0x7ad151, 0x22a884, 0x2a788e, 0x414487 } },
};

const gchar *const *
life_theme_names (void)
{
  static const gchar *names[G_N_ELEMENTS (themes) + 1];
  static gsize ready = 0;

  if (g_once_init_enter (&ready)) {
    for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
      names[i] = themes[i].name;
    g_once_init_leave (&ready, 1);
  }
  return names;
}

const LifeTheme *
life_theme_find (const gchar *name, GError **error)
{
  g_autofree gchar *known = NULL;
  g_autofree gchar *near = NULL;

  if (name == NULL)
    return &themes[0];
  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    if (g_strcmp0 (name, themes[i].name) == 0)
      return &themes[i];
  known = g_strjoinv (", ", (gchar **) life_theme_names ());
  near = life_name_suggest (name, strlen (name), life_theme_names ());
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "there is no palette “%s”; %s%s%sthere are %s", name,
      near != NULL ? "did you mean " : "", near != NULL ? near : "",
      near != NULL ? "? " : "", known);
  return NULL;
}

/* --- Colors of states --- */

/* @part of @whole from @from to @to, rounded. */
static guint
mix (guint from, guint to, guint part, guint whole)
{
  return (from * (whole - part) + to * part + whole / 2) / whole;
}

/* The color @step of @n_steps on the way from @alive to @dead. */
static guint32
theme_color (const LifeTheme *theme, guint32 alive, guint32 dead, guint step,
    guint n_steps)
{
  guint n_spans = theme->n_stops + 1;
  guint span = step * n_spans / n_steps, part = step * n_spans % n_steps;
  guint32 from = span == 0 ? alive : theme->stops[span - 1];
  guint32 to = span == theme->n_stops ? dead : theme->stops[span];
  guint32 color = mix (alive >> 24, dead >> 24, step, n_steps) << 24;

  for (guint shift = 0; shift < 24; shift += 8)
    color |= mix (from >> shift & 255, to >> shift & 255, part, n_steps)
             << shift;
  return color;
}

void
life_view_color_states (
    LifeView *view, const LifeRule *rule, const LifeTheme *theme)
{
  guint32 alive = view->alive_color;
  guint32 dead = view->overlay ? view->dead_color & 0xffffff : view->dead_color;
  guint n_live = MAX (rule->states, 2) - 1;
  guint stride = n_live > LAST_STEP ? LAST_STEP - 1 : 1;
  guint n_steps = n_live > LAST_STEP ? (n_live - 1) * LAST_STEP : n_live;

  if (theme == NULL)
    theme = &themes[0];
  view->state_colors[0] = view->dead_color;
  for (guint state = 1; state < LIFE_MAX_STATES; state++) {
    guint32 *color = &view->state_colors[state];
    guint32 own = life_rule_get_color (rule, state);

    *color = state <= n_live ? theme_color (
                 theme, alive, dead, (state - 1) * stride, n_steps)
                             : 0;
    if (own != 0)
      *color = mix (0, own >> 24, alive >> 24, 255) << 24 | (own & 0xffffff);
  }
}
