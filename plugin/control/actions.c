/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The action signals: what is done to a world by hand. */
#include "plugin/control/actions.h"

#include "plugin/world/edits.h"
#include "plugin/world/lookahead.h"
#include "plugin/world/world.h"

/* Where @element embeds its GstLife. */
static GstLife *
life_of (GstElement *element, gpointer offset)
{
  return G_STRUCT_MEMBER_P (element, GPOINTER_TO_SIZE (offset));
}

/* An action that failed says so in a warning; the stream goes on. */
static gboolean
report_action (GstLife *life, const gchar *action, GError *error)
{
  if (!error)
    return TRUE;
  GST_ELEMENT_WARNING (life->element, LIBRARY, SETTINGS,
      ("%s: %s", action, error->message), (NULL));
  g_error_free (error);
  return FALSE;
}

/* The world as the frame shown last shows it. */
static gboolean
need_world (GstLife *life, GError **error)
{
  if (!gst_life_need_world (life, error))
    return FALSE;
  gst_life_lookahead_revert (life);
  return TRUE;
}

/* A suffix says where a pattern starts, not where one is pasted. */
static gboolean
place_under_no_suffix (const GstLife *life, const LifePattern *pattern,
    const gint64 wanted[3], gint64 origin[3], GError **error)
{
  g_autoptr (LifeRule) rule =
      life_rule_without_grid (gst_life_get_edited_rule (life));

  return life_pattern_place_under (pattern, rule,
      life_world_get_geometry (life->world), wanted, origin, error);
}

static gboolean
paste (GstElement *element, const gchar *text, gint x, gint y, gint z,
    gpointer offset)
{
  GstLife *life = life_of (element, offset);
  GstLifeEdit edit = { GST_LIFE_EDIT_PASTE };
  gint64 wanted[3] = { gst_life_position (x), gst_life_position (y),
    gst_life_position (z) };
  GError *error = NULL;

  edit.pattern = life_pattern_from_string (text ? text : "", &error);
  if (!edit.pattern)
    return report_action (life, "paste", error);
  g_mutex_lock (&life->world_lock);
  if (need_world (life, &error)
      && place_under_no_suffix (
          life, edit.pattern, wanted, edit.origin, &error))
    gst_life_edit (life, &edit, &error);
  else
    gst_life_edit_clear (&edit);
  g_mutex_unlock (&life->world_lock);
  return report_action (life, "paste", error);
}

static gboolean
clear (GstElement *element, gpointer offset)
{
  GstLife *life = life_of (element, offset);
  GstLifeEdit edit = { GST_LIFE_EDIT_CLEAR };
  GError *error = NULL;

  g_mutex_lock (&life->world_lock);
  if (need_world (life, &error))
    gst_life_edit (life, &edit, &error);
  g_mutex_unlock (&life->world_lock);
  return report_action (life, "clear", error);
}

static gboolean
save (GstElement *element, const gchar *location, gpointer offset)
{
  GstLife *life = life_of (element, offset);
  LifePattern *pattern = NULL;
  GError *error = NULL;

  g_mutex_lock (&life->world_lock);
  if (need_world (life, &error))
    pattern = life_world_to_pattern (life->world, &error);
  g_mutex_unlock (&life->world_lock);
  if (pattern)
    life_pattern_save (pattern, location ? location : "", &error);
  life_pattern_unref (pattern);
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

/* The action signals, each returns whether it was done; where not, a warning
 * message says why:
 *
 * paste (text, x, y, z): makes the live cells of a pattern, given as the
 *   property `pattern` takes it, alive in the present generation, its top left
 *   corner at (x, y, z), -1 for centered;
 * clear: kills every cell;
 * save (location): writes the present generation to a file whose extension
 *   (.rle, .rle3 or .3d, .cells) names the format. */
void
gst_life_actions_install (GObjectClass *klass, glong offset)
{
  static const GType pasted[] = { G_TYPE_STRING, G_TYPE_INT, G_TYPE_INT,
    G_TYPE_INT };
  static const GType saved[] = { G_TYPE_STRING };

  install_action (klass, "paste", G_CALLBACK (paste), offset,
      G_N_ELEMENTS (pasted), pasted);
  install_action (klass, "clear", G_CALLBACK (clear), offset, 0, NULL);
  install_action (
      klass, "save", G_CALLBACK (save), offset, G_N_ELEMENTS (saved), saved);
}
