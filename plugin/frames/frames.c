/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames of an element's world: pictures absorbed, frames drawn, and what was counted
 * reported. */
#include "plugin/frames/frames.h"

#include <string.h>

#include "plugin/frames/frame-caption.h"
#include "plugin/frames/frame-fade.h"
#include "plugin/frames/moved.h"
#include "plugin/frames/frame-view.h"
#include "plugin/play/play.h"
#include "plugin/play/lookback.h"
#include "plugin/play/stagnation.h"
#include "plugin/timeline/recorders.h"
#include "plugin/video/buffer.h"
#include "plugin/video/meta.h"
#include "plugin/video/pool.h"
#include "plugin/world/element-world.h"

#define GST_CAT_DEFAULT gst_life_debug

/* Whether the engine draws into the GPU's memory; parts of a world and unbounded worlds are
 * drawn into the host's. */
static gboolean
is_on_gpu (GstLife *life)
{
  GST_LIFE_LOCK (&life->lock);

  return g_strcmp0 (life->settings.reported.engine_used, "cuda") == 0
         && life->settings.engine.cuda_devices == 0
         && life->settings.engine.cluster == LIFE_CLUSTER_NONE
         && life->requested.geometry.topology != LIFE_TOPOLOGY_UNBOUNDED;
}

gboolean
gst_life_decide_allocation (GstLife *life, gboolean by_planes, GstQuery *query)
{
  LifeEngineOptions engine;

  g_mutex_lock (&life->lock);
  engine = life->settings.engine;
  g_mutex_unlock (&life->lock);
  engine.cuda_context = gst_life_cuda_handle (&life->cuda);
  return gst_life_decide_pool (
      &life->cuda, is_on_gpu (life) ? &engine : NULL, by_planes, query);
}

gboolean
gst_life_map_frame (GstLife *life, GstVideoFrame *frame,
    const GstVideoInfo *info, GstBuffer *buffer, GstMapFlags flags)
{
  return is_on_gpu (life)
             ? gst_life_cuda_map (&life->cuda, frame, info, buffer, flags)
             : gst_video_frame_map (frame, info, buffer, flags);
}

gboolean
gst_life_absorb (GstLife *life, GstVideoFrame *picture, guint64 number,
    LifeInput input, gdouble threshold, GError **error)
{
  g_auto (GstLifeSettings) settings = { 0 };
  LifeFrame frame;
  LifeView view;
  gboolean ok;

  gst_life_get_settings (life, &settings);
  gst_life_frame_from_video (&frame, picture);
  g_mutex_lock (&life->world_lock);
  ok =
      gst_life_require_world (life, error)
      && gst_life_make_view (life, &settings,
          &(GstLifeTarget){ frame.width, frame.height, number }, &view, error)
      /* The previous frame is recorded without what the picture changes. */
      && gst_life_record_shown (life, error)
      && gst_life_cell_history_leave (&life->recorders.history, &life->timeline,
          life->timeline.frame + 1, error)
      && gst_life_track_record_activity (
          &life->recorders.camera, &life->timeline, error)
      && life_world_absorb (life->world, &view, &frame, input, threshold, error)
      && gst_life_watch_absorbed (
          &life->recorders.stagnation, &life->timeline, error);
  if (ok)
    gst_life_checkpoints_count_change (&life->runtime.checkpoints);
  g_mutex_unlock (&life->world_lock);
  return ok;
}

/* Whether cells have the colors of their states, as with auto from zoom 1 on. */
static gboolean
shows_states (const LifeView *view, const LifeRule *rule)
{
  return view->color_mode == LIFE_COLOR_MODE_STATE
         || (view->color_mode == LIFE_COLOR_MODE_AUTO && view->zoom >= 1
             && life_rule_get_states (rule) > 2);
}

/* The rule's own color of state 0 lies behind those of its other states. */
static void
choose_background (
    const GstLifeSettings *settings, const LifeRule *rule, LifeView *view)
{
  const guint32 own = life_rule_get_color (rule, 0);

  if (own != 0 && !settings->appearance.dead_set && shows_states (view, rule))
    view->dead_color = own;
}

static void
choose_colors (const GstLife *life, const GstLifeSettings *settings,
    guint64 number, LifeView *view)
{
  const guint cycle = settings->appearance.palette_cycle;
  const LifePalette *palette = settings->appearance.parsed;
  const LifeRule *rule = life_world_get_rule (life->world);

  view->color_mode = gst_life_color_mode (life, settings);
  if (!palette && view->color_mode != settings->appearance.color_mode)
    palette = life->traits.auto_palette;
  choose_background (settings, rule, view);
  if (view->color_mode == LIFE_COLOR_MODE_STATE
      || view->color_mode == LIFE_COLOR_MODE_AUTO)
    life_view_color_states (view, rule, settings->appearance.parsed);
  life_view_set_palette (view, palette);
  view->density_gain = settings->appearance.density_gain;
  view->trail = settings->appearance.trail;
  view->palette_phase = cycle > 0 ? (gdouble) (number % cycle) / cycle : 0;
}

