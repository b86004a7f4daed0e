/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames in the making: a buffer is mapped, drawn into, and unmapped when it shows
 * its frame. */
#include "plugin/frames/picture.h"

#include "plugin/frames/frame.h"
#include "plugin/play/play.h"
#include "plugin/video/buffer.h"

gboolean
gst_life_picture_open (GstLifePicture *picture, GstLife *life,
    const GstVideoInfo *info, GstBuffer *buffer, guint64 number, GError **error)
{
  memset (picture, 0, sizeof *picture);
  picture->number = number;
  gst_life_clear_padding (buffer, info);
  if (gst_life_map_frame (life, &picture->video, info, buffer, GST_MAP_WRITE)) {
    picture->buffer = buffer;
    return TRUE;
  }
  gst_buffer_unref (buffer);
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
      "the output buffer cannot be written");
  return FALSE;
}

gboolean
gst_life_picture_begin (GstLifePicture *picture, GstLife *life, GError **error)
{
  GError *problem = NULL;

  if (!gst_life_play_to (life, picture->number, error))
    return FALSE;
  g_mutex_lock (&life->world_lock);
  picture->begun = gst_life_begin_frame (
      life, &picture->video, picture->number, FALSE, &problem);
  if (!picture->begun && gst_life_hold (life, picture->number, &problem))
    picture->begun = gst_life_begin_frame (
        life, &picture->video, picture->number, FALSE, &problem);
  g_mutex_unlock (&life->world_lock);
  gst_life_report_hold (life);
  if (!picture->begun)
    g_propagate_error (error, problem);
  return picture->begun;
}

GstBuffer *
gst_life_picture_finish (GstLifePicture *picture, GstLife *life, GError **error)
{
  GstBuffer *buffer = g_steal_pointer (&picture->buffer);
  LifeStatistics statistics;
  gboolean ok = gst_life_finish_frame (life, &statistics, error);

  gst_video_frame_unmap (&picture->video);
  if (ok)
    gst_life_report (life, buffer, &statistics);
  else
    gst_clear_buffer (&buffer);
  return buffer;
}

void
gst_life_picture_close (GstLifePicture *picture, GstLife *life)
{
  if (!picture->buffer)
    return;
  if (picture->begun)
    gst_life_drop_frame (life);
  gst_video_frame_unmap (&picture->video);
  gst_clear_buffer (&picture->buffer);
}
