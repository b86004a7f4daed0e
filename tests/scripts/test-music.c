/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* pipelines/music.sh: a metronome becomes a film whose picture and sound are in step, and
 * what is no song is named. */
#include <math.h>
#include <string.h>

#include "tests/support/programs/script.h"

#define RATE 48000
#define FPS 60
#define SECONDS 2
#define BEATS 4
#define FIRST_BEAT 0.2137

/* Of the frames that are compared. */
#define WIDTH 240
#define HEIGHT 135

static gdouble
time_of_beat (guint beat)
{
  return FIRST_BEAT + 0.45 * beat;
}

static void
put (GByteArray *bytes, guint32 value, guint n)
{
  for (guint i = 0; i < n; i++, value >>= 8)
    g_byte_array_append (bytes, (guint8[]){ (guint8) value }, 1);
}

/* Ticks of a kilohertz, in a WAV file of one channel. */
static void
write_metronome (const gchar *path)
{
  const guint n = RATE * SECONDS;
  GByteArray *wav = g_byte_array_new ();

  g_byte_array_append (wav, (const guint8 *) "RIFF", 4);
  put (wav, 36 + 2 * n, 4);
  g_byte_array_append (wav, (const guint8 *) "WAVEfmt ", 8);
  put (wav, 16, 4);
  put (wav, 1, 2);
  put (wav, 1, 2);
  put (wav, RATE, 4);
  put (wav, 2 * RATE, 4);
  put (wav, 2, 2);
  put (wav, 16, 2);
  g_byte_array_append (wav, (const guint8 *) "data", 4);
  put (wav, 2 * n, 4);
  for (guint i = 0; i < n; i++) {
    gdouble value = 0.0;

    for (guint beat = 0; beat < BEATS; beat++) {
      const gdouble t = (gdouble) i / RATE - time_of_beat (beat);

      if (t >= 0.0 && t < 0.02)
        value += 0.8 * exp (-400.0 * t) * sin (2000.0 * G_PI * t);
    }
    put (wav, (guint16) (gint16) lround (32767 * value), 2);
  }
  g_file_set_contents (path, (const gchar *) wav->data, wav->len, NULL);
  g_byte_array_unref (wav);
}

/* What ffmpeg decodes of @file, by these arguments, up to NULL. */
static GBytes *
decode (const gchar *file, ...)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  g_autofree gchar *raw = in_folder ("raw");
  g_autoptr (Outcome) outcome = NULL;
  gchar *content = NULL;
  gsize length = 0;
  gchar *word;
  va_list rest;

  g_ptr_array_add (words, "ffmpeg");
  g_ptr_array_add (words, "-v");
  g_ptr_array_add (words, "error");
  g_ptr_array_add (words, "-i");
  g_ptr_array_add (words, (gchar *) file);
  va_start (rest, file);
  while ((word = va_arg (rest, gchar *)) != NULL)
    g_ptr_array_add (words, word);
  va_end (rest);
  g_ptr_array_add (words, raw);
  g_ptr_array_add (words, NULL);
  outcome = run_program ((const gchar *const *) words->pdata);
  if (succeeded (outcome))
    g_file_get_contents (raw, &content, &length, NULL);
  g_remove (raw);
  return g_bytes_new_take (content, length);
}

/* When the ticks are heard, in seconds; of gdouble. */
static GArray *
heard_beats (const gchar *file)
{
  g_autoptr (GBytes) bytes =
      decode (file, "-f", "f32le", "-ac", "1", "-ar", "48000", NULL);
  GArray *beats = g_array_new (FALSE, FALSE, sizeof (gdouble));
  gsize size;
  const gfloat *samples = g_bytes_get_data (bytes, &size);
  gdouble last = -1.0;

  for (gsize i = 0; i < size / sizeof *samples; i++) {
    const gdouble time = (gdouble) i / RATE;

    if (fabsf (samples[i]) > 0.2f && time > last + 0.1) {
      g_array_append_val (beats, time);
      last = time;
    }
  }
  return beats;
}

/* When frames get brighter, in seconds; of gdouble. */
static GArray *
seen_beats (const gchar *file)
{
  g_autoptr (GBytes) bytes = decode (file, "-vf",
      "scale=" G_STRINGIFY (WIDTH) ":" G_STRINGIFY (HEIGHT), "-pix_fmt", "gray",
      "-f", "rawvideo", NULL);
  GArray *beats = g_array_new (FALSE, FALSE, sizeof (gdouble));
  gsize size;
  const guint8 *pixels = g_bytes_get_data (bytes, &size);
  guint64 last = 0;

  for (guint frame = 0; frame < size / (WIDTH * HEIGHT); frame++) {
    const gdouble time = (gdouble) frame / FPS;
    guint64 sum = 0;

    for (guint i = 0; i < WIDTH * HEIGHT; i++)
      sum += pixels[(gsize) frame * WIDTH * HEIGHT + i];
    if (frame > 0 && sum > last + 3000)
      g_array_append_val (beats, time);
    last = sum;
  }
  return beats;
}

