/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bad input: each case gives one clear error of our element first, which names
 * what was wrong, takes little memory and stops cleanly, and the same pipeline
 * plays once the input is right. */
#include "tests/support/elements/element.h"

#include <glib/gstdio.h>

#include <fcntl.h>
#include <unistd.h>

/* More than a stream of small frames takes, less than the bad input would. */
#define MEMORY_LIMIT (256 * 1024) /* KiB */

#define SMALL "video/x-raw,format=GRAY8,width=64,height=48,framerate=30/1"
#define SOURCE                                                            \
  "lifesrc name=life num-buffers=30 ! capsfilter name=filter caps=" SMALL \
  " ! fakesink"
#define STEP                                                              \
  "lifesrc num-buffers=30 ! " SMALL " ! lifestep name=life input=tick ! " \
  "capsfilter name=filter ! fakesink"

enum {
  IN_LIFESRC = 1,
  IN_LIFESTEP = 2,
  IN_BOTH = 3
};

typedef struct {
  const gchar *name;
  guint elements;
  /* "property=value", separated by '|'; '@' in a value is the folder of the
   * files; "filter.caps" sets the filter's caps. */
  const gchar *settings;
  /* What the message must contain, separated by '|'. */
  const gchar *expected;
  gboolean early; /* reported before anything streams, and the only error */
} Case;

