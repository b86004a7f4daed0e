/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The file that an element writes by save-location. */
#include "plugin/world/save-element.h"

#include <unistd.h>

/* save-generation stands for the last generation. */
#define AT_END 0

static gboolean
refuse (const gchar *location, const gchar *why, GError **error)
{
  g_autofree gchar *name = g_filename_display_name (location);

  g_set_error (
      error, LIFE_ERROR, LIFE_ERROR_FILE, "save-location=%s: %s", name, why);
  return FALSE;
}

gboolean
gst_life_save_open (
    GstLife *life, const GstLifeSettings *settings, GError **error)
{
  const gchar *location = settings->save.location;
  g_autofree gchar *folder = location ? g_path_get_dirname (location) : NULL;
  g_autofree gchar *lower = location ? g_ascii_strdown (location, -1) : NULL;

  life->runtime.saving = location != NULL;
  life->runtime.save_generation = settings->save.generation;
  if (!location)
    return TRUE;
  if (g_file_test (location, G_FILE_TEST_IS_DIR))
    return refuse (location, "this is a folder; name the file to write", error);
  if (!g_file_test (folder, G_FILE_TEST_IS_DIR) || access (folder, W_OK) != 0)
    return refuse (location,
        "nothing can be written to its folder; name a file in another one",
        error);
  if (life->initial.geometry.topology != LIFE_TOPOLOGY_UNBOUNDED
      && (g_str_has_suffix (lower, ".mc")
          || g_str_has_suffix (lower, ".mc.gz")))
    return refuse (location,
        "macrocell files are for worlds without edges; use a file that ends "
        "in .rle, or topology=unbounded",
        error);
  return TRUE;
}

/* Writes the present generation, once. */
static gchar *
write_world (GstLife *life)
{
  g_autofree gchar *location = NULL;
  GError *error = NULL;
  gchar *warning;

  life->runtime.saving = FALSE;
  if (life->timeline.cells_invalid)
    return g_strdup ("the world is not saved: its cells are invalid after a "
                     "failure");
  g_mutex_lock (&life->lock);
  location = g_strdup (life->settings.save.location);
  g_mutex_unlock (&life->lock);
  if (life_world_save (life->world, location, &error))
    return NULL;
  warning = g_strdup_printf ("the world is not saved: %s", error->message);
  g_error_free (error);
  return warning;
}

void
gst_life_save_slice (GstLife *life, guint64 *generations)
{
  const guint64 now = life_world_get_generation (life->world);
  const guint64 target = life->runtime.save_generation;
  gchar *warning;

  if (!life->runtime.saving || target == AT_END || now > target)
    return;
  if (now < target) {
    *generations = MIN (*generations, target - now);
    return;
  }
  warning = write_world (life);
  if (!warning)
    return;
  g_free (life->runtime.warning);
  life->runtime.warning = warning;
}

gboolean
gst_life_save_stops (const GstLife *life, guint64 now, guint64 generation)
{
  return life->runtime.saving && now <= life->runtime.save_generation
         && life->runtime.save_generation < generation;
}

static gchar *
write_last (GstLife *life)
{
  const guint64 target = life->runtime.save_generation;
  guint64 now;

  if (!life->runtime.saving || !life->runtime.filled)
    return NULL;
  now = life_world_get_generation (life->world);
  if (target == AT_END || target == now)
    return write_world (life);
  return g_strdup_printf ("save-generation=%" G_GUINT64_FORMAT
                          " was not reached: the stream ended at generation "
                          "%" G_GUINT64_FORMAT ", and nothing was saved",
      target, now);
}

void
gst_life_save_end (GstLife *life)
{
  gchar *warning;

  g_mutex_lock (&life->world_lock);
  warning = write_last (life);
  life->runtime.saving = FALSE;
  g_mutex_unlock (&life->world_lock);
  if (warning)
    GST_ELEMENT_WARNING (
        life->element, RESOURCE, WRITE, ("%s", warning), (NULL));
  g_free (warning);
}
