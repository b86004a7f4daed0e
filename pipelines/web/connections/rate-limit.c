/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bounded tables of visitors that sent wrong passwords, and of those that sent the right
 * one. No other visitor is delayed. */
#include "rate-limit.h"

/* How often the delay doubles. */
#define MAX_DOUBLINGS 9
/* Visitors in each table; beyond that, the one whose delay ended first is removed. */
#define MAX_VISITORS 4096
/* The count is reset after this many times the last delay. */
#define RESET_FACTOR 10

typedef struct {
  guint count;
  gint64 blocked_until; /* when the next password is checked */
  gint64 resets_at;     /* when the count is reset */
} Failures;

struct _RateLimit {
  gint64 delay;
  GHashTable *failed;    /* visitor -> Failures */
  GHashTable *succeeded; /* visitors that sent the right password */
};

RateLimit *
rate_limit_new (gint64 delay)
{
  RateLimit *self = g_new (RateLimit, 1);

  self->delay = delay;
  self->failed =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->succeeded =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
rate_limit_free (RateLimit *self)
{
  g_hash_table_unref (self->failed);
  g_hash_table_unref (self->succeeded);
  g_free (self);
}

static Failures *
find (RateLimit *self, const gchar *visitor, gint64 now)
{
  Failures *failures = g_hash_table_lookup (self->failed, visitor);

  if (failures != NULL && failures->resets_at < now) {
    g_hash_table_remove (self->failed, visitor);
    return NULL;
  }
  return failures;
}

gint64
rate_limit_get_delay (RateLimit *self, const gchar *visitor, gint64 now)
{
  const Failures *failures = find (self, visitor, now);

  return failures != NULL ? MAX (failures->blocked_until - now, 0) : 0;
}

static void
make_room (RateLimit *self)
{
  GHashTableIter iter;
  gpointer name, failures, oldest = NULL;
  gint64 first = G_MAXINT64;

  if (g_hash_table_size (self->failed) < MAX_VISITORS)
    return;
  g_hash_table_iter_init (&iter, self->failed);
  while (g_hash_table_iter_next (&iter, &name, &failures))
    if (((Failures *) failures)->blocked_until < first) {
      first = ((Failures *) failures)->blocked_until;
      oldest = name;
    }
  g_hash_table_remove (self->failed, oldest);
}

void
rate_limit_add_failure (RateLimit *self, const gchar *visitor, gint64 now)
{
  Failures *failures = find (self, visitor, now);
  gint64 delay;

  if (failures == NULL) {
    make_room (self);
    failures = g_new0 (Failures, 1);
    g_hash_table_insert (self->failed, g_strdup (visitor), failures);
  }
  delay = self->delay << MIN (failures->count, MAX_DOUBLINGS);
  failures->count++;
  failures->blocked_until = now + delay;
  failures->resets_at = now + RESET_FACTOR * delay;
}

void
rate_limit_add_success (RateLimit *self, const gchar *visitor)
{
  GHashTableIter iter;

  g_hash_table_remove (self->failed, visitor);
  if (g_hash_table_size (self->succeeded) >= MAX_VISITORS) {
    g_hash_table_iter_init (&iter, self->succeeded);
    g_hash_table_iter_next (&iter, NULL, NULL);
    g_hash_table_iter_remove (&iter);
  }
  g_hash_table_add (self->succeeded, g_strdup (visitor));
}

gboolean
rate_limit_has_succeeded (RateLimit *self, const gchar *visitor)
{
  return g_hash_table_contains (self->succeeded, visitor);
}