static const Case cases[] = {
  /* Worlds without edges. */
  { "unbounded-width", IN_BOTH, "topology=unbounded|world-width=64",
      "topology=unbounded|unset world-width", TRUE },
  { "unbounded-height", IN_BOTH, "topology=unbounded|world-height=64",
      "topology=unbounded|unset world-height", TRUE },
  { "unbounded-suffix", IN_BOTH, "topology=unbounded|rule=B3/S23:T64,48",
      "topology=unbounded|suffix", TRUE },
  { "unbounded-3d", IN_BOTH, "topology=unbounded|rule=B6/S567|world-depth=8",
      "topology=unbounded|2D rule", TRUE },
  { "unbounded-wolfram", IN_BOTH, "topology=unbounded|location=@/wolfram.mc",
      "W22 is not possible|topology=unbounded|topology=torus", TRUE },
  { "unbounded-spacetime", IN_LIFESRC, "topology=unbounded|view=spacetime",
      "topology=unbounded|view=cells", TRUE },
  { "unbounded-from-nothing", IN_BOTH, "topology=unbounded|rule=B0/S", "B0",
      TRUE },
  { "unbounded-cuda", IN_BOTH, "topology=unbounded|engine=cuda|rule=B2/S/3",
      "engine=", TRUE },
  { "unbounded-cuda-hashlife", IN_BOTH,
      "topology=unbounded|engine=cuda|kernel=hashlife", "hashlife|engine=cpu",
      TRUE },
  { "unbounded-kernel", IN_BOTH, "topology=unbounded|kernel=bitsliced",
      "bitsliced|kernel=auto", TRUE },
  { "bounded-sparse", IN_BOTH, "kernel=sparse", "sparse|topology=unbounded",
      TRUE },
  { "unbounded-huge-soup", IN_BOTH,
      "topology=unbounded|density=0.5|zoom=0.000000001", "soup|memory" },
  { "unbounded-pictures", IN_LIFESTEP, "topology=unbounded|input=or",
      "topology=unbounded|input=tick", TRUE },
#ifdef TEST_WORDS
  /* Words. */
  { "text-and-pattern", IN_BOTH, "text=Life|pattern=glider",
      "pattern and text are both set", TRUE },
  { "text-and-location", IN_BOTH, "text=Life|location=@/missing.rle",
      "location and text are both set", TRUE },
  { "empty-text", IN_BOTH, "text=", "text:|nothing is to be seen", TRUE },
  { "blank-text", IN_BOTH, "text= \n ", "text:|nothing is to be seen", TRUE },
  { "huge-font", IN_BOTH, "text=Life|text-font=Sans 1000000",
      "text-font|1e+06|4096", TRUE },
  { "huge-words", IN_BOTH, "text=Game of Life|text-font=Sans 4000",
      "4000|16384|text-font", TRUE },
  { "words-larger-than-the-world", IN_BOTH,
      "text=Life|world-width=20|world-height=20", "20", TRUE },
#endif
  /* Files. */
  { "missing-file", IN_BOTH, "location=@/missing.rle", "@/missing.rle", TRUE },
  { "folder-as-file", IN_BOTH, "location=@", "@", TRUE },
  { "empty-file", IN_BOTH, "location=@/empty.rle", "@/empty.rle|empty", TRUE },
  { "blank-file", IN_BOTH, "location=@/blank.rle", "@/blank.rle|empty", TRUE },
  { "truncated-file", IN_BOTH, "location=@/truncated.rle",
      "@/truncated.rle:2:|!", TRUE },
  { "truncated-gzip", IN_BOTH, "location=@/truncated.rle.gz",
      "@/truncated.rle.gz|gzip|truncated", TRUE },
  { "damaged-gzip", IN_BOTH, "location=@/damaged.rle.gz",
      "@/damaged.rle.gz|gzip|damaged", TRUE },
  { "binary-file", IN_BOTH, "location=@/binary.rle", "@/binary.rle|binary",
      TRUE },
  { "huge-file", IN_BOTH, "location=@/huge.rle", "@/huge.rle", TRUE },
  { "endless-file", IN_BOTH, "location=/dev/zero", "/dev/zero", TRUE },
  { "prose-file", IN_BOTH, "location=@/prose.rle", "@/prose.rle", TRUE },
  { "readme-file", IN_BOTH, "location=@/README.md",
      "@/README.md|no live cell|RLE, RLE3, plaintext|docs/patterns.md", TRUE },
  { "dead-file", IN_BOTH, "location=@/dead.rle",
      "@/dead.rle|no live cell|x = 0, y = 0", TRUE },
  { "dead-pattern", IN_BOTH, "pattern=5b!", "no live cell", TRUE },
  { "wrong-letter-in-file", IN_BOTH, "location=@/letter.rle",
      "@/letter.rle:3:2:|q", TRUE },
  { "cell-outside-header", IN_BOTH, "location=@/outside.rle",
      "@/outside.rle:2:7:|x = 3", TRUE },
  { "run-count-of-10^18", IN_BOTH, "location=@/run.rle",
      "@/run.rle:2:4:", TRUE },
  { "rows-of-10^18", IN_BOTH, "location=@/rows.rle", "@/rows.rle:2:", TRUE },
  { "huge-header", IN_BOTH, "location=@/header.rle",
      "a world of | × | cells does not fit|needs|EiB of|iB is |"
      "set world-width and world-height|smaller pattern",
      FALSE },
  { "states-in-file", IN_BOTH, "location=@/states.rle",
      "@/states.rle|state 2|highest state is 1", TRUE },
  { "unknown-node-in-file", IN_BOTH, "location=@/tree.mc",
      "@/tree.mc:3:7:|node 9", TRUE },
  { "truncated-zip", IN_BOTH, "location=@/truncated.zip",
      "@/truncated.zip|zip archive", TRUE },
  { "rule-of-file", IN_BOTH, "location=@/rule.rle", "@/rule.rle|B9/S", TRUE },

  /* Patterns. */
  { "unknown-pattern-name", IN_BOTH, "pattern=no-such-pattern",
      "no-such-pattern", TRUE },
  { "empty-pattern", IN_BOTH, "pattern=", "pattern", TRUE },
  { "wrong-letter-in-pattern", IN_BOTH, "pattern=3o$2q!", "line 1, column 5|q",
      TRUE },
  { "run-count-of-pattern", IN_BOTH, "pattern=1000000000000000000o!",
      "line 1, column 1", TRUE },
  { "state-that-the-rule-has-not", IN_BOTH, "pattern=.A2C!|rule=B3/S23",
      "state 3|highest state is 1", TRUE },
  { "location-and-pattern", IN_BOTH, "pattern=glider|location=@/good.rle",
      "location|pattern", TRUE },
  { "pattern-larger-than-world", IN_BOTH,
      "pattern=100o!|world-width=90|world-height=30", "100|90|30", TRUE },
  { "pattern-over-the-edge-of-a-plane", IN_BOTH,
      "pattern=3o!|pattern-x=19|world-width=20|world-height=20|topology=plane",
      "3|20", TRUE },
  { "pattern-larger-than-suffix", IN_BOTH, "pattern=100o!|rule=B3/S23:T90,30",
      "100|90|30", TRUE },

  /* Rules. */
  { "impossible-count", IN_BOTH, "rule=B9/S23", "B9/S23|character 2|9", TRUE },
  { "rule-of-prose", IN_BOTH, "rule=nonsense", "nonsense", TRUE },
  { "empty-rule", IN_BOTH, "rule=", "rule", TRUE },
  { "impossible-count-in-3d", IN_BOTH, "rule=B13,27/S5|world-depth=4",
      "B13,27/S5|27", TRUE },
  { "3d-rule-in-2d", IN_BOTH, "rule=3D5,6,7/6", "3D5,6,7/6", TRUE },
  { "suffix-against-width", IN_BOTH, "rule=B3/S23:T64,48|world-width=60",
      "world-width|60|64", TRUE },
  { "suffix-against-height", IN_BOTH, "rule=B3/S23:T64,48|world-height=50",
      "world-height|50|48", TRUE },
  { "suffix-of-no-cells", IN_BOTH, "rule=B3/S23:T-3,48", "T-3", TRUE },

  /* Sizes. */
  { "world-beyond-memory", IN_BOTH,
      "world-width=2147483647|"
      "world-height=2147483647",
      "2147483647 × 2147483647 cells|needs|memory|iB|set world-width", TRUE },
  { "width-beyond-memory-whose-height-follows", IN_LIFESRC,
      "world-width=4294967295",
      "4294967295 × 3221225472 cells|needs|iB|set world-width and world-height"
      "|a side that is not set",
      FALSE },
  { "3d-world-beyond-memory", IN_BOTH,
      "world-width=2147483647|world-height=2147483647|world-depth=2147483647",
      "2147483647 × 2147483647 × 2147483647 cells|memory|world-depth", TRUE },
  { "world-beyond-memory-by-suffix", IN_BOTH,
      "rule=B3/S23:T4000000000,4000000000",
      "4000000000 × 4000000000 cells|needs|memory|iB|the rule's suffix", TRUE },
  { "history-beyond-memory", IN_LIFESRC,
      "world-width=8192|world-height=8192|view=spacetime|history=65536",
      "history of 65536 frames|needs|memory|iB|smaller", FALSE },
  { "world-beyond-memory-by-zoom", IN_LIFESRC, "zoom=1e-9", "memory", FALSE },

  /* Topologies. */
  { "sphere-of-unequal-sides", IN_BOTH,
      "topology=sphere|world-width=30|world-height=20",
      "sphere|30 × 20|world-width", TRUE },
  { "klein-bottle-in-3d", IN_BOTH, "topology=klein|world-depth=4",
      "three dimensions|klein|topology=torus", TRUE },
  { "cross-surface-in-3d", IN_BOTH, "topology=cross-surface|world-depth=4",
      "three dimensions|cross-surface", TRUE },
  { "sphere-in-3d", IN_BOTH, "topology=sphere|world-depth=4",
      "three dimensions|sphere", TRUE },
  { "pattern-s-corner-outside-of-a-klein-bottle", IN_BOTH,
      "topology=klein|world-width=30|world-height=20|pattern=glider|pattern-x="
      "30",
      "3 × 3|x = 30|30 × 20", TRUE },

  /* Engines. */
  { "cuda-where-there-is-none", IN_BOTH, "engine=cuda", "CUDA", TRUE },
  { "kernel-tiled-on-the-cpu", IN_BOTH, "engine=cpu|kernel=tiled", "tiled",
      TRUE },
  { "kernel-async-on-the-cpu", IN_BOTH, "engine=cpu|kernel=async", "async",
      TRUE },
  { "kernel-packed-on-the-cpu", IN_BOTH, "engine=cpu|kernel=packed", "packed",
      TRUE },
  { "devices-no-number", IN_BOTH, "cuda-devices=0,x",
      "GPUs \"0,x\"|character 3|\"0,1\"", TRUE },
  { "devices-empty", IN_BOTH, "cuda-devices=", "character 1|\"all\"", TRUE },
  { "devices-twice", IN_BOTH, "cuda-devices=1,0,1", "character 5|twice", TRUE },
  { "devices-large", IN_BOTH, "cuda-devices=0,63", "character 3|62", TRUE },
  { "devices-many", IN_BOTH,
      "cuda-devices=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
      "character 39|16 GPUs", TRUE },
  { "devices-no-comma", IN_BOTH, "cuda-devices=0 1", "character 2|comma",
      TRUE },
  { "devices-on-the-cpu", IN_BOTH, "engine=cpu|cuda-devices=0,1",
      "cuda-devices|engine=cuda", TRUE },
  { "kernel-lut-on-the-cpu", IN_BOTH, "engine=cpu|kernel=lut", "lut", TRUE },

  /* Views. */
  { "view-cells-in-3d", IN_BOTH,
      "view=cells|world-width=8|world-height=8|world-depth=4", "view=cells|3D",
      TRUE },
  { "view-montage-in-2d", IN_BOTH, "view=montage",
      "view=montage|2D|world-depth", TRUE },
  { "view-projection-in-2d", IN_BOTH, "view=projection",
      "view=projection|2D|world-depth", TRUE },
  { "view-xray-in-2d", IN_BOTH, "view=xray", "view=xray|2D|world-depth", TRUE },
  { "view-volume-in-2d", IN_BOTH, "view=volume",
      "view=volume|2D|view=spacetime", TRUE },
  { "view-spacetime-in-3d", IN_BOTH,
      "view=spacetime|world-width=8|world-height=8|world-depth=4",
      "view=spacetime|3D|view=volume", TRUE },
  { "long-world-as-a-body", IN_BOTH,
      "view=volume|world-width=4194305|world-height=2|world-depth=2",
      "4194305x2x2|4194304 cells|view=auto", TRUE },
  { "long-world-through-time", IN_LIFESRC,
      "view=spacetime|world-width=5000000|world-height=1",
      "5000000x1|4194304 cells", TRUE },
  { "long-world-through-time-by-zoom", IN_LIFESRC,
      "view=spacetime|zoom=1e-5|world-height=1", "6400000x1|4194304 cells",
      FALSE },
  { "picture-on-a-body", IN_LIFESTEP, "view=volume|world-depth=4|input=first",
      "view=volume|input=tick", TRUE },
  { "picture-on-a-projection", IN_LIFESTEP,
      "view=projection|world-depth=4|input=or", "view=projection|input=tick",
      TRUE },
  { "picture-on-a-montage", IN_LIFESTEP,
      "view=montage|world-depth=4|input=motion", "view=montage|input=tick",
      TRUE },
  { "picture-on-spacetime", IN_LIFESTEP, "view=spacetime|input=replace",
      "view=spacetime|input=tick", TRUE },
  { "overlay-of-a-body", IN_LIFESTEP, "view=xray|world-depth=4|output=overlay",
      "view=xray|output=cells", TRUE },
  { "slice-outside", IN_BOTH,
      "slice=4|world-width=8|world-height=8|world-depth=4", "slice=4|4 planes",
      TRUE },
  { "mistyped-palette", IN_BOTH, "palette=virdis",
      "“virdis”|did you mean viridis?|neon", TRUE },
  { "mistyped-pattern", IN_BOTH, "pattern=goser-gun",
      "goser-gun|did you mean gosper-gun?|docs/patterns.md", TRUE },
  { "mistyped-rule", IN_BOTH, "rule=highlive",
      "highlive|did you mean highlife|docs/rules.md", TRUE },
  { "unknown-palette", IN_BOTH, "palette=purpel",
      "“purpel”|default|fade|fire|forest|ice|neon|rainbow|viridis", TRUE },
  { "palette-without-alpha", IN_BOTH, "palette=0:0xff000020,1:0x4060ff",
      "character 16|0xff4060ff", TRUE },
  { "waypoint-without-a-row", IN_BOTH, "waypoints=0s 0,0; 5s 120 zoom=2",
      "waypoints|character 16|120,40", TRUE },
  { "waypoint-of-no-zoom", IN_BOTH, "waypoints=0s 0,0 zoom=nan",
      "character 13|zoom=0.5", TRUE },
  { "waypoint-of-endless-zoom", IN_BOTH, "waypoints=0s 0,0 zoom=1e999",
      "character 13|zoom", TRUE },
  { "waypoint-of-endless-angle", IN_BOTH, "waypoints=0s 0,0 rotation=inf",
      "character 17|rotation=30", TRUE },
  { "waypoints-out-of-order", IN_BOTH, "waypoints=5s 0,0; 4s 1,1",
      "character 9|order", TRUE },
  { "waypoints-out-of-order-at-the-rate", IN_BOTH, "waypoints=100s 0,0; 1f 1,1",
      "character 11|frame rate", FALSE },
  { "rotation-of-pictures", IN_LIFESTEP, "input=or|rotation=30",
      "rotation=30|input=tick", TRUE },

  /* Caps. */
  { "format-that-cannot-be-had", IN_LIFESRC,
      "filter.caps=video/x-raw,format=GRAY16_LE", "format", FALSE },
  { "size-that-cannot-be-had", IN_LIFESRC,
      "filter.caps=video/x-raw,width=16385,height=48", "format", FALSE },
  { "audio", IN_LIFESRC, "filter.caps=audio/x-raw", "format", FALSE },
  { "overlay-of-another-size", IN_LIFESTEP,
      "output=overlay|filter.caps=video/x-raw,width=65,height=48",
      "overlay|64x48|65x48", FALSE },
};

