/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that the CUDA engine draws as the CPU does, to the byte: every kind of view, of random
 * worlds, from random places, in every format, wherever the frame lies, and with captions; and
 * that such frames become the same cells as arriving pictures. */
#include "tests/support/draw/body-setup.h"
#include "tests/support/draw/spacetime.h"
#include "tests/support/worlds/cuda-pair.h"

#define CAPACITY (1 << 20)

#define ONE_OF(random, list) \
  (list)[g_rand_int_range (random, 0, G_N_ELEMENTS (list))]

/* --- Where frames lie --- */

typedef enum {
  ON_HOST,
  ON_PINNED_HOST,
  ON_DEVICE,
  POSITIONS,
} Position;

typedef struct {
  const Driver *driver;
  gpointer context;
  guint8 *expected; /* what the CPU draws into */
  guint8 *drawn;    /* where the GPU's frame is compared */
  gpointer pinned;
  guint64 device;
} Memory;

static void
memory_init (Memory *memory)
{
  const Driver *driver = open_driver ();

  memory->driver = driver;
  memory->expected = g_malloc (CAPACITY);
  memory->drawn = g_malloc (CAPACITY);
  g_assert_cmpint (driver->retain_primary (&memory->context, 0), ==, 0);
  g_assert_cmpint (driver->push (memory->context), ==, 0);
  g_assert_cmpint (driver->allocate_host (&memory->pinned, CAPACITY), ==, 0);
  g_assert_cmpint (driver->allocate (&memory->device, CAPACITY), ==, 0);
}

static void
memory_clear (Memory *memory)
{
  gpointer context;

  if (memory->driver == NULL)
    return;
  g_assert_cmpint (memory->driver->release (memory->device), ==, 0);
  g_assert_cmpint (memory->driver->release_host (memory->pinned), ==, 0);
  g_assert_cmpint (memory->driver->pop (&context), ==, 0);
  g_assert_cmpint (memory->driver->release_primary (0), ==, 0);
  g_free (memory->expected);
  g_free (memory->drawn);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Memory, memory_clear)

/* The GPU's frame starts with the same bytes as the CPU's: an overlay is drawn
 * over them, and those outside the picture stay. */
static guint8 *
memory_position (Memory *memory, Position position, gsize bytes)
{
  switch (position) {
    case ON_PINNED_HOST:
      memcpy (memory->pinned, memory->expected, bytes);
      return memory->pinned;
    case ON_DEVICE:
      /* A copy from pageable memory may still be in progress. */
      g_assert_cmpint (
          memory->driver->to_device (memory->device, memory->expected, bytes),
          ==, 0);
      g_assert_cmpint (memory->driver->synchronize (), ==, 0);
      return (guint8 *) (gsize) memory->device;
    default:
      memcpy (memory->drawn, memory->expected, bytes);
      return memory->drawn;
  }
}

static const guint8 *
memory_read (Memory *memory, Position position, gsize bytes)
{
  if (position == ON_PINNED_HOST)
    return memory->pinned;
  if (position == ON_DEVICE)
    g_assert_cmpint (
        memory->driver->to_host (memory->drawn, memory->device, bytes), ==, 0);
  return memory->drawn;
}

/* --- Frames --- */

/* A frame of the CPU's, and one of the GPU's. */
typedef struct {
  Position position;
  LifePixelFormat format;
  guint width, height, padding;
  gsize bytes;
  LifeFrame frames[2]; /* as worlds of a pair */
} Shot;

/* Fills @frame with planes in @memory, @padding bytes apart and @padding bytes
 * (in packed RGB pixels) after each row; returns the total number of bytes. */
static gsize
lay_out (LifeFrame *frame, guint8 *memory, const Shot *shot)
{
  const TestFormat *format = &formats[shot->format];
  gsize at = 4 * shot->padding;

  *frame = (LifeFrame){ .format = shot->format,
    .colorimetry = coding_of (
        format, shot->format == LIFE_PIXEL_FORMAT_GRAY8
                    ? (LifeColorimetry){ 0.299, 0.114, 0, 255, 255 }
                    : (LifeColorimetry){ 0.2126, 0.0722, 16, 219, 224 }),
    .width = shot->width,
    .height = shot->height };
  for (guint i = 0; i < format->planes; i++) {
    frame->data[i] = memory + at;
    frame->stride[i] =
        (gint) (plane_row_bytes (format, i, shot->width)
                + shot->padding * (format->components == 4 ? 4 : 1));
    at += (gsize) frame->stride[i] * plane_rows (format, i, shot->height)
          + shot->padding;
  }
  g_assert_cmpuint (at, <=, CAPACITY);
  return at;
}

