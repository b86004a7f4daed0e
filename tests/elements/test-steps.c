/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The scripts in the folders of the elements' tests: FOLDER/SUBJECT.steps. */
#include "tests/support/elements/steps.h"

#include "tests/support/elements/element.h"

static const gchar *const files[] = { "input/actions", "input/draw",
  "input/events", "input/keys", "input/navigation", "input/undo", "input/view",
  "settings/mid-stream",
#ifdef TEST_SOUND
  "lifevis/settings",
#endif
  "stream/stream", "view/views", "world/checkpoints", "world/stagnation",
#ifdef TEST_WORDS
  "view/caption", "world/text",
#endif
  "world/unbounded", "world/whole-worlds" };

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree gchar *path = g_strdup_printf (
        "%s/tests/elements/%s.steps", g_getenv ("LIFE_SOURCE_ROOT"), files[i]);

    steps_add_tests (path);
  }
  return g_test_run ();
}