/* --- Files --- */

static const struct {
  const gchar *name, *content;
  gssize length;
} files[] = {
  { "good.rle", "x = 3, y = 3\nbo$2bo$3o!\n", -1 },
  { "empty.rle", "", -1 },
  { "blank.rle", "\n  \r\n\t\n", -1 },
  { "truncated.rle", "x = 3, y = 3\nbo$2bo$3o", -1 },
  { "truncated.rle.gz", "\x1f\x8b\x08\0\0\0\0\0\0\x03\x4b\xca", 12 },
  { "damaged.rle.gz", "\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff\xff\xff\xff\xff",
      16 },
  { "binary.rle",
      "\x7f"
      "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0\x3e\0\1\0\0\0",
      24 },
  { "prose.rle", "Dear reader,\nthis is no pattern.\n", -1 },
  { "README.md", "# life\n\n![A soup](soup.png)\n\nA plugin.\n", -1 },
  { "dead.rle", "x = 3, y = 3\n3b$3b$3b!\n", -1 },
  { "letter.rle", "#C a comment\nx = 3, y = 3\n3q!\n", -1 },
  { "outside.rle", "x = 3, y = 3\nbo$2bo4o!\n", -1 },
  { "run.rle", "x = 3, y = 3\nbo$1000000000000000000o!\n", -1 },
  { "rows.rle", "x = 3, y = 3\nbo1000000000000000000$o!\n", -1 },
  { "header.rle", "x = 2147483647, y = 2147483647\nbo$2bo$3o!\n", -1 },
  { "states.rle", "x = 3, y = 1, rule = B3/S23\n.AB!\n", -1 },
  { "tree.mc", "[M2]\n*\n4 0 1 9 0\n", -1 },
  { "wolfram.mc", "[M2] (golly 0.9)\n#R w22\n$$$$$$$*$\n", -1 },
  { "truncated.zip", "PK\003\004\024", 5 },
  { "rule.rle", "x = 3, y = 3, rule = B9/S23\nbo$2bo$3o!\n", -1 },
};

