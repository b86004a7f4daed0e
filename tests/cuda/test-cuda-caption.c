/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that captions lie over frames on a GPU as they do on the CPU, to the byte. */
#include "tests/support/draw/cuda-drawn.h"

/* Lays @caption over frames that the CPU and the GPU have drawn. */
static gboolean
compare_captions (LifeWorld *world, LifeWorld *reference,
    const LifeCaption *caption, LifePixelFormat format, const guint size[2],
    guint padding, Place place, Memory *memory)
{
  LifeFrame expected, drawn;
  GError *error = NULL;
  const guint8 *bytes;
  gsize n = lay_out (&expected, memory->expected, format, size, padding);

  for (gsize i = 0; i < n; i++)
    memory->expected[i] = (guint8) (i * 37 + (i >> 8) * 11);
  lay_out (&drawn, memory_place (memory, place, n), format, size, padding);
  life_world_lay_caption (reference, &expected, caption, &error);
  g_assert_no_error (error);
  life_world_lay_caption (world, &drawn, caption, &error);
  g_assert_no_error (error);
  bytes = memory_look (memory, place, n);
  if (memcmp (bytes, memory->expected, n) == 0)
    return TRUE;
  g_test_message ("%u × %u %s %s, padding %u: caption of %u × %u at (%d, %d)",
      size[0], size[1], formats[format].name, place_names[place], padding,
      caption->width, caption->height, caption->x, caption->y);
  g_test_fail ();
  return FALSE;
}

/* Pixels of all weights, another number of them for each @version. */
static void
fill_caption (guint8 *pixels, gsize n, guint64 version)
{
  for (gsize i = 0; i < n; i++) {
    const guint hash = (guint) (i + version) * 2654435761u;
    const guint alpha = hash % 3 == 0   ? 0
                        : hash % 5 == 0 ? 255
                                        : hash >> 8 & 255;

    for (guint k = 0; k < 3; k++)
      pixels[4 * i + k] = (guint8) ((hash >> (8 + 5 * k) & 255) * alpha / 255);
    pixels[4 * i + 3] = (guint8) alpha;
  }
}

/* Inside, over edges, outside; kept from one frame to the next, and changed. */
static void
test_captions_equal_the_cpus (gconstpointer data)
{
  static const gint places[][4] = { { 4, 2, 12, 8 }, { 4, 2, 12, 8 },
    { 5, 3, 13, 7 }, { -3, 5, 90, 9 }, { 60, -5, 100, 40 },
    { -2, -3, 300, 200 }, { 400, 2, 5, 5 }, { 7, 4, 1, 1 } };
  static const LifeGeometry geometry = { 40, 30, 1, LIFE_TOPOLOGY_TORUS };
  const LifePixelFormat format = GPOINTER_TO_UINT (data);
  const LifeRule rule = rule_of (2, "B3/S23");
  g_autoptr (LifeWorld) world = NULL;
  g_autoptr (LifeWorld) reference = NULL;
  guint64 version = 0;
  Memory memory;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  world = new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
  reference = new_reference (&geometry, &rule);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    const gint *at = places[i];
    LifeCaption caption = { at[0], at[1], at[2], at[3] };
    g_autofree guint8 *pixels = NULL;

    caption.stride = 4 * (caption.width + 3);
    caption.pixels = pixels = g_malloc (caption.stride * caption.height);
    for (guint k = 0; k < 3 * PLACES; k++) {
      if (k % PLACES == 0)
        fill_caption (pixels, caption.stride / 4 * caption.height, ++version);
      caption.version = k < PLACES ? 0 : version;
      for (guint j = 0; j < G_N_ELEMENTS (frame_sizes); j++)
        if (!compare_captions (world, reference, &caption, format,
                frame_sizes[j], k % 2 ? 0 : k + j, k % PLACES, &memory))
          goto done;
    }
  }
done:
  memory_clear (&memory);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_formats (
      "cuda-caption/captions-equal-the-cpus/", test_captions_equal_the_cpus);
  return g_test_run ();
}
