/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Captions of frames: they show what was counted in their own frame, so they are laid over it
 * when it is finished; all else in them is collected when drawing begins. */
#include "plugin/frames/frame-caption.h"

#include "plugin/world/title.h"

void
gst_life_caption_begin (
    GstLife *life, const GstLifeSettings *settings, const LifeFrame *frame)
{
  GstLifeCaption *caption = &life->drawing.caption;

  gst_life_curve_expect (&life->recorders.curve, &life->timeline);
  gst_life_caption_clear (caption);
  caption->number = life->timeline.frame;
  caption->flags = settings->caption.flags;
  if (caption->flags == 0)
    return;
  caption->frame = *frame;
  caption->color = settings->caption.color;
  caption->corner = settings->caption.corner;
  gst_life_settings_set_string (&caption->font, settings->caption.font);
  if (caption->flags & GST_LIFE_CAPTION_TITLE) {
    caption->name = gst_life_get_name (life, settings);
    caption->rule = gst_life_get_rule_text (life);
  }
}

gboolean
gst_life_caption_finish (
    GstLife *life, const LifeStatistics *statistics, GError **error)
{
  const GstLifeCaption *caption = &life->drawing.caption;
  guint64 curve[GST_LIFE_CURVE_FRAMES];
  GstLifeWords words = { caption->font, caption->color, caption->corner,
    caption->name, caption->rule };
  g_autofree gchar *population = NULL;
  const LifeCaption *made;
  gchar *warning;

  gst_life_curve_record (
      &life->recorders.curve, caption->number, statistics->population);
  if (caption->flags == 0 || caption->frame.width == 0
      || caption->frame.height == 0)
    return TRUE;
  if (caption->flags & GST_LIFE_CAPTION_COUNTER)
    words.statistics = statistics;
  if (statistics->population == G_MAXUINT64)
    words.population = population =
        life_world_get_population_text (life->world, NULL);
  if (caption->flags & GST_LIFE_CAPTION_GRAPH) {
    gst_life_curve_get (&life->recorders.curve, caption->number, curve);
    words.curve = curve;
    words.n_curve = GST_LIFE_CURVE_FRAMES;
  }
  if (!life->drawing.caption_maker)
    life->drawing.caption_maker = gst_life_caption_maker_new ();
  made = gst_life_caption_make (life->drawing.caption_maker, &words,
      caption->frame.width, caption->frame.height, &warning, error);
  if (warning) {
    g_free (life->drawing.caption_warning);
    life->drawing.caption_warning = warning;
  }
  return made
         && life_world_lay_caption (life->world, &caption->frame, made, error);
}

void
gst_life_caption_warn (GstLife *life)
{
  gchar *warning;

  g_mutex_lock (&life->world_lock);
  warning = g_steal_pointer (&life->drawing.caption_warning);
  g_mutex_unlock (&life->world_lock);
  gst_life_warn_of_font (life, warning);
}