static void
load (Shot *shot, Memory *memory)
{
  shot->bytes = lay_out (&shot->frames[1], memory->expected, shot);
  for (gsize i = 0; i < shot->bytes; i++)
    memory->expected[i] = (guint8) (i * 37 + (i >> 8) * 11);
  lay_out (&shot->frames[0],
      memory_position (memory, shot->position, shot->bytes), shot);
}

static Shot
random_shot (GRand *random)
{
  static const guint sizes[][2] = { { 1, 1 }, { 2, 3 }, { 17, 9 }, { 64, 48 },
    { 101, 77 }, { 160, 120 } };
  const guint size = (guint) g_rand_int_range (random, 0, 12);

  return (Shot){ .position = (Position) g_rand_int_range (random, 0, POSITIONS),
    .format = (LifePixelFormat) g_rand_int_range (random, 0, N_FORMATS),
    .width =
        size < 6 ? sizes[size][0] : (guint) g_rand_int_range (random, 1, 200),
    .height =
        size < 6 ? sizes[size][1] : (guint) g_rand_int_range (random, 1, 120),
    .padding = g_rand_boolean (random)
                   ? 0
                   : (guint) g_rand_int_range (random, 1, 20) };
}

static gboolean
same_bytes (
    const Pair *pair, const Shot *shot, const LifeView *view, Memory *memory)
{
  static const gchar *const positions[POSITIONS] = { "in memory",
    "in pinned memory", "on the GPU" };
  const guint8 *bytes = memory_read (memory, shot->position, shot->bytes);
  gsize i = 0;

  if (memcmp (bytes, memory->expected, shot->bytes) == 0)
    return TRUE;
  while (bytes[i] == memory->expected[i])
    i++;
  fail ("%s, %s, %s of %u×%u %s, padding %u: kind %d, mode %d, zoom %.17g at "
        "(%.17g, %.17g) turned by %g, scaling %d, shape %d, axis %d, slice "
        "%" G_GINT64_FORMAT ", far %d, overlay %d, grid %g, trail %u, fade %u: "
        "byte %" G_GSIZE_FORMAT " is %u, not %u",
      pair->what, life_world_get_kernel_name (pair->worlds[0]),
      formats[shot->format].name, shot->width, shot->height,
      positions[shot->position], shot->padding, view->kind, view->color_mode,
      view->zoom, view->x, view->y, view->rotation, view->scaling,
      view->cell_shape, view->axis, view->slice, view->far_side, view->overlay,
      view->grid, view->trail, view->fade, i, bytes[i], memory->expected[i]);
  return FALSE;
}

static gboolean
same_frame (const Pair *pair, const LifeView *view, Shot *shot, Memory *memory)
{
  GError *error = NULL;

  load (shot, memory);
  for (guint i = 0; i < 2; i++) {
    life_world_draw (pair->worlds[i], view, &shot->frames[i], &error);
    g_assert_no_error (error);
  }
  return same_bytes (pair, shot, view, memory);
}

/* Out of another frame, which is in memory. */
static void
begin_fade (const Pair *pair, LifeView *view, Shot *shot, Memory *memory)
{
  GError *error = NULL;

  shot->position = ON_HOST;
  load (shot, memory);
  for (guint i = 0; i < 2; i++) {
    life_world_capture_previous (
        pair->worlds[i], view, &shot->frames[i], &error);
    g_assert_no_error (error);
  }
  pair_step (pair, 1);
  view->fade = 1u << 22;
}

/* --- Random worlds --- */

static const gchar *const flat_rules[] = { "B3/S23", "B3/S23", "B36/S23",
  "B2/S34H", "B3/S23V", "B2-a/S12", "B2/S345/C4", "B2/S345/6", "B2/S/C3",
  "B23/S2356/C256", "R3,C0,M0,S6..11,B7..10,NM", "R1,C0,M0,S2..3,B3..3,NM",
  "R51,C0,M0,S1500..2500,B1500..2000,NN",
  "R70,C3,M1,S5000..7000,B5000..6000,NC", "W30", "WireWorld" };
