/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The title of a lifestep's world replaces that of the arriving stream, whose other tags are
 * passed on. */
#include "plugin/lifestep/lifestep-private.h"

#include "plugin/world/title.h"

/* The arriving stream's tags with our title. */
static GstEvent *
make_event (GstLifeStep *self)
{
  GstTagList *title = gst_life_make_tags (self->title);
  GstTagList *tags;

  if (!self->tags)
    return gst_event_new_tag (title);
  tags = gst_tag_list_merge (self->tags, title, GST_TAG_MERGE_REPLACE);
  gst_tag_list_set_scope (tags, GST_TAG_SCOPE_GLOBAL);
  gst_tag_list_unref (title);
  return gst_event_new_tag (tags);
}

/* A world that pictures made has the title of their stream. */
static gchar *
make_title (GstLifeStep *self)
{
  gchar *arriving = NULL, *title;

  if (self->tags)
    gst_tag_list_get_string (self->tags, GST_TAG_TITLE, &arriving);
  title = gst_life_make_title (&self->life, arriving);
  g_free (arriving);
  return title;
}

void
gst_life_step_send_title (GstLifeStep *self)
{
  gchar *title = make_title (self);
  gboolean changed = title && g_strcmp0 (title, self->title) != 0;

  g_free (self->title);
  self->title = title;
  if (changed)
    gst_pad_push_event (GST_BASE_TRANSFORM_SRC_PAD (self), make_event (self));
}

GstEvent *
gst_life_step_replace_tags (GstLifeStep *self, GstEvent *event)
{
  GstTagList *tags;

  gst_event_parse_tag (event, &tags);
  if (gst_tag_list_get_scope (tags) != GST_TAG_SCOPE_GLOBAL)
    return event;
  gst_clear_tag_list (&self->tags);
  self->tags = gst_tag_list_ref (tags);
  gst_event_unref (event);
  if (!self->title)
    return NULL;
  g_free (self->title);
  self->title = make_title (self);
  return make_event (self);
}

void
gst_life_step_reset_tags (gpointer element)
{
  GstLifeStep *self = element;

  g_clear_pointer (&self->title, g_free);
  gst_clear_tag_list (&self->tags);
}
