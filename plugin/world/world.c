/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The world of an element: made, and brought to the generation that is wanted.
 * What the settings ask for is read in world/open.c; the way to a generation
 * is in world/timeline.c, and drawing in frames/frame.c. */
#include "plugin/world/life.h"

#include "plugin/video/meta.h"

#define GST_CAT_DEFAULT gst_life_debug

void
gst_life_init (GstLife *life, GstElement *element)
{
  memset (life, 0, sizeof *life);
  life->element = life->cuda.element = element;
  g_mutex_init (&life->lock);
  g_mutex_init (&life->world_lock);
  gst_life_timeline_init (&life->timeline);
  gst_life_progress_init (&life->progress, element);
  gst_life_settings_init (&life->settings);
  gst_life_meta_register ();
}

void
gst_life_finalize (GstLife *life)
{
  gst_life_close (life);
  gst_life_cuda_close (&life->cuda);
  gst_life_timeline_finalize (&life->timeline);
  gst_life_progress_finalize (&life->progress);
  gst_life_settings_clear (&life->settings);
  g_mutex_clear (&life->lock);
  g_mutex_clear (&life->world_lock);
}

gboolean
gst_life_lacks_gpu (GstLife *life)
{
  return gst_life_is_running (life) && !life->cuda.context;
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

void
gst_life_get_settings (GstLife *life, GstLifeSettings *settings)
{
  g_mutex_lock (&life->lock);
  gst_life_settings_copy (settings, &life->settings);
  g_mutex_unlock (&life->lock);
  settings->engine.cuda_context = gst_life_cuda_handle (&life->cuda);
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

void
gst_life_keep_timeline (GstLife *life, gboolean kept)
{
  g_mutex_lock (&life->world_lock);
  life->timeline.kept = kept;
  g_mutex_unlock (&life->world_lock);
}

gboolean
gst_life_has_world (GstLife *life)
{
  gboolean has;

  g_mutex_lock (&life->world_lock);
  has = life->world != NULL;
  g_mutex_unlock (&life->world_lock);
  return has;
}

gboolean
gst_life_is_seeded (GstLife *life)
{
  gboolean seeded;

  g_mutex_lock (&life->world_lock);
  seeded = life->seeded;
  g_mutex_unlock (&life->world_lock);
  return seeded;
}

static void
drop_world (GstLife *life)
{
  life->ahead.state = GST_LIFE_AHEAD_NOT;
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
  g_mutex_unlock (&life->world_lock);

  g_mutex_lock (&life->lock);
  life->running = FALSE;
  memset (&life->reported, 0, sizeof life->reported);
  memset (&life->geometry, 0, sizeof life->geometry);
  memset (&life->rule, 0, sizeof life->rule);
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

/* Lets the properties read what runs the world; a new rule may have changed it. */
static void
report_engine (GstLife *life)
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
  LifeRule *rule = &life->timeline.rule;

  g_mutex_lock (&life->lock);
  *rule = life->rule;
  life->rule_changed = FALSE;
  life->geometry = *geometry;
  g_mutex_unlock (&life->lock);
  if (memcmp (&rule->grid, geometry, sizeof *geometry) != 0)
    rule->bounded = FALSE;
}

static gboolean
make_world (GstLife *life, const GstLifeSettings *settings,
    const LifeGeometry *geometry, GError **error)
{
  drop_world (life);
  take_first_rule (life, geometry);
  life->world =
      life_world_new (geometry, &life->timeline.rule, &settings->engine, error);
  if (!life->world)
    return FALSE;
  gst_life_progress_forget (&life->progress);
  report_engine (life);
  GST_INFO_OBJECT (life->element, "%ux%ux%u cells on %s, %s", geometry->width,
      geometry->height, geometry->depth,
      life_world_get_engine_name (life->world),
      life_world_get_kernel_name (life->world));
  return TRUE;
}

gboolean
gst_life_restart (GstLife *life, GError **error)
{
  g_auto (GstLifeSettings) settings = { 0 };

  gst_life_get_settings (life, &settings);
  gst_life_progress_forget (&life->progress);
  return life_world_set_rule (life->world, &life->timeline.rule, error)
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
  g_auto (GstLifeSettings) settings = { 0 };
  LifeGeometry geometry;
  LifeSizing sizing;
  gboolean ok = TRUE;

  gst_life_get_settings (life, &settings);
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
gst_life_need_world (const GstLife *life, GError **error)
{
  if (life->filled)
    return TRUE;
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "there is no world yet; wait until the element is paused, and mend what "
      "an"
      " error message before this one reports");
  return FALSE;
}

/* The world on the way to frame @frame, from wherever it is. */
static gboolean
go_to_frame (GstLife *life, guint64 frame, GError **error)
{
  guint64 generation;

  if (!gst_life_timeline_generation (
          &life->timeline, frame, &generation, error))
    return FALSE;
  if ((frame < life->timeline.frame
          || generation < life_world_get_generation (life->world))
      && !gst_life_timeline_rewind (life, frame, error))
    return FALSE;
  return gst_life_timeline_advance (life, frame, error);
}

gboolean
gst_life_goto (GstLife *life, guint64 frame, GError **error)
{
  GError *wrong_rule = NULL, *problem = NULL;

  g_mutex_lock (&life->world_lock);
  if (gst_life_need_world (life, &problem)) {
    gst_life_take_new_rule (life, &wrong_rule);
    go_to_frame (life, frame, &problem);
    report_engine (life);
  }
  g_mutex_unlock (&life->world_lock);
  gst_life_progress_end (&life->progress, problem);

  if (wrong_rule) {
    GST_ELEMENT_WARNING (life->element, LIBRARY, SETTINGS,
        ("%s; the old rule stays", wrong_rule->message), (NULL));
    g_error_free (wrong_rule);
  }
  if (!problem)
    return TRUE;
  g_propagate_error (error, problem);
  return FALSE;
}

GstFlowReturn
gst_life_fail (GstLife *life, GError *error)
{
  GstElement *element = life->element;

  if (g_error_matches (error, LIFE_ERROR, LIFE_ERROR_CANCELLED)) {
    g_error_free (error);
    return GST_FLOW_FLUSHING;
  }
  g_atomic_int_set (&life->failed, TRUE);
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

void
gst_life_fail_negotiation (GstLife *life, GstPad *pad)
{
  GstCaps *made, *taken;
  gchar *made_text, *taken_text;

  if (g_atomic_int_get (&life->failed) || GST_PAD_IS_FLUSHING (pad))
    return;
  g_atomic_int_set (&life->failed, TRUE);
  made = gst_pad_get_pad_template_caps (pad);
  taken = gst_pad_peer_query_caps (pad, NULL);
  made_text = gst_caps_to_string (made);
  taken_text = gst_caps_to_string (taken);
  GST_ELEMENT_ERROR (life->element, CORE, NEGOTIATION,
      ("no video format suits both sides: this element makes %s, and what "
       "follows it takes %s; videoconvert or videoscale in between may help",
          made_text, taken_text),
      (NULL));
  g_free (made_text);
  g_free (taken_text);
  gst_caps_unref (made);
  gst_caps_unref (taken);
}
