/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The action signals: how applications edit a world and move its view. */
#include "plugin/control/actions.h"

#include "plugin/control/gestures.h"
#include "plugin/play/changes.h"
#include "plugin/timeline/seek.h"
#include "plugin/play/edit-queue.h"
#include "plugin/world/first-cells.h"
#include "plugin/world/element-world.h"

/* The GstLife that @element embeds. */
static GstLife *
life_of (GstElement *element, gpointer offset)
{
  return G_STRUCT_MEMBER_P (element, GPOINTER_TO_SIZE (offset));
}

/* An action that fails posts a warning; the stream goes on. */
static gboolean
report_action (GstLife *life, const gchar *action, GError *error)
{
  gst_life_edit_queue_warn (life);
  if (!error)
    return TRUE;
  GST_ELEMENT_WARNING (life->element, LIBRARY, SETTINGS,
      ("%s: %s", action, error->message), (NULL));
  g_error_free (error);
  return FALSE;
}

/* Applies @edit, which is owned from then on, to the frame shown last. */
static gboolean
edit_world (GstLife *life, const gchar *action, GstLifeEdit *edit)
{
  GError *error = NULL;

  g_mutex_lock (&life->world_lock);
  gst_life_timeline_revert (&life->timeline);
  gst_life_edit_queue_apply (life);
  gst_life_edit_by_user (life, edit, &error);
  g_mutex_unlock (&life->world_lock);
  return report_action (life, action, error);
}

/* Not under the lock, as long texts take time. Cells are laid out, also where there are no edges:
 * nodes could not be pasted. */
static LifePattern *
read_pattern (GstLife *life, const gchar *text, GError **error)
{
  LifeGeometry geometry = { .topology = LIFE_TOPOLOGY_UNBOUNDED };
  guint64 memory = 0;
  gboolean bounded;

  g_mutex_lock (&life->world_lock);
  if (life->world) {
    geometry = *life_world_get_geometry (life->world);
    memory = MAX (life_world_get_memory_left (life->world), 1);
  }
  g_mutex_unlock (&life->world_lock);
  bounded = geometry.topology != LIFE_TOPOLOGY_UNBOUNDED;
  return life_pattern_from_string_within (
      text ? text : "", bounded ? &geometry : NULL, memory, error);
}

/* The pattern is freed after the lock is released, as a long one takes time. */
static gboolean
paste_text (
    GstLife *life, const gchar *action, const gchar *text, GstLifeEdit *edit)
{
  GError *error = NULL;
  g_autoptr (LifePattern) pattern = read_pattern (life, text, &error);

  if (!pattern)
    return report_action (life, action, error);
  edit->pattern = life_pattern_ref (pattern);
  return edit_world (life, action, edit);
}

/**
 * action paste:
 * @text: a pattern, as the property `pattern` takes it
 * @x: column of its top left corner, in cells; -1: centered
 * @y: row of its top left corner, in cells; -1: centered
 * @z: plane of its front, in cells; -1: centered
 *
 * Makes the live cells of a pattern alive in the present generation; all others stay. A
 * pattern that does not fit the world, or has states that the rule lacks, is refused.
 */
static gboolean
paste (GstElement *element, const gchar *text, gint x, gint y, gint z,
    gpointer offset)
{
  GstLife *life = life_of (element, offset);
  GstLifeEdit edit = { GST_LIFE_EDIT_PASTE,
    .origin = {
        gst_life_position (x), gst_life_position (y), gst_life_position (z) } };

  return paste_text (life, "paste", text, &edit);
}

/**
 * action load:
 * @text: a pattern, as the property `pattern` takes it
 *
 * Replaces all cells by a pattern, centered. The rule stays.
 */
static gboolean
load (GstElement *element, const gchar *text, gpointer offset)
{
  GstLife *life = life_of (element, offset);
  GstLifeEdit edit = { GST_LIFE_EDIT_PASTE,
    .origin = { LIFE_CENTERED, LIFE_CENTERED, LIFE_CENTERED },
    .clears_first = TRUE };

  return paste_text (life, "load", text, &edit);
}

/**
 * action clear:
 *
 * Kills every cell; the generation stays.
 */
static gboolean
clear (GstElement *element, gpointer offset)
{
  GstLifeEdit edit = { GST_LIFE_EDIT_CLEAR };

  return edit_world (life_of (element, offset), "clear", &edit);
}

/**
 * action draw-line:
 * @x0: column of the cell that the line begins at
 * @y0: its row
 * @x1: column of the cell that the line ends at
 * @y1: its row
 * @z: the plane of both, in cells; 0 in 2D
 * @state: the state that the cells take; 0 kills them
 *
 * Sets the cells of a straight line. Those that lie outside the world are left out.
 */
static gboolean
draw_line (GstElement *element, gint64 x0, gint64 y0, gint64 x1, gint64 y1,
    gint64 z, guint state, gpointer offset)
{
  GstLifeEdit edit = { GST_LIFE_EDIT_LINE,
    .line = { { x0, y0, z }, { x1, y1, z }, state } };

  return edit_world (life_of (element, offset), "draw-line", &edit);
}