static const gchar *const deep_rules[] = { "B6/S567", "B6/S567", "B5/S45",
  "B4/S4,5/C5", "B2/S1,2F", "B4/S4/C256" };
static const gchar *const free_rules[] = { "B3/S23", "B36/S23", "B2/S34H" };

/* Edges within the frame, joined in every way. */
static const LifeGeometry edges[] = { { .topology = LIFE_TOPOLOGY_TORUS },
  { .topology = LIFE_TOPOLOGY_TORUS }, { .topology = LIFE_TOPOLOGY_PLANE },
  { .topology = LIFE_TOPOLOGY_TORUS, .shift_x = 5 },
  { .topology = LIFE_TOPOLOGY_TORUS, .shift_y = 3 },
  { .topology = LIFE_TOPOLOGY_KLEIN },
  { .topology = LIFE_TOPOLOGY_KLEIN, .vertical_twist = TRUE },
  { .topology = LIFE_TOPOLOGY_CROSS_SURFACE },
  { .topology = LIFE_TOPOLOGY_SPHERE } };

typedef struct {
  const gchar *name;
  LifeViewKind view;
  LifeGeometry maximum; /* 0 for a world without edges */
  const gchar *const *rules;
  guint n_rules, n_worlds;
} Kind;

#define FLAT flat_rules, G_N_ELEMENTS (flat_rules)
#define DEEP deep_rules, G_N_ELEMENTS (deep_rules)
#define FREE free_rules, G_N_ELEMENTS (free_rules)

static const Kind kinds[] = {
  { "plane", LIFE_VIEW_PLANE, { 400, 300, 1 }, FLAT, 200 },
  { "slice", LIFE_VIEW_PLANE, { 70, 65, 80 }, DEEP, 100 },
  { "montage", LIFE_VIEW_MONTAGE, { 140, 90, 90 }, DEEP, 80 },
  { "projection", LIFE_VIEW_PROJECTION, { 140, 90, 90 }, DEEP, 80 },
  { "long-projection", LIFE_VIEW_PROJECTION, { 1000, 5, 1500 }, DEEP, 20 },
  { "sides", LIFE_VIEW_SIDES, { 140, 90, 90 }, DEEP, 80 },
  { "long-sides", LIFE_VIEW_SIDES, { 1000, 5, 1500 }, DEEP, 20 },
  { "body", LIFE_VIEW_VOLUME, { 80, 80, 80 }, DEEP, 60 },
  { "long-body", LIFE_VIEW_VOLUME, { 2500, 20, 18 }, DEEP, 10 },
  { "spacetime", LIFE_VIEW_SPACETIME, { 130, 80, 1 }, FLAT, 60 },
  { "unbounded", LIFE_VIEW_PLANE, { 0 }, FREE, 30 },
};

static LifeGeometry
random_geometry (GRand *random, const Kind *kind)
{
  LifeGeometry geometry = { .depth = 1, .topology = LIFE_TOPOLOGY_UNBOUNDED };

  if (kind->maximum.width == 0)
    return geometry;
  geometry = ONE_OF (random, edges);
  geometry.width =
      (guint32) g_rand_int_range (random, 1, (gint) kind->maximum.width + 1);
  geometry.height =
      (guint32) g_rand_int_range (random, 1, (gint) kind->maximum.height + 1);
  geometry.depth = 1;
  if (geometry.topology == LIFE_TOPOLOGY_SPHERE)
    geometry.height = geometry.width;
  if (kind->maximum.depth > 1)
    geometry = (LifeGeometry){ geometry.width,
      MIN (geometry.height, kind->maximum.height),
      (guint32) g_rand_int_range (random, 2, (gint) kind->maximum.depth + 1),
      ONE_OF (random, topologies) };
  return geometry;
}

/* In each layout of cells. */
static LifeKernel
random_kernel (
    GRand *random, const LifeRule *rule, const LifeGeometry *geometry)
{
  static const LifeKernel kernels[] = { LIFE_KERNEL_AUTO, LIFE_KERNEL_AUTO,
    LIFE_KERNEL_PACKED, LIFE_KERNEL_NAIVE, LIFE_KERNEL_BITS };
  const LifeEngineOptions options = cuda_options (ONE_OF (random, kernels));

  return life_engine_check (rule, geometry, &options, NULL) ? options.kernel
                                                            : LIFE_KERNEL_AUTO;
}