/* Frames that are masks have no other colors, lines or words. */
static void
reduce_to_mask (GstLifeSettings *settings, const GstVideoFrame *video)
{
  if (settings->picture.output != GST_LIFE_OUTPUT_CLIP
      && settings->picture.output != GST_LIFE_OUTPUT_MASK)
    return;
  settings->appearance.color_mode = LIFE_COLOR_MODE_SOLID;
  settings->appearance.alive = 0xffffffffu;
  settings->appearance.dead =
      GST_VIDEO_INFO_HAS_ALPHA (&video->info) ? 0 : 0xff000000u;
  settings->appearance.dead_set = TRUE;
  settings->appearance.grid = 0;
  settings->caption.flags = 0;
}

gboolean
gst_life_begin_frame (GstLife *life, GstVideoFrame *video, guint64 number,
    gboolean overlay, GError **error)
{
  g_auto (GstLifeSettings) settings = { 0 };
  GstLifeDrawnFrame *pending;
  LifeFrame frame;
  LifeView view;

  g_return_val_if_fail (
      life->drawing.n_pending < LIFE_MAX_PENDING_FRAMES, FALSE);
  pending = &life->drawing.pending[life->drawing.n_pending];
  gst_life_frame_from_video (&frame, video);
  if (!gst_life_moved_fit (life, frame.width, frame.height, error))
    return FALSE;
  gst_life_get_settings (life, &settings);
  reduce_to_mask (&settings, video);
  if (!gst_life_make_view (life, &settings,
          &(GstLifeTarget){ frame.width, frame.height, number }, &view, error))
    return FALSE;
  pending->shown = (GstLifeShown){ frame.width, frame.height,
    *life_world_get_geometry (life->world), view };
  view.overlay = overlay;
  choose_colors (life, &settings, number, &view);
  pending->number = life->timeline.frame;
  pending->slice = gst_life_slice_of_view (life, &settings, &view);
  pending->counts =
      settings.post_messages ? LIFE_COUNT_CHANGES : LIFE_COUNT_POPULATION;
  if (pending->shown.geometry.topology == LIFE_TOPOLOGY_UNBOUNDED)
    pending->counts |= LIFE_COUNT_BOX;
  gst_life_caption_begin (life, &settings, &frame);
  if (!gst_life_fade (life, &view, &frame, error)
      || !life_world_begin_frame (life->world, &view, &frame,
          pending->counts
              | gst_life_track_draw (&life->recorders.camera, &life->timeline),
          error)) {
    life->recorders.curve.pending = FALSE;
    return FALSE;
  }
  life->drawing.n_pending++;
  return TRUE;
}

gboolean
gst_life_frames_are_independent (GstLife *life)
{
  gboolean captions;

  g_mutex_lock (&life->lock);
  captions = life->settings.caption.flags != 0;
  g_mutex_unlock (&life->lock);
  return !captions && life->drawing.caption.flags == 0
         && !life->recorders.curve.requested
         && life->recorders.camera.counted == 0;
}

/* Waits for the oldest pending frame, which becomes the last finished one. */
static gboolean
pop_frame (GstLife *life, LifeStatistics *statistics, GError **error)
{
  life->drawing.finished = life->drawing.pending[0];
  life->drawing.n_pending--;
  memmove (life->drawing.pending, life->drawing.pending + 1,
      life->drawing.n_pending * sizeof life->drawing.pending[0]);
  if (!life_world_finish_frame (life->world, statistics, error))
    return FALSE;
  gst_life_track_drawn (&life->recorders.camera, statistics);
  return TRUE;
}

static gboolean
finish_frame (GstLife *life, LifeStatistics *statistics, GError **error)
{
  if (!pop_frame (life, statistics, error))
    return FALSE;
  g_mutex_lock (&life->lock);
  life->interaction.shown = life->drawing.finished.shown;
  life->settings.reported.zoom_used =
      gst_life_settings_view_is (&life->settings, LIFE_VIEW_FLAG_FLAT)
          ? life->interaction.shown.view.zoom
          : 0;
  g_mutex_unlock (&life->lock);
  return gst_life_caption_finish (life, statistics, error);
}

gboolean
gst_life_finish_frame (
    GstLife *life, LifeStatistics *statistics, GError **error)
{
  GST_LIFE_LOCK (&life->world_lock);

  return finish_frame (life, statistics, error);
}

