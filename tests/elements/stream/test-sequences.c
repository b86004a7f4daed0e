/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Random sequences of operations on the elements (tests/support/elements/sequence.h says
 * what must hold), from seeds. LIFE_SEQUENCES=N plays N of them in place of a few, and
 * LIFE_SEQUENCES=FIRST-LAST those of these seeds. */
#include "tests/support/elements/sequence.h"
#include "tests/support/help.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/support/elements/element.h"

#define FEW 150
#define MAX_BYTES 160
/* Of one sequence; a guard against hangs, not a measurement. */
#define GUARD_SECONDS 300

/* The bytes of a sequence. */
static gsize
fill (guint64 seed, guint8 *bytes)
{
  GRand *random = g_rand_new_with_seed_array (
      (guint32[]){ (guint32) seed, (guint32) (seed >> 32) }, 2);
  const gsize size = g_rand_int_range (random, 8, MAX_BYTES);

  for (gsize i = 0; i < size; i++)
    bytes[i] = g_rand_int (random) >> 24;
  g_rand_free (random);
  return size;
}

static void
test_random_sequences_leave_a_playing_element (void)
{
  g_autofree gchar *folder = g_dir_make_tmp ("life-sequences-XXXXXX", NULL);
  guint64 first, last;

  choose_seeds ("LIFE_SEQUENCES", FEW, &first, &last);
  for (guint64 seed = first; seed <= last; seed++) {
    guint8 bytes[MAX_BYTES];
    const gsize size = fill (seed, bytes);

    g_test_message ("sequence %" G_GUINT64_FORMAT, seed);
    alarm (GUARD_SECONDS);
    sequence_play (bytes, size, folder);
  }
  alarm (0);
  g_rmdir (folder);
}

static void
drop_message (const gchar *domain, GLogLevelFlags level, const gchar *message,
    gpointer user_data)
{
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  /* The test framework would print what each operation does. */
  if (!g_getenv ("G_MESSAGES_DEBUG"))
    g_log_set_handler (G_LOG_DOMAIN, G_LOG_LEVEL_DEBUG, drop_message, NULL);
  g_test_add_func ("/sequences/random_sequences_leave_a_playing_element",
      test_random_sequences_leave_a_playing_element);
  return g_test_run ();
}