static gboolean
is_free (const Pair *pair)
{
  return life_world_get_geometry (pair->worlds[0])->topology
         == LIFE_TOPOLOGY_UNBOUNDED;
}

static void
fill (const Pair *pair, GRand *random)
{
  const guint64 seed = g_rand_int (random);
  const gdouble density = pow (g_rand_double (random), 3);
  const LifeBox box = { -150, -100, 0, 300, 200, 1 };

  for (guint i = 0; i < 2 && is_free (pair); i++)
    g_assert_true (
        life_world_soup_box (pair->worlds[i], &box, seed, density, NULL));
  if (is_free (pair))
    return;
  if (g_rand_boolean (random))
    pair_scatter_all (pair, (guint32) seed);
  else
    pair_soup (pair, seed, density);
}

/* --- Random views --- */

#define HISTORY 18

static const LifeColorMode uses_history[] = { LIFE_COLOR_MODE_AGE,
  LIFE_COLOR_MODE_TRAIL, LIFE_COLOR_MODE_AGE_TRAIL, LIFE_COLOR_MODE_CHANGE,
  LIFE_COLOR_MODE_NEIGHBORS };

static void
randomize_colors (GRand *random, LifeView *view)
{
  view->overlay = g_rand_int_range (random, 0, 4) == 0;
  view->alive_color = g_rand_int (random);
  view->dead_color = g_rand_int (random);
  view->grid_color = g_rand_int (random);
  for (guint state = 0; state < LIFE_MAX_STATES; state++)
    view->state_colors[state] = g_rand_int (random);
  view->palette_phase = g_rand_double (random);
  view->density_gain =
      g_rand_boolean (random) ? 1 : exp (g_rand_double_range (random, -4, 4));
  view->trail = g_rand_boolean (random) ? 255 : 16;
}

/* Modes that look back are for pixels of a few cells at most. */
static LifeView
flat_view (GRand *random, LifeViewKind kind, const LifeGeometry *geometry)
{
  static const gdouble zooms[] = { 0.004, 0.02, 0.0625, 0.11, 0.125, 0.25, 0.3,
    0.5, 0.77, 0.97, 1, 1, 1.5, 2, 2.5, 3, 3.3, 8, 20 };
  static const gdouble near_zooms[] = { 1, 2, 1.5, 0.5, 0.3, 0.25, 2.5 };
  static const gdouble angles[] = { 0, 0, 0, 30, 90, -180, 270, -77.7, 333.3 };
  const guint32 planes[] = { geometry->depth, geometry->height,
    geometry->width };
  LifeView view = default_view ();

  randomize_colors (random, &view);
  view.kind = kind;
  view.zoom = g_rand_int_range (random, 0, 4) == 0
                  ? g_rand_double_range (random, 0.05, 6)
                  : ONE_OF (random, zooms);
  view.color_mode = (LifeColorMode) g_rand_int_range (random, 0,
      kind == LIFE_VIEW_PLANE ? LIFE_COLOR_MODE_AGE
                              : LIFE_COLOR_MODE_CHANGE + 1);
  if (g_rand_int_range (random, 0, 3) == 0) {
    view.color_mode = ONE_OF (random, uses_history);
    view.zoom = ONE_OF (random, near_zooms);
  }
  view.rotation = ONE_OF (random, angles);
  view.scaling = g_rand_int_range (random, 0, 2);
  view.cell_shape = (LifeCellShape) g_rand_int_range (random, 0, 2);
  view.grid = g_rand_int_range (random, 0, 3);
  if (g_rand_boolean (random)) {
    view.x = g_rand_double_range (random, -50, geometry->width + 50);
    view.y = g_rand_double_range (random, -50, geometry->height + 50);
  }
  view.far_side = g_rand_boolean (random);
  if (geometry->depth > 1) {
    view.axis = (LifeAxis) g_rand_int_range (random, 0, 3);
    view.slice = g_rand_int_range (random, 0, (gint) planes[view.axis]);
  }
  return view;
}

