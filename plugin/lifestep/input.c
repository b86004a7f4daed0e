/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The effect of an arriving buffer: its picture changes the world, its time advances it, and a
 * frame shows the result. */
#include "plugin/lifestep/lifestep-private.h"

#include "plugin/control/values.h"
#include "plugin/frames/frames.h"
#include "plugin/frames/frame-view.h"
#include "plugin/play/play.h"
#include "plugin/video/buffer.h"
#include "plugin/video/clip.h"

GstLifeOutput
gst_life_step_get_output (GstLifeStep *self)
{
  GST_LIFE_LOCK (&self->life.lock);

  return self->life.settings.picture.output;
}

gboolean
gst_life_step_is_overlay (GstLifeStep *self)
{
  return gst_life_step_get_output (self) == GST_LIFE_OUTPUT_OVERLAY;
}

gboolean
gst_life_step_shows_picture (GstLifeStep *self)
{
  const GstLifeOutput output = gst_life_step_get_output (self);

  return output == GST_LIFE_OUTPUT_OVERLAY || output == GST_LIFE_OUTPUT_CLIP;
}

GstLifeInput
gst_life_step_get_input (GstLifeStep *self)
{
  GST_LIFE_LOCK (&self->life.lock);

  return self->life.settings.picture.input;
}

static LifeInput
library_input (GstLifeInput input)
{
  switch (input) {
    case GST_LIFE_INPUT_OR:
      return LIFE_INPUT_OR;
    case GST_LIFE_INPUT_XOR:
      return LIFE_INPUT_XOR;
    case GST_LIFE_INPUT_ERASE:
      return LIFE_INPUT_ERASE;
    case GST_LIFE_INPUT_MOTION:
      return LIFE_INPUT_MOTION;
    default:
      return LIFE_INPUT_REPLACE;
  }
}

/* Whether the picture that arrives now changes the world. */
static gboolean
reads_picture (GstLifeStep *self, GstLifeInput input)
{
  if (input == GST_LIFE_INPUT_TICK)
    return FALSE;
  return input != GST_LIFE_INPUT_FIRST
         || (!self->picture_seen && !gst_life_is_seeded (&self->life));
}

static gboolean
absorb_buffer (GstLifeStep *self, GstBuffer *buffer, GError **error)
{
  GstVideoFrame picture;
  GstLifeInput input;
  gdouble threshold;
  gboolean absorbed;

  g_mutex_lock (&self->life.lock);
  input = self->life.settings.picture.input;
  threshold = self->life.settings.picture.threshold;
  g_mutex_unlock (&self->life.lock);
  if (!reads_picture (self, input))
    return TRUE;
  if (!gst_life_map_frame (
          &self->life, &picture, &self->in_info, buffer, GST_MAP_READ)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "the arriving buffer cannot be read as the picture that its caps name");
    return FALSE;
  }
  absorbed = gst_life_absorb (&self->life, &picture, self->frame,
      library_input (input), threshold, error);
  gst_video_frame_unmap (&picture);
  self->picture_seen = self->picture_seen || absorbed;
  return absorbed;
}

/* The stream time of @buffer, for controllers; none in a segment in bytes, as of raw video from
 * a file. */
static GstClockTime
stream_time (GstLifeStep *self, GstBuffer *buffer)
{
  const GstSegment *segment = &GST_BASE_TRANSFORM (self)->segment;

  if (segment->format != GST_FORMAT_TIME)
    return GST_CLOCK_TIME_NONE;
  return gst_segment_to_stream_time (
      segment, GST_FORMAT_TIME, GST_BUFFER_PTS (buffer));
}

/* Whether pixels of pictures are cells of the view. */
static gboolean
check_kind (const GstLifeSettings *settings, GError **error)
{
  const gchar *view =
      gst_life_enum_get_nick (GST_LIFE_ENUM_VIEW, settings->body.view);

  if (gst_life_settings_view_is (settings, LIFE_VIEW_FLAG_SLICE))
    return TRUE;
  if (settings->picture.output != GST_LIFE_OUTPUT_CELLS) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "output=%s lays cells over a picture, and with view=%s they are not "
        "where the picture has them; set output=cells",
        gst_life_enum_get_nick (
            GST_LIFE_ENUM_OUTPUT, (gint) settings->picture.output),
        view);
    return FALSE;
  }
  if (settings->picture.input == GST_LIFE_INPUT_TICK)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "with view=%s an arriving picture has no place on the world; set "
      "input=tick, which does not read it",
      view);
  return FALSE;
}

static gboolean
check_rotation (
    GstLifeStep *self, const GstLifeSettings *settings, GError **error)
{
  if (!self->life.streaming.upright)
    return TRUE;
  if (settings->camera.parsed
      && life_waypoints_turn (settings->camera.parsed)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_WAYPOINTS,
        "waypoints with rotation turn the view, and pictures are read upright; "
        "set input=tick, which does not read them, or leave rotation out");
    return FALSE;
  }
  if (settings->position.rotation == 0.0)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "rotation=%g turns the view, and pictures are read upright; set "
      "input=tick, which does not read them, or rotation=0",
      settings->position.rotation);
  return FALSE;
}

static gboolean
check_cell_shape (
    GstLifeStep *self, const GstLifeSettings *settings, GError **error)
{
  if (!self->life.streaming.upright
      || settings->position.cell_shape == LIFE_CELL_SHAPE_SQUARE)
    return TRUE;
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "cell-shape=hexagon and pictures are read as squares; set input=tick, "
      "which does not read them, or cell-shape=square");
  return FALSE;
}

