/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties that are set in mid-stream: what is in use stays, no value ends a stream, and controllers' wild values are
 * clamped. Scripts of single properties are in mid-stream.steps. */
#include "tests/support/elements/element.h"

#include <malloc.h>
#include <math.h>
#include <unistd.h>

static gchar *
text_of (GstElement *element, const gchar *property)
{
  g_auto (GValue) value = G_VALUE_INIT;
  gchar *text;

  g_object_get_property (G_OBJECT (element), property, &value);
  text = gst_value_serialize (&value);
  return text ? text : g_strdup ("unset");
}

static void
set (Stream *stream, const gchar *property, const gchar *value)
{
  gst_util_set_object_arg (G_OBJECT (stream->life), property, value);
}

/* Sets the present value again. */
static void
set_again (Stream *stream, const gchar *property)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_object_get_property (G_OBJECT (stream->life), property, &value);
  g_object_set_property (G_OBJECT (stream->life), property, &value);
}

static void
expect_no_warning (Stream *stream)
{
  if (stream_next_message (stream, GST_MESSAGE_WARNING))
    g_error ("there is a warning");
}

static void
test_what_is_in_use_stays (gconstpointer line)
{
  static const gchar *const settings[][2] = { { "world-width", "64" },
    { "density", "0.5" }, { "topology", "plane" }, { "pattern", "glider" },
    { "seed", "7" }, { "engine", "cuda" }, { "threads", "1" },
    { "start-generation", "3" } };
  g_autoptr (Stream) stream = stream_new ("%s", (const gchar *) line);

  stream_set_state (stream, GST_STATE_PAUSED);
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++) {
    g_autofree gchar *previous = text_of (stream->life, settings[i][0]);
    g_autofree gchar *after = NULL;

    set_again (stream, settings[i][0]);
    expect_no_warning (stream);
    set (stream, settings[i][0], settings[i][1]);
    after = text_of (stream->life, settings[i][0]);
    g_assert_cmpstr (after, ==, previous);
    stream_assert_warned (stream, settings[i][0]);
  }
  stream_set_state (stream, GST_STATE_READY);
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++) {
    g_autofree gchar *after = NULL;

    set (stream, settings[i][0], settings[i][1]);
    expect_no_warning (stream);
    after = text_of (stream->life, settings[i][0]);
    g_assert_cmpstr (after, ==, settings[i][1]);
  }
}

/* Before a filter's first picture the world exists, but is empty. */
static void
test_edit_before_the_first_cells_is_refused (void)
{
  g_autoptr (Stream) stream =
      stream_new ("appsrc ! lifestep name=life world-width=24 world-height=20 "
                  "density=0.5 ! " GRAY (24, 20));

  gst_element_set_state (stream->pipeline, GST_STATE_PAUSED);
  g_assert_false (stream_act (stream, "clear"));
  stream_assert_warned (stream, "no world yet");
}

/* --- Memory --- */

#define SIDE 4096
/* Less than a byte per cell or pixel, more than anything else takes meanwhile. */
#define MUCH (SIDE * SIDE / 2)

/* Bytes of memory that this process uses. */
static gint64
memory_used (void)
{
  g_autofree gchar *text = NULL;
  g_auto (GStrv) pages = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  pages = g_strsplit (text, " ", 3);
  return g_ascii_strtoll (pages[1], NULL, 10) * sysconf (_SC_PAGESIZE);
}

/* Once the stream has made all the frames ahead that it may: as many buffers are there
 * each time. */
static gint64
memory_after_frames (Stream *stream, guint n)
{
  gint64 used, last;

  stream_skip (stream, n);
  used = memory_used ();
  do {
    last = used;
    g_usleep (G_USEC_PER_SEC / 5);
    used = memory_used ();
  } while (used != last);
  return used;
}

/* Memory that a mode takes is free again when it is no longer set. */
static void
check_memory (const gchar *format, const gchar *property, const gchar *on,
    const gchar *off)
{
  g_autoptr (Stream) stream = stream_play (stream_new (
      "lifesrc name=life engine=cpu world-width=4096 world-height=4096 "
      "density=0.01 generations-rate=1/4 %s=%s ! %s",
      property, on, format));
  gint64 with = memory_after_frames (stream, 10), without;

  set (stream, property, off);
  without = memory_after_frames (stream, 6);
  if (with - without < MUCH)
    g_error ("%s=%s takes %" G_GINT64_FORMAT
             " bytes, and %s=%s takes %" G_GINT64_FORMAT,
        property, on, with, property, off, without);
}

