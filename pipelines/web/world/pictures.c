/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A pipeline with a lifesrc of its own draws each picture. */
#include "pictures.h"

#include <gst/app/gstappsink.h>
#include <gst/gst.h>
#include <life/pattern.h>
#include <life/rule.h>

/* Pixels, cells along a side of a world in 2D and in 3D, MiB, and seconds for one picture. */
#define WIDTH 96
#define HEIGHT 72
#define MAX_SIDE 4096
#define MAX_SIDE_3D 64
#define MAX_MEMORY 256
#define MAX_TIME 10

/* Of rules: frames, generations before the first one, pixels per cell, and a side in 3D. */
#define RULE_FRAMES 12
#define RULE_START 6
#define RULE_ZOOM 2
#define RULE_SIDE_3D 24

struct _Pictures {
  GHashTable *drawn; /* key: GPtrArray of GBytes, empty where drawing failed */
};

typedef struct {
  gint64 deadline;                /* in microseconds of monotonic time */
  GstElement *pipeline, *lifesrc; /* the pipeline owns it */
} Drawing;

Pictures *
pictures_new (void)
{
  Pictures *self = g_new0 (Pictures, 1);

  self->drawn = g_hash_table_new_full (
      g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  return self;
}

void
pictures_free (Pictures *self)
{
  g_hash_table_unref (self->drawn);
  g_free (self);
}

/* --- Drawing --- */

static Drawing
new_drawing (void)
{
  return (Drawing){ g_get_monotonic_time () + MAX_TIME * G_USEC_PER_SEC };
}

static gint64
get_time_left (const Drawing *drawing)
{
  return MAX (drawing->deadline - g_get_monotonic_time (), 0);
}

static GstSample *
pull (const Drawing *drawing, GstElement *sink)
{
  return gst_app_sink_try_pull_sample (
      GST_APP_SINK (sink), get_time_left (drawing) * GST_USECOND);
}

static gboolean
begin (Drawing *drawing, guint frames, GError **error)
{
  g_autofree gchar *line = g_strdup_printf (
      "lifesrc name=life num-buffers=%u ! video/x-raw,width=%d,height=%d ! "
      "videoconvert ! pngenc ! appsink name=sink sync=false",
      frames, WIDTH, HEIGHT);
  GError *problem = NULL;

  drawing->pipeline = gst_parse_launch (line, &problem);
  if (problem != NULL) {
    gst_clear_object (&drawing->pipeline);
    g_propagate_error (error, problem);
    return FALSE;
  }
  drawing->lifesrc = gst_bin_get_by_name (GST_BIN (drawing->pipeline), "life");
  gst_object_unref (drawing->lifesrc);
  g_object_set (
      drawing->lifesrc, "memory-limit", (guint64) MAX_MEMORY << 20, NULL);
  return TRUE;
}

static void
set_sides (Drawing *drawing, guint width, guint height, guint depth)
{
  g_object_set (drawing->lifesrc, "world-width", width, "world-height", height,
      "world-depth", depth, NULL);
  if (depth > 1)
    gst_util_set_object_arg (G_OBJECT (drawing->lifesrc), "view", "volume");
}

/* All frames that the pipeline makes in time. */
static GPtrArray *
finish (Drawing *drawing)
{
  g_autoptr (GstElement) sink =
      gst_bin_get_by_name (GST_BIN (drawing->pipeline), "sink");
  GPtrArray *frames =
      g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  GstSample *sample = NULL;
  GstMapInfo map;

  if (gst_element_set_state (drawing->pipeline, GST_STATE_PLAYING)
      != GST_STATE_CHANGE_FAILURE)
    sample = pull (drawing, sink);
  while (sample != NULL) {
    GstBuffer *buffer = gst_sample_get_buffer (sample);

    if (gst_buffer_map (buffer, &map, GST_MAP_READ)) {
      g_ptr_array_add (frames, g_bytes_new (map.data, map.size));
      gst_buffer_unmap (buffer, &map);
    }
    gst_sample_unref (sample);
    sample = pull (drawing, sink);
  }
  return frames;
}

static void
end (Drawing *drawing)
{
  if (drawing->pipeline != NULL)
    gst_element_set_state (drawing->pipeline, GST_STATE_NULL);
  gst_clear_object (&drawing->pipeline);
}

/* --- Patterns --- */

/* Whether a world of this size is drawn at once. */
static gboolean
is_small (const gint64 size[3])
{
  const gint64 limit = size[2] > 1 ? MAX_SIDE_3D : MAX_SIDE;

  return MAX (size[0], MAX (size[1], size[2])) <= limit;
}

/* A world that the pattern fits into with a margin; zoom 0 shows all of it. What is too large
 * is drawn without edges. */
static void
set_pattern (Drawing *drawing, const gchar *text)
{
  const guint64 memory = (guint64) MAX_MEMORY << 20;
  g_autoptr (LifePattern) pattern =
      life_pattern_from_string_within (text, NULL, memory, NULL);
  gint64 size[3] = { G_MAXINT64, G_MAXINT64, 1 };

  g_object_set (drawing->lifesrc, "pattern", text, NULL);
  if (pattern != NULL)
    life_pattern_get_size (pattern, size);
  if (!is_small (size)) {
    gst_util_set_object_arg (
        G_OBJECT (drawing->lifesrc), "topology", "unbounded");
    return;
  }
  if (life_pattern_get_rule (pattern) != NULL) {
    g_auto (GStrv) parts = g_strsplit (life_pattern_get_rule (pattern), ":", 2);

    g_object_set (drawing->lifesrc, "rule", parts[0], NULL);
  }
  if (life_pattern_get_dimensions (pattern) > 2)
    set_sides (drawing, size[0] + 4, size[1] + 4, MAX (size[2], 2) + 4);
  else
    set_sides (drawing, MAX (size[0] + size[0] / 4, size[1] * 4 / 3) + 4,
        MAX (size[1] + size[1] / 4, size[0] * 3 / 4) + 4, 1);
}

static GPtrArray *
draw_pattern (const gchar *text)
{
  Drawing drawing = new_drawing ();
  GPtrArray *frames;

  if (!begin (&drawing, 1, NULL))
    return g_ptr_array_new ();
  set_pattern (&drawing, text);
  frames = finish (&drawing);
  end (&drawing);
  return frames;
}

/* --- Rules --- */

typedef struct {
  gdouble density; /* 0: a single cell */
  guint scale;     /* of the sides of a world in 2D */
} Beginning;

/* Rules that see far need more cells. */
static void
set_rule (Drawing *drawing, const gchar *name, guint dimensions,
    const Beginning *beginning)
{
  g_autoptr (LifeRule) rule = life_rule_parse (name, dimensions, NULL);
  const guint zoom =
      rule != NULL && life_rule_get_radius (rule) > 1 ? 1 : RULE_ZOOM;

  g_object_set (drawing->lifesrc, "rule", name, "start-frame",
      (guint64) RULE_START, NULL);
  if (beginning->density > 0)
    g_object_set (drawing->lifesrc, "density", beginning->density, NULL);
  else
    g_object_set (drawing->lifesrc, "pattern", "o!", NULL);
  if (dimensions > 2)
    set_sides (drawing, RULE_SIDE_3D, RULE_SIDE_3D, RULE_SIDE_3D);
  else
    set_sides (drawing, WIDTH / zoom * beginning->scale,
        HEIGHT / zoom * beginning->scale, 1);
}

static gboolean
moves_at_end (const GPtrArray *frames)
{
  return frames->len > 1
         && !g_bytes_equal (
             frames->pdata[frames->len - 2], frames->pdata[frames->len - 1]);
}

/* From the first beginning in which life neither dies nor stands still, or else from the last
 * for which there was time. */
static GPtrArray *
draw_rule (const gchar *name, guint dimensions)
{
  static const Beginning beginnings[] = { { 0.35, 1 }, { 0.5, 1 }, { 0.15, 1 },
    { 0.05, 1 }, { 0, 1 }, { 0.5, 4 } };
  Drawing drawing = new_drawing ();
  GPtrArray *frames = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (beginnings) && !moves_at_end (frames)
                    && get_time_left (&drawing) > 0;
       i++) {
    GPtrArray *found;

    if (!begin (&drawing, RULE_FRAMES, NULL))
      break;
    set_rule (&drawing, name, dimensions, &beginnings[i]);
    found = finish (&drawing);
    end (&drawing);
    if (found->len >= frames->len) {
      g_ptr_array_unref (frames);
      frames = found;
    } else {
      g_ptr_array_unref (found);
    }
  }
  return frames;
}

