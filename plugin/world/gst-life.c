/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The struct that an element embeds: its life cycle, and accessors for other threads. */
#include "plugin/world/gst-life.h"

#include "plugin/video/meta.h"

GST_DEBUG_CATEGORY (gst_life_debug);

void
gst_life_init (GstLife *life, GstElement *element)
{
  memset (life, 0, sizeof *life);
  life->element = life->cuda.element = element;
  life->traits.auto_color_mode = LIFE_COLOR_MODE_AUTO;
  g_mutex_init (&life->lock);
  g_mutex_init (&life->world_lock);
  g_cond_init (&life->runtime.saved);
  gst_life_timeline_init (&life->timeline);
  gst_life_progress_init (&life->runtime.progress, element);
  gst_life_settings_init (&life->settings);
  life->interaction.pending = g_array_new (FALSE, FALSE, sizeof (GstLifeEdit));
  gst_life_meta_register ();
}

void
gst_life_finalize (GstLife *life)
{
  gst_life_close (life);
  gst_life_cuda_close (&life->cuda);
  gst_life_timeline_finalize (&life->timeline);
  gst_life_progress_finalize (&life->runtime.progress);
  gst_life_settings_clear (&life->settings);
  g_array_unref (life->interaction.pending);
  g_clear_pointer (&life->traits.auto_palette, life_palette_unref);
  g_mutex_clear (&life->lock);
  g_mutex_clear (&life->world_lock);
  g_cond_clear (&life->runtime.saved);
}

void
gst_life_get_settings (GstLife *life, GstLifeSettings *settings)
{
  g_mutex_lock (&life->lock);
  gst_life_settings_copy (settings, &life->settings);
  if (settings->engine.kernel == LIFE_KERNEL_AUTO)
    settings->engine.kernel = life->requested.auto_kernel;
  g_mutex_unlock (&life->lock);
  settings->engine.cuda_context = gst_life_cuda_handle (&life->cuda);
}

void
gst_life_set_context (GstLife *life, GstContext *context)
{
  gint device_id;

  g_mutex_lock (&life->lock);
  device_id = life->settings.engine.cuda_device_id;
  g_mutex_unlock (&life->lock);
  gst_life_cuda_set_context (&life->cuda, device_id, context);
}

gboolean
gst_life_lacks_gpu (GstLife *life)
{
  return gst_life_is_running (life) && !life->cuda.context;
}

gboolean
gst_life_has_alpha (GstLife *life)
{
  GST_LIFE_LOCK (&life->lock);

  return gst_life_settings_have_alpha (&life->settings);
}

guint
gst_life_settings_serial (GstLife *life)
{
  GST_LIFE_LOCK (&life->lock);

  return life->requested.serial;
}

gboolean
gst_life_is_running (GstLife *life)
{
  GST_LIFE_LOCK (&life->lock);

  return life->requested.running;
}

gboolean
gst_life_has_changes (GstLife *life)
{
  GST_LIFE_LOCK (&life->lock);

  return life->requested.rule_changed || life->requested.tempo_changed
         || life->requested.steps > 0 || life->interaction.pending->len > 0
         || life->interaction.fit_requested;
}

void
gst_life_set_replayable (GstLife *life, gboolean replayable)
{
  g_mutex_lock (&life->world_lock);
  life->timeline.replayable = replayable;
  g_mutex_unlock (&life->world_lock);
}

gboolean
gst_life_has_world (GstLife *life)
{
  GST_LIFE_LOCK (&life->world_lock);

  return life->world != NULL;
}

gboolean
gst_life_is_seeded (GstLife *life)
{
  GST_LIFE_LOCK (&life->world_lock);

  return life->initial.seeded;
}

void
gst_life_caption_clear (GstLifeCaption *caption)
{
  gst_life_settings_set_string (&caption->font, NULL);
  g_free (caption->name);
  g_free (caption->rule);
  memset (caption, 0, sizeof *caption);
}

void
gst_life_warn_of_font (GstLife *life, gchar *warning)
{
  if (warning)
    GST_ELEMENT_WARNING (
        life->element, RESOURCE, NOT_FOUND, ("%s", warning), (NULL));
  g_free (warning);
}