static void
test_modes_leave_no_memory (void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
  g_test_skip ("a sanitizer keeps what is freed");
#else
  /* Large pieces go back to the system at once. */
  mallopt (M_MMAP_THRESHOLD, 1024 * 1024);
  check_memory (GRAY (64, 48), "color-mode", "age", "solid");
  check_memory (GRAY (4096, 4096), "crossfade", "true", "false");
#endif
}

/* --- Values that cannot be shown --- */

#define INPUT "videotestsrc ! " GRAY (24, 20) " ! "
#define SLICES "world-width=8 world-height=8 world-depth=4 "
#define VOLUME "view=volume world-width=8 world-height=8 world-depth=8 "

static Stream *
world_stream (const gchar *element, const gchar *world)
{
  return stream_new ("%s name=life %s ! " GRAY (24, 20), element, world);
}

/* More frames than there are in the making. */
#define SOME_FRAMES 6

static gdouble
number_of (GstElement *element, const gchar *property)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_DOUBLE);
  g_object_get_property (G_OBJECT (element), property, &value);
  return g_value_get_double (&value);
}

/* What a controller sets, and what the property has then; it had 1 before. */
static const struct {
  const gchar *world, *property;
  gdouble set, used;
} wild[] = {
  { "", "zoom", -1, 0 },
  { "", "zoom", NAN, 1 },
  { "", "zoom", INFINITY, 4096 },
  { "", "rotation", NAN, 1 },
  { "", "rotation", -INFINITY, -9007199254740992.0 },
  { "", "view-x", NAN, 1 },
  { "", "density-gain", 0, 1e-6 },
  { VOLUME, "azimuth", NAN, 1 },
  { VOLUME, "elevation", INFINITY, 9007199254740992.0 },
  { VOLUME, "look-at-z", NAN, 1 },
  { VOLUME, "camera-distance", 0, 0.001 },
  { VOLUME, "camera-fov", 180, 179 },
  { VOLUME, "light-azimuth", NAN, 1 },
  { VOLUME, "light-elevation", -INFINITY, -9007199254740992.0 },
  { SLICES, "slice", -5, 0 },
};

static void
test_wild_values_of_controllers_are_clamped (gconstpointer element)
{
  for (guint i = 0; i < G_N_ELEMENTS (wild); i++) {
    g_autoptr (Stream) stream = world_stream (element, wild[i].world);

    stream_control (
        stream, wild[i].property, 1, 100 * GST_MSECOND, wild[i].set);
    stream_play (stream);
    stream_skip (stream, SOME_FRAMES);
    stream_assert_warned (stream, wild[i].property);
    stream_skip (stream, SOME_FRAMES);
    expect_no_warning (stream);
    g_assert_cmpfloat (
        number_of (stream->life, wild[i].property), ==, wild[i].used);
  }
}

/* Sets the least or the greatest value, or one of an enum's; FALSE where there are no more. */
static gboolean
set_extreme (GObject *object, GParamSpec *pspec, guint i)
{
  GValue value = G_VALUE_INIT;
  gboolean is_enum = G_IS_PARAM_SPEC_ENUM (pspec);
  guint n = is_enum ? G_PARAM_SPEC_ENUM (pspec)->enum_class->n_values : 2;

  if (i == n)
    return FALSE;
  g_value_init (&value, pspec->value_type);
  if (is_enum)
    g_value_set_enum (
        &value, G_PARAM_SPEC_ENUM (pspec)->enum_class->values[i].value);
  else if (G_VALUE_HOLDS_BOOLEAN (&value))
    g_value_set_boolean (&value, i > 0);
  else if (G_VALUE_HOLDS_FLAGS (&value))
    g_value_set_flags (
        &value, i > 0 ? G_PARAM_SPEC_FLAGS (pspec)->flags_class->mask : 0);
  else if (G_VALUE_HOLDS_STRING (&value))
    g_value_set_static_string (&value, i > 0 ? "\n?" : "");
  else if (GST_VALUE_HOLDS_FRACTION (&value))
    gst_value_set_fraction (&value, i > 0 ? 1 : 0, i > 0 ? G_MAXINT : 1);
  else if (G_VALUE_HOLDS_DOUBLE (&value))
    g_value_set_double (&value, i > 0 ? G_PARAM_SPEC_DOUBLE (pspec)->maximum
                                      : G_PARAM_SPEC_DOUBLE (pspec)->minimum);
  else if (G_VALUE_HOLDS_INT (&value))
    g_value_set_int (&value, i > 0 ? G_PARAM_SPEC_INT (pspec)->maximum
                                   : G_PARAM_SPEC_INT (pspec)->minimum);
  else
    g_value_set_uint (&value, i > 0 ? G_PARAM_SPEC_UINT (pspec)->maximum
                                    : G_PARAM_SPEC_UINT (pspec)->minimum);
  g_object_set_property (object, pspec->name, &value);
  g_value_unset (&value);
  return TRUE;
}

