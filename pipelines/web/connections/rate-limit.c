/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bounded tables of visitors who guess passwords, and of those who know it. Others are not
 * slowed down. */
#include "rate-limit.h"

/* The delay doubles so often. */
#define MOST_DOUBLINGS 9
/* Visitors in each table; beyond, the one whose delay ended first is removed. */
#define MOST_VISITORS 4096
/* After so many times the last delay a visitor begins anew. */
#define FORGIVEN 10

typedef struct {
  guint wrong;
  gint64 until;    /* when the next password is looked at */
  gint64 forgiven; /* when the count begins anew */
} Guess;

struct _Guesses {
  gint64 delay;
  GHashTable *table; /* visitor -> Guess */
  GHashTable *right; /* visitors who had the right one */
};

Guesses *
guesses_new (gint64 delay)
{
  Guesses *self = g_new (Guesses, 1);

  self->delay = delay;
  self->table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->right = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
guesses_free (Guesses *self)
{
  g_hash_table_unref (self->table);
  g_hash_table_unref (self->right);
  g_free (self);
}

static Guess *
find (Guesses *self, const gchar *visitor, gint64 now)
{
  Guess *guess = g_hash_table_lookup (self->table, visitor);

  if (guess != NULL && guess->forgiven < now) {
    g_hash_table_remove (self->table, visitor);
    return NULL;
  }
  return guess;
}

gint64
guesses_wait (Guesses *self, const gchar *visitor, gint64 now)
{
  const Guess *guess = find (self, visitor, now);

  return guess != NULL ? MAX (guess->until - now, 0) : 0;
}

static void
make_room (Guesses *self)
{
  GHashTableIter iter;
  gpointer name, guess, oldest = NULL;
  gint64 first = G_MAXINT64;

  if (g_hash_table_size (self->table) < MOST_VISITORS)
    return;
  g_hash_table_iter_init (&iter, self->table);
  while (g_hash_table_iter_next (&iter, &name, &guess))
    if (((Guess *) guess)->until < first) {
      first = ((Guess *) guess)->until;
      oldest = name;
    }
  g_hash_table_remove (self->table, oldest);
}

void
guesses_add (Guesses *self, const gchar *visitor, gint64 now)
{
  Guess *guess = find (self, visitor, now);
  gint64 delay;

  if (guess == NULL) {
    make_room (self);
    guess = g_new0 (Guess, 1);
    g_hash_table_insert (self->table, g_strdup (visitor), guess);
  }
  delay = self->delay << MIN (guess->wrong, MOST_DOUBLINGS);
  guess->wrong++;
  guess->until = now + delay;
  guess->forgiven = now + FORGIVEN * delay;
}

void
guesses_accept (Guesses *self, const gchar *visitor)
{
  GHashTableIter iter;

  g_hash_table_remove (self->table, visitor);
  if (g_hash_table_size (self->right) >= MOST_VISITORS) {
    g_hash_table_iter_init (&iter, self->right);
    g_hash_table_iter_next (&iter, NULL, NULL);
    g_hash_table_iter_remove (&iter);
  }
  g_hash_table_add (self->right, g_strdup (visitor));
}

gboolean
guesses_was_right (Guesses *self, const gchar *visitor)
{
  return g_hash_table_contains (self->right, visitor);
}