/**
 * action fill-box:
 * @x: column of the box's first cell
 * @y: its row
 * @z: its plane; 0 in 2D
 * @width: columns
 * @height: rows
 * @depth: planes; 1 in 2D
 * @density: the fraction of its cells that live; 0 kills all
 * @seed: of the soup
 *
 * Fills a part of the world with a soup. Cells that lie outside the world are left out.
 */
static gboolean
fill_box (GstElement *element, gint64 x, gint64 y, gint64 z, guint width,
    guint height, guint depth, gdouble density, guint64 seed, gpointer offset)
{
  GstLife *life = life_of (element, offset);
  GstLifeEdit edit = { GST_LIFE_EDIT_PATCH,
    .box = { x, y, z, width, height, depth }, .seed = seed, .density_set = TRUE,
    .density = density };

  if (density >= 0 && density <= 1)
    return edit_world (life, "fill-box", &edit);
  return report_action (life, "fill-box",
      g_error_new_literal (LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
          "the density is no number from 0 to 1"));
}

/**
 * action next-soup:
 *
 * Replaces all cells by the soup of the next seed, with the `density` that is set.
 */
static gboolean
next_soup (GstElement *element, gpointer offset)
{
  GstLifeEdit edit = { GST_LIFE_EDIT_SOUP };

  return edit_world (life_of (element, offset), "next-soup", &edit);
}

/**
 * action undo:
 *
 * Restores the cells before the last edit, or the last stroke, that was not undone; generations
 * count on. The last 64 edits can be undone, fewer if the cells before them need more than 256 MiB
 * together, or more than `memory-limit` leaves.
 */
static gboolean
undo (GstElement *element, gpointer offset)
{
  GstLifeEdit edit = { GST_LIFE_EDIT_UNDO };

  return edit_world (life_of (element, offset), "undo", &edit);
}

/**
 * action redo:
 *
 * Restores the cells before the last undo; generations count on. A new edit of cells ends what
 * can be redone.
 */
static gboolean
redo (GstElement *element, gpointer offset)
{
  GstLifeEdit edit = { GST_LIFE_EDIT_REDO };

  return edit_world (life_of (element, offset), "redo", &edit);
}

/**
 * action step:
 *
 * Sets `paused`, and lets the next frame show the next generation.
 */
static gboolean
step (GstElement *element, gpointer offset)
{
  GstLife *life = life_of (element, offset);
  GError *error = NULL;
  gboolean there;

  g_mutex_lock (&life->world_lock);
  there = gst_life_require_world (life, &error);
  g_mutex_unlock (&life->world_lock);
  if (there)
    gst_life_step_once (life);
  return report_action (life, "step", error);
}

/**
 * action draw-on-frame:
 * @x0: where the line begins in the frame that was finished last, in pixels from its left
 *   edge; pixel 5 reaches from 5 to 6
 * @y0: the same from its upper edge
 * @x1: where it ends, in pixels from the left edge
 * @y1: the same from the upper edge
 * @state: the state that the cells take; 0 kills them
 * @continues: undo reverts it together with the previous line
 *
 * Draws a line of cells where a viewer sees them. It does not wait for the world.
 */
static gboolean
draw_on_frame (GstElement *element, gdouble x0, gdouble y0, gdouble x1,
    gdouble y1, guint state, gboolean continues, gpointer offset)
{
  const GstLifeStroke stroke = { x0, y0, x1, y1, state, continues };

  return gst_life_draw_on_frame (life_of (element, offset), &stroke);
}

/**
 * action apply-edits:
 *
 * Applies the edits that wait for the next frame, as lines drawn on one do: for programs that
 * draw for many people and limit the time of each. It waits for the world.
 */
static gboolean
apply_edits (GstElement *element, gpointer offset)
{
  GstLife *life = life_of (element, offset);
  GError *error = NULL;

  g_mutex_lock (&life->world_lock);
  if (gst_life_require_world (life, &error)) {
    gst_life_timeline_revert (&life->timeline);
    gst_life_edit_queue_apply (life);
  }
  g_mutex_unlock (&life->world_lock);
  return report_action (life, "apply-edits", error);
}

/**
 * action pan:
 * @dx: pixels to the right
 * @dy: pixels down
 *
 * Moves what the frame shows; in perspective it turns the camera.
 */
static gboolean
pan (GstElement *element, gdouble dx, gdouble dy, gpointer offset)
{
  return gst_life_pan (life_of (element, offset), dx, dy);
}

/**
 * action zoom-at:
 * @factor: by what the zoom is multiplied; above 1: nearer
 * @x: a point of the frame that was finished last, in pixels from its left edge
 * @y: the same from its upper edge
 *
 * Zooms, and what is at that point of the frame stays there. In perspective
 * `camera-distance` is divided by the factor.
 */
static gboolean
zoom_at (
    GstElement *element, gdouble factor, gdouble x, gdouble y, gpointer offset)
{
  return gst_life_zoom_at (life_of (element, offset), factor, x, y);
}