static gchar *folder;

static void
write_files (void)
{
  gchar *huge;
  gint file;

  folder = g_dir_make_tmp ("life-bad-input-XXXXXX", NULL);
  g_assert_nonnull (folder);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    gchar *path = g_build_filename (folder, files[i].name, NULL);

    g_assert_true (
        g_file_set_contents (path, files[i].content, files[i].length, NULL));
    g_free (path);
  }
  /* A file with a hole: large to read, small to keep. */
  huge = g_build_filename (folder, "huge.rle", NULL);
  file = g_open (huge, O_CREAT | O_WRONLY, 0600);
  g_assert_cmpint (ftruncate (file, (off_t) 3 << 30), ==, 0);
  close (file);
  g_free (huge);
}

static void
remove_files (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  const gchar *name;

  while ((name = g_dir_read_name (dir))) {
    gchar *path = g_build_filename (folder, name, NULL);

    g_remove (path);
    g_free (path);
  }
  g_dir_close (dir);
  g_rmdir (folder);
  g_free (folder);
}

/* --- One case --- */

typedef struct {
  GstElement *pipeline, *life, *filter;
  GstBus *bus;
  GPtrArray *
      properties; /* names, with "filter." in front where they are the filter's */
  GArray *values; /* their previous values */
} Trial;