/* Cells of an unbounded world outside the picture would stay. */
static gboolean
check_edges (GstLifeStep *self, GError **error)
{
  GstLifeInput input;
  gboolean unbounded;

  g_mutex_lock (&self->life.lock);
  input = self->life.settings.picture.input;
  unbounded =
      self->life.settings.world.topology == LIFE_TOPOLOGY_UNBOUNDED
      || self->life.requested.geometry.topology == LIFE_TOPOLOGY_UNBOUNDED;
  g_mutex_unlock (&self->life.lock);
  if (!unbounded || input == GST_LIFE_INPUT_FIRST
      || input == GST_LIFE_INPUT_TICK)
    return TRUE;
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      "topology=unbounded allows only one picture; set input=first or "
      "input=tick, or another topology");
  return FALSE;
}

gboolean
gst_life_step_check_view (GstLifeStep *self, GError **error)
{
  g_auto (GstLifeSettings) settings = { 0 };

  gst_life_get_settings (&self->life, &settings);
  self->life.streaming.upright = settings.picture.input != GST_LIFE_INPUT_TICK;
  return check_kind (&settings, error) && check_edges (self, error)
         && check_rotation (self, &settings, error)
         && check_cell_shape (self, &settings, error);
}

gboolean
gst_life_step_advance (GstLifeStep *self, GstBuffer *buffer, GError **error)
{
  const GstClockTime time = stream_time (self, buffer);

  gst_life_set_moment (&self->life, self->frame, time, &self->in_info);
  gst_life_sync_values (&self->life, time);
  if (!check_edges (self, error) || !absorb_buffer (self, buffer, error)
      || !gst_life_play_to (&self->life, self->frame + 1, error))
    return FALSE;
  self->frame++;
  return TRUE;
}

gboolean
gst_life_step_count (GstLifeStep *self, GstBuffer *buffer, GError **error)
{
  LifeStatistics statistics;

  if (!gst_life_step_advance (self, buffer, error)
      || !gst_life_count (&self->life, &statistics, error))
    return FALSE;
  gst_life_report (&self->life, NULL, &statistics);
  return TRUE;
}

/* Draws live cells in white into self->mask, and fills @out with the picture @in where they are. */
static gboolean
draw_clipped (GstLifeStep *self, GstVideoFrame *out, GstVideoFrame *in,
    LifeStatistics *statistics, GError **error)
{
  GstVideoInfo info;
  GstVideoFrame mask;
  guint32 ground;
  gboolean drawn;

  gst_video_info_set_format (&info, GST_VIDEO_FORMAT_GRAY8,
      (guint) out->info.width, (guint) out->info.height);
  if (!self->mask || gst_buffer_get_size (self->mask) != info.size) {
    gst_clear_buffer (&self->mask);
    self->mask = gst_buffer_new_allocate (NULL, info.size, NULL);
  }
  if (!self->mask
      || !gst_video_frame_map (&mask, &info, self->mask, GST_MAP_READWRITE)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "there is no memory for the mask of output=clip");
    return FALSE;
  }
  g_mutex_lock (&self->life.lock);
  ground = self->life.settings.appearance.dead;
  g_mutex_unlock (&self->life.lock);
  drawn = gst_life_draw (
      &self->life, &mask, self->frame - 1, FALSE, statistics, error);
  if (drawn)
    gst_life_clip (out, in, &mask, ground);
  gst_video_frame_unmap (&mask);
  return drawn;
}

/* Draws into @out, with the arriving picture under or in the cells. */
static gboolean
draw_with_picture (GstLifeStep *self, GstVideoFrame *out, GstBuffer *inbuf,
    LifeStatistics *statistics, GError **error)
{
  const gboolean overlay = gst_life_step_is_overlay (self);
  GstVideoFrame in;
  gboolean drawn = FALSE;

  if (!gst_video_frame_map (&in, &self->in_info, inbuf, GST_MAP_READ)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "the arriving buffer cannot be read");
    return FALSE;
  }
  if (GST_VIDEO_FRAME_FORMAT (out) != GST_VIDEO_FRAME_FORMAT (&in)
      || (overlay && !gst_life_copy_pixels (out, &in)))
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "output=overlay and output=clip need an output of the input's size and "
        "format");
  else if (overlay)
    drawn = gst_life_draw (
        &self->life, out, self->frame - 1, TRUE, statistics, error);
  else
    drawn = draw_clipped (self, out, &in, statistics, error);
  gst_video_frame_unmap (&in);
  return drawn;
}

gboolean
gst_life_step_draw (
    GstLifeStep *self, GstBuffer *inbuf, GstBuffer *outbuf, GError **error)
{
  LifeStatistics statistics;
  const gboolean with_picture = gst_life_step_shows_picture (self);
  GstVideoFrame out;
  gboolean drawn;

  gst_life_clear_padding (outbuf, &self->out_info);
  /* A picture is copied by the CPU first. */
  if (!(with_picture ? gst_video_frame_map (
            &out, &self->out_info, outbuf, GST_MAP_READWRITE)
                     : gst_life_map_frame (&self->life, &out, &self->out_info,
                         outbuf, GST_MAP_WRITE))) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "the output buffer cannot be written");
    return FALSE;
  }
  drawn = with_picture
              ? draw_with_picture (self, &out, inbuf, &statistics, error)
              : gst_life_draw (&self->life, &out, self->frame - 1, FALSE,
                  &statistics, error);
  gst_video_frame_unmap (&out);
  if (drawn)
    gst_life_report (&self->life, outbuf, &statistics);
  return drawn;
}