/* From near and from so far away that all places are one pixel. */
static LifeView
free_view (GRand *random)
{
  static const gdouble zooms[] = { 1, 3, 0.125, 1.5, 0.5, 1 / 16.0, 0.25,
    1 / 3.0, 1 / 32.0, 1 / 64.0, 0.3, 1 / 128.0 };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_SOLID,
    LIFE_COLOR_MODE_DENSITY, LIFE_COLOR_MODE_AUTO, LIFE_COLOR_MODE_NEIGHBORS,
    LIFE_COLOR_MODE_STATE };
  LifeView view = default_view ();

  randomize_colors (random, &view);
  view.x = g_rand_double_range (random, -250, 250);
  view.y = g_rand_double_range (random, -250, 250);
  view.zoom = ldexp (
      g_rand_boolean (random) ? 1.3 : 1, g_rand_int_range (random, -62, 4));
  view.color_mode = ONE_OF (random, modes);
  view.rotation = g_rand_int_range (random, 0, 4) == 0 ? 30 : 0;
  view.cell_shape = (LifeCellShape) g_rand_int_range (random, 0, 2);
  view.grid = view.zoom > 1 && g_rand_boolean (random) ? 2 : 0;
  if (g_rand_boolean (random)) {
    view.zoom = ONE_OF (random, zooms);
    view.color_mode = uses_history[g_rand_int_range (random, 0, 4)];
  }
  return view;
}

static LifeView
random_view (GRand *random, LifeViewKind kind, const LifeGeometry *geometry)
{
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_SOLID,
    LIFE_COLOR_MODE_STATE, LIFE_COLOR_MODE_POSITION, LIFE_COLOR_MODE_DISTANCE,
    LIFE_COLOR_MODE_DEPTH, LIFE_COLOR_MODE_AGE, LIFE_COLOR_MODE_NEIGHBORS,
    LIFE_COLOR_MODE_CHANGE };
  LifeView view;

  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED)
    return free_view (random);
  if (kind == LIFE_VIEW_VOLUME)
    return random_body_view (random, geometry);
  if (kind != LIFE_VIEW_SPACETIME)
    return flat_view (random, kind, geometry);
  view = spacetime_view (HISTORY, g_rand_int (random) % 1000);
  view.color_mode = ONE_OF (random, modes);
  return view;
}

/* --- What is done concurrently with drawing --- */

/* Pixels of all weights, inside, over edges or outside; now and then those of the last caption
 * again. */
static gboolean
same_caption (const Pair *pair, const LifeView *view, Shot *shot, GRand *random,
    Memory *memory)
{
  static guint8 pixels[4 * 303 * 200];
  static LifeCaption caption = { .pixels = pixels };
  static guint64 version;
  GError *error = NULL;

  if (version == 0 || g_rand_int_range (random, 0, 4) > 0) {
    caption.x = g_rand_int_range (random, -20, 120);
    caption.y = g_rand_int_range (random, -20, 80);
    caption.width = (guint) g_rand_int_range (random, 1, 300);
    caption.height = (guint) g_rand_int_range (random, 1, 200);
    caption.stride = 4 * (caption.width + 3);
    version++;
    caption.version = g_rand_boolean (random) ? version : 0;
    for (gsize i = 0; i < sizeof pixels; i += 4) {
      const guint hash = (guint) (i + version) * 2654435761u;
      const guint alpha = hash % 3 == 0   ? 0
                          : hash % 5 == 0 ? 255
                                          : hash >> 8 & 255;

      for (guint k = 0; k < 3; k++)
        pixels[i + k] = (guint8) ((hash >> (8 + 5 * k) & 255) * alpha / 255);
      pixels[i + 3] = (guint8) alpha;
    }
  }
  for (guint i = 0; i < 2; i++) {
    life_world_lay_caption (
        pair->worlds[i], &shot->frames[i], &caption, &error);
    g_assert_no_error (error);
  }
  if (same_bytes (pair, shot, view, memory))
    return TRUE;
  g_test_message ("with a caption of %u × %u at (%d, %d), version %u",
      caption.width, caption.height, caption.x, caption.y,
      (guint) caption.version);
  return FALSE;
}

/* The frame arrives as a picture, from where it lies. Nothing moves where there are no
 * edges. */
static gboolean
same_cells (
    const Pair *pair, const LifeView *view, const Shot *shot, GRand *random)
{
  static const gdouble zooms[] = { 1, 0.4, 2.5, 8 };
  static const LifeInput inputs[] = { LIFE_INPUT_REPLACE, LIFE_INPUT_OR,
    LIFE_INPUT_XOR, LIFE_INPUT_ERASE, LIFE_INPUT_MOTION };
  const LifeInput input =
      inputs[g_rand_int_range (random, 0, is_free (pair) ? 4 : 5)];
  const gdouble threshold = g_rand_double_range (random, 0.2, 0.8);
  LifeView from = default_view ();
  GError *error = NULL;

  from.zoom = ONE_OF (random, zooms);
  from.axis = view->axis;
  from.slice = view->slice;
  if (is_free (pair) || g_rand_int_range (random, 0, 3) == 0) {
    from.x = 7.5;
    from.y = 11;
  }
  for (guint i = 0; i < 2; i++) {
    life_world_absorb (
        pair->worlds[i], &from, &shot->frames[i], input, threshold, &error);
    g_assert_no_error (error);
  }
  return pair_same (pair);
}