/* So many generations take long, and are no question of what is valid. */
static gboolean
is_slow (const GParamSpec *pspec)
{
  return g_str_equal (pspec->name, "generations");
}

static void
test_no_value_of_a_property_ends_a_stream (gconstpointer element)
{
  static const gchar *const worlds[] = { "", SLICES, VOLUME,
    "view=montage world-width=8 world-height=8 world-depth=4 ",
    "view=projection world-width=8 world-height=8 world-depth=4 ",
    "topology=unbounded pattern=acorn " };

  for (guint world = 0; world < G_N_ELEMENTS (worlds); world++) {
    g_autoptr (Stream) stream =
        stream_play (world_stream (element, worlds[world]));
    GObject *object = G_OBJECT (stream->life);
    guint n;
    g_autofree GParamSpec **pspecs =
        g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n);

    for (guint i = 0; i < n; i++) {
      if (!(pspecs[i]->flags & GST_PARAM_MUTABLE_PLAYING)
          || is_slow (pspecs[i]))
        continue;
      for (guint k = 0; set_extreme (object, pspecs[i], k); k++)
        stream_skip (stream, 1);
      g_object_set_property (
          object, pspecs[i]->name, g_param_spec_get_default_value (pspecs[i]));
      stream_skip (stream, 1);
    }
    stream_skip (stream, SOME_FRAMES);
  }
}

static GBytes *
first_pixels (Stream *stream)
{
  GBytes *pixels = stream_pull_pixels (stream_play (stream));

  stream_free (stream);
  return pixels;
}

static void
test_minus_one_of_a_controller_is_a_position (void)
{
  static const struct {
    const gchar *world, *property;
  } positions[] = {
    { "world-width=16 world-height=12 zoom=1 ", "view-x" },
    { "world-width=16 world-height=12 zoom=1 ", "view-y" },
    { VOLUME, "look-at-x" },
    { VOLUME, "look-at-y" },
    { VOLUME, "look-at-z" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (positions); i++) {
    Stream *stream = world_stream ("lifesrc", positions[i].world);
    Stream *concurrent = world_stream ("lifesrc", positions[i].world);
    g_autoptr (GBytes) center =
        first_pixels (world_stream ("lifesrc", positions[i].world));
    g_autoptr (GBytes) there = NULL, expected = NULL;

    stream_control (stream, positions[i].property, -1, GST_SECOND, -1);
    there = first_pixels (stream);
    g_object_set (
        concurrent->life, positions[i].property, nextafter (-1, -2), NULL);
    expected = first_pixels (concurrent);
    assert_same_pixels (there, expected, 24, positions[i].property);
    g_assert_false (g_bytes_equal (there, center));
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name) g_test_add_func ("/mid-stream/" #name, test_##name)
#define TEST_OF(name, element, line) \
  g_test_add_data_func ("/mid-stream/" element "/" #name, line, test_##name)
#define TEST_KINDS(name)                \
  TEST_OF (name, "lifesrc", "lifesrc"); \
  TEST_OF (name, "lifestep", INPUT "lifestep input=tick density=0.3")
  TEST_OF (
      what_is_in_use_stays, "lifesrc", "lifesrc name=life ! " GRAY (24, 20));
  TEST_OF (what_is_in_use_stays, "lifestep",
      "lifesrc ! " GRAY (24, 20) " ! lifestep name=life ! " GRAY (24, 20));
  TEST (edit_before_the_first_cells_is_refused);
  TEST (modes_leave_no_memory);
  TEST_KINDS (wild_values_of_controllers_are_clamped);
  TEST_KINDS (no_value_of_a_property_ends_a_stream);
#ifdef TEST_SOUND
  TEST_OF (no_value_of_a_property_ends_a_stream, "lifevis",
      "audiotestsrc ! lifevis");
#endif
  TEST (minus_one_of_a_controller_is_a_position);
  return g_test_run ();
}
