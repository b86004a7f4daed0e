/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a random sequence sets; see the header. */
#include "tests/support/elements/sequence-values.h"

#include <string.h>

/* --- Texts --- */

static const gchar *const rules[] = { NULL, "B3/S23", "B36/S23", "B2/S345/4",
  "B2-a/S12", "W30", "B6/S567", "R2,C2,S6..9,B7..8", "R2,C2,M1,S3..8,B5..9,NN",
  "B3/S23:T20,12", "B3/S23:K16*,12", "B3/S23:P7", "B0/S8", "B3/S23H", "B2/S34V",
  "4555", "WireWorld", "B3/", "nothing", "B3/S23:T", "" };
static const gchar *const patterns[] = { NULL, "glider", "gosper-gun",
  "bo$2bo$3o!", "x = 3, y = 1, rule = B36/S23\n3o!",
  "x = 2, y = 1, rule = B2/S345/4\nAB!", "3o$$3o/3o!", "r-pentomino",
  "[M2]\n$$.***\n4 1 0 0 1\n", "x = 90, y = 90\n90o!", "b3o", "x=", "" };
static const gchar *const palettes[] = { NULL, "fire", "ink", "default",
  "0xff102030,0.5:0x80ffffff,0xff00ff00", "0.9:0xff000000,0.1:0xff000000",
  "none", "" };
static const gchar *const waypoints[] = { NULL, "0s 5,5; 1s 9,9 zoom=2",
  "0f 1,1 zoom=0.5; 4f fit ease; 9f 3,3 rotation=50 ease", "0f manual; 3f life",
  "5f 1,1; 2f 2,2", "x", "" };
static const gchar *const words[] = { NULL, "Life", "a\nb", "\xc3\xa4", "" };
static const gchar *const fonts[] = { NULL, "Sans 8", "Mono 3", "none 0", "" };

/* A file or a folder inside @folder, or one that is not there. */
static gchar *
choose_location (Bytes *bytes, const gchar *folder)
{
  static const gchar *const names[] = { "a.rle", "b.cells", "c.mc", "d.mc.gz",
    "none/a.rle", "e.txt", "f.rle3", "." };
  const guint which = bytes_below (bytes, G_N_ELEMENTS (names) + 1);

  return which == 0 ? NULL : g_build_filename (folder, names[which - 1], NULL);
}

#define TEXTS(name, values)             \
  {                                     \
    name, values, G_N_ELEMENTS (values) \
  }

static const struct {
  const gchar *name;
  const gchar *const *values;
  guint n;
} texts[] = { TEXTS ("rule", rules), TEXTS ("pattern", patterns),
  TEXTS ("palette", palettes), TEXTS ("waypoints", waypoints),
  TEXTS ("text", words), TEXTS ("text-font", fonts),
  TEXTS ("caption-font", fonts) };

/* All others name files. */
static gchar *
choose_text (const gchar *name, Bytes *bytes, const gchar *folder)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (strcmp (name, texts[i].name) == 0)
      return g_strdup (texts[i].values[bytes_below (bytes, texts[i].n)]);
  return choose_location (bytes, folder);
}

/* --- Numbers --- */

/* What would make a world large, or a step long. */
static const struct {
  const gchar *name;
  guint minimum, maximum;
} bounds[] = { { "world-width", 0, 40 }, { "world-height", 0, 40 },
  { "world-depth", 0, 12 }, { "generations", 1, 9 }, { "hold", 0, 5 },
  { "start-generation", 0, 70 }, { "generations-growth", 2000, 2255 },
  { "threads", 1, 3 }, { "memory-limit", 1 << 16, 1 << 24 },
  { "stagnation-frames", 1, 7 }, { "history", 2, 16 },
  { "checkpoint-generations", 0, 9 }, { "num-buffers", 0, 40 },
  { "blocksize", 1, 1 << 16 }, { "bands", 1, 32 } };

static const gdouble zooms[] = { 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 8.0, 99.5,
  4096.0 };

/* Within [@minimum, @maximum], small ones rather than large ones; where the property has
 * bounds of its own in this file, within those. */
static gint64
choose_whole (const gchar *name, Bytes *bytes, gint64 minimum, gint64 maximum)
{
  const guint kind = bytes_below (bytes, 4);
  gint64 number;

  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++)
    if (strcmp (name, bounds[i].name) == 0)
      return bounds[i].minimum
             + (gint64) (bytes_number (bytes, 3)
                         % (bounds[i].maximum - bounds[i].minimum + 1));
  number = (gint64) bytes_number (bytes, kind == 2 ? 1 : 4) - 100;
  return kind == 0   ? minimum
         : kind == 1 ? maximum
                     : CLAMP (number, minimum, maximum);
}

