/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The properties that all elements have: their names and descriptions, and which
 * setting each one is. What they mean is elsewhere. */
#include "plugin/settings/properties.h"

#include "plugin/settings/perspective.h"

#define SET_IN_READY GST_LIFE_SET_IN_READY
#define SET_ANY_TIME GST_LIFE_SET_ANY_TIME
#define CONTROLLED GST_LIFE_CONTROLLED
#define MAX_PLACE GST_LIFE_MAX_PLACE
#define MAX_ZOOM GST_LIFE_MAX_ZOOM
#define MIN_GAIN 1e-6
#define MAX_GAIN 1e6
#define READ_ONLY (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS)

static void
install_world_properties (GObjectClass *klass)
{
  static const gchar *const at[] = { "pattern-x", "pattern-y", "pattern-z" };
  static const gchar *const at_nick[] = { "Pattern x", "Pattern y",
    "Pattern z" };
  static const gchar *const at_blurb[] = {
    "Column of the pattern's top left corner; -1: centered as in Golly, "
    "without "
    "edges where its file says, or 0",
    "Row of the pattern's top left corner; -1: as of pattern-x",
    "Plane of the pattern's front; -1: centered",
  };

  g_object_class_install_property (klass, GST_LIFE_PROP_RULE,
      g_param_spec_string ("rule", "Rule",
          "Rule: B3/S23, B2-a/S12, B2/S345/4, W30, a name, a file (NAME.rule), "
          "in 3D B6/S5..7; a suffix (:T64,48) sets the size. Not set: the "
          "pattern's, else Life",
          "B3/S23", SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_RULE_PATH,
      g_param_spec_string ("rule-path", "Rule path",
          "Folders with NAME.rule files, separated as in PATH; searched "
          "before the pattern's folder, ~/.golly/Rules and Golly's own",
          NULL, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_WORLD_WIDTH,
      g_param_spec_uint ("world-width", "World width",
          "Cells along x. 0: as many as the frame shows at the zoom, never "
          "fewer than the pattern (in 3D 128, or the pattern); for a pattern "
          "with topology=auto twice as many",
          0, G_MAXUINT, 0, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_WORLD_HEIGHT,
      g_param_spec_uint ("world-height", "World height",
          "Cells along y. 0: as for world-width", 0, G_MAXUINT, 0,
          SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_WORLD_DEPTH,
      g_param_spec_uint ("world-depth", "World depth",
          "Cells along z; more than 1: a 3D world. 0: as many as the pattern "
          "has, or 128. Not set: 1, or a 3D pattern's",
          0, G_MAXUINT, 1, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_TOPOLOGY,
      g_param_spec_enum ("topology", "Topology",
          "What lies beyond the world's edges; the suffix of a rule wins",
          GST_TYPE_LIFE_TOPOLOGY, GST_LIFE_TOPOLOGY_AUTO, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_LOCATION,
      g_param_spec_string ("location", "Location",
          "Pattern file, also in gzip or zip: RLE, RLE3, plaintext, Life "
          "1.05 and 1.06, macrocell, MCell, PBM, PGM; found by content. Or a "
          "backup: its index, or their folder",
          NULL, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_PATTERN,
      g_param_spec_string ("pattern", "Pattern",
          "Text of a pattern (RLE with a '!', or any format in several "
          "lines), or a built-in one's name (gosper-gun, glider, acorn, ...)",
          NULL, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_TEXT,
      g_param_spec_string ("text", "Text",
          "Words that the world starts from instead of a pattern, as live "
          "cells",
          NULL, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_TEXT_FONT,
      g_param_spec_string ("text-font", "Text font",
          "Font of text as Pango describes it; a point is a cell",
          "Sans Bold 32", SET_IN_READY));
  for (guint i = 0; i < 3; i++)
    g_object_class_install_property (klass, GST_LIFE_PROP_PATTERN_X + i,
        g_param_spec_int (
            at[i], at_nick[i], at_blurb[i], -1, G_MAXINT, -1, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_DENSITY,
      g_param_spec_double ("density", "Density",
          "Share of cells that live in the soup (random fill) which a world "
          "without a pattern starts from",
          0.0, 1.0, 0.35, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_SEED,
      g_param_spec_uint64 ("seed", "Seed",
          "Seed of the soup, which is the same on every machine. 0: one from "
          "the clock; reading it gives the seed used",
          0, G_MAXUINT64, 1, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_GENERATIONS,
      g_param_spec_uint ("generations", "Generations", "Generations per buffer",
          1, G_MAXUINT, 1, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_START_GENERATION,
      g_param_spec_uint64 ("start-generation", "Start generation",
          "Generations to run before the first frame", 0, G_MAXUINT64, 0,
          SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_GENERATIONS_RATE,
      gst_param_spec_fraction ("generations-rate", "Generations rate",
          "Generations per buffer as a fraction; below 1 a generation is held "
          "for several buffers. 0/1: as generations says",
          0, 1, G_MAXINT, 1, 0, 1, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_PAUSED,
      g_param_spec_boolean ("paused", "Paused",
          "Whether frames go on while generations do not", FALSE,
          SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_CROSSFADE,
      g_param_spec_boolean ("crossfade", "Crossfade",
          "Whether frames of a generation that is held fade from the one "
          "before into it",
          FALSE, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_STAGNATION,
      g_param_spec_enum ("stagnation", "Stagnation",
          "What happens when the world repeats itself after 3000 frames or "
          "fewer",
          GST_TYPE_LIFE_STAGNATION, GST_LIFE_STAGNATION_NONE, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_STAGNATION_FRAMES,
      g_param_spec_uint ("stagnation-frames", "Stagnation frames",
          "Frames on end, each with a new generation, that have to repeat "
          "earlier ones before stagnation acts",
          1, G_MAXUINT, 60, SET_IN_READY));
}

static void
install_checkpoint_properties (GObjectClass *klass)
{
  g_object_class_install_property (klass, GST_LIFE_PROP_CHECKPOINT_LOCATION,
      g_param_spec_string ("checkpoint-location", "Checkpoint location",
          "Folder for backups of the world, from which location goes on. The "
          "last two are kept; one is written at the end",
          NULL, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_CHECKPOINT_GENERATIONS,
      g_param_spec_uint64 ("checkpoint-generations", "Checkpoint generations",
          "Generations from one backup to the next, which are at multiples of "
          "this; 0: none for that",
          0, G_MAXUINT64, 0, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_CHECKPOINT_INTERVAL,
      g_param_spec_uint ("checkpoint-interval", "Checkpoint interval",
          "Seconds without a backup after which one is written; 0: none for "
          "that",
          0, G_MAXUINT, 0, SET_IN_READY));
}

void
gst_life_source_properties_install (GObjectClass *klass)
{
  g_object_class_install_property (klass, GST_LIFE_PROP_HOLD,
      g_param_spec_uint ("hold", "Hold",
          "Frames for which the first generation is shown beyond its own", 0,
          G_MAXUINT, 0, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_GENERATIONS_GROWTH,
      g_param_spec_uint ("generations-growth", "Generations growth",
          "Frames after which the generations per frame double, again and "
          "again; 0: never",
          0, G_MAXUINT, 0, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_CLUSTER,
      g_param_spec_enum ("cluster", "Cluster",
          "Which processes hold the world: mpi shares it with every "
          "life-worker "
          "that mpirun has started",
          GST_TYPE_LIFE_CLUSTER, LIFE_CLUSTER_NONE, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_CLUSTER_TIMEOUT,
      g_param_spec_uint ("cluster-timeout", "Cluster timeout",
          "Seconds of silence after which a process of the cluster is taken "
          "for "
          "lost, which is an error",
          1, 86400, 10, SET_IN_READY));
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_CLUSTER, 0);
}

static void
install_engine_properties (GObjectClass *klass)
{
  g_object_class_install_property (klass, GST_LIFE_PROP_ENGINE,
      g_param_spec_enum ("engine", "Engine",
          "Where the world lives; cuda is an error where it does not work",
          GST_TYPE_LIFE_ENGINE, LIFE_ENGINE_AUTO, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_KERNEL,
      g_param_spec_enum ("kernel", "Kernel",
          "How the world is advanced: all give the same cells; one that "
          "cannot run the rule on this engine is an error",
          GST_TYPE_LIFE_KERNEL, LIFE_KERNEL_AUTO, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_PDL,
      g_param_spec_boolean ("pdl", "Programmatic dependent launch",
          "Programmatic dependent launch: whether the next generation's "
          "kernel starts while the previous one drains, on GPUs of compute "
          "capability 9.0 and up",
          TRUE, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_CUDA_DEVICE_ID,
      g_param_spec_int ("cuda-device-id", "CUDA device id",
          "Number of the GPU to use, from 0; -1: the first", -1, G_MAXINT, -1,
          SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_CUDA_DEVICES,
      g_param_spec_string ("cuda-devices", "CUDA devices",
          "GPUs that share the world: up to 16 numbers, from 0, with commas "
          "between them, or all; frames are in system memory then. Unset: the "
          "GPU of cuda-device-id alone",
          NULL, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_THREADS,
      g_param_spec_uint ("threads", "Threads",
          "Threads of the CPU engine; 0: one per core", 0, 1024, 0,
          SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_MEMORY_LIMIT,
      g_param_spec_uint64 ("memory-limit", "Memory limit",
          "Bytes that a world without edges may take, with its ages and trails "
          "(color-mode) and what is kept and read for it; 0: of what is "
          "available a quarter for ages and trails and for kernel=hashlife, "
          "all "
          "for kernel=sparse",
          0, G_MAXUINT64, 0, SET_IN_READY));
}

static void
install_view_properties (GObjectClass *klass)
{
  g_object_class_install_property (klass, GST_LIFE_PROP_ZOOM,
      g_param_spec_double ("zoom", "Zoom",
          "Pixels per cell; below 1 a pixel shows all of its cells. 0: "
          "so that a world of given size, or the pattern, shows whole, with "
          "about 180 cells across the frame's shorter side",
          0.0, MAX_ZOOM, 0.0, CONTROLLED));
  g_object_class_install_property (klass, GST_LIFE_PROP_VIEW_X,
      g_param_spec_double ("view-x", "View x",
          "Column at the frame's center (5: the left edge of cell 5); "
          "exactly -1: the world's center",
          -MAX_PLACE, MAX_PLACE, -1.0, CONTROLLED));
  g_object_class_install_property (klass, GST_LIFE_PROP_VIEW_Y,
      g_param_spec_double ("view-y", "View y",
          "Row at the frame's center (5: the upper edge of cell 5); exactly "
          "-1: the world's center",
          -MAX_PLACE, MAX_PLACE, -1.0, CONTROLLED));
  g_object_class_install_property (klass, GST_LIFE_PROP_ROTATION,
      g_param_spec_double ("rotation", "Rotation",
          "Degrees by which the picture is turned clockwise around the frame's "
          "center; in lifestep only with input=tick",
          -MAX_PLACE, MAX_PLACE, 0.0, CONTROLLED));
  g_object_class_install_property (klass, GST_LIFE_PROP_SCALING,
      g_param_spec_enum ("scaling", "Scaling",
          "What a pixel shows at a zoom above 1 that is no whole number",
          GST_TYPE_LIFE_SCALING, LIFE_SCALING_AREA, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_CAMERA,
      g_param_spec_enum ("camera", "Camera",
          "What moves the view; wins over zoom, view-x and view-y",
          GST_TYPE_LIFE_CAMERA, GST_LIFE_CAMERA_MANUAL, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_CAMERA_MARGIN,
      g_param_spec_double ("camera-margin", "Camera margin",
          "Share of the frame that camera=fit leaves free", 0.0, 0.9, 0.1,
          SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_WAYPOINTS,
      g_param_spec_string ("waypoints", "Waypoints",
          "Places that the view passes, separated by \";\": TIME X,Y [zoom=Z] "
          "[rotation=R] [ease], or TIME camera [ease] for what camera shows "
          "then; TIME is in seconds (5s) or frames (300f); wins over camera, "
          "zoom, view-x, view-y and rotation",
          NULL, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_GRID,
      g_param_spec_double ("grid", "Grid",
          "Zoom, in pixels per cell, from which borders of cells are drawn, "
          "where a cell has at least 2 pixels; 0: never",
          0.0, MAX_ZOOM, 0.0, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_GRID_COLOR,
      g_param_spec_uint ("grid-color", "Grid color",
          "Color (0xAARRGGBB) of every tenth border; the others are half as "
          "opaque",
          0, G_MAXUINT32, 0xff404040u, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_COLOR_MODE,
      g_param_spec_enum ("color-mode", "Color mode",
          "What the colors of cells stand for", GST_TYPE_LIFE_COLOR_MODE,
          LIFE_COLOR_MODE_AUTO, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_ALIVE_COLOR,
      g_param_spec_uint ("alive-color", "Alive color",
          "Color (0xAARRGGBB) of live cells", 0, G_MAXUINT32, 0xffffffffu,
          SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_DEAD_COLOR,
      g_param_spec_uint ("dead-color", "Dead color",
          "Color (0xAARRGGBB) of dead cells and of what lies outside the world",
          0, G_MAXUINT32, 0xff000000u, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_PALETTE,
      g_param_spec_string ("palette", "Palette",
          "Colors: a name (default, fire, ocean, ink, ...; a wrong one is an "
          "error that lists all), or [position:]color,... from 0 to 1, each "
          "tomato, #rrggbb[aa] or 0xAARRGGBB",
          "default", SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_TRAIL,
      g_param_spec_uint ("trail", "Trail",
          "Frames that a dead cell takes to fade, with color-mode=trail or "
          "age-trail",
          1, LIFE_HISTORY_FRAMES, 16, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_PALETTE_CYCLE,
      g_param_spec_uint ("palette-cycle", "Palette cycle",
          "Frames in which the palette turns once, where cells are colored by "
          "a number; 0: it stands still",
          0, G_MAXUINT, 0, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_DENSITY_GAIN,
      g_param_spec_double ("density-gain", "Density gain",
          "Factor by which the count of live cells is multiplied before its "
          "logarithm, with color-mode=density: more makes few cells brighter",
          MIN_GAIN, MAX_GAIN, 1.0, CONTROLLED));
  g_object_class_install_property (klass, GST_LIFE_PROP_CAPTION,
      g_param_spec_flags ("caption", "Caption",
          "What stands in a corner of each frame", GST_TYPE_LIFE_CAPTION, 0,
          SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_CAPTION_FONT,
      g_param_spec_string ("caption-font", "Caption font",
          "Font of captions as Pango describes it, for 1280x720; other frames "
          "scale it",
          "Sans 12", SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_CAPTION_COLOR,
      g_param_spec_uint ("caption-color", "Caption color",
          "Color (0xAARRGGBB) of captions; bright ones get a dark panel, dark "
          "ones "
          "a bright one",
          0, G_MAXUINT, 0xffffffffu, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_CAPTION_CORNER,
      g_param_spec_enum ("caption-corner", "Caption corner",
          "The corner of the frame that captions stand in",
          GST_TYPE_LIFE_CORNER, GST_LIFE_CORNER_TOP_LEFT, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_VIEW,
      g_param_spec_enum ("view", "View", "What of the world is shown",
          GST_TYPE_LIFE_VIEW, GST_LIFE_VIEW_AUTO, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_SLICE_AXIS,
      g_param_spec_enum ("slice-axis", "Slice axis",
          "The axis across which slices are cut, of a montage too; along which "
          "a projection looks",
          GST_TYPE_LIFE_AXIS, LIFE_AXIS_Z, SET_IN_READY));
  g_object_class_install_property (klass, GST_LIFE_PROP_SLICE,
      g_param_spec_int ("slice", "Slice",
          "Plane that is shown, from 0; -1: the middle", -1, G_MAXINT, -1,
          CONTROLLED));
  g_object_class_install_property (klass, GST_LIFE_PROP_SLICE_STEP,
      g_param_spec_int ("slice-step", "Slice step",
          "Planes per frame by which the slice moves, backwards where it is "
          "negative; after the last plane comes the first",
          G_MININT, G_MAXINT, 0, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_PROJECTION_SIDE,
      g_param_spec_enum ("projection-side", "Projection side",
          "From which end of slice-axis view=projection looks",
          GST_TYPE_LIFE_SIDE, GST_LIFE_SIDE_NEAR, SET_ANY_TIME));
}

static void
install_hand_properties (GObjectClass *klass)
{
  g_object_class_install_property (klass, GST_LIFE_PROP_NAVIGATION,
      g_param_spec_boolean ("navigation", "Navigation",
          "Whether mouse, touch and keys in a window downstream act on world "
          "and view",
          TRUE, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_DRAW_STATE,
      g_param_spec_uint ("draw-state", "Draw state",
          "State of cells that are drawn with the left button or a finger", 0,
          LIFE_MAX_STATES - 1, 1, SET_ANY_TIME));
}

static void
install_reported_properties (GObjectClass *klass)
{
  g_object_class_install_property (klass, GST_LIFE_PROP_POST_MESSAGES,
      g_param_spec_boolean ("post-messages", "Post messages",
          "Whether an element message 'life' is posted for every frame, with "
          "generation, population, births and deaths",
          FALSE, SET_ANY_TIME));
  g_object_class_install_property (klass, GST_LIFE_PROP_GENERATION,
      g_param_spec_uint64 ("generation", "Generation",
          "Generation that the last frame showed", 0, G_MAXUINT64, 0,
          READ_ONLY));
  g_object_class_install_property (klass, GST_LIFE_PROP_POPULATION,
      g_param_spec_uint64 ("population", "Population",
          "Live cells of the generation that the last frame showed", 0,
          G_MAXUINT64, 0, READ_ONLY));
  g_object_class_install_property (klass, GST_LIFE_PROP_ENGINE_USED,
      g_param_spec_string ("engine-used", "Engine used",
          "Engine that runs, cpu or cuda; NULL before there is a world", NULL,
          READ_ONLY));
  g_object_class_install_property (klass, GST_LIFE_PROP_KERNEL_USED,
      g_param_spec_string ("kernel-used", "Kernel used",
          "Kernel that runs and what it runs on, such as bitsliced (AVX-512); "
          "NULL before there is a world",
          NULL, READ_ONLY));
  g_object_class_install_property (klass, GST_LIFE_PROP_ZOOM_USED,
      g_param_spec_double ("zoom-used", "Zoom used",
          "Pixels per cell in the last frame, 0 before the first and in views "
          "that have no zoom",
          0, G_MAXDOUBLE, 0, READ_ONLY));
}

void
gst_life_properties_install (GObjectClass *klass)
{
  install_world_properties (klass);
  install_checkpoint_properties (klass);
  install_engine_properties (klass);
  install_view_properties (klass);
  gst_life_perspective_properties_install (klass);
  install_hand_properties (klass);
  install_reported_properties (klass);

  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_CAPTION, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_CORNER, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_TOPOLOGY, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_ENGINE, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_KERNEL, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_COLOR_MODE, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_VIEW, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_CAMERA, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_AXIS, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_SCALING, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_SIDE, 0);
  gst_type_mark_as_plugin_api (GST_TYPE_LIFE_STAGNATION, 0);
}

/* Where each setting lies, counted from 1, so that 0 is none; those of its type are set and
 * read alike. */
#define AT(field) (1 + G_STRUCT_OFFSET (GstLifeSettings, field))
static const gsize places[] = {
  [GST_LIFE_PROP_RULE] = AT (rule),
  [GST_LIFE_PROP_RULE_PATH] = AT (rule_path),
  [GST_LIFE_PROP_WORLD_WIDTH] = AT (world_width),
  [GST_LIFE_PROP_WORLD_HEIGHT] = AT (world_height),
  [GST_LIFE_PROP_WORLD_DEPTH] = AT (world_depth),
  [GST_LIFE_PROP_TOPOLOGY] = AT (topology),
  [GST_LIFE_PROP_LOCATION] = AT (location),
  [GST_LIFE_PROP_PATTERN] = AT (pattern),
  [GST_LIFE_PROP_TEXT] = AT (text),
  [GST_LIFE_PROP_TEXT_FONT] = AT (text_font),
  [GST_LIFE_PROP_PATTERN_X] = AT (pattern_at[0]),
  [GST_LIFE_PROP_PATTERN_Y] = AT (pattern_at[1]),
  [GST_LIFE_PROP_PATTERN_Z] = AT (pattern_at[2]),
  [GST_LIFE_PROP_DENSITY] = AT (density),
  [GST_LIFE_PROP_SEED] = AT (seed),
  [GST_LIFE_PROP_GENERATIONS] = AT (tempo.generations),
  [GST_LIFE_PROP_START_GENERATION] = AT (start_generation),
  [GST_LIFE_PROP_GENERATIONS_RATE] = AT (tempo.rate),
  [GST_LIFE_PROP_PAUSED] = AT (tempo.paused),
  [GST_LIFE_PROP_CROSSFADE] = AT (crossfade),
  [GST_LIFE_PROP_STAGNATION] = AT (stagnation),
  [GST_LIFE_PROP_STAGNATION_FRAMES] = AT (stagnation_frames),
  [GST_LIFE_PROP_CHECKPOINT_LOCATION] = AT (checkpoint_location),
  [GST_LIFE_PROP_CHECKPOINT_GENERATIONS] = AT (checkpoint_generations),
  [GST_LIFE_PROP_CHECKPOINT_INTERVAL] = AT (checkpoint_interval),
  [GST_LIFE_PROP_HOLD] = AT (tempo.hold),
  [GST_LIFE_PROP_GENERATIONS_GROWTH] = AT (tempo.growth),
  [GST_LIFE_PROP_CLUSTER] = AT (engine.cluster),
  [GST_LIFE_PROP_CLUSTER_TIMEOUT] = AT (engine.cluster_timeout),
  [GST_LIFE_PROP_ENGINE] = AT (engine.engine),
  [GST_LIFE_PROP_KERNEL] = AT (engine.kernel),
  [GST_LIFE_PROP_PDL] = AT (engine.pdl),
  [GST_LIFE_PROP_CUDA_DEVICE_ID] = AT (engine.cuda_device_id),
  [GST_LIFE_PROP_CUDA_DEVICES] = AT (cuda_devices),
  [GST_LIFE_PROP_THREADS] = AT (engine.threads),
  [GST_LIFE_PROP_MEMORY_LIMIT] = AT (engine.memory_limit),
  [GST_LIFE_PROP_ZOOM] = AT (zoom),
  [GST_LIFE_PROP_VIEW_X] = AT (view_x),
  [GST_LIFE_PROP_VIEW_Y] = AT (view_y),
  [GST_LIFE_PROP_ROTATION] = AT (rotation),
  [GST_LIFE_PROP_SCALING] = AT (scaling),
  [GST_LIFE_PROP_CAMERA] = AT (camera),
  [GST_LIFE_PROP_CAMERA_MARGIN] = AT (camera_margin),
  [GST_LIFE_PROP_WAYPOINTS] = AT (waypoints),
  [GST_LIFE_PROP_GRID] = AT (grid),
  [GST_LIFE_PROP_GRID_COLOR] = AT (grid_color),
  [GST_LIFE_PROP_COLOR_MODE] = AT (color_mode),
  [GST_LIFE_PROP_ALIVE_COLOR] = AT (alive_color),
  [GST_LIFE_PROP_DEAD_COLOR] = AT (dead_color),
  [GST_LIFE_PROP_PALETTE] = AT (palette),
  [GST_LIFE_PROP_TRAIL] = AT (trail),
  [GST_LIFE_PROP_PALETTE_CYCLE] = AT (palette_cycle),
  [GST_LIFE_PROP_DENSITY_GAIN] = AT (density_gain),
  [GST_LIFE_PROP_CAPTION] = AT (caption),
  [GST_LIFE_PROP_CAPTION_FONT] = AT (caption_font),
  [GST_LIFE_PROP_CAPTION_COLOR] = AT (caption_color),
  [GST_LIFE_PROP_CAPTION_CORNER] = AT (caption_corner),
  [GST_LIFE_PROP_VIEW] = AT (view),
  [GST_LIFE_PROP_SLICE_AXIS] = AT (slice_axis),
  [GST_LIFE_PROP_SLICE] = AT (slice),
  [GST_LIFE_PROP_SLICE_STEP] = AT (slice_step),
  [GST_LIFE_PROP_PROJECTION_SIDE] = AT (projection_side),
  [GST_LIFE_PROP_AZIMUTH] = AT (perspective.azimuth),
  [GST_LIFE_PROP_ELEVATION] = AT (perspective.elevation),
  [GST_LIFE_PROP_ORBIT] = AT (orbit),
  [GST_LIFE_PROP_LOOK_AT_X] = AT (perspective.look_at[0]),
  [GST_LIFE_PROP_LOOK_AT_Y] = AT (perspective.look_at[1]),
  [GST_LIFE_PROP_LOOK_AT_Z] = AT (perspective.look_at[2]),
  [GST_LIFE_PROP_CAMERA_DISTANCE] = AT (perspective.distance),
  [GST_LIFE_PROP_CAMERA_FOV] = AT (perspective.fov),
  [GST_LIFE_PROP_LIGHT_AZIMUTH] = AT (perspective.light_azimuth),
  [GST_LIFE_PROP_LIGHT_ELEVATION] = AT (perspective.light_elevation),
  [GST_LIFE_PROP_SHADOWS] = AT (perspective.shadows),
  [GST_LIFE_PROP_OCCLUSION] = AT (perspective.occlusion),
  [GST_LIFE_PROP_ANTIALIAS] = AT (perspective.antialias),
  [GST_LIFE_PROP_WORLD_BOX] = AT (perspective.world_box),
  [GST_LIFE_PROP_FOG] = AT (perspective.fog),
  [GST_LIFE_PROP_BACKGROUND_TOP] = AT (perspective.background_top),
  [GST_LIFE_PROP_BACKGROUND_BOTTOM] = AT (perspective.background_bottom),
  [GST_LIFE_PROP_CUT_X] = AT (perspective.cut[0]),
  [GST_LIFE_PROP_CUT_Y] = AT (perspective.cut[1]),
  [GST_LIFE_PROP_CUT_Z] = AT (perspective.cut[2]),
  [GST_LIFE_PROP_HISTORY] = AT (perspective.history),
  [GST_LIFE_PROP_NAVIGATION] = AT (navigation),
  [GST_LIFE_PROP_DRAW_STATE] = AT (draw_state),
  [GST_LIFE_PROP_POST_MESSAGES] = AT (post_messages),
};

static gpointer
find_place (const GstLifeSettings *settings, guint id)
{
  if (id >= G_N_ELEMENTS (places) || places[id] == 0)
    return NULL;
  return G_STRUCT_MEMBER_P (settings, places[id] - 1);
}

gboolean
gst_life_settings_set (GstLifeSettings *settings, guint id, const GValue *value)
{
  gpointer place = find_place (settings, id);

  if (!place)
    return FALSE;
  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (value))) {
    case G_TYPE_BOOLEAN:
      *(gboolean *) place = g_value_get_boolean (value);
      break;
    case G_TYPE_INT:
      *(gint *) place = g_value_get_int (value);
      break;
    case G_TYPE_UINT:
      *(guint *) place = g_value_get_uint (value);
      break;
    case G_TYPE_UINT64:
      *(guint64 *) place = g_value_get_uint64 (value);
      break;
    case G_TYPE_DOUBLE:
      *(gdouble *) place = g_value_get_double (value);
      break;
    case G_TYPE_ENUM:
      *(gint *) place = g_value_get_enum (value);
      break;
    case G_TYPE_FLAGS:
      *(guint *) place = g_value_get_flags (value);
      break;
    default:
      if (GST_VALUE_HOLDS_FRACTION (value)) {
        ((gint *) place)[0] = gst_value_get_fraction_numerator (value);
        ((gint *) place)[1] = gst_value_get_fraction_denominator (value);
      } else {
        gst_life_settings_set_string (place, g_value_get_string (value));
      }
      break;
  }
  settings->depth_set |= id == GST_LIFE_PROP_WORLD_DEPTH;
  settings->density_set |= id == GST_LIFE_PROP_DENSITY;
  /* One that is not understood is an error on the way to PAUSED; after that none is set. */
  if (id == GST_LIFE_PROP_PALETTE) {
    life_palette_unref (settings->parsed_palette);
    settings->parsed_palette = life_palette_parse (settings->palette, NULL);
  }
  if (id == GST_LIFE_PROP_CUDA_DEVICES) {
    settings->engine.cuda_devices = 0;
    if (settings->cuda_devices)
      life_engine_parse_devices (
          settings->cuda_devices, &settings->engine.cuda_devices, NULL);
  }
  if (id == GST_LIFE_PROP_WAYPOINTS || id == GST_LIFE_PROP_CAMERA)
    settings->waypoints_suspended = FALSE;
  if (id == GST_LIFE_PROP_WAYPOINTS) {
    life_waypoints_unref (settings->parsed_waypoints);
    settings->parsed_waypoints =
        gst_life_settings_read_waypoints (settings->waypoints, NULL);
  }
  return TRUE;
}

gboolean
gst_life_settings_get (const GstLifeSettings *settings, guint id, GValue *value)
{
  gconstpointer place = find_place (settings, id);

  if (!place)
    return FALSE;
  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (value))) {
    case G_TYPE_BOOLEAN:
      g_value_set_boolean (value, *(const gboolean *) place);
      break;
    case G_TYPE_INT:
      g_value_set_int (value, *(const gint *) place);
      break;
    case G_TYPE_UINT:
      g_value_set_uint (value, *(const guint *) place);
      break;
    case G_TYPE_UINT64:
      g_value_set_uint64 (value, *(const guint64 *) place);
      break;
    case G_TYPE_DOUBLE:
      g_value_set_double (value, *(const gdouble *) place);
      break;
    case G_TYPE_ENUM:
      g_value_set_enum (value, *(const gint *) place);
      break;
    case G_TYPE_FLAGS:
      g_value_set_flags (value, *(const guint *) place);
      break;
    default:
      if (GST_VALUE_HOLDS_FRACTION (value))
        gst_value_set_fraction (
            value, ((const gint *) place)[0], ((const gint *) place)[1]);
      else
        g_value_set_string (value, *(gchar *const *) place);
      break;
  }
  /* What is not set reads as what it is then. */
  if (id == GST_LIFE_PROP_RULE && !settings->rule)
    g_value_set_static_string (value, "B3/S23");
  if (id == GST_LIFE_PROP_PALETTE && !settings->palette)
    g_value_set_static_string (value, "default");
  if (id == GST_LIFE_PROP_TEXT_FONT && !settings->text_font)
    g_value_set_static_string (value, "Sans Bold 32");
  if (id == GST_LIFE_PROP_CAPTION_FONT && !settings->caption_font)
    g_value_set_static_string (value, "Sans 12");
  return TRUE;
}
