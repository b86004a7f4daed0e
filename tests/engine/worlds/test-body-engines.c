/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that worlds in perspective look the same, to the byte, however an engine on the CPU
 * keeps their cells: as bits, or as bytes. */
#include "tests/support/draw/body-setup.h"

#define SETUPS 100

static void
compare_engines (void)
{
  for (guint i = 0; i < SETUPS; i++) {
    BodySetup setup = random_body_setup (1 + i, 80, 100);
    LifeRule rule = body_setup_rule (&setup);
    g_autoptr (LifeWorld) bits =
        new_world_with_rule (&setup.geometry, &rule, LIFE_KERNEL_AUTO, 0);
    g_autoptr (LifeWorld) bytes =
        new_world_with_rule (&setup.geometry, &rule, LIFE_KERNEL_NAIVE, 1);

    if (!compare_body_setup (bits, bytes, &setup))
      return;
  }
}

static void
test_bits_are_drawn_as_bytes (void)
{
  for_every_path (compare_engines);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func (
      "/body-engines/bits_are_drawn_as_bytes", test_bits_are_drawn_as_bytes);
  return g_test_run ();
}