static gdouble
choose_real (const gchar *name, Bytes *bytes, gdouble minimum, gdouble maximum)
{
  const guint kind = bytes_below (bytes, 4);
  gdouble number;

  if (strcmp (name, "zoom") == 0)
    return bytes_choose (bytes, zooms);
  number = bytes_next (bytes);
  number = kind == 2 ? number - 100.0 : number / 255.0;
  return kind == 0   ? minimum
         : kind == 1 ? maximum
                     : CLAMP (number, minimum, maximum);
}

static void
choose_fraction (GValue *value, Bytes *bytes)
{
  static const gint fractions[][2] = { { 0, 1 }, { 1, 1 }, { 1, 3 }, { 2, 3 },
    { 5, 2 }, { 1, G_MAXINT }, { 7, 1 } };
  const gint *fraction = bytes_choose (bytes, fractions);

  gst_value_set_fraction (value, fraction[0], fraction[1]);
}

static void
choose_number (GParamSpec *pspec, GValue *value, Bytes *bytes)
{
  const gchar *name = pspec->name;

  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    g_value_set_boolean (value, bytes_below (bytes, 2));
  else if (G_IS_PARAM_SPEC_INT (pspec))
    g_value_set_int (
        value, choose_whole (name, bytes, G_PARAM_SPEC_INT (pspec)->minimum,
                   G_PARAM_SPEC_INT (pspec)->maximum));
  else if (G_IS_PARAM_SPEC_UINT (pspec))
    g_value_set_uint (
        value, choose_whole (name, bytes, G_PARAM_SPEC_UINT (pspec)->minimum,
                   G_PARAM_SPEC_UINT (pspec)->maximum));
  else if (G_IS_PARAM_SPEC_UINT64 (pspec))
    g_value_set_uint64 (
        value, (guint64) choose_whole (name, bytes, 0, G_MAXINT64));
  else if (G_IS_PARAM_SPEC_DOUBLE (pspec))
    g_value_set_double (
        value, choose_real (name, bytes, G_PARAM_SPEC_DOUBLE (pspec)->minimum,
                   G_PARAM_SPEC_DOUBLE (pspec)->maximum));
  else if (GST_IS_PARAM_SPEC_FRACTION (pspec))
    choose_fraction (value, bytes);
}

static void
choose_value (
    GParamSpec *pspec, GValue *value, Bytes *bytes, const gchar *folder)
{
  g_value_init (value, pspec->value_type);
  if (G_IS_PARAM_SPEC_STRING (pspec)) {
    g_value_take_string (value, choose_text (pspec->name, bytes, folder));
  } else if (G_IS_PARAM_SPEC_ENUM (pspec)) {
    const GEnumClass *values = G_PARAM_SPEC_ENUM (pspec)->enum_class;

    g_value_set_enum (
        value, values->values[bytes_below (bytes, values->n_values)].value);
  } else if (G_IS_PARAM_SPEC_FLAGS (pspec)) {
    g_value_set_flags (value,
        bytes_next (bytes) & G_PARAM_SPEC_FLAGS (pspec)->flags_class->mask);
  } else {
    g_param_value_set_default (pspec, value);
    choose_number (pspec, value, bytes);
  }
}

/* --- Properties --- */

static gboolean
is_set_by_sequences (const GParamSpec *pspec)
{
  return (pspec->flags & G_PARAM_WRITABLE) != 0
         && !g_type_is_a (pspec->value_type, G_TYPE_OBJECT)
         && strcmp (pspec->name, "name") != 0
         && strcmp (pspec->name, "shader") != 0;
}

void
sequence_set_property (GstElement *element, Bytes *bytes, const gchar *folder)
{
  guint n;
  g_autofree GParamSpec **pspecs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);
  GParamSpec *pspec = pspecs[bytes_below (bytes, n)];
  g_auto (GValue) value = G_VALUE_INIT;
  g_autofree gchar *text = NULL;

  if (!is_set_by_sequences (pspec))
    return;
  choose_value (pspec, &value, bytes, folder);
  text = gst_value_serialize (&value);
  g_debug ("%s = %s", pspec->name, text);
  g_object_set_property (G_OBJECT (element), pspec->name, &value);
}

