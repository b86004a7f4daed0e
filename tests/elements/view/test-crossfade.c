/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Frames that fade: their bytes against those of streams that do not, in every format, on
 * any engine, after seeks and in a filter. */
#include "tests/support/elements/lifestep.h"

#include "life/draw/paint/blend.h"
#include "plugin/timeline/numbering.h"

#define N_FRAMES 14

G_STATIC_ASSERT (LIFE_FADE_ALL == GST_LIFE_FULL_WEIGHT);

static const gchar *const formats[] = { "GRAY8", "I420", "NV12", "RGBA", "BGRA",
  "RGBx", "BGRx", "RGB", "ARGB", "Y444", "Y42B", "YUY2", "I420_10LE",
  "P010_10LE", "I422_10LE", "Y210", "NV16", "NV21" };

static Stream *
source_of (const gchar *properties, const gchar *format)
{
  return stream_play (stream_new (
      "lifesrc name=life %s ! video/x-raw,format=%s,width=47,height=33,"
      "framerate=30/1",
      properties, format));
}

/* @k / @n of the way from @previous to @now, whose samples are words or bytes. */
static GBytes *
blend (GBytes *previous, GBytes *now, guint k, guint n, const gchar *format)
{
  gboolean wide = strstr (format, "10") != NULL;
  guint shift = *format == 'P' || *format == 'Y' ? 6 : 0;
  gsize size;
  const guint8 *from = g_bytes_get_data (previous, &size);
  const guint8 *to = g_bytes_get_data (now, NULL);
  guint8 *bytes = g_malloc (size);

  for (gsize i = 0; wide && i < size; i += 2) {
    guint a = GST_READ_UINT16_LE (from + i) >> shift;
    guint b = GST_READ_UINT16_LE (to + i) >> shift;
    GST_WRITE_UINT16_LE (bytes + i, (a * (n - k) + b * k + n / 2) / n << shift);
  }
  for (gsize i = 0; !wide && i < size; i++)
    bytes[i] = (guint8) ((from[i] * (n - k) + to[i] * k + n / 2) / n);
  return g_bytes_new_take (bytes, size);
}

/* Frame @i of a stream at rate 1/@n, of frames that do not fade. */
static GBytes *
faded (GPtrArray *plain, guint i, guint n, const gchar *format)
{
  if (i < n)
    return g_bytes_ref (plain->pdata[i]);
  return blend (
      plain->pdata[i / n * n - 1], plain->pdata[i], i % n + 1, n, format);
}

static void
check_fading (const gchar *properties, const gchar *format, guint n)
{
  g_autofree gchar *plain_text =
      g_strdup_printf ("%s generations-rate=1/%u", properties, n);
  g_autofree gchar *text = g_strconcat (plain_text, " crossfade=true", NULL);
  g_autoptr (Stream) plain = source_of (plain_text, format);
  g_autoptr (Stream) stream = source_of (text, format);
  g_autoptr (GPtrArray) frames = play_frames (plain, N_FRAMES);

  for (guint i = 0; i < 3 * N_FRAMES; i++) {
    const guint number = i < N_FRAMES ? i : (i * 5 + 3) % N_FRAMES;
    g_autoptr (GstSample) sample = NULL;
    g_autoptr (GBytes) got = NULL;
    g_autoptr (GBytes) expected = faded (frames, number, n, format);

    if (i == N_FRAMES)
      stream_set_state (stream, GST_STATE_PAUSED);
    sample =
        i < N_FRAMES ? stream_pull (stream) : stream_sought (stream, number);
    got = sample_pixels (sample);
    assert_same_pixels (got, expected, 47, text);
    g_assert_cmpuint (sample_generation (sample), ==, number / n);
  }
}