/* The present frame is over: it is counted or stacked. Now and then the GPU's world looks
 * ahead before, as a stream does, and is taken back. */
static void
pass (const Pair *pair, GRand *random, gboolean stacked)
{
  gboolean (*const over) (LifeWorld * world, GError * *error) =
      stacked ? life_world_record_stack : life_world_record_history;
  GError *error = NULL;

  if (g_rand_int_range (random, 0, 4) == 0) {
    g_assert_true (life_world_mark (pair->worlds[0], 1));
    over (pair->worlds[0], &error);
    g_assert_no_error (error);
    step (pair->worlds[0], 1);
    life_world_revert (pair->worlds[0], &error);
    g_assert_no_error (error);
  }
  for (guint i = 0; i < 2; i++) {
    over (pair->worlds[i], &error);
    g_assert_no_error (error);
  }
  pair_step (pair, (guint64) g_rand_int_range (random, 1, 3));
}

/* --- Tests --- */

static gboolean
compare_frame (
    const Pair *pair, const Kind *kind, GRand *random, Memory *memory)
{
  LifeView view = random_view (
      random, kind->view, life_world_get_geometry (pair->worlds[0]));
  Shot shot = random_shot (random);

  /* The CPU draws worlds without edges. */
  if (is_free (pair) && shot.position == ON_DEVICE)
    shot.position = ON_HOST;
  if (kind->view != LIFE_VIEW_SPACETIME && g_rand_int_range (random, 0, 8) == 0)
    begin_fade (pair, &view, &shot, memory);
  return same_frame (pair, &view, &shot, memory)
         && (g_rand_int_range (random, 0, 4) > 0
             || same_caption (pair, &view, &shot, random, memory))
         && (kind->view != LIFE_VIEW_PLANE
             || g_rand_int_range (random, 0, 4) > 0
             || same_cells (pair, &view, &shot, random));
}

static void
compare_world (const Kind *kind, guint64 seed, guint n_frames, Memory *memory)
{
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) seed);
  const gboolean stacked = kind->view == LIFE_VIEW_SPACETIME;
  const gchar *text =
      kind->rules[g_rand_int_range (random, 0, (gint) kind->n_rules)];
  const LifeGeometry geometry = random_geometry (random, kind);
  const LifeRule rule = rule_of (kind->maximum.depth > 1 ? 3 : 2, text);
  const LifeKernel kernel = random_kernel (random, &rule, &geometry);
  g_autofree gchar *what = g_strdup_printf (
      "%s %u: %s, world %u×%u×%u, topology %d", kind->name, (guint) seed, text,
      geometry.width, geometry.height, geometry.depth, geometry.topology);
  g_auto (Pair) pair =
      new_pair (&geometry, &rule, kernel, LIFE_KERNEL_AUTO, what);

  for (guint i = 0; i < 2 && stacked; i++)
    life_world_reset_stack (pair.worlds[i], HISTORY, 0);
  for (guint frame = 0; frame < n_frames; frame++) {
    if (frame % 10 == 0)
      fill (&pair, random);
    if (!compare_frame (&pair, kind, random, memory))
      return;
    for (guint i = frame % 3; i > 0; i--)
      pass (&pair, random, stacked);
  }
}

/* LIFE_WORLDS chooses others (choose_seeds()). */
static void
test_frames_equal_the_cpus (gconstpointer data)
{
  const Kind *kind = data;
  g_auto (Memory) memory = { NULL };
  guint64 first, last;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  choose_seeds ("LIFE_WORLDS", kind->n_worlds, &first, &last);
  for (guint64 seed = first; seed <= last && !g_test_failed (); seed++)
    compare_world (kind, seed, 30, &memory);
}