void
sequence_get_properties (GstElement *element)
{
  guint n;
  g_autofree GParamSpec **pspecs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);

  for (guint i = 0; i < n; i++) {
    g_auto (GValue) value = G_VALUE_INIT;

    if ((pspecs[i]->flags & G_PARAM_READABLE) != 0)
      g_object_get_property (G_OBJECT (element), pspecs[i]->name, &value);
  }
}

void
sequence_reset_properties (GstElement *element)
{
  guint n;
  g_autofree GParamSpec **pspecs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);

  for (guint i = 0; i < n; i++)
    if (is_set_by_sequences (pspecs[i]))
      g_object_set_property (G_OBJECT (element), pspecs[i]->name,
          g_param_spec_get_default_value (pspecs[i]));
  g_object_set (element, "zoom", 1.0, "threads", 2, "memory-limit",
      (guint64) 1 << 23, NULL);
}

/* --- Actions --- */

/* Mostly near the frame or the world. */
static gint
choose_coordinate (Bytes *bytes)
{
  const gint near = (gint) bytes_next (bytes) - 30;

  return near < 200 ? near : near % 2 != 0 ? G_MAXINT : G_MININT;
}

static gboolean
draw (GstElement *element, Bytes *bytes, gboolean on_frame)
{
  const gint x = choose_coordinate (bytes), y = choose_coordinate (bytes);
  const guint state = bytes_below (bytes, 5);
  const gint length = bytes_below (bytes, 50);
  gboolean done = FALSE;

  if (on_frame)
    g_signal_emit_by_name (element, "draw-on-frame", x / 2.0, y / 3.0,
        (gdouble) x + length, (gdouble) y, state, length % 2, &done);
  else
    g_signal_emit_by_name (element, "draw-line", (gint64) x, (gint64) y,
        (gint64) x + length, (gint64) y - length / 2,
        (gint64) bytes_below (bytes, 9) - 1, state, &done);
  return done;
}

static gboolean
paste (GstElement *element, Bytes *bytes)
{
  const gchar *pattern = bytes_choose (bytes, patterns);
  gboolean done = FALSE;

  if (bytes_below (bytes, 2) == 0)
    g_signal_emit_by_name (element, "load", pattern, &done);
  else
    g_signal_emit_by_name (element, "paste", pattern, choose_coordinate (bytes),
        choose_coordinate (bytes), (gint) bytes_below (bytes, 9) - 1, &done);
  return done;
}

static gboolean
save (GstElement *element, Bytes *bytes, const gchar *folder)
{
  gchar *location = choose_location (bytes, folder);
  gboolean done = FALSE;

  g_signal_emit_by_name (element, "save", location, &done);
  g_free (location);
  return done;
}

static gboolean
move (GstElement *element, Bytes *bytes, gboolean zooms_too)
{
  const gdouble x = choose_coordinate (bytes), y = choose_coordinate (bytes);
  gboolean done = FALSE;

  if (zooms_too)
    g_signal_emit_by_name (
        element, "zoom-at", bytes_next (bytes) / 100.0, x, y, &done);
  else
    g_signal_emit_by_name (element, "pan", x, y, &done);
  return done;
}

static gboolean
fill (GstElement *element, Bytes *bytes)
{
  const gint64 x = (gint64) choose_coordinate (bytes);
  const gint64 y = (gint64) choose_coordinate (bytes);
  const guint width = bytes_below (bytes, 40);
  const guint height = bytes_below (bytes, 40);
  gboolean done = FALSE;

  g_signal_emit_by_name (element, "fill-box", x, y, G_GINT64_CONSTANT (0),
      width, height, 1, bytes_next (bytes) / 200.0, G_GUINT64_CONSTANT (5),
      &done);
  return done;
}

void
sequence_act (GstElement *element, Bytes *bytes, const gchar *folder)
{
  static const gchar *const plain[] = { "clear", "next-soup", "undo", "redo",
    "step", "fit" };
  const guint which = bytes_below (bytes, 14);
  gboolean done = FALSE;

  if (which < G_N_ELEMENTS (plain))
    g_signal_emit_by_name (element, plain[which], &done);
  else if (which < 8)
    done = draw (element, bytes, which == 6);
  else if (which < 10)
    done = paste (element, bytes);
  else if (which == 10)
    done = save (element, bytes, folder);
  else if (which == 11)
    done = fill (element, bytes);
  else
    done = move (element, bytes, which == 12);
  g_debug ("action %u: %s", which, done ? "done" : "refused");
}
