/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes the elements: each input is a sequence of operations on one of them (see
 * tests/support/elements/sequence.h). GLib's criticals and warnings end the program. */
#include <stdio.h>

#include "plugin/lifesrc/lifesrc-private.h"
#include "plugin/lifestep/lifestep-private.h"
#include "plugin/lifevis/lifevis-private.h"
#include "plugin/world/gst-life.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/elements/sequence.h"

static gchar *folder;

static void
remove_folder (void)
{
  g_rmdir (folder);
}

/* Ends as libFuzzer expects it; GLib would raise a trap. */
static void
print_or_abort (const gchar *domain, GLogLevelFlags level, const gchar *message,
    gpointer user_data)
{
  if (level & G_LOG_FLAG_FATAL) {
    fprintf (stderr, "%s: %s\n", domain ? domain : "", message);
    abort ();
  }
  g_log_default_handler (domain, level, message, user_data);
}

/* The elements alone, without GStreamer's plugins. */
int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  leave_out_plugins ();
  gst_init (NULL, NULL);
  g_log_set_always_fatal (
      G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING);
  g_log_set_default_handler (print_or_abort, NULL);
  GST_DEBUG_CATEGORY_INIT (gst_life_debug, "life", 0, "fuzzed");
  GST_ELEMENT_REGISTER (lifesrc, NULL);
  GST_ELEMENT_REGISTER (lifestep, NULL);
  GST_ELEMENT_REGISTER (lifevis, NULL);
  folder = g_dir_make_tmp ("life-fuzz-XXXXXX", NULL);
  atexit (remove_folder);
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  sequence_play (data, size, folder);
  return 0;
}