/* For tools that make a GPU slow. */
static void
test_small (gconstpointer data)
{
  Kind kind = *(const Kind *) data;
  g_auto (Memory) memory = { NULL };

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  kind.maximum.width = MIN (kind.maximum.width, 40);
  kind.maximum.height = MIN (kind.maximum.height, 35);
  kind.maximum.depth = MIN (kind.maximum.depth, 20);
  for (guint64 seed = 1; seed <= 4 && !g_test_failed (); seed++)
    compare_world (&kind, seed, 8, &memory);
}

/* Worlds of many cells per pixel, whole or in part, at places in and next to them; with
 * more states than two, all of them counted as alive. */
static void
test_zoomed_out_frames_equal_the_cpus (gconstpointer data)
{
  static const gdouble outward[] = { 0.999, 0.77, 0.5, 0.3, 1 / 3.0, 0.125,
    0.1234, 1 / 15.0, 1 / 17.0, 1 / 31.0, 1 / 33.0, 1 / 61.0, 1 / 60.7,
    1 / 64.0, 1 / 65.0, 1 / 100.5, 1 / 243.0, 1 / 260.9, 1 / 1000.0, 1 / 1300.1,
    1 / 5000.0 };
  static const guint sizes[][2] = { { 401, 303 }, { 33, 64 }, { 1, 7 } };
  static const gchar *const rules[] = { "B3/S23", "B2/S345/6" };
  const LifeGeometry *geometry = data;
  g_auto (Memory) memory = { NULL };

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  for (guint r = 0; r < G_N_ELEMENTS (rules); r++) {
    const LifeRule rule = rule_of (2, rules[r]);
    g_auto (Pair) pair = new_pair (
        geometry, &rule, LIFE_KERNEL_BITSLICED, LIFE_KERNEL_AUTO, "zoomed out");

    pair_soup (&pair, 7, 0.3);
    pair_step (&pair, 3);
    for (guint i = 0; i < 8 * G_N_ELEMENTS (outward) * G_N_ELEMENTS (sizes);
         i++) {
      const guint *size = sizes[i / 8 % G_N_ELEMENTS (sizes)];
      const guint position = i % 8 / 2;
      LifeView view = default_view ();
      Shot shot = { .position = ON_DEVICE,
        .format = i % 2 ? LIFE_PIXEL_FORMAT_RGBA : LIFE_PIXEL_FORMAT_GRAY8,
        .width = size[0],
        .height = size[1] };

      view.zoom = outward[i / 8 / G_N_ELEMENTS (sizes)];
      view.color_mode = i % 2 ? LIFE_COLOR_MODE_DENSITY : LIFE_COLOR_MODE_SOLID;
      view.density_gain = position == 2 ? 0.01 : 1;
      if (position == 1 || position == 2) {
        view.x = position == 1 ? geometry->width * 0.3 : -50;
        view.y = position == 1 ? geometry->height * 0.77 + 0.3 : 100.5;
      }
      /* Slices of a flat world, which are single rows and columns of it. */
      if (position == 3) {
        view.axis = i % 2 ? LIFE_AXIS_X : LIFE_AXIS_Y;
        view.slice = 3;
        view.color_mode = LIFE_COLOR_MODE_SOLID;
      }
      if (!same_frame (&pair, &view, &shot, &memory))
        return;
    }
  }
}

static void
add (const gchar *path, const gchar *name, gconstpointer data,
    GTestDataFunc test)
{
  g_autofree gchar *full = g_strdup_printf ("/cuda-draw/%s/%s", path, name);

  g_test_add_data_func (full, data, test);
}

int
main (int argc, char **argv)
{
  static const LifeGeometry worlds[] = {
    { 3000, 5000, 1, LIFE_TOPOLOGY_TORUS },
    { 20011, 1037, 1, LIFE_TOPOLOGY_PLANE },
    { 61, 30011, 1, LIFE_TOPOLOGY_TORUS },
    { 5, 29, 1, LIFE_TOPOLOGY_TORUS },
    { 40000, 40000, 1, LIFE_TOPOLOGY_TORUS },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    add ("frames", kinds[i].name, &kinds[i], test_frames_equal_the_cpus);
    add ("small", kinds[i].name, &kinds[i], test_small);
  }
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++) {
    g_autofree gchar *name =
        g_strdup_printf ("%ux%u", worlds[i].width, worlds[i].height);

    add ("zoomed-out", name, &worlds[i], test_zoomed_out_frames_equal_the_cpus);
  }
  return g_test_run ();
}