static GstElement *
owner_of (Trial *trial, const gchar **property)
{
  if (!g_str_has_prefix (*property, "filter."))
    return trial->life;
  *property += strlen ("filter.");
  return trial->filter;
}

/* @text with the folder instead of '@'. */
static gchar *
with_folder (const gchar *text)
{
  gchar **parts = g_strsplit (text, "@", -1);
  gchar *whole = g_strjoinv (folder, parts);

  g_strfreev (parts);
  return whole;
}

static void
apply (Trial *trial, const gchar *settings)
{
  gchar **pairs = g_strsplit (settings, "|", -1);

  for (gchar **pair = pairs; *pair; pair++) {
    gchar **sides = g_strsplit (*pair, "=", 2);
    const gchar *property = sides[0];
    GstElement *owner = owner_of (trial, &property);
    gchar *text = with_folder (sides[1]);
    GValue value = G_VALUE_INIT;
    GParamSpec *pspec =
        g_object_class_find_property (G_OBJECT_GET_CLASS (owner), property);

    g_assert_nonnull (pspec);
    g_value_init (&value, pspec->value_type);
    g_object_get_property (G_OBJECT (owner), property, &value);
    g_ptr_array_add (trial->properties, g_strdup (sides[0]));
    g_array_append_val (trial->values, value);
    if (G_VALUE_HOLDS_STRING (&value))
      g_object_set (owner, property, text, NULL);
    else
      gst_util_set_object_arg (G_OBJECT (owner), property, text);
    g_free (text);
    g_strfreev (sides);
  }
  g_strfreev (pairs);
}

