/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keyframes lie at multiples of an interval, which doubles when they become too many or too
 * large. */
#include "plugin/timeline/keyframes.h"

#define MAX_COUNT 256
#define FIRST_INTERVAL 16

void
gst_life_keyframe_clear (GstLifeKeyframe *self)
{
  g_clear_pointer (&self->snapshot, life_snapshot_free);
}

void
gst_life_keyframes_init (GstLifeKeyframes *self)
{
  self->stored = g_array_new (FALSE, FALSE, sizeof (GstLifeKeyframe));
  g_array_set_clear_func (
      self->stored, (GDestroyNotify) gst_life_keyframe_clear);
}

void
gst_life_keyframes_finalize (GstLifeKeyframes *self)
{
  g_array_unref (self->stored);
}

void
gst_life_keyframes_clear (GstLifeKeyframes *self)
{
  g_array_set_size (self->stored, 0);
  self->enabled = FALSE;
  self->interval = FIRST_INTERVAL;
  self->bytes = 0;
}

static const GstLifeKeyframe *
keyframe_at (const GstLifeKeyframes *self, guint index)
{
  return &g_array_index (self->stored, GstLifeKeyframe, index);
}

static void
drop (GstLifeKeyframes *self, guint index)
{
  self->bytes -= life_snapshot_get_size (keyframe_at (self, index)->snapshot);
  g_array_remove_index (self->stored, index);
}

void
gst_life_keyframes_drop (GstLifeKeyframes *self, guint64 first, guint64 end)
{
  for (guint i = self->stored->len; i > 0; i--) {
    const guint64 frame = keyframe_at (self, i - 1)->frame;

    if (frame >= first && frame < end)
      drop (self, i - 1);
  }
}

void
gst_life_keyframes_thin_out (GstLifeKeyframes *self)
{
  if (self->stored->len == 1)
    drop (self, 0);
  if (self->interval <= G_MAXUINT64 / 2)
    self->interval *= 2;
  for (guint i = self->stored->len; i > 0; i--)
    if (keyframe_at (self, i - 1)->frame % self->interval != 0)
      drop (self, i - 1);
}

/* The index that frame @frame has, or would have, among them. */
static guint
position_of (const GstLifeKeyframes *self, guint64 frame)
{
  guint at = self->stored->len;

  while (at > 0 && keyframe_at (self, at - 1)->frame > frame)
    at--;
  return at;
}

gboolean
gst_life_keyframes_is_due (const GstLifeKeyframes *self, guint64 frame)
{
  const guint at = position_of (self, frame);

  return self->enabled && frame % self->interval == 0
         && (at == 0 || keyframe_at (self, at - 1)->frame != frame);
}

void
gst_life_keyframes_add (
    GstLifeKeyframes *self, guint64 frame, LifeSnapshot *snapshot)
{
  const GstLifeKeyframe keyframe = { frame, snapshot };

  g_array_insert_val (self->stored, position_of (self, frame), keyframe);
  self->bytes += life_snapshot_get_size (snapshot);
  while (self->bytes > self->budget || self->stored->len > MAX_COUNT)
    gst_life_keyframes_thin_out (self);
}

const GstLifeKeyframe *
gst_life_keyframes_find (GstLifeKeyframes *self, guint64 frame)
{
  for (guint i = self->stored->len; i > 0; i--) {
    const GstLifeKeyframe *keyframe = keyframe_at (self, i - 1);

    if (life_snapshot_is_lost (keyframe->snapshot))
      drop (self, i - 1);
    else if (keyframe->frame <= frame)
      return keyframe;
  }
  return NULL;
}