static void
test_frames_fade_in_every_format (void)
{
  static const gchar *const views[] = { "zoom=3",
    "zoom=0.3 world-width=160 world-height=120",
    "rule=brians-brain color-mode=state palette=fire",
    "alive-color=0x80ff4010 dead-color=0x20103050" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    for (guint k = 0; k < G_N_ELEMENTS (views); k++)
      check_fading (views[k], formats[i], 3 + k);
}

static void
test_kernels_of_bytes_fade (void)
{
  check_fading ("kernel=naive engine=cpu", "I420", 3);
  check_fading ("rule=R2,C0,M1,S3..8,B5..7,NM", "RGBA", 4);
}

/* The frame that fades out is seen through the present view. */
static void
test_slice_of_the_previous_generation_moves (void)
{
  g_autoptr (Stream) stream =
      source_of ("world-depth=9 world-width=47 world-height=33 density=0.2 "
                 "zoom=1 slice-step=1 generations-rate=1/3 crossfade=true",
          "GRAY8");
  LifeWorld *worlds[2]; /* the one before, and now */

  for (guint i = 0; i < 2; i++) {
    worlds[i] = reference_new (47, 33, 9, LIFE_TOPOLOGY_TORUS, "B6/S567");
    g_assert_true (life_world_soup (worlds[i], 1, 0.2, NULL));
  }
  for (guint i = 0; i < N_FRAMES; i++) {
    const LifeBox box = { 0, 0, (4 + i) % 9, 47, 33, 1 };
    g_autoptr (GBytes) got = stream_pull_pixels (stream);
    g_autoptr (GBytes) old = NULL;
    g_autoptr (GBytes) new = NULL;
    g_autoptr (GBytes) expected = NULL;

    for (guint k = 0; k < 2; k++)
      if (i % 3 == 0 && i > 3 - 3 * k)
        reference_step (worlds[k], 1);
    old = reference_plane (worlds[0], &box);
    new = reference_plane (worlds[1], &box);
    expected = blend (old, new, i < 3 ? 3 : i % 3 + 1, 3, "GRAY8");
    assert_same_pixels (got, expected, 47, "moving slice");
  }
  life_world_free (worlds[0]);
  life_world_free (worlds[1]);
}

/* --- lifestep --- */

/* One picture again and again, or another one each time, which changes the world after a
 * frame was shown: that fades out as it was. */
static void
test_filter_fades (void)
{
  static const struct {
    const gchar *properties;
    gboolean pictures_change;
  } rows[] = {
    { "input=first", FALSE },
    { "input=first output=overlay alive-color=0x80a0a0a0", FALSE },
    { "input=xor", TRUE },
    { "input=or", TRUE },
    { "input=erase", TRUE },
    { "input=motion", TRUE },
    { "input=replace", TRUE },
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++) {
    g_autofree gchar *plain_text =
        g_strconcat (rows[k].properties, " generations-rate=1/4", NULL);
    g_autofree gchar *text = g_strconcat (plain_text, " crossfade=true", NULL);
    g_autoptr (Harness) plain = feed (plain_text);
    g_autoptr (Harness) h = feed (text);
    g_autoptr (GPtrArray) frames =
        g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
    guint8 pixels[CELLS];

    for (guint i = 0; i < N_FRAMES; i++) {
      g_autoptr (GBytes) got = NULL;
      g_autoptr (GBytes) expected = NULL;

      random_picture (pixels, rows[k].pictures_change ? i + 1 : 1);
      g_ptr_array_add (frames, push_pixels (plain, i, pixels));
      got = push_pixels (h, i, pixels);
      /* Buffer i is frame i + 1 of the time line. */
      expected = i < 3 ? g_bytes_ref (frames->pdata[i])
                       : blend (frames->pdata[(i + 1) / 4 * 4 - 2],
                           frames->pdata[i], (i + 1) % 4 + 1, 4, "GRAY8");
      assert_same_pixels (got, expected, WIDTH, text);
    }
  }
}

/* --- Bytes and words --- */

/* The share of @k in @n as the time line makes it, for every n that is promised. */
static guint32
share (guint k, guint n)
{
  return LIFE_FADE_ALL
         - (guint32) ((((guint64) k << LIFE_FADE_BITS) + n / 2) / n);
}

static void
test_bytes_and_words_are_rounded_as_fractions_are (void)
{
  for (guint n = 1; n <= 32767; n += n < 100 ? 1 : 163)
    for (guint k = 0; k <= n; k += n / 40 + 1)
      for (guint from = 0; from < 256; from += 5)
        for (guint to = 0; to < 256; to += 3)
          if (life_fade_byte ((guint8) to, (guint8) from, share (k, n))
              != (from * (n - k) + to * k + n / 2) / n)
            g_error ("%u to %u at %u / %u", from, to, k, n);
  for (guint n = 1; n <= 8191; n += n < 60 ? 1 : 163)
    for (guint k = 0; k <= n; k += n / 20 + 1)
      for (guint from = 0; from < 1024; from += 31)
        for (guint to = 0; to < 1024; to += 11)
          if (life_fade_word (
                  (guint16) (to << 6), (guint16) (from << 6), share (k, n), 6)
              != (from * (n - k) + to * k + n / 2) / n << 6)
            g_error ("%u to %u at %u / %u, words", from, to, k, n);
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/crossfade/" #name, test_##name)
  TEST (frames_fade_in_every_format);
  TEST (kernels_of_bytes_fade);
  TEST (slice_of_the_previous_generation_moves);
  TEST (filter_fades);
  TEST (bytes_and_words_are_rounded_as_fractions_are);
  return g_test_run ();
}