static void
repair (Trial *trial)
{
  for (guint i = 0; i < trial->properties->len; i++) {
    const gchar *property = trial->properties->pdata[i];
    GstElement *owner = owner_of (trial, &property);
    GValue *value = &g_array_index (trial->values, GValue, i);

    g_object_set_property (G_OBJECT (owner), property, value);
    g_value_unset (value);
  }
}

static guint64
peak_memory (void)
{
  gchar *status, *line;
  guint64 kibibytes = 0;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  line = strstr (status, "VmHWM:");
  if (line)
    kibibytes = g_ascii_strtoull (line + strlen ("VmHWM:"), NULL, 10);
  g_free (status);
  return kibibytes;
}

/* The first message that ends the stream: an error or its end. */
static GstMessage *
wait_for_end (Trial *trial)
{
  GstMessage *message = gst_bus_timed_pop_filtered (
      trial->bus, TEST_TIMEOUT, GST_MESSAGE_ERROR | GST_MESSAGE_EOS);

  if (!message)
    g_error ("neither an error nor the end of the stream came");
  return message;
}

static void
assert_contains (const gchar *text, const gchar *expected)
{
  gchar **parts = g_strsplit (expected, "|", -1);

  for (gchar **part = parts; *part; part++) {
    gchar *wanted = with_folder (*part);

    if (!strstr (text, wanted))
      g_error ("the error does not mention \"%s\": %s", wanted, text);
    g_free (wanted);
  }
  g_strfreev (parts);
}

static void
assert_our_error (Trial *trial, GstMessage *message, const Case *c)
{
  GError *error = NULL;
  gchar *debug = NULL;

  gst_message_parse_error (message, &error, &debug);
  if (GST_MESSAGE_SRC (message) != GST_OBJECT (trial->life))
    g_error ("the first error is from %s: %s (%s)",
        GST_OBJECT_NAME (GST_MESSAGE_SRC (message)), error->message, debug);
  g_test_message ("%s", error->message);
  assert_contains (error->message, c->expected);
  g_error_free (error);
  g_free (debug);
}

