/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A bounded table of addresses that guess passwords. Others are not slowed down. */
#include "guesses.h"

#include <string.h>

/* The delay doubles so often. */
#define MOST_DOUBLINGS 9
/* Addresses that are remembered; beyond, the one whose delay ended first is forgotten. */
#define MOST_ADDRESSES 4096
/* After so many times its last delay an address begins anew. */
#define FORGIVEN 10

typedef struct {
  guint wrong;
  gint64 until;    /* when the next password is looked at */
  gint64 forgiven; /* when the count begins anew */
} Guess;

struct _Guesses {
  gint64 delay;
  GHashTable *table; /* text -> Guess */
};

/* Who has an IPv6 address has 2^64. */
static gchar *
name_of (GInetAddress *address)
{
  const guint8 *bytes = g_inet_address_to_bytes (address);

  if (g_inet_address_get_family (address) != G_SOCKET_FAMILY_IPV6)
    return g_inet_address_to_string (address);
  return g_strdup_printf ("%02x%02x:%02x%02x:%02x%02x:%02x%02x", bytes[0],
      bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]);
}

Guesses *
guesses_new (gint64 delay)
{
  Guesses *self = g_new (Guesses, 1);

  self->delay = delay;
  self->table = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
guesses_free (Guesses *self)
{
  g_hash_table_unref (self->table);
  g_free (self);
}

static Guess *
find (Guesses *self, GInetAddress *address, gint64 now)
{
  g_autofree gchar *name = name_of (address);
  Guess *guess = g_hash_table_lookup (self->table, name);

  if (guess != NULL && guess->forgiven < now) {
    g_hash_table_remove (self->table, name);
    return NULL;
  }
  return guess;
}

gint64
guesses_wait (Guesses *self, GInetAddress *address, gint64 now)
{
  const Guess *guess = find (self, address, now);

  return guess != NULL ? MAX (guess->until - now, 0) : 0;
}

static void
make_room (Guesses *self)
{
  GHashTableIter iter;
  gpointer name, guess, oldest = NULL;
  gint64 first = G_MAXINT64;

  if (g_hash_table_size (self->table) < MOST_ADDRESSES)
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
guesses_add (Guesses *self, GInetAddress *address, gint64 now)
{
  Guess *guess = find (self, address, now);
  gint64 delay;

  if (guess == NULL) {
    make_room (self);
    guess = g_new0 (Guess, 1);
    g_hash_table_insert (self->table, name_of (address), guess);
  }
  delay = self->delay << MIN (guess->wrong, MOST_DOUBLINGS);
  guess->wrong++;
  guess->until = now + delay;
  guess->forgiven = now + FORGIVEN * delay;
}

void
guesses_forget (Guesses *self, GInetAddress *address)
{
  g_autofree gchar *name = name_of (address);

  g_hash_table_remove (self->table, name);
}
