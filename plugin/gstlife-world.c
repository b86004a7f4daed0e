/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The world of an element: made, and brought to the generation that is wanted.
 * What the settings ask for is read in gstlife-open.c; the way to a generation
 * is in gstlife-timeline.c, and drawing in gstlife-frame.c. */
#include "gstlife-cuda.h"
#include "gstlifemeta.h"

#define GST_CAT_DEFAULT gst_life_debug

void
gst_life_init (GstLife *life, GstElement *element)
{
  memset (life, 0, sizeof *life);
  life->element = element;
  g_mutex_init (&life->lock);
  g_mutex_init (&life->world_lock);
  gst_life_timeline_init (&life->timeline);
  gst_life_progress_init (&life->progress, element);
  gst_life_timeline_clear (&life->timeline);
  gst_life_meta_register ();

  life->settings.world_depth = 1;
  for (guint i = 0; i < 3; i++)
    life->settings.pattern_at[i] = -1;
  life->settings.density = 0.35;
  life->settings.seed = 1;
  life->settings.generations = 1;
  life->settings.engine = (LifeEngineOptions) LIFE_ENGINE_OPTIONS_INIT;
  life->settings.view_x = life->settings.view_y = -1.0;
  life->settings.alive_color = 0xffffffffu;
  life->settings.dead_color = 0xff000000u;
  life->settings.slice = -1;
}

void
gst_life_finalize (GstLife *life)
{
  gst_life_close (life);
  gst_life_cuda_close (life);
  g_array_unref (life->timeline.edits);
  g_ptr_array_unref (life->timeline.checkpoints);
  gst_life_progress_finalize (&life->progress);
  g_free (life->settings.rule);
  g_free (life->settings.rule_path);
  g_free (life->settings.location);
  g_free (life->settings.pattern);
  g_free (life->settings.palette);
  g_mutex_clear (&life->lock);
  g_mutex_clear (&life->world_lock);
}

void
gst_life_peek_settings (GstLife *life, GstLifeSettings *settings)
{
  g_mutex_lock (&life->lock);
  *settings = life->settings;
  g_mutex_unlock (&life->lock);
  settings->rule = settings->rule_path = NULL;
  settings->location = settings->pattern = NULL;
  settings->palette = NULL;
  settings->engine.cuda_context = gst_life_cuda_handle (life);
}

guint
gst_life_settings_serial (GstLife *life)
{
  guint serial;

  g_mutex_lock (&life->lock);
  serial = life->settings_serial;
  g_mutex_unlock (&life->lock);
  return serial;
}

gboolean
gst_life_has_new_rule (GstLife *life)
{
  gboolean has;

  g_mutex_lock (&life->lock);
  has = life->rule_changed;
  g_mutex_unlock (&life->lock);
  return has;
}

static void
drop_world (GstLife *life)
{
  life->ahead = FALSE;
  gst_life_timeline_clear (&life->timeline);
  g_clear_pointer (&life->world, life_world_free);
  life->filled = FALSE;
}

void
gst_life_close (GstLife *life)
{
  g_mutex_lock (&life->world_lock);
  drop_world (life);
  g_clear_pointer (&life->pattern, life_pattern_free);
  life->open = FALSE;
  g_mutex_unlock (&life->world_lock);

  g_mutex_lock (&life->lock);
  life->running = FALSE;
  memset (&life->told, 0, sizeof life->told);
  memset (&life->geometry, 0, sizeof life->geometry);
  g_clear_pointer (&life->engine_used, g_free);
  g_clear_pointer (&life->kernel_used, g_free);
  g_mutex_unlock (&life->lock);
}

/* Gives an empty world its first cells. */
static gboolean
fill_world (GstLife *life, const GstLifeSettings *settings, GError **error)
{
  guint32 origin[3];

  if (life->pattern)
    return gst_life_place_pattern (life, settings,
               life_world_get_geometry (life->world), origin, error)
           && life_world_paste (life->world, life->pattern, origin, error);
  if (life->seeded)
    return life_world_soup (life->world, life->seed, settings->density, error);
  return TRUE;
}