/* --- Pictures by name --- */

/* Stores what was drawn, or that nothing was. */
static GPtrArray *
store (Pictures *self, const gchar *key, GPtrArray *frames)
{
  g_hash_table_insert (self->drawn, g_strdup (key), frames);
  return frames;
}

static GPtrArray *
complete (GPtrArray *frames, const gchar *name, GError **error)
{
  if (frames->len > 0)
    return g_ptr_array_ref (frames);
  g_set_error (
      error, G_IO_ERROR, G_IO_ERROR_FAILED, "\"%s\" has no picture", name);
  return NULL;
}

GPtrArray *
pictures_of_pattern (
    Pictures *self, const Library *library, const gchar *name, GError **error)
{
  GPtrArray *frames = g_hash_table_lookup (self->drawn, name);

  if (frames == NULL) {
    g_autofree gchar *text =
        library_read (library, name, LIBRARY_MAX_TEXT, error);

    if (text == NULL)
      return NULL;
    frames = store (self, name, draw_pattern (text));
  }
  return complete (frames, name, error);
}

GPtrArray *
pictures_of_rule (
    Pictures *self, const gchar *name, guint dimensions, GError **error)
{
  g_autofree gchar *key = g_strdup_printf ("%uD rule %s", dimensions, name);
  GPtrArray *frames = g_hash_table_lookup (self->drawn, key);

  if (!g_strv_contains (
          dimensions > 2 ? life_rule_names_3d () : life_rule_names (), name)) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
        "the library has no rule \"%s\"; \"hello\" lists all", name);
    return NULL;
  }
  if (frames == NULL)
    frames = store (self, key, draw_rule (name, dimensions));
  return complete (frames, name, error);
}