/* A frame's time is when it begins to be shown. */
static void
expect_beats (const gchar *what, GArray *beats, gdouble early, gdouble late)
{
  if (beats->len != BEATS)
    fail ("%u beats are %s, not %d", beats->len, what, BEATS);
  for (guint i = 0; i < MIN (beats->len, BEATS); i++) {
    const gdouble time = g_array_index (beats, gdouble, i);

    if (time < time_of_beat (i) - early || time > time_of_beat (i) + late)
      fail ("beat %u, at %.4f s, is %s at %.4f s", i, time_of_beat (i), what,
          time);
  }
}

static void
test_sound_and_picture_are_in_step (void)
{
  g_autofree gchar *song = NULL, *file = NULL, *printed = NULL;
  g_autoptr (Outcome) outcome = NULL;

  if (lacks_decoder ())
    return;
  start_folder ();
  song = in_folder ("a song.wav");
  write_metronome (song);
  /* Stamps stay where they are, so that a frame gets brighter at a beat alone. */
  outcome = run_script ("music.sh", "a song.wav", "--", "rule=B/S012345678",
      "stamp=noise", "color-mode=solid", "bands=1", NULL);
  file = in_folder ("music.mp4");
  if (succeeded (outcome)) {
    g_autoptr (GArray) heard = heard_beats (file);
    g_autoptr (GArray) seen = seen_beats (file);

    printed = probe (file);
    expect_probe (printed, "codec_name=h264");
    expect_probe (printed, "pix_fmt=yuv420p");
    expect_probe (printed, "width=1920");
    expect_probe (printed, "height=1080");
    expect_probe (printed, "avg_frame_rate=60/1");
    expect_probe (printed, "nb_read_frames=120");
    expect_beats ("heard", heard, 0.002, 0.002);
    expect_beats ("seen", seen, 1.0 / FPS, 1.0 / FPS);
  }
  expect_only ("a song.wav", "music.mp4", NULL);
  end_folder ();
}

static void
test_what_is_no_song_is_named (void)
{
  g_autofree gchar *folder = NULL, *garbage = NULL;
  g_autoptr (Outcome) none = NULL, missing = NULL, is_folder = NULL,
                      mute = NULL;

  start_folder ();
  folder = in_folder ("there");
  garbage = in_folder ("garbage.mp3");
  g_mkdir (folder, 0700);
  g_file_set_contents (garbage, "this is no sound at all\n", -1, NULL);
  none = run_script ("music.sh", NULL);
  expect_refusal (none, 2, "name the file of a song");
  missing = run_script ("music.sh", "no such.ogg", "out.mp4", NULL);
  expect_refusal (missing, 1, "no such.ogg");
  is_folder = run_script ("music.sh", "there", "out.mp4", NULL);
  expect_refusal (is_folder, 1, "is a folder, not a song");
  mute = run_script ("music.sh", "garbage.mp3", "out.mp4", NULL);
  expect_refusal (mute, 1, "decodes no sound");
  expect_only ("there", "garbage.mp3", NULL);
  end_folder ();
}

static void
test_properties_win_over_the_look (void)
{
  g_autoptr (Outcome) plain = NULL, preset = NULL, rule = NULL;
  g_autofree gchar *song = NULL;

  start_folder ();
  fake_program ("gst-launch-1.0", "case \" $* \" in *' -q '*) exit 0 ;; esac\n"
                                  "echo \"rendering ($*)\"; exit 3");
  song = in_folder ("song.wav");
  write_metronome (song);
  plain = run_script ("music.sh", "song.wav", NULL);
  if (!strstr (plain->printed, "stamp=ring rule=/234/16 palette=ice"))
    fail ("music.sh plays with another look:\n%s", plain->printed);
  preset = run_script ("music.sh", "song.wav", "--", "@preset=embers", NULL);
  if (strstr (preset->printed, "rule=") || strstr (preset->printed, "palette="))
    fail ("a preset does not bring its own look:\n%s", preset->printed);
  rule = run_script ("music.sh", "song.wav", "--", "rule=B3/S23", NULL);
  if (strstr (rule->printed, "/234/16"))
    fail ("a rule does not replace ours:\n%s", rule->printed);
  expect_only ("song.wav", NULL);
  end_folder ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  script_test_init ();
#define TEST(name) g_test_add_func ("/music/" #name, test_##name)
  TEST (sound_and_picture_are_in_step);
  TEST (what_is_no_song_is_named);
  TEST (properties_win_over_the_look);
  return g_test_run ();
}