/* What runs the world, as the properties tell it; a new rule may have changed it. */
static void
tell_engine (GstLife *life)
{
  const gchar *engine = life_world_get_engine_name (life->world);
  const gchar *kernel = life_world_get_kernel_name (life->world);

  g_mutex_lock (&life->lock);
  if (g_strcmp0 (life->engine_used, engine) != 0) {
    g_free (life->engine_used);
    life->engine_used = g_strdup (engine);
  }
  if (g_strcmp0 (life->kernel_used, kernel) != 0) {
    g_free (life->kernel_used);
    life->kernel_used = g_strdup (kernel);
  }
  g_mutex_unlock (&life->lock);
}

/* A world starts with the rule that was set last; a suffix of another size says
 * nothing about it. */
static void
take_first_rule (GstLife *life, const LifeGeometry *geometry)
{
  g_mutex_lock (&life->lock);
  life->first_rule = life->rule;
  life->rule_changed = FALSE;
  life->geometry = *geometry;
  g_mutex_unlock (&life->lock);
  if (memcmp (&life->first_rule.grid, geometry, sizeof *geometry) != 0)
    life->first_rule.bounded = FALSE;
}

static gboolean
make_world (GstLife *life, const GstLifeSettings *settings,
    const LifeGeometry *geometry, GError **error)
{
  drop_world (life);
  take_first_rule (life, geometry);
  life->world =
      life_world_new (geometry, &life->first_rule, &settings->engine, error);
  if (!life->world)
    return FALSE;
  gst_life_progress_forget (&life->progress);
  tell_engine (life);
  GST_INFO_OBJECT (life->element, "%ux%ux%u cells on %s, %s", geometry->width,
      geometry->height, geometry->depth,
      life_world_get_engine_name (life->world),
      life_world_get_kernel_name (life->world));
  return TRUE;
}

/* Takes the world back to generation 0; its time line stays. */
gboolean
gst_life_restart (GstLife *life, GError **error)
{
  GstLifeSettings settings;

  gst_life_peek_settings (life, &settings);
  return life_world_set_rule (life->world, &life->first_rule, error)
         && life_world_reset (life->world, error)
         && fill_world (life, &settings, error);
}

void
gst_life_fill_sizing (const GstLife *life, const GstLifeSettings *settings,
    guint width, guint height, LifeSizing *sizing)
{
  memset (sizing, 0, sizeof *sizing);
  sizing->frame_width = width;
  sizing->frame_height = height;
  sizing->dimensions = life->dimensions;
  sizing->width = life->given.width;
  sizing->height = life->given.height;
  sizing->depth = life->given.depth;
  sizing->axis = life->dimensions == 3 || settings->view == GST_LIFE_VIEW_SLICE
                     ? settings->slice_axis
                     : LIFE_AXIS_Z;
  sizing->zoom = settings->zoom;
  sizing->unit_zoom = life->unit_zoom;
  if (life->pattern) {
    sizing->pattern_width = life->pattern->width;
    sizing->pattern_height = life->pattern->height;
    sizing->pattern_depth = life->pattern->depth;
  }
}

/* Makes the world, still empty, if its size does not depend on a frame's: what
 * it lacks is then known before anything streams. */
gboolean
gst_life_make_known_world (
    GstLife *life, const GstLifeSettings *settings, GError **error)
{
  LifeGeometry geometry = life->given;
  LifeSizing sizing;
  gdouble zoom;

  gst_life_fill_sizing (life, settings, 1, 1, &sizing);
  if (life->dimensions == 2 && (!sizing.width || !sizing.height))
    return TRUE;
  life_sizing_resolve (&sizing, &geometry, &zoom);
  return make_world (life, settings, &geometry, error);
}

gboolean
gst_life_configure (GstLife *life, guint width, guint height,
    gboolean *restarted, GError **error)
{
  GstLifeSettings settings;
  LifeGeometry geometry;
  LifeSizing sizing;
  gboolean ok = TRUE;

  gst_life_peek_settings (life, &settings);
  g_mutex_lock (&life->world_lock);
  geometry = life->given;
  gst_life_fill_sizing (life, &settings, width, height, &sizing);
  life_sizing_resolve (&sizing, &geometry, &life->zoom);
  if (!life->world
      || memcmp (
             life_world_get_geometry (life->world), &geometry, sizeof geometry)
             != 0)
    ok = make_world (life, &settings, &geometry, error);
  *restarted = !life->filled;
  if (ok && !life->filled)
    ok = life->filled = fill_world (life, &settings, error);
  g_mutex_unlock (&life->world_lock);
  return ok;
}