/* Edits that wait for a frame belong to the world that is dropped. */
static void
reset_interaction (GstLife *life)
{
  g_mutex_lock (&life->lock);
  life->interaction.shown.width = 0;
  life->settings.reported.zoom_used = 0;
  life->interaction.fit_requested = FALSE;
  g_array_set_size (life->interaction.pending, 0);
  g_mutex_unlock (&life->lock);
}

/* No other one begins, since the world is no longer filled. */
static void
wait_for_savings (GstLife *life)
{
  life->runtime.filled = FALSE;
  while (life->runtime.n_savings > 0)
    g_cond_wait (&life->runtime.saved, &life->world_lock);
}

void
gst_life_drop_world (GstLife *life)
{
  reset_interaction (life);
  wait_for_savings (life);
  gst_life_checkpoints_end (&life->runtime.checkpoints);
  gst_life_timeline_clear (&life->timeline);
  memset (&life->recorders.history, 0, sizeof life->recorders.history);
  memset (&life->recorders.camera, 0, sizeof life->recorders.camera);
  memset (&life->recorders.curve, 0, sizeof life->recorders.curve);
  gst_life_watch_end (&life->recorders.stagnation);
  g_clear_pointer (&life->world, life_world_free);
  life->timeline.world = NULL;
  g_clear_pointer (&life->runtime.written_rule, life_rule_unref);
  g_clear_pointer (&life->runtime.rule_text, g_free);
  life->drawing.fade.is_drawn = FALSE;
  life->runtime.out_of_memory = life->runtime.memory_report_pending = FALSE;
}

void
gst_life_close (GstLife *life)
{
  g_mutex_lock (&life->world_lock);
  gst_life_drop_world (life);
  gst_life_checkpoints_close (&life->runtime.checkpoints);
  g_clear_pointer (&life->initial.pattern, life_pattern_unref);
  g_clear_pointer (&life->initial.checkpoint, life_checkpoint_free);
  g_clear_pointer (&life->initial.events, g_array_unref);
  gst_life_settings_set_string (&life->initial.own_rule, NULL);
  g_clear_pointer (&life->timeline.rule, life_rule_unref);
  gst_life_caption_clear (&life->drawing.caption);
  g_clear_pointer (&life->drawing.caption_maker, gst_life_caption_maker_free);
  g_clear_pointer (&life->drawing.caption_warning, g_free);
  g_clear_pointer (&life->runtime.warning, g_free);
  memset (&life->drawing.finished, 0, sizeof life->drawing.finished);
  life->drawing.view_is_invalid = FALSE;
  g_mutex_unlock (&life->world_lock);

  g_mutex_lock (&life->lock);
  life->requested.running = life->requested.tempo_changed = FALSE;
  life->requested.steps = 0;
  life->settings.camera.suspended = FALSE;
  life->settings.reported.generation = life->settings.reported.population = 0;
  memset (&life->requested.geometry, 0, sizeof life->requested.geometry);
  g_clear_pointer (&life->requested.rule, life_rule_unref);
  gst_life_settings_set_string (&life->settings.reported.engine_used, NULL);
  gst_life_settings_set_string (&life->settings.reported.kernel_used, NULL);
  gst_life_settings_set_string (&life->settings.reported.state_names, NULL);
  g_mutex_unlock (&life->lock);
}

static void
write_last_checkpoint (GstLife *life)
{
  g_mutex_lock (&life->world_lock);
  if (life->runtime.filled && !life->timeline.cells_invalid)
    gst_life_checkpoints_finish (
        &life->runtime.checkpoints, life->world, life->timeline.last_seed);
  g_mutex_unlock (&life->world_lock);
  gst_life_checkpoints_post (&life->runtime.checkpoints, &life->world_lock);
}

void
gst_life_follow_state (
    GstLife *life, GstStateChange transition, GstStateChangeReturn ret)
{
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY)
    write_last_checkpoint (life);
  if (transition == GST_STATE_CHANGE_PAUSED_TO_READY
      || (transition == GST_STATE_CHANGE_READY_TO_PAUSED
          && ret == GST_STATE_CHANGE_FAILURE))
    gst_life_close (life);
  if (transition == GST_STATE_CHANGE_READY_TO_NULL)
    gst_life_cuda_close (&life->cuda);
}