void
gst_life_drop_frame (GstLife *life)
{
  GST_LIFE_LOCK (&life->world_lock);
  LifeStatistics statistics;

  life->recorders.curve.pending = FALSE;
  pop_frame (life, &statistics, NULL);
}

gboolean
gst_life_draw (GstLife *life, GstVideoFrame *video, guint64 number,
    gboolean overlay, LifeStatistics *statistics, GError **error)
{
  GST_LIFE_LOCK (&life->world_lock);

  return gst_life_begin_frame (life, video, number, overlay, error)
         && finish_frame (life, statistics, error);
}

gboolean
gst_life_count (GstLife *life, LifeStatistics *statistics, GError **error)
{
  GST_LIFE_LOCK (&life->world_lock);

  life->drawing.finished.counts = LIFE_COUNT_CHANGES;
  life->drawing.finished.number = life->timeline.frame;
  if (!life_world_get_statistics (life->world, statistics, error))
    return FALSE;
  gst_life_curve_record (
      &life->recorders.curve, life->timeline.frame, statistics->population);
  return TRUE;
}

/**
 * message life:
 * @generation: (uint64): the generation that the frame shows
 * @population: (uint64): live cells in it; without edges 2^64 - 1 where there are more
 * @births: (uint64): cells that left state 0 in the last generation stepped; 0 at first
 * @deaths: (uint64): cells that came to state 0 in it; 0 at first
 * @population-text: (string): without edges alone: the population in decimal digits
 * @period: (uint64): with `stagnation` alone: generations after which the world repeats
 *   itself; 0: none found yet
 *
 * Posted for every frame, with `post-messages`. There are no births and deaths with
 * `kernel=hashlife`, which skips generations.
 */
static void
post_statistics (GstLife *life, const LifeStatistics *statistics,
    const gchar *population, gboolean changes, const guint64 *period)
{
  GstStructure *fields = gst_structure_new ("life", "generation", G_TYPE_UINT64,
      statistics->generation, "population", G_TYPE_UINT64,
      statistics->population, NULL);

  if (changes)
    gst_structure_set (fields, "births", G_TYPE_UINT64, statistics->births,
        "deaths", G_TYPE_UINT64, statistics->deaths, NULL);
  if (population)
    gst_structure_set (
        fields, "population-text", G_TYPE_STRING, population, NULL);
  if (period)
    gst_structure_set (fields, "period", G_TYPE_UINT64, *period, NULL);
  gst_element_post_message (life->element,
      gst_message_new_element (GST_OBJECT (life->element), fields));
}

/* The population in full if it may not fit 64 bits, else NULL. */
static gchar *
population_in_full (const GstLife *life)
{
  if (life_world_get_geometry (life->world)->topology
      != LIFE_TOPOLOGY_UNBOUNDED)
    return NULL;
  return life_world_get_population_text (life->world, NULL);
}

/* HashLife skips generations, so that it cannot count births. */
static gboolean
counts_changes (const GstLife *life)
{
  return strcmp (life_world_get_kernel_name (life->world), "hashlife") != 0;
}

void
gst_life_report (
    GstLife *life, GstBuffer *buffer, const LifeStatistics *statistics)
{
  g_autofree gchar *population = NULL;
  const guint64 *period_or_null;
  guint64 period;
  gboolean post, changes;

  gst_life_caption_warn (life);
  g_mutex_lock (&life->world_lock);
  post = life->drawing.finished.counts & LIFE_COUNT_CHANGES;
  /* A failure repeats when the world leaves the frame, and is reported then. */
  gst_life_recorders_settle (&life->timeline, NULL);
  period = gst_life_watch_period (
      &life->recorders.stagnation, life->drawing.finished.number);
  period_or_null = life->recorders.stagnation.finder ? &period : NULL;
  population = population_in_full (life);
  changes = counts_changes (life);
  if (buffer)
    gst_life_meta_set (buffer, statistics,
        life_world_get_geometry (life->world), population,
        life->drawing.finished.slice, period_or_null);
  GST_LOG_OBJECT (life->element,
      "frame %" G_GUINT64_FORMAT ": generation %" G_GUINT64_FORMAT
      ", population %" G_GUINT64_FORMAT ", zoom %g at %g, %g",
      life->drawing.finished.number, statistics->generation,
      statistics->population, life->drawing.finished.shown.view.zoom,
      life->drawing.finished.shown.view.x, life->drawing.finished.shown.view.y);
  g_mutex_unlock (&life->world_lock);

  g_mutex_lock (&life->lock);
  life->settings.reported.generation = statistics->generation;
  life->settings.reported.population = statistics->population;
  post = post && life->settings.post_messages;
  g_mutex_unlock (&life->lock);
  if (post)
    post_statistics (life, statistics, population, changes, period_or_null);
  gst_life_stagnation_post (life);
  gst_life_moved_notify (life);
}
