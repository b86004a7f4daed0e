/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a world starts from: a checkpoint, a pattern or a soup. */
#include "plugin/world/first-cells.h"

#include "plugin/timeline/edits.h"

gboolean
gst_life_find_pattern_origin (const GstLife *life,
    const GstLifeSettings *settings, const LifeGeometry *geometry,
    gint64 origin[3], GError **error)
{
  gint64 at[3];

  for (guint i = 0; i < 3; i++)
    at[i] = gst_life_position (settings->world.pattern_at[i]);
  return life_pattern_find_origin_under (
      life->initial.pattern, life->timeline.rule, geometry, at, origin, error);
}

gboolean
gst_life_fill_world (
    GstLife *life, const GstLifeSettings *settings, GError **error)
{
  gint64 origin[3];

  if (life->initial.checkpoint)
    return life_world_restore_checkpoint (
        life->world, life->initial.checkpoint, error);
  if (life->initial.pattern)
    return gst_life_find_pattern_origin (life, settings,
               life_world_get_geometry (life->world), origin, error)
           && life_world_paste (
               life->world, life->initial.pattern, origin, error);
  if (life->initial.seeded)
    return gst_life_timeline_fill_soup (&life->timeline, life->timeline.seed,
        gst_life_settings_density (settings), error);
  return TRUE;
}

gboolean
gst_life_restart (GstLife *life, GError **error)
{
  g_auto (GstLifeSettings) settings = { 0 };

  gst_life_get_settings (life, &settings);
  gst_life_progress_reset_speed (&life->runtime.progress);
  return life_world_set_rule (life->world, life->timeline.rule, error)
         && life_world_reset (life->world, error)
         && gst_life_fill_world (life, &settings, error);
}
