/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The world of an element: made, drawn and told. What the settings ask for is
 * read in gstlife-open.c; how it is brought to a generation is in
 * gstlife-timeline.c. */
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
  g_free (life->settings.rule);
  g_free (life->settings.location);
  g_free (life->settings.pattern);
  g_mutex_clear (&life->lock);
  g_mutex_clear (&life->world_lock);
}

void
gst_life_peek_settings (GstLife *life, GstLifeSettings *settings)
{
  g_mutex_lock (&life->lock);
  *settings = life->settings;
  g_mutex_unlock (&life->lock);
  settings->rule = settings->location = settings->pattern = NULL;
  settings->engine.cuda_context = gst_life_cuda_handle (life);
}

static void
drop_world (GstLife *life)
{
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
  memset (&life->told, 0, sizeof life->told);
  g_clear_pointer (&life->engine_used, g_free);
  g_clear_pointer (&life->kernel_used, g_free);
  g_clear_pointer (&life->rule_used, g_free);
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

static gboolean
make_world (GstLife *life, const GstLifeSettings *settings,
    const LifeGeometry *geometry, GError **error)
{
  drop_world (life);
  life->rule_now = life->rule;
  life->world =
      life_world_new (geometry, &life->rule, &settings->engine, error);
  if (!life->world)
    return FALSE;
  g_mutex_lock (&life->lock);
  g_free (life->engine_used);
  life->engine_used = g_strdup (life_world_get_engine_name (life->world));
  g_free (life->kernel_used);
  life->kernel_used = g_strdup (life_world_get_kernel_name (life->world));
  g_mutex_unlock (&life->lock);
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
  life->rule_now = life->rule;
  return life_world_set_rule (life->world, &life->rule, error)
         && life_world_reset (life->world, error)
         && fill_world (life, &settings, error);
}

static void
fill_sizing (const GstLife *life, const GstLifeSettings *settings, guint width,
    guint height, LifeSizing *sizing)
{
  memset (sizing, 0, sizeof *sizing);
  sizing->frame_width = width;
  sizing->frame_height = height;
  sizing->dimensions = life->dimensions;
  sizing->width = life->given_width;
  sizing->height = life->given_height;
  sizing->depth = life->given_depth;
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
  LifeGeometry geometry = { 0 };
  LifeSizing sizing;
  gdouble zoom;

  fill_sizing (life, settings, 1, 1, &sizing);
  if (life->dimensions == 2 && (!sizing.width || !sizing.height))
    return TRUE;
  geometry.topology = life->topology;
  life_sizing_resolve (&sizing, &geometry, &zoom);
  return make_world (life, settings, &geometry, error);
}

gboolean
gst_life_configure (GstLife *life, guint width, guint height,
    gboolean *restarted, GError **error)
{
  GstLifeSettings settings;
  LifeGeometry geometry = { 0 };
  LifeSizing sizing;
  gboolean ok = TRUE;

  gst_life_peek_settings (life, &settings);
  g_mutex_lock (&life->world_lock);
  geometry.topology = life->topology;
  fill_sizing (life, &settings, width, height, &sizing);
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
  g_mutex_unlock (&life->world_lock);

  if (wrong_rule) {
    GST_ELEMENT_WARNING (life->element, LIBRARY, SETTINGS,
        ("%s; the old rule stays", wrong_rule->message), (NULL));
    g_error_free (wrong_rule);
  }
  return ok;
}

/* The slice of frame @number: it moves by slice-step, around the world's end. */
static gboolean
choose_slice (const GstLifeSettings *settings, const LifeGeometry *geometry,
    guint64 number, LifeView *view, GError **error)
{
  guint32 columns, rows, planes;
  guint64 first, moved;

  life_geometry_plane (geometry, view->axis, &columns, &rows, &planes);
  if (settings->slice >= 0 && (guint) settings->slice >= planes) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
        "slice=%d is not in the world, which has %u planes along that axis; "
        "use 0 to %u, or -1 for the middle",
        settings->slice, planes, planes - 1);
    return FALSE;
  }
  first = settings->slice < 0 ? planes / 2 : (guint64) settings->slice;
  moved = number % planes
          * (((gint64) settings->slice_step % planes + planes) % planes);
  view->slice = (first + moved) % planes;
  return TRUE;
}

