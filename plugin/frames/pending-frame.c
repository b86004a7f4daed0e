/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pending frames: a buffer is mapped, drawn into, and unmapped when it is finished. */
#include "plugin/frames/pending-frame.h"

#include "plugin/frames/frames.h"
#include "plugin/play/play.h"
#include "plugin/video/buffer.h"

gboolean
gst_life_pending_frame_open (GstLifePendingFrame *pending, GstLife *life,
    const GstVideoInfo *info, GstBuffer *buffer, guint64 number, GError **error)
{
  memset (pending, 0, sizeof *pending);
  pending->number = number;
  gst_life_clear_padding (buffer, info);
  if (gst_life_map_frame (life, &pending->video, info, buffer, GST_MAP_WRITE)) {
    pending->buffer = buffer;
    return TRUE;
  }
  gst_buffer_unref (buffer);
  g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
      "the output buffer cannot be written");
  return FALSE;
}

gboolean
gst_life_pending_frame_begin (
    GstLifePendingFrame *pending, GstLife *life, GError **error)
{
  GError *problem = NULL;

  if (!gst_life_play_to (life, pending->number, error))
    return FALSE;
  g_mutex_lock (&life->world_lock);
  pending->drawing = gst_life_begin_frame (
      life, &pending->video, pending->number, FALSE, &problem);
  if (!pending->drawing
      && gst_life_pause_for_memory (life, pending->number, &problem))
    pending->drawing = gst_life_begin_frame (
        life, &pending->video, pending->number, FALSE, &problem);
  g_mutex_unlock (&life->world_lock);
  gst_life_report_memory_pause (life);
  if (!pending->drawing)
    g_propagate_error (error, problem);
  return pending->drawing;
}

GstBuffer *
gst_life_pending_frame_finish (
    GstLifePendingFrame *pending, GstLife *life, GError **error)
{
  GstBuffer *buffer = g_steal_pointer (&pending->buffer);
  LifeStatistics statistics;
  gboolean ok = gst_life_finish_frame (life, &statistics, error);

  gst_video_frame_unmap (&pending->video);
  if (ok)
    gst_life_report (life, buffer, &statistics);
  else
    gst_clear_buffer (&buffer);
  return buffer;
}

void
gst_life_pending_frame_close (GstLifePendingFrame *pending, GstLife *life)
{
  if (!pending->buffer)
    return;
  if (pending->drawing)
    gst_life_drop_frame (life);
  gst_video_frame_unmap (&pending->video);
  gst_clear_buffer (&pending->buffer);
}
