/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The properties that elements have: a row each. What they mean is elsewhere. */
#include "plugin/settings/property-table.h"

#include <math.h>

/* --- What follows from a text --- */

static gboolean
parse_palette (GstLifeSettings *settings, GError **error)
{
  life_palette_unref (settings->appearance.parsed);
  settings->appearance.parsed =
      life_palette_parse (settings->appearance.palette, error);
  return settings->appearance.parsed != NULL;
}

static gboolean
parse_devices (GstLifeSettings *settings, GError **error)
{
  settings->engine.cuda_devices = 0;
  return !settings->cuda_devices
         || life_engine_parse_devices (
             settings->cuda_devices, &settings->engine.cuda_devices, error);
}

static gboolean
resume_waypoints (GstLifeSettings *settings, GError **error)
{
  settings->camera.suspended = FALSE;
  return TRUE;
}

/* No text, and one of spaces alone, has none. */
static gboolean
parse_waypoints (GstLifeSettings *settings, GError **error)
{
  const gchar *start =
      settings->camera.waypoints ? settings->camera.waypoints : "";

  g_clear_pointer (&settings->camera.parsed, life_waypoints_unref);
  while (g_ascii_isspace (*start))
    start++;
  if (*start != '\0')
    settings->camera.parsed =
        life_waypoints_parse (settings->camera.waypoints, error);
  return resume_waypoints (settings, NULL)
         && (*start == '\0' || settings->camera.parsed);
}

/* --- Kinds of rows --- */

#define READY GST_LIFE_READY
#define CONTROLLED GST_LIFE_CONTROLLED
#define READ_ONLY GST_LIFE_READ_ONLY
#define TEMPO GST_LIFE_TEMPO
#define LOCAL GST_LIFE_LOCAL
#define OF_LIFESRC GST_LIFE_OF_LIFESRC
#define OF_LIFESTEP GST_LIFE_OF_LIFESTEP
#define OF_LIFEVIS GST_LIFE_OF_LIFEVIS

/* The defaults of life_view_init() and life_engine_options_init(). */
#define LIBRARY NAN

#define MAX_COORDINATE GST_LIFE_MAX_COORDINATE
#define OFFSET(field) G_STRUCT_OFFSET (GstLifeSettings, field)
#define NUMBER(kind, name, nick, blurb, field, ...)      \
  {                                                      \
    name, nick, blurb, kind, OFFSET (field), __VA_ARGS__ \
  }
#define INT(...) NUMBER (G_TYPE_INT, __VA_ARGS__)
#define UINT(...) NUMBER (G_TYPE_UINT, __VA_ARGS__)
#define DOUBLE(...) NUMBER (G_TYPE_DOUBLE, __VA_ARGS__)
#define POSITION(name, nick, blurb, field, ...) \
  DOUBLE (                                      \
      name, nick, blurb, field, -MAX_COORDINATE, MAX_COORDINATE, __VA_ARGS__)
#define COLOR(name, nick, blurb, field, ...) \
  UINT (name, nick, blurb, field, 0, G_MAXUINT32, __VA_ARGS__)
/* Without bounds of their own. */
#define UINT64(name, nick, blurb, field, ...) \
  NUMBER (G_TYPE_UINT64, name, nick, blurb, field, 0, 0, __VA_ARGS__)
#define BOOLEAN(name, nick, blurb, field, ...) \
  NUMBER (G_TYPE_BOOLEAN, name, nick, blurb, field, 0, 0, __VA_ARGS__)
#define FRACTION(name, nick, blurb, field, ...) \
  NUMBER (G_TYPE_NONE, name, nick, blurb, field, 0, 0, 0, __VA_ARGS__)
#define STRING(name, nick, blurb, field, text_, ...)                     \
  NUMBER (G_TYPE_STRING, name, nick, blurb, field, 0, 0, 0, __VA_ARGS__, \
      .text = text_)
