/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits that wait for the next frame. */
#include "plugin/play/edit-queue.h"

#include "plugin/play/changes.h"

/* More than a user makes within minutes. */
#define MAX_PENDING 16384

gboolean
gst_life_edit_queue_add (GstLife *life, const GstLifeEdit *edit)
{
  GST_LIFE_LOCK (&life->lock);

  if (life->interaction.pending->len >= MAX_PENDING)
    return FALSE;
  g_array_append_vals (life->interaction.pending, edit, 1);
  return TRUE;
}

/* Whether @edit continues the previous one: both are undone together. */
static gboolean
continues (const GstLifeEdit *edit)
{
  return edit->kind == GST_LIFE_EDIT_LINE && !edit->undoable;
}

/* A line that continues one that failed is not drawn: it would belong to another edit. */
static void
apply (GstLife *life, GstLifeEdit *edit)
{
  GError *error = NULL;

  if (!continues (edit))
    life->runtime.stroke_failed = !gst_life_edit_by_user (life, edit, &error);
  else if (!life->runtime.stroke_failed)
    gst_life_edit (life, edit, &error);
  if (!error)
    return;
  g_free (life->runtime.warning);
  life->runtime.warning = g_strdup (error->message);
  g_error_free (error);
}

void
gst_life_edit_queue_apply (GstLife *life)
{
  g_autoptr (GArray) pending = NULL;

  g_mutex_lock (&life->lock);
  if (life->interaction.pending->len > 0) {
    pending = life->interaction.pending;
    life->interaction.pending =
        g_array_new (FALSE, FALSE, sizeof (GstLifeEdit));
  }
  g_mutex_unlock (&life->lock);
  if (!pending || !life->runtime.filled)
    return;
  for (guint i = 0; i < pending->len; i++)
    apply (life, &g_array_index (pending, GstLifeEdit, i));
}

void
gst_life_edit_queue_warn (GstLife *life)
{
  gchar *warning;

  g_mutex_lock (&life->world_lock);
  warning = g_steal_pointer (&life->runtime.warning);
  g_mutex_unlock (&life->world_lock);
  if (warning)
    GST_ELEMENT_WARNING (
        life->element, LIBRARY, SETTINGS, ("%s", warning), (NULL));
  g_free (warning);
}