/* The zoom for a frame that may differ in size from the one that the world was
 * sized by. */
static gdouble
frame_zoom (const GstLife *life, const GstLifeSettings *settings, guint width,
    guint height)
{
  LifeGeometry geometry = *life_world_get_geometry (life->world);
  LifeSizing sizing;
  gdouble zoom = life->zoom;

  if (settings->zoom > 0.0)
    return settings->zoom;
  fill_sizing (life, settings, width, height, &sizing);
  if (sizing.width || sizing.height || life->dimensions == 3) {
    sizing.width = geometry.width;
    sizing.height = geometry.height;
    sizing.depth = geometry.depth;
    life_sizing_resolve (&sizing, &geometry, &zoom);
  }
  return zoom;
}

static gboolean
make_view (const GstLife *life, const GstLifeSettings *settings, guint width,
    guint height, guint64 number, LifeView *view, GError **error)
{
  *view = (LifeView) LIFE_VIEW_INIT;
  view->zoom = frame_zoom (life, settings, width, height);
  view->x = settings->view_x;
  view->y = settings->view_y;
  view->alive_color = settings->alive_color;
  view->dead_color = settings->dead_color;
  if (life->dimensions == 2 && settings->view != GST_LIFE_VIEW_SLICE)
    return TRUE;
  view->axis = settings->slice_axis;
  return choose_slice (
      settings, life_world_get_geometry (life->world), number, view, error);
}

gboolean
gst_life_absorb (GstLife *life, GstVideoFrame *picture, guint64 number,
    LifeInput input, gdouble threshold, GError **error)
{
  GstLifeSettings settings;
  LifeFrame frame;
  LifeView view;
  gboolean ok;

  gst_life_peek_settings (life, &settings);
  gst_life_frame_from_video (&frame, picture);
  g_mutex_lock (&life->world_lock);
  ok = make_view (
           life, &settings, frame.width, frame.height, number, &view, error)
       && life_world_absorb (
           life->world, &view, &frame, input, threshold, error);
  g_mutex_unlock (&life->world_lock);
  return ok;
}

gboolean
gst_life_draw (GstLife *life, GstVideoFrame *video, guint64 number,
    gboolean overlay, GError **error)
{
  GstLifeSettings settings;
  LifeFrame frame;
  LifeView view;
  gboolean ok;

  gst_life_peek_settings (life, &settings);
  gst_life_frame_from_video (&frame, video);
  g_mutex_lock (&life->world_lock);
  ok = make_view (
      life, &settings, frame.width, frame.height, number, &view, error);
  view.overlay = overlay;
  ok = ok && life_world_draw (life->world, &view, &frame, error);
  g_mutex_unlock (&life->world_lock);
  return ok;
}

gboolean
gst_life_tell (GstLife *life, GstBuffer *buffer, GError **error)
{
  LifeStatistics statistics;
  gboolean ok, post;

  g_mutex_lock (&life->world_lock);
  ok = life_world_get_statistics (life->world, &statistics, error);
  if (ok && buffer)
    gst_life_meta_set (
        buffer, &statistics, life_world_get_geometry (life->world));
  g_mutex_unlock (&life->world_lock);
  if (!ok)
    return FALSE;

  g_mutex_lock (&life->lock);
  life->told = statistics;
  post = life->settings.post_messages;
  g_mutex_unlock (&life->lock);
  if (post)
    gst_element_post_message (life->element,
        gst_message_new_element (GST_OBJECT (life->element),
            gst_structure_new ("life", "generation", G_TYPE_UINT64,
                statistics.generation, "population", G_TYPE_UINT64,
                statistics.population, "births", G_TYPE_UINT64,
                statistics.births, "deaths", G_TYPE_UINT64, statistics.deaths,
                NULL)));
  return TRUE;
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