#define NAMED(kind, name, nick, blurb, field, type, ...)     \
  NUMBER (kind, name, nick, blurb, field, 0, 0, __VA_ARGS__, \
      .values = GST_LIFE_ENUM_##type)
#define ENUM(...) NAMED (G_TYPE_ENUM, __VA_ARGS__)
#define FLAGS(...) NAMED (G_TYPE_FLAGS, __VA_ARGS__)

const GstLifeProperty gst_life_properties[] = {
  /* The world */
  STRING ("rule", "Rule",
      "Rule: B3/S23, B2-a/S12, B2/S345/4, W30, a name, a file (NAME.rule), in "
      "3D B6/S5..7; a suffix (:T64,48) sets size and topology; not set: the "
      "pattern's own, else B3/S23, in 3D B6/S567",
      world.rule, "B3/S23", 0),
  STRING ("rule-path", "Rule path",
      "Folders, separated as in PATH, in which NAME.rule is looked for before "
      "the pattern's folder, ~/.local/share/life/rules, ~/.golly/Rules and "
      "Golly's own",
      world.rule_path, NULL, READY),
  STRING ("location", "Location",
      "File of a pattern, also in gzip or zip (RLE, RLE3, plaintext, Life 1.05 "
      "and 1.06, macrocell, MCell, apgcode, found by content), or a "
      "checkpoint, or a folder of checkpoints, of which the last counts",
      world.location, NULL, READY),
  STRING ("pattern", "Pattern",
      "Text of a pattern (RLE with a '!', or any format in several lines), an "
      "apgcode (xq4_153), or the name of a built-in one (gosper-gun, glider, "
      "acorn, ...)",
      world.pattern, NULL, READY),
  STRING ("text", "Text",
      "Words that the world starts from instead of a pattern, as live cells",
      world.text, NULL, READY),
  STRING ("text-font", "Text font",
      "Font of text as Pango describes it; a point is a cell", world.text_font,
      GST_LIFE_TEXT_FONT, READY),
  INT ("pattern-x", "Pattern x",
      "Column, in cells, of the pattern's top left corner; -1: centered as in "
      "Golly, or without edges as its file places it",
      world.pattern_at[0], -1, G_MAXINT, -1, READY),
  INT ("pattern-y", "Pattern y",
      "Row, in cells, of the pattern's top left corner; -1: as pattern-x has "
      "it",
      world.pattern_at[1], -1, G_MAXINT, -1, READY),
  INT ("pattern-z", "Pattern z",
      "Plane, in cells, of the pattern's front; -1: centered",
      world.pattern_at[2], -1, G_MAXINT, -1, READY),
  DOUBLE ("density", "Density",
      "Share of cells, from 0 to 1, that live in the soup (random fill) from "
      "which a world without a pattern starts; if it is not set, cyclic rules "
      "have as many of each state",
      world.density, 0, 1, 0.35, READY, .set_flag = OFFSET (world.density_set)),
  UINT64 ("seed", "Seed",
      "Seed of the soup, which is the same on every machine; 0: one from the "
      "clock, and reading it gives the seed that was used",
      world.seed, 1, READY),
  UINT ("world-width", "World width",
      "Width of the world in cells; 0: as many as the frame shows at the zoom, "
      "in 3D 128, with topology=auto and a pattern twice as many, and never "
      "fewer than the pattern has",
      world.width, 0, G_MAXUINT, 0, READY),
  UINT ("world-height", "World height",
      "Height of the world in cells; 0: as world-width has it", world.height, 0,
      G_MAXUINT, 0, READY),
  UINT ("world-depth", "World depth",
      "Depth of the world in cells, which in 3D is more than 1; 0: as many as "
      "the pattern has, or 128; not set: 1, or a 3D pattern's",
      world.depth, 0, G_MAXUINT, 1, READY,
      .set_flag = OFFSET (world.depth_set)),
  ENUM ("topology", "Topology",
      "What lies beyond the world's edges; the suffix of a rule wins",
      world.topology, TOPOLOGY, GST_LIFE_TOPOLOGY_AUTO, READY),

  /* Time */
  UINT64 ("start-generation", "Start generation",
      "Generations that run before the first frame", world.start_generation, 0,
      READY),
  UINT64 ("start-frame", "Start frame",
      "Frames that are computed and not sent, so that trails, ages and events "
      "of the first one that is sent are complete",
      source.start_frame, 0, OF_LIFESRC | READY),
  UINT ("generations", "Generations",
      "Generations per frame, if generations-rate is 0/1", tempo.generations, 1,
      G_MAXUINT, 1, TEMPO),
  FRACTION ("generations-rate", "Generations rate",
      "Generations per frame as a fraction, below 1 to hold a generation for "
      "several frames; 0/1: as many as generations",
      tempo.rate, TEMPO),
  UINT ("generations-growth", "Generations growth",
      "Frames after which the generations per frame double, again and again; "
      "0: never",
      tempo.growth, 0, G_MAXUINT, 0, OF_LIFESRC | READY),
  UINT ("hold", "Hold",
      "Frames that show the first generation again before others follow",
      tempo.hold, 0, G_MAXUINT, 0, OF_LIFESRC | READY),
  BOOLEAN ("paused", "Paused", "Whether frames go on while generations do not",
      tempo.paused, FALSE, TEMPO),
  BOOLEAN ("crossfade", "Crossfade",
      "Whether frames fade from the previous generation into one that is held "
      "for several frames",
      crossfade, FALSE, 0),
  STRING ("events", "Events",
      "What happens when, separated by \";\": TIME ACTION, with TIME in "
      "seconds "
      "(5s) or frames (300f) and ACTION rule=R, paste=PATTERN@X,Y, "
      "load=PATTERN, soup=DENSITY, clear, preset=NAME, or a property of the "
      "view, the colors or the caption",
      events, NULL, OF_LIFESRC | OF_LIFESTEP | READY),
  ENUM ("stagnation", "Stagnation",
      "What happens when the world repeats itself, with a period of at most "
      "3000 frames",
      stagnation.action, STAGNATION, GST_LIFE_STAGNATION_NONE, READY),
  UINT ("stagnation-frames", "Stagnation frames",
      "Consecutive frames with new generations that repeat earlier ones before "
      "stagnation acts",
      stagnation.frames, 1, G_MAXUINT, 60, READY),

  /* The picture that arrives at lifestep */
  ENUM ("input", "Input",
      "What the arriving picture does to the world; first leaves a world alone "
      "that is given by pattern, location or density",
      picture.input, INPUT, GST_LIFE_INPUT_FIRST, OF_LIFESTEP | READY),
  DOUBLE ("threshold", "Threshold",
      "Mean luma (black 0, white 1) from which a cell is alive; with "
      "input=motion the change of luma from which it is born",
      picture.threshold, 0, 1, 0.5, OF_LIFESTEP),
  ENUM ("output", "Output",
      "What a frame shows; overlay and clip need input and output of one size "
      "and "
      "format",
      picture.output, OUTPUT, GST_LIFE_OUTPUT_CELLS, OF_LIFESTEP | READY),

  /* The sound that arrives at lifevis */
  DOUBLE ("sensitivity", "Sensitivity",
      "Factor by which a rise in the sound counts when onsets are looked for; "
      "0: there are none",
      sound.sensitivity, 0, 4, 1, OF_LIFEVIS | CONTROLLED),
  UINT ("bands", "Bands",
      "Bands of frequency, from 40 Hz to 16 kHz, in which onsets are looked "
      "for; the lowest is in the middle of the frame",
      sound.bands, 1, GST_LIFE_MAX_BANDS, 8, OF_LIFEVIS | READY),
  ENUM ("stamp", "Stamp", "Cells born per onset", sound.stamp, STAMP,
      GST_LIFE_STAMP_NOISE, OF_LIFEVIS | READY),
  ENUM ("drive", "Drive", "What follows from how loud the sound is",
      sound.drive, DRIVE, GST_LIFE_DRIVE_NONE, OF_LIFEVIS),

  /* What of the world is shown */
  ENUM ("view", "View", "What of the world is shown", body.view, VIEW,
      GST_LIFE_VIEW_AUTO, READY),
  DOUBLE ("zoom", "Zoom",
      "Pixels per cell; below 1 a pixel shows all of its cells; 0: so that a "
      "world of given size, or the pattern, shows whole, with about 180 cells "
      "across the frame's shorter side",
      position.zoom, 0, GST_LIFE_MAX_ZOOM, 0, CONTROLLED),
  POSITION ("view-x", "View x",
      "Column at the frame's center (5: the left edge of cell 5); exactly -1: "
      "the world's center",
      position.x, -1, CONTROLLED),
  POSITION ("view-y", "View y",
      "Row at the frame's center (5: the upper edge of cell 5); exactly -1: "
      "the world's center",
      position.y, -1, CONTROLLED),
  POSITION ("rotation", "Rotation",
      "Degrees by which the picture is turned clockwise around the frame's "
      "center; in lifestep only with input=tick",
      position.rotation, 0, CONTROLLED),
  ENUM ("scaling", "Scaling",
      "What a pixel shows at a zoom above 1 that is no whole number",
      position.scaling, SCALING, LIFE_SCALING_AREA, 0),
  ENUM ("cell-shape", "Cell shape",
      "What cells look like; hexagon is for rules on hexagons, such as "
      "B2/S34H",
      position.cell_shape, CELL_SHAPE, LIFE_CELL_SHAPE_SQUARE, 0),
  ENUM ("slice-axis", "Slice axis",
      "The axis across which slices are cut, of a montage too; along which a "
      "projection looks",
      body.slice_axis, AXIS, LIFE_AXIS_Z, READY),
  INT ("slice", "Slice",
      "Plane that is shown, counted from 0; -1: the middle one", body.slice, -1,
      G_MAXINT, -1, CONTROLLED),
  INT ("slice-step", "Slice step",
      "Planes per frame by which the slice moves, backwards where it is "
      "negative; after the last plane comes the first",
      body.slice_step, G_MININT, G_MAXINT, 0, 0),
  ENUM ("projection-side", "Projection side",
      "From which end of slice-axis view=projection looks", body.side, SIDE,
      GST_LIFE_SIDE_NEAR, 0),
  UINT ("history", "History",
      "Frames with new generations that view=spacetime stacks",
      body.perspective.history, 2, LIFE_MAX_SPACETIME, LIBRARY, READY),

  /* What moves the view */
  ENUM ("camera", "Camera",
      "What moves the view; wins over zoom, view-x and view-y", camera.kind,
      CAMERA, GST_LIFE_CAMERA_MANUAL, 0, .after = resume_waypoints),
  DOUBLE ("camera-margin", "Camera margin",
      "Share of the frame, from 0 to 0.9, that camera=fit leaves free",
      camera.margin, 0, 0.9, 0.10000000000000001, 0),
  STRING ("waypoints", "Waypoints",
      "Places that the view passes, separated by \";\": TIME X,Y [zoom=Z] "
      "[rotation=R] [ease], or TIME camera [ease] for what camera shows then, "
      "with TIME in seconds (5s) or frames (300f); wins over camera, zoom, "
      "view-x, view-y and rotation",
      camera.waypoints, NULL, 0, .after = parse_waypoints),

  /* Colors */
  ENUM ("color-mode", "Color mode", "What the colors of cells stand for",
      appearance.color_mode, COLOR_MODE, LIFE_COLOR_MODE_AUTO, 0),
  COLOR ("alive-color", "Alive color", "Color (0xAARRGGBB) of live cells",
      appearance.alive, 0xffffffffu, 0),
  COLOR ("dead-color", "Dead color",
      "Color (0xAARRGGBB) of dead cells and of what lies outside the world; a "
      "rule's own background wins over the default",
      appearance.dead, 0xff000000u, 0,
      .set_flag = OFFSET (appearance.dead_set)),
  STRING ("palette", "Palette",
      "Colors of every color-mode but solid: a name (default, fire, ocean, "
      "...; "
      "a wrong one is an error that lists all), or [position:]color,... with "
      "positions from 0 to 1, each color tomato, #rrggbb[aa] or 0xAARRGGBB",
      appearance.palette, "default", 0, .after = parse_palette),
  UINT ("palette-cycle", "Palette cycle",
      "Frames in which the palette turns once, where cells are colored by a "
      "number; 0: it stands still",
      appearance.palette_cycle, 0, G_MAXUINT, 0, 0),
  UINT ("trail", "Trail",
      "Frames that a dead cell takes to fade, with color-mode=trail or "
      "age-trail; those that repeat a generation do not count",
      appearance.trail, 1, LIFE_HISTORY_FRAMES, 16, 0),
  DOUBLE ("density-gain", "Density gain",
      "Factor by which the count of live cells is multiplied before its "
      "logarithm, with color-mode=density: more makes few cells brighter",
      appearance.density_gain, 1e-6, 1e6, 1, CONTROLLED),
  DOUBLE ("grid", "Grid",
      "Zoom, in pixels per cell and at least 2, from which the left and upper "
      "borders of cells are drawn, one pixel wide; 0: never",
      appearance.grid, 0, GST_LIFE_MAX_ZOOM, 0, 0),
  COLOR ("grid-color", "Grid color",
      "Color (0xAARRGGBB) of every tenth border from the world's top left "
      "corner; the others are half as opaque",
      appearance.grid_color, 0xff404040u, 0),

  /* Worlds as bodies in perspective */
  POSITION ("azimuth", "Azimuth",
      "Degrees by which the camera has gone around the world to the right; 0: "
      "it looks along +z",
      body.perspective.azimuth, LIBRARY, CONTROLLED),
  POSITION ("elevation", "Elevation",
      "Degrees by which the camera has risen; 90: it looks down",
      body.perspective.elevation, LIBRARY, CONTROLLED),
  POSITION ("orbit", "Orbit",
      "Degrees per frame by which the camera goes around the world: frame i is "
      "seen from azimuth + i * orbit",
      body.orbit, 0, 0),
  POSITION ("look-at-x", "Look at x",
      "Column that the camera looks at (5: the left edge of cell 5); exactly "
      "-1: the world's center",
      body.perspective.look_at[0], LIBRARY, CONTROLLED),
  POSITION ("look-at-y", "Look at y",
      "Row that the camera looks at, as look-at-x has it",
      body.perspective.look_at[1], LIBRARY, CONTROLLED),
  POSITION ("look-at-z", "Look at z",
      "Plane that the camera looks at, as look-at-x has it",
      body.perspective.look_at[2], LIBRARY, CONTROLLED),
  DOUBLE ("camera-distance", "Camera distance",
      "Diagonals of the world from the camera to what it looks at",
      body.perspective.distance, GST_LIFE_MIN_DISTANCE, GST_LIFE_MAX_DISTANCE,
      LIBRARY, CONTROLLED),
  DOUBLE ("camera-fov", "Camera field of view",
      "Degrees that the camera sees, from the frame's lower to its upper edge",
      body.perspective.fov, 0.1, 179, LIBRARY, CONTROLLED),
  UINT ("cut-x", "Cut x",
      "First column that is drawn; those before it are cut away",
      body.perspective.cut[0], 0, G_MAXUINT, LIBRARY, CONTROLLED),
  UINT ("cut-y", "Cut y",
      "First row that is drawn; those before it are cut away",
      body.perspective.cut[1], 0, G_MAXUINT, LIBRARY, CONTROLLED),
  UINT ("cut-z", "Cut z",
      "First plane that is drawn; those before it are cut away",
      body.perspective.cut[2], 0, G_MAXUINT, LIBRARY, CONTROLLED),
  POSITION ("light-azimuth", "Light azimuth",
      "Degrees by which the sun has gone around the world, as azimuth has it; "
      "it stays where it is in the world",
      body.perspective.light_azimuth, LIBRARY, CONTROLLED),
  POSITION ("light-elevation", "Light elevation",
      "Degrees by which the sun has risen, as elevation has it",
      body.perspective.light_elevation, LIBRARY, CONTROLLED),
  BOOLEAN ("shadows", "Shadows", "Whether cells throw shadows",
      body.perspective.shadows, LIBRARY, 0),
  BOOLEAN ("occlusion", "Occlusion", "Whether corners between cells are darker",
      body.perspective.occlusion, LIBRARY, 0),
  BOOLEAN ("antialias", "Antialias",
      "Whether a pixel is the mean of four rays instead of one: smoother, and "
      "slower",
      body.perspective.antialias, LIBRARY, 0),
  BOOLEAN ("world-box", "World box", "Whether the edges of the world are drawn",
      body.perspective.world_box, LIBRARY, 0),
  DOUBLE ("fog", "Fog",
      "Share of the background in the color of the world's farthest corner; 0: "
      "no fog",
      body.perspective.fog, 0, 1, LIBRARY, 0),
  COLOR ("background-top", "Background top",
      "Color (0xAARRGGBB) behind a world in perspective at the frame's upper "
      "edge; in 2D see dead-color",
      body.perspective.background_top, LIBRARY, 0),
  COLOR ("background-bottom", "Background bottom",
      "Color (0xAARRGGBB) behind a world in perspective at the frame's lower "
      "edge",
      body.perspective.background_bottom, LIBRARY, 0),

  /* Captions */
  FLAGS ("caption", "Caption", "What stands in a corner of each frame",
      caption.flags, CAPTION, 0, 0),
  STRING ("caption-font", "Caption font",
      "Font of captions as Pango describes it, for frames of 1280x720; in "
      "others it is scaled",
      caption.font, GST_LIFE_CAPTION_FONT, 0),
  COLOR ("caption-color", "Caption color",
      "Color (0xAARRGGBB) of captions, on a panel of the opposite brightness",
      caption.color, 0xffffffffu, 0),
  ENUM ("caption-corner", "Caption corner",
      "The corner of the frame that captions stand in", caption.corner, CORNER,
      GST_LIFE_CORNER_TOP_LEFT, 0),

  /* Mouse, touch and keys */
  BOOLEAN ("navigation", "Navigation",
      "Whether mouse, touch and keys in a window downstream act on world and "
      "view",
      interaction.navigation, TRUE, LOCAL),
  UINT ("draw-state", "Draw state",
      "State of cells that are drawn with the left button or a finger",
      interaction.draw_state, 0, LIFE_MAX_STATES - 1, 1, LOCAL),

  /* Checkpoints */
  STRING ("checkpoint-location", "Checkpoint location",
      "Folder for checkpoints of the world, of which the last two stay; set "
      "location to one of them to go on from it",
      checkpoint.location, NULL, READY | LOCAL),
  UINT64 ("checkpoint-generations", "Checkpoint generations",
      "Generations from one checkpoint to the next, which are written at "
      "multiples of this; 0: off",
      checkpoint.generations, 0, READY | LOCAL),
  UINT ("checkpoint-interval", "Checkpoint interval",
      "Seconds without a checkpoint after which one is written; 0: off",
      checkpoint.interval, 0, G_MAXUINT, 0, READY | LOCAL),

  /* Files of the world */
  STRING ("save-location", "Save location",
      "File that the world is written to, in the format of its extension: "
      ".rle, .rle3 or .3d, .cells, and without edges .mc or .mc.gz",
      save.location, NULL, READY | LOCAL),
  UINT64 ("save-generation", "Save generation",
      "Generation that is written to save-location; 0: the last one, when the "
      "stream ends",
      save.generation, 0, READY | LOCAL),

  /* The engine */
  ENUM ("engine", "Engine",
      "Where the world lives; cuda is an error where it does not work",
      engine.engine, ENGINE, LIBRARY, READY | LOCAL),
  ENUM ("kernel", "Kernel",
      "How the world is advanced: all give the same cells; one that cannot run "
      "the rule on this engine is an error",
      engine.kernel, KERNEL, LIBRARY, READY | LOCAL),
  UINT ("threads", "Threads", "Threads of the CPU engine; 0: one per core",
      engine.threads, 0, 1024, LIBRARY, READY | LOCAL),
  INT ("cuda-device-id", "CUDA device id",
      "Number of the GPU to use, from 0; -1: the first", engine.cuda_device_id,
      -1, G_MAXINT, LIBRARY, READY | LOCAL),
  STRING ("cuda-devices", "CUDA devices",
      "GPUs that share the world, with frames in system memory: up to 16 "
      "numbers, from 0, with commas between them, or all; not set: the GPU of "
      "cuda-device-id alone",
      cuda_devices, NULL, READY | LOCAL, .after = parse_devices),
  BOOLEAN ("pdl", "Programmatic dependent launch",
      "Programmatic dependent launch: whether the next generation's kernel "
      "starts while the previous one drains, on GPUs of compute capability 9.0 "
      "and up",
      engine.pdl, LIBRARY, READY | LOCAL),
  UINT64 ("memory-limit", "Memory limit",
      "Bytes that a world without edges may take, with its history; 0: what is "
      "available, of which HashLife and history take a quarter each",
      engine.memory_limit, LIBRARY, READY),
  ENUM ("cluster", "Cluster",
      "Which processes hold the world: mpi shares it with every life-worker "
      "that mpirun has started",
      engine.cluster, CLUSTER, LIBRARY, OF_LIFESRC | READY),
  UINT ("cluster-timeout", "Cluster timeout",
      "Seconds of silence after which a process of the cluster is taken for "
      "lost, which is an error",
      engine.cluster_timeout, 1, 86400, LIBRARY, OF_LIFESRC | READY),

  /* The stream */
  BOOLEAN ("is-live", "Is live",
      "Whether frames are emitted at their times, as from a camera",
      source.is_live, FALSE, OF_LIFESRC | READY | LOCAL),
  BOOLEAN ("qos", "QoS",
      "Whether frames that downstream reports to be too late are skipped; no "
      "frame is renumbered",
      source.qos, TRUE, OF_LIFESRC | LOCAL),

  /* What is reported */
  BOOLEAN ("post-messages", "Post messages",
      "Whether an element message 'life' is posted for every frame, with "
      "generation, population, births and deaths",
      post_messages, FALSE, LOCAL),
  UINT64 ("generation", "Generation", "Generation that the last frame showed",
      reported.generation, 0, READ_ONLY),
  UINT64 ("population", "Population",
      "Live cells of the generation that the last frame showed",
      reported.population, 0, READ_ONLY),
  STRING ("engine-used", "Engine used",
      "Engine that runs, cpu or cuda; NULL where there is no world yet",
      reported.engine_used, NULL, READ_ONLY),
  STRING ("kernel-used", "Kernel used",
      "Kernel that runs and what it runs on, such as bitsliced (AVX-512); NULL "
      "where there is no world yet",
      reported.kernel_used, NULL, READ_ONLY),
  STRING ("state-names", "State names",
      "Names of states that the rule's file gives, such as \"1 head, 2 tail\"; "
      "NULL where it gives none",
      reported.state_names, NULL, READ_ONLY),
  DOUBLE ("zoom-used", "Zoom used",
      "Pixels per cell in the last frame; 0 until there is one, and in views "
      "that have no zoom",
      reported.zoom_used, 0, G_MAXDOUBLE, 0, READ_ONLY),
};

const guint gst_life_n_properties = G_N_ELEMENTS (gst_life_properties);
G_STATIC_ASSERT (G_N_ELEMENTS (gst_life_properties) <= GST_LIFE_MAX_PROPERTIES);
