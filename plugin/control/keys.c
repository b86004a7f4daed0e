/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keys and their actions. A key is named as in X11 (`period`, `KP_Add`), by its character
 * (`.`), or as in web pages (`ArrowLeft`). */
#include "plugin/control/keys.h"

#include "plugin/control/gestures.h"

#include <life/palette.h>

/* The part of the frame's shorter side by which an arrow moves the view. */
#define ARROW 0.125

/* The zoom from which borders of cells are drawn, unless another one was set earlier. */
#define GRID 4.0

/* The lowest and the highest tempo that keys set, in generations per frame: 1 / SLOWEST and
 * FASTEST. */
#define SLOWEST 256
#define FASTEST 1024

typedef gboolean (*KeyAction) (GstLife *life);

/* --- Properties --- */

static gboolean
toggle_pause (GstLife *life)
{
  gboolean paused;

  g_object_get (life->element, "paused", &paused, NULL);
  g_object_set (life->element, "paused", !paused, NULL);
  return TRUE;
}

/* The palette after a named one, or the first one. */
static gboolean
next_palette (GstLife *life)
{
  const gchar *const *names = life_palette_names ();
  g_autofree gchar *present = NULL;
  guint next = 0;

  g_object_get (life->element, "palette", &present, NULL);
  for (guint i = 0; names[i]; i++)
    if (g_strcmp0 (names[i], present) == 0 && names[i + 1])
      next = i + 1;
  g_object_set (life->element, "palette", names[next], NULL);
  return TRUE;
}

static gboolean
toggle_grid (GstLife *life)
{
  gdouble grid;

  g_mutex_lock (&life->lock);
  grid = life->settings.appearance.grid > 0 ? 0
         : life->interaction.last_grid > 0  ? life->interaction.last_grid
                                            : GRID;
  life->interaction.last_grid = life->settings.appearance.grid;
  g_mutex_unlock (&life->lock);
  g_object_set (life->element, "grid", grid, NULL);
  return TRUE;
}

/* Generations per frame as a fraction. */
static void
get_tempo (GstLife *life, gint64 *top, gint64 *bottom)
{
  const GstLifeTempo *tempo = &life->settings.tempo;

  g_mutex_lock (&life->lock);
  *top = tempo->rate[0] > 0 ? tempo->rate[0] : (gint64) tempo->generations;
  *bottom = tempo->rate[0] > 0 ? tempo->rate[1] : 1;
  g_mutex_unlock (&life->lock);
}

/* A whole number of generations goes to `generations`, another one to
 * `generations-rate`. */
static gboolean
set_tempo (GstLife *life, gint64 top, gint64 bottom)
{
  if (top > G_MAXINT || bottom > G_MAXINT)
    return TRUE;
  if (top % bottom == 0)
    g_object_set (life->element, "generations", (guint) (top / bottom),
        "generations-rate", 0, 1, NULL);
  else
    g_object_set (
        life->element, "generations-rate", (gint) top, (gint) bottom, NULL);
  return TRUE;
}

/* Tempos out of bounds stay as they are. */
static gboolean
double_tempo (GstLife *life)
{
  gint64 top, bottom;

  get_tempo (life, &top, &bottom);
  if (2 * top > FASTEST * bottom)
    return TRUE;
  return bottom % 2 == 0 ? set_tempo (life, top, bottom / 2)
                         : set_tempo (life, 2 * top, bottom);
}

static gboolean
halve_tempo (GstLife *life)
{
  gint64 top, bottom;

  get_tempo (life, &top, &bottom);
  if (SLOWEST * top < 2 * bottom)
    return TRUE;
  return top % 2 == 0 ? set_tempo (life, top / 2, bottom)
                      : set_tempo (life, top, 2 * bottom);
}

/* --- World and view --- */

static gboolean
step (GstLife *life)
{
  gboolean shows;

  gst_life_is_in_perspective (life, &shows);
  if (shows)
    gst_life_step_once (life);
  return shows;
}

static gboolean
clear (GstLife *life)
{
  return gst_life_queue_edit (life, GST_LIFE_EDIT_CLEAR);
}

static gboolean
next_soup (GstLife *life)
{
  return gst_life_queue_edit (life, GST_LIFE_EDIT_SOUP);
}

static gboolean
undo (GstLife *life)
{
  return gst_life_queue_edit (life, GST_LIFE_EDIT_UNDO);
}

static gboolean
redo (GstLife *life)
{
  return gst_life_queue_edit (life, GST_LIFE_EDIT_REDO);
}

/* The eye moves along the arrow, and what is shown against it. */
static gboolean
move (GstLife *life, gint right, gint down)
{
  gdouble pixels;

  g_mutex_lock (&life->lock);
  pixels =
      ARROW
      * MIN (life->interaction.shown.width, life->interaction.shown.height);
  g_mutex_unlock (&life->lock);
  return gst_life_pan (life, -right * pixels, -down * pixels);
}

static gboolean
move_left (GstLife *life)
{
  return move (life, -1, 0);
}

static gboolean
move_right (GstLife *life)
{
  return move (life, 1, 0);
}

static gboolean
move_up (GstLife *life)
{
  return move (life, 0, -1);
}

static gboolean
move_down (GstLife *life)
{
  return move (life, 0, 1);
}

/* --- Names --- */

static const struct {
  KeyAction action;
  const gchar *names[6];
} keys[] = {
  { toggle_pause, { "space", " " } },
  { step, { "period", ".", "KP_Decimal", "KP_Separator" } },
  { clear, { "c" } },
  { next_soup, { "r" } },
  { next_palette, { "p" } },
  /* The key that types a plus with a shift is named without. */
  { double_tempo, { "plus", "+", "equal", "=", "KP_Add" } },
  { halve_tempo, { "minus", "-", "KP_Subtract" } },
  { gst_life_fit, { "0", "KP_0", "KP_Insert" } },
  { toggle_grid, { "g" } },
  { undo, { "u" } },
  { redo, { "y" } },
  { move_left, { "Left", "ArrowLeft", "KP_Left" } },
  { move_right, { "Right", "ArrowRight", "KP_Right" } },
  { move_up, { "Up", "ArrowUp", "KP_Up" } },
  { move_down, { "Down", "ArrowDown", "KP_Down" } },
};

static KeyAction
find_action (const gchar *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    for (guint k = 0; k < G_N_ELEMENTS (keys[i].names) && keys[i].names[k]; k++)
      if (g_ascii_strcasecmp (name, keys[i].names[k]) == 0)
        return keys[i].action;
  return NULL;
}

gboolean
gst_life_key_is_bound (const gchar *name)
{
  return find_action (name) != NULL;
}

gboolean
gst_life_key_press (GstLife *life, const gchar *name)
{
  KeyAction action = find_action (name);

  return action && action (life);
}