gboolean
gst_life_goto (GstLife *life, guint64 generation, GError **error)
{
  GError *wrong_rule = NULL;
  gboolean ok = TRUE;

  g_mutex_lock (&life->world_lock);
  gst_life_take_new_rule (life, &wrong_rule);
  if (generation < life_world_get_generation (life->world))
    ok = gst_life_timeline_rewind (life, generation, error);
  if (ok)
    ok = gst_life_timeline_advance (life, generation, error);
  tell_engine (life);
  g_mutex_unlock (&life->world_lock);

  if (wrong_rule) {
    GST_ELEMENT_WARNING (life->element, LIBRARY, SETTINGS,
        ("%s; the old rule stays", wrong_rule->message), (NULL));
    g_error_free (wrong_rule);
  }
  return ok;
}

gboolean
gst_life_is_ahead_deferred (GstLife *life, guint64 generation)
{
  gboolean deferred;
  guint64 now;

  g_mutex_lock (&life->world_lock);
  now = life_world_get_generation (life->world);
  deferred = generation > now
             && life_world_is_step_deferred (life->world, generation - now);
  g_mutex_unlock (&life->world_lock);
  return deferred;
}

/* A new rule begins with the frame that is due; it is not taken here. */
gboolean
gst_life_step_ahead (GstLife *life, guint64 generation)
{
  guint64 now;

  g_mutex_lock (&life->world_lock);
  now = life_world_get_generation (life->world);
  if (!life->ahead && generation > now
      && !gst_life_timeline_has_edits_after (&life->timeline, now)
      && life_world_mark (life->world, generation - now)) {
    life->ahead = TRUE;
    if (!gst_life_timeline_advance (life, generation, NULL))
      gst_life_look_back_locked (life);
  }
  now = life->ahead;
  g_mutex_unlock (&life->world_lock);
  return now;
}

gboolean
gst_life_keep_ahead (GstLife *life)
{
  gboolean ahead;

  g_mutex_lock (&life->world_lock);
  ahead = life->ahead;
  life->ahead = FALSE;
  g_mutex_unlock (&life->world_lock);
  return ahead;
}

void
gst_life_look_back_locked (GstLife *life)
{
  GError *error = NULL;

  if (life->ahead && !life_world_revert (life->world, &error)) {
    /* Whatever comes next meets the same failure and says so. */
    GST_WARNING_OBJECT (life->element, "going back: %s", error->message);
    g_error_free (error);
  }
  life->ahead = FALSE;
}

void
gst_life_look_back (GstLife *life)
{
  g_mutex_lock (&life->world_lock);
  gst_life_look_back_locked (life);
  g_mutex_unlock (&life->world_lock);
}

GstFlowReturn
gst_life_fail (GstLife *life, GError *error)
{
  GstElement *element = life->element;

  if (g_error_matches (error, LIFE_ERROR, LIFE_ERROR_CANCELLED)) {
    g_error_free (error);
    return GST_FLOW_FLUSHING;
  }
  life->failed = TRUE;
  switch (error->domain == LIFE_ERROR ? error->code : LIFE_ERROR_DEVICE) {
    case LIFE_ERROR_PATTERN:
      GST_ELEMENT_ERROR (
          element, STREAM, DECODE, ("%s", error->message), (NULL));
      break;
    case LIFE_ERROR_FILE:
      GST_ELEMENT_ERROR (
          element, RESOURCE, OPEN_READ, ("%s", error->message), (NULL));
      break;
    case LIFE_ERROR_MEMORY:
      GST_ELEMENT_ERROR (
          element, RESOURCE, NO_SPACE_LEFT, ("%s", error->message), (NULL));
      break;
    case LIFE_ERROR_DEVICE:
      GST_ELEMENT_ERROR (
          element, RESOURCE, FAILED, ("%s", error->message), (NULL));
      break;
    default:
      GST_ELEMENT_ERROR (
          element, LIBRARY, SETTINGS, ("%s", error->message), (NULL));
      break;
  }
  g_error_free (error);
  return GST_FLOW_ERROR;
}