/**
 * action fit:
 *
 * Shows all live cells; where none lives, and in 3D, the whole world.
 */
static gboolean
fit (GstElement *element, gpointer offset)
{
  return gst_life_fit (life_of (element, offset));
}

/* The world is not freed before that is written. */
static LifeSaving *
begin_saving (GstLife *life, const gchar *location, GError **error)
{
  LifeSaving *saving;

  gst_life_timeline_revert (&life->timeline);
  gst_life_edit_queue_apply (life);
  if (life->timeline.cells_invalid) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "after a failure the cells of the world are invalid; save it in the "
        "next frame");
    return NULL;
  }
  saving = life_world_begin_saving (life->world, location, error);
  if (saving)
    life->runtime.n_savings++;
  return saving;
}

/**
 * action save:
 * @location: the file, whose extension names the format: `.rle`, `.rle3` or `.3d`, `.cells`;
 *   without edges `.mc` and `.mc.gz` too
 *
 * Writes the present generation to a file, and replaces an existing one. The stream goes on
 * at the same time.
 */
static gboolean
save (GstElement *element, const gchar *location, gpointer offset)
{
  GstLife *life = life_of (element, offset);
  LifeSaving *saving = NULL;
  GError *error = NULL;

  g_mutex_lock (&life->world_lock);
  if (gst_life_require_world (life, &error))
    saving = begin_saving (life, location ? location : "", &error);
  g_mutex_unlock (&life->world_lock);
  if (saving) {
    life_saving_write (saving, &error);
    g_mutex_lock (&life->world_lock);
    life_saving_end (saving);
    if (--life->runtime.n_savings == 0)
      g_cond_broadcast (&life->runtime.saved);
    g_mutex_unlock (&life->world_lock);
  }
  return report_action (life, "save", error);
}

/* One action signal whose handler finds the instance's GstLife at @offset. */
static void
install_action (GObjectClass *klass, const gchar *name, GCallback handler,
    glong offset, guint n_parameters, const GType *parameters)
{
  GClosure *closure =
      g_cclosure_new (handler, GSIZE_TO_POINTER ((gsize) offset), NULL);

  g_signal_newv (name, G_OBJECT_CLASS_TYPE (klass),
      G_SIGNAL_RUN_LAST | G_SIGNAL_ACTION, closure, NULL, NULL, NULL,
      G_TYPE_BOOLEAN, n_parameters, (GType *) parameters);
}

/* Each action returns whether it succeeded; if not, a warning message has the cause. */
void
gst_life_actions_install (GObjectClass *klass, glong offset)
{
  static const GType pasted[] = { G_TYPE_STRING, G_TYPE_INT, G_TYPE_INT,
    G_TYPE_INT };
  static const GType line[] = { G_TYPE_INT64, G_TYPE_INT64, G_TYPE_INT64,
    G_TYPE_INT64, G_TYPE_INT64, G_TYPE_UINT };
  static const GType box[] = { G_TYPE_INT64, G_TYPE_INT64, G_TYPE_INT64,
    G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_DOUBLE, G_TYPE_UINT64 };
  static const GType stroke[] = { G_TYPE_DOUBLE, G_TYPE_DOUBLE, G_TYPE_DOUBLE,
    G_TYPE_DOUBLE, G_TYPE_UINT, G_TYPE_BOOLEAN };
  static const GType numbers[] = { G_TYPE_DOUBLE, G_TYPE_DOUBLE,
    G_TYPE_DOUBLE };
  static const GType text[] = { G_TYPE_STRING };

  install_action (klass, "paste", G_CALLBACK (paste), offset,
      G_N_ELEMENTS (pasted), pasted);
  install_action (
      klass, "load", G_CALLBACK (load), offset, G_N_ELEMENTS (text), text);
  install_action (klass, "clear", G_CALLBACK (clear), offset, 0, NULL);
  install_action (klass, "draw-line", G_CALLBACK (draw_line), offset,
      G_N_ELEMENTS (line), line);
  install_action (klass, "next-soup", G_CALLBACK (next_soup), offset, 0, NULL);
  install_action (klass, "fill-box", G_CALLBACK (fill_box), offset,
      G_N_ELEMENTS (box), box);
  install_action (klass, "undo", G_CALLBACK (undo), offset, 0, NULL);
  install_action (klass, "redo", G_CALLBACK (redo), offset, 0, NULL);
  install_action (klass, "step", G_CALLBACK (step), offset, 0, NULL);
  install_action (klass, "draw-on-frame", G_CALLBACK (draw_on_frame), offset,
      G_N_ELEMENTS (stroke), stroke);
  install_action (
      klass, "apply-edits", G_CALLBACK (apply_edits), offset, 0, NULL);
  install_action (klass, "pan", G_CALLBACK (pan), offset, 2, numbers);
  install_action (klass, "zoom-at", G_CALLBACK (zoom_at), offset, 3, numbers);
  install_action (klass, "fit", G_CALLBACK (fit), offset, 0, NULL);
  install_action (
      klass, "save", G_CALLBACK (save), offset, G_N_ELEMENTS (text), text);
}
