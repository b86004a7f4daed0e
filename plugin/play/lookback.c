/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Recorders by properties: what of earlier frames the present one shows. */
#include "plugin/play/lookback.h"

static LifeColorMode
choose_color_mode (const GstLife *life, const GstLifeSettings *settings)
{
  if (settings->appearance.color_mode != LIFE_COLOR_MODE_AUTO || !life->world
      || life->initial.dimensions != 2
      || !gst_life_settings_view_is (settings, LIFE_VIEW_FLAG_SLICE)
      || life_rule_get_states (life_world_get_rule (life->world)) > 2)
    return settings->appearance.color_mode;
  return life->traits.auto_color_mode;
}

LifeColorMode
gst_life_color_mode (const GstLife *life, const GstLifeSettings *settings)
{
  const LifeColorMode mode = choose_color_mode (life, settings);

  return life->runtime.out_of_memory && life_color_mode_has_history (mode)
             ? LIFE_COLOR_MODE_SOLID
             : mode;
}

/* How old a cell of a stack is can be seen there. */
static GstLifeHistoryKind
choose_history (const GstLife *life, const GstLifeSettings *settings)
{
  if (gst_life_settings_view_is (settings, LIFE_VIEW_FLAG_STACKS))
    return GST_LIFE_HISTORY_STACK;
  return life_color_mode_has_history (gst_life_color_mode (life, settings))
             ? GST_LIFE_HISTORY_AGES
             : GST_LIFE_HISTORY_NONE;
}

static LifeCountFlags
choose_counts (const GstLifeSettings *settings)
{
  if (!gst_life_settings_follow_camera (settings)
      || !gst_life_settings_view_is (settings, LIFE_VIEW_FLAG_FLAT))
    return 0;
  return settings->camera.kind == GST_LIFE_CAMERA_FOLLOW
             ? LIFE_COUNT_BOX | LIFE_COUNT_ACTIVITY
             : LIFE_COUNT_BOX;
}

/* Frames that no longer fade need neither the frame before nor its picture. */
static void
end_crossfade (GstLife *life)
{
  gst_life_timeline_drop_previous (&life->timeline);
  life_world_drop_previous (life->world);
  life->drawing.fade.is_drawn = FALSE;
}

void
gst_life_lookback_set (GstLife *life)
{
  const GstLifeSettings *settings = &life->settings;
  const gboolean faded = life->recorders.crossfade.requested;

  g_mutex_lock (&life->lock);
  life->recorders.curve.requested =
      (settings->caption.flags & GST_LIFE_CAPTION_GRAPH) != 0;
  life->recorders.history.requested = choose_history (life, settings);
  life->recorders.history.stacked = settings->body.perspective.history;
  life->recorders.camera.requested = choose_counts (settings);
  life->recorders.crossfade.requested = settings->crossfade;
  life->recorders.crossfade.suspended =
      life->recorders.history.requested != GST_LIFE_HISTORY_NONE;
  g_mutex_unlock (&life->lock);
  if (faded && !life->recorders.crossfade.requested && life->world)
    end_crossfade (life);
}

gboolean
gst_life_lookback_is_set (GstLife *life)
{
  GST_LIFE_LOCK (&life->lock);
  const GstLifeSettings *settings = &life->settings;

  return settings->crossfade == life->recorders.crossfade.requested
         && ((settings->caption.flags & GST_LIFE_CAPTION_GRAPH) != 0)
                == life->recorders.curve.requested
         && choose_history (life, settings) == life->recorders.history.recorded
         && choose_counts (settings) == life->recorders.camera.counted;
}
