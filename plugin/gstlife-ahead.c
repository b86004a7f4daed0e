/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames in the making, and the one that is made ahead. Whoever edits the world
 * meanwhile takes it back first (gst_life_look_back()), so that nothing but time
 * is lost by having looked ahead. */
#include "gstlife-ahead.h"

#define GST_CAT_DEFAULT gst_life_debug

/* --- Frames in the making --- */

gboolean
gst_life_picture_open (GstLifePicture *picture, GstLife *life,
    const GstVideoInfo *info, GstBuffer *buffer, const GstLifeFrameId *id,
    GError **error)
{
  memset (picture, 0, sizeof *picture);
  picture->id = *id;
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
  picture->begun = gst_life_goto (life, picture->id.generation, error)
                   && gst_life_begin_frame (
                       life, &picture->video, picture->id.number, error);
  return picture->begun;
}

static gboolean
finish_drawing (GstLifePicture *picture, GstLife *life, GError **error)
{
  gboolean ok = TRUE;

  if (picture->begun && !picture->finished)
    ok = gst_life_finish_frame (life, &picture->statistics, error);
  picture->finished = TRUE;
  return ok;
}

GstBuffer *
gst_life_picture_finish (GstLifePicture *picture, GstLife *life, GError **error)
{
  gboolean ok = finish_drawing (picture, life, error);
  GstBuffer *buffer = g_steal_pointer (&picture->buffer);

  gst_video_frame_unmap (&picture->video);
  if (ok)
    gst_life_tell (life, buffer, &picture->statistics);
  else
    gst_clear_buffer (&buffer);
  return buffer;
}

void
gst_life_picture_close (GstLifePicture *picture, GstLife *life)
{
  if (!picture->buffer)
    return;
  finish_drawing (picture, life, NULL);
  gst_video_frame_unmap (&picture->video);
  gst_clear_buffer (&picture->buffer);
}

static void
begin_ahead (GstLifePicture *picture, GstLife *life)
{
  picture->begun = gst_life_begin_frame_ahead (
      life, &picture->video, picture->id.number, picture->id.generation);
}

/* --- The worker --- */

/* Makes a whole frame. What goes wrong will go wrong again when the frame is
 * due, and is told then. */
static void
make_whole (GstLifeAhead *ahead)
{
  GstLifePicture *picture = &ahead->picture;

  if (gst_life_step_ahead (ahead->life, picture->id.generation))
    begin_ahead (picture, ahead->life);
  if (!finish_drawing (picture, ahead->life, NULL))
    picture->begun = FALSE;
}

static gpointer
work (gpointer data)
{
  GstLifeAhead *ahead = data;

  g_mutex_lock (&ahead->lock);
  while (!ahead->quit) {
    if (ahead->busy) {
      g_mutex_unlock (&ahead->lock);
      make_whole (ahead);
      g_mutex_lock (&ahead->lock);
      ahead->busy = FALSE;
      g_cond_broadcast (&ahead->changed);
    } else {
      g_cond_wait (&ahead->changed, &ahead->lock);
    }
  }
  g_mutex_unlock (&ahead->lock);
  return NULL;
}

static void
set_to_work (GstLifeAhead *ahead)
{
  if (!ahead->worker)
    ahead->worker = g_thread_new ("life-ahead", work, ahead);
  g_mutex_lock (&ahead->lock);
  ahead->busy = TRUE;
  g_cond_broadcast (&ahead->changed);
  g_mutex_unlock (&ahead->lock);
}

void
gst_life_ahead_wait (GstLifeAhead *ahead)
{
  g_mutex_lock (&ahead->lock);
  while (ahead->busy)
    g_cond_wait (&ahead->changed, &ahead->lock);
  g_mutex_unlock (&ahead->lock);
}

/* --- The frame that is made ahead --- */

void
gst_life_ahead_init (GstLifeAhead *ahead, GstLife *life)
{
  ahead->life = life;
  g_mutex_init (&ahead->lock);
  g_cond_init (&ahead->changed);
}

void
gst_life_ahead_finalize (GstLifeAhead *ahead)
{
  gst_life_ahead_stop (ahead);
  g_mutex_clear (&ahead->lock);
  g_cond_clear (&ahead->changed);
}

gboolean
gst_life_ahead_take (
    GstLifeAhead *ahead, guint64 number, GstLifePicture *picture)
{
  GstLifePicture *made = &ahead->picture;
  gboolean valid;

  gst_life_ahead_wait (ahead);
  /* Where frames are skipped the world is on its way all the same. */
  valid = made->buffer && made->begun && made->id.number <= number
          && ahead->settings_serial == gst_life_settings_serial (ahead->life)
          /* One that came between the last frame and this one's settings. */
          && !gst_life_has_new_rule (ahead->life)
          && gst_life_keep_ahead (ahead->life);
  if (valid && made->id.number == number) {
    *picture = *made;
    memset (made, 0, sizeof *made);
    return TRUE;
  }
  gst_life_ahead_drop (ahead);
  return FALSE;
}

void
gst_life_ahead_step (GstLifeAhead *ahead, const GstLifeFrameId *id)
{
  ahead->settings_serial = gst_life_settings_serial (ahead->life);
  ahead->stepped = gst_life_is_ahead_deferred (ahead->life, id->generation)
                   && gst_life_step_ahead (ahead->life, id->generation);
}

void
gst_life_ahead_make (GstLifeAhead *ahead, const GstVideoInfo *info,
    GstBuffer *buffer, const GstLifeFrameId *id)
{
  GstLifePicture *picture = &ahead->picture;

  if (!gst_life_picture_open (picture, ahead->life, info, buffer, id, NULL))
    return;
  if (ahead->stepped)
    begin_ahead (picture, ahead->life);
  else
    set_to_work (ahead);
}

void
gst_life_ahead_drop (GstLifeAhead *ahead)
{
  gst_life_ahead_wait (ahead);
  gst_life_picture_close (&ahead->picture, ahead->life);
  gst_life_look_back (ahead->life);
}

void
gst_life_ahead_stop (GstLifeAhead *ahead)
{
  gst_life_ahead_drop (ahead);
  if (!ahead->worker)
    return;
  g_mutex_lock (&ahead->lock);
  ahead->quit = TRUE;
  g_cond_broadcast (&ahead->changed);
  g_mutex_unlock (&ahead->lock);
  g_clear_pointer (&ahead->worker, g_thread_join);
  ahead->quit = FALSE;
}