static void
assert_plays_to_the_end (Trial *trial)
{
  GstMessage *message;

  gst_bus_set_flushing (trial->bus, TRUE);
  gst_bus_set_flushing (trial->bus, FALSE);
  gst_element_set_state (trial->pipeline, GST_STATE_PLAYING);
  message = wait_for_end (trial);
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    GError *error = NULL;
    gchar *debug = NULL;

    gst_message_parse_error (message, &error, &debug);
    g_error ("with good input again: %s (%s)", error->message, debug);
  }
  gst_message_unref (message);
  g_assert_cmpint (gst_element_set_state (trial->pipeline, GST_STATE_NULL), ==,
      GST_STATE_CHANGE_SUCCESS);
}

static void
open_trial (Trial *trial, const gchar *line)
{
  GError *error = NULL;

  trial->pipeline = gst_parse_launch (line, &error);
  g_assert_no_error (error);
  trial->life = gst_bin_get_by_name (GST_BIN (trial->pipeline), "life");
  trial->filter = gst_bin_get_by_name (GST_BIN (trial->pipeline), "filter");
  trial->bus = gst_element_get_bus (trial->pipeline);
  trial->properties = g_ptr_array_new_with_free_func (g_free);
  trial->values = g_array_new (FALSE, FALSE, sizeof (GValue));
}

static void
close_trial (Trial *trial)
{
  gst_object_unref (trial->bus);
  gst_object_unref (trial->filter);
  gst_object_unref (trial->life);
  gst_object_unref (trial->pipeline);
  g_ptr_array_unref (trial->properties);
  g_array_unref (trial->values);
}

static void
check_case (const Case *c, const gchar *line)
{
  guint64 before = peak_memory (), after;
  GstStateChangeReturn ret;
  GstMessage *message;
  Trial trial;

  open_trial (&trial, line);
  if (*c->settings)
    apply (&trial, c->settings);

  ret = gst_element_set_state (trial.pipeline, GST_STATE_PLAYING);
  message = wait_for_end (&trial);
  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS) {
    if (!strstr (c->settings, "engine=cuda"))
      g_error ("it played to the end as if nothing were wrong");
    g_test_skip ("CUDA works here");
  } else {
    assert_our_error (&trial, message, c);
    if (c->early) {
      g_assert_cmpint (ret, ==, GST_STATE_CHANGE_FAILURE);
      g_assert_null (gst_bus_pop_filtered (trial.bus, GST_MESSAGE_ERROR));
    }
  }
  gst_message_unref (message);
  g_assert_cmpint (gst_element_set_state (trial.pipeline, GST_STATE_NULL), ==,
      GST_STATE_CHANGE_SUCCESS);
  /* The kernel's counters lag, so the peak may seem to fall a little. */
  after = peak_memory ();
  if (after > before + MEMORY_LIMIT)
    g_error ("%" G_GUINT64_FORMAT " KiB of memory were taken", after - before);

  repair (&trial);
  assert_plays_to_the_end (&trial);
  close_trial (&trial);
}

static void
test_bad_input_to_lifesrc (gconstpointer user_data)
{
  check_case (user_data, SOURCE);
}

static void
test_bad_input_to_lifestep (gconstpointer user_data)
{
  check_case (user_data, STEP);
}

static void
add_case (const gchar *element, const Case *c, GTestDataFunc function)
{
  gchar *path = g_strdup_printf ("/bad-input/%s/%s", element, c->name);

  g_test_add_data_func (path, c, function);
  g_free (path);
}

int
main (int argc, char **argv)
{
  gint ret;

  element_test_init (&argc, &argv);
  write_files ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    if (cases[i].elements & IN_LIFESRC)
      add_case ("lifesrc", &cases[i], test_bad_input_to_lifesrc);
    if (cases[i].elements & IN_LIFESTEP)
      add_case ("lifestep", &cases[i], test_bad_input_to_lifestep);
  }
  ret = g_test_run ();
  remove_files ();
  return ret;
}
