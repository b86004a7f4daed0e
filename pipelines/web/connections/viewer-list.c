/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The list of viewers: what all are sent, and who has to go. */
#include "viewer-list.h"

#include "../messages.h"
#include "viewer.h"

/* How often viewers get counts and changed properties, and how often it is checked who
 * has to go; ms. */
#define REPORT_INTERVAL 100
#define CHECK_INTERVAL 1000

struct _Viewers {
  Audience audience; /* what each of them knows */
  GPtrArray *list;
  guint report, check; /* timers */
  guint64 generation, population;
  gboolean known;   /* whether a frame came with these */
  gboolean counted; /* whether they are new to anybody */
};

static void
send_counts (Viewers *self)
{
  g_autofree gchar *text = message_frame (self->generation, self->population);

  self->counted = FALSE;
  viewers_tell (self, text);
}

static gboolean
report (gpointer data)
{
  Viewers *self = data;

  if (self->list->len == 0)
    return G_SOURCE_CONTINUE;
  if (self->counted)
    send_counts (self);
  if (self->audience.world != NULL)
    world_look (self->audience.world);
  return G_SOURCE_CONTINUE;
}

static gboolean
check (gpointer data)
{
  Viewers *self = data;
  gint64 now = g_get_monotonic_time ();

  for (guint i = 0; i < self->list->len; i++)
    viewer_check (self->list->pdata[i], now);
  return G_SOURCE_CONTINUE;
}

/* The encoder runs while someone watches. */
static void
watch (Viewers *self)
{
  gboolean watched = FALSE;

  for (guint i = 0; i < self->list->len; i++)
    watched = watched || viewer_watches (self->list->pdata[i]);
  film_set_watched (self->audience.film, watched);
}

static void
join (Viewer *viewer, gpointer user_data)
{
  Viewers *self = user_data;

  watch (self);
  if (viewer_watches (viewer))
    film_want_key_frame (self->audience.film);
  self->counted = self->known;
}

static void
leave (Viewer *viewer, gpointer user_data)
{
  Viewers *self = user_data;

  g_ptr_array_remove_fast (self->list, viewer);
  watch (self);
}

Viewers *
viewers_new (const Options *options, Film *film)
{
  Viewers *self = g_new0 (Viewers, 1);

  self->audience = (Audience){ options, film, NULL, join, leave, self };
  self->list = g_ptr_array_new_with_free_func (viewer_unref);
  self->report = g_timeout_add (REPORT_INTERVAL, report, self);
  self->check = g_timeout_add (CHECK_INTERVAL, check, self);
  return self;
}

void
viewers_free (Viewers *self)
{
  g_source_remove (self->report);
  g_source_remove (self->check);
  while (self->list->len > 0)
    viewer_drop (self->list->pdata[0]);
  g_ptr_array_unref (self->list);
  g_free (self);
}

void
viewers_set_world (Viewers *self, World *world)
{
  self->audience.world = world;
}

gboolean
viewers_are_full (const Viewers *self)
{
  return self->list->len >= (guint) self->audience.options->bounds.viewers;
}

void
viewers_add (Viewers *self, SoupWebsocketConnection *connection, Wire *wire)
{
  g_ptr_array_add (self->list, viewer_new (&self->audience, connection, wire));
}

void
viewers_take (Viewers *self, const Piece *fragment)
{
  gint64 now = g_get_monotonic_time ();

  for (guint i = self->list->len; i > 0; i--)
    viewer_take (self->list->pdata[i - 1], fragment, now);
}

void
viewers_count (Viewers *self, guint64 generation, guint64 population)
{
  self->counted = self->counted || !self->known
                  || generation != self->generation
                  || population != self->population;
  self->known = TRUE;
  self->generation = generation;
  self->population = population;
}

void
viewers_tell (Viewers *self, const gchar *text)
{
  for (guint i = self->list->len; i > 0; i--)
    viewer_tell (self->list->pdata[i - 1], text);
}

void
viewers_close (Viewers *self)
{
  for (guint i = self->list->len; i > 0; i--)
    viewer_close (self->list->pdata[i - 1], SOUP_WEBSOCKET_CLOSE_GOING_AWAY,
        "the server ends");
}

guint
viewers_get_number (const Viewers *self)
{
  return self->list->len;
}
