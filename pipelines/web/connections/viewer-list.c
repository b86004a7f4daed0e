/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The list of viewers: sends to all, and checks each. */
#include "viewer-list.h"

#include "../messages.h"
#include "viewer.h"

/* Milliseconds between reports of counts and changed properties, and between checks. */
#define REPORT_INTERVAL 100
#define CHECK_INTERVAL 1000

struct _ViewerList {
  ViewerContext context; /* shared by all viewers */
  GPtrArray *list;
  guint report_timer, check_timer; /* sources */
  guint64 generation, population;
  gboolean has_counts;     /* whether there is a frame with these counts */
  gboolean counts_changed; /* since the last report */
  gboolean length_changed; /* since the last check */
};

static void
send_counts (ViewerList *self)
{
  g_autofree gchar *text = message_frame (self->generation, self->population);

  self->counts_changed = FALSE;
  viewer_list_send_message (self, text);
}

static gboolean
send_reports (gpointer data)
{
  ViewerList *self = data;

  if (self->list->len == 0)
    return G_SOURCE_CONTINUE;
  if (self->counts_changed)
    send_counts (self);
  if (self->context.scheduler != NULL)
    scheduler_report_changes (self->context.scheduler);
  return G_SOURCE_CONTINUE;
}

/* At most one per check, however often viewers join and leave. */
static void
send_length (ViewerList *self)
{
  g_autofree gchar *text = message_viewers (self->list->len);

  self->length_changed = FALSE;
  viewer_list_send_message (self, text);
}

static gboolean
check_viewers (gpointer data)
{
  ViewerList *self = data;
  gint64 now = g_get_monotonic_time ();

  for (guint i = 0; i < self->list->len; i++)
    viewer_check (self->list->pdata[i], now);
  if (self->length_changed)
    send_length (self);
  return G_SOURCE_CONTINUE;
}

/* The encoder runs only while there is a watching viewer. */
static void
update_watched (ViewerList *self)
{
  gboolean watched = FALSE;

  for (guint i = 0; i < self->list->len; i++)
    watched = watched || viewer_is_watching (self->list->pdata[i]);
  film_set_watched (self->context.film, watched);
}

static void
on_joined (Viewer *viewer, gpointer user_data)
{
  ViewerList *self = user_data;

  update_watched (self);
  if (viewer_is_watching (viewer))
    film_request_key_frame (self->context.film);
  self->counts_changed = self->has_counts;
  self->length_changed = TRUE;
}

static void
on_left (Viewer *viewer, gpointer user_data)
{
  ViewerList *self = user_data;

  g_ptr_array_remove_fast (self->list, viewer);
  self->length_changed = TRUE;
  update_watched (self);
}

ViewerList *
viewer_list_new (const WebOptions *options, Film *film)
{
  ViewerList *self = g_new0 (ViewerList, 1);

  self->context =
      (ViewerContext){ options, film, NULL, on_joined, on_left, self };
  self->list = g_ptr_array_new_with_free_func (viewer_unref);
  self->report_timer = g_timeout_add (REPORT_INTERVAL, send_reports, self);
  self->check_timer = g_timeout_add (CHECK_INTERVAL, check_viewers, self);
  return self;
}

void
viewer_list_free (ViewerList *self)
{
  g_source_remove (self->report_timer);
  g_source_remove (self->check_timer);
  while (self->list->len > 0)
    viewer_drop (self->list->pdata[0]);
  g_ptr_array_unref (self->list);
  g_free (self);
}

void
viewer_list_set_scheduler (ViewerList *self, Scheduler *scheduler)
{
  self->context.scheduler = scheduler;
}

gboolean
viewer_list_is_full (const ViewerList *self)
{
  return self->list->len >= (guint) self->context.options->bounds.viewers;
}

void
viewer_list_add (ViewerList *self, SoupWebsocketConnection *connection,
    CountingStream *stream)
{
  g_ptr_array_add (self->list, viewer_new (&self->context, connection, stream));
}

void
viewer_list_send_fragment (ViewerList *self, const FilmSegment *fragment)
{
  gint64 now = g_get_monotonic_time ();

  for (guint i = self->list->len; i > 0; i--)
    viewer_send_fragment (self->list->pdata[i - 1], fragment, now);
}

void
viewer_list_set_counts (
    ViewerList *self, guint64 generation, guint64 population)
{
  self->counts_changed = self->counts_changed || !self->has_counts
                         || generation != self->generation
                         || population != self->population;
  self->has_counts = TRUE;
  self->generation = generation;
  self->population = population;
}

void
viewer_list_send_message (ViewerList *self, const gchar *text)
{
  for (guint i = self->list->len; i > 0; i--)
    viewer_send_message (self->list->pdata[i - 1], text);
}

void
viewer_list_close (ViewerList *self)
{
  for (guint i = self->list->len; i > 0; i--)
    viewer_close (self->list->pdata[i - 1], SOUP_WEBSOCKET_CLOSE_GOING_AWAY,
        "the server ends");
}

guint
viewer_list_get_length (const ViewerList *self)
{
  return self->list->len;
}
