/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that the CUDA engine draws every frame as the CPU does, to the byte,
 * wherever the frame lies, and applies arriving pictures as the CPU does. */
#include "tests/support/cuda.h"
#include "tests/support/formats.h"

#define CAPACITY (1 << 20)

static const LifeGeometry geometries[] = { { 40, 30, 1, LIFE_TOPOLOGY_TORUS },
  { 257, 131, 1, LIFE_TOPOLOGY_TORUS }, { 1000, 700, 1, LIFE_TOPOLOGY_PLANE },
  { 3, 2000, 1, LIFE_TOPOLOGY_TORUS }, { 20, 30, 25, LIFE_TOPOLOGY_TORUS },
  { 70, 65, 80, LIFE_TOPOLOGY_PLANE } };

/* One of each layout of cells. */
static const LifeKernel drawn_kernels[] = { LIFE_KERNEL_PACKED,
  LIFE_KERNEL_BITSLICED };

static const gdouble zooms[] = { 0.004, 0.0625, 0.125, 0.3, 0.5, 0.77, 1, 1.5,
  2, 3, 8 };

static const guint frame_sizes[][2] = { { 1, 1 }, { 2, 3 }, { 17, 9 },
  { 64, 48 }, { 101, 77 }, { 160, 120 } };

/* --- Where frames lie --- */

typedef enum {
  ON_HOST,
  ON_PINNED_HOST,
  ON_DEVICE,
  PLACES,
} Place;

static const gchar *const place_names[PLACES] = { "in memory",
  "in pinned memory", "on the GPU" };

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

  g_assert_cmpint (memory->driver->release (memory->device), ==, 0);
  g_assert_cmpint (memory->driver->release_host (memory->pinned), ==, 0);
  g_assert_cmpint (memory->driver->pop (&context), ==, 0);
  g_assert_cmpint (memory->driver->release_primary (0), ==, 0);
  g_free (memory->expected);
  g_free (memory->drawn);
}

/* The GPU's frame starts with the same bytes as the CPU's: an overlay is drawn
 * over them, and those outside the picture stay. */
static guint8 *
memory_place (Memory *memory, Place place, gsize bytes)
{
  switch (place) {
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
memory_look (Memory *memory, Place place, gsize bytes)
{
  if (place == ON_PINNED_HOST)
    return memory->pinned;
  if (place == ON_DEVICE)
    g_assert_cmpint (
        memory->driver->to_host (memory->drawn, memory->device, bytes), ==, 0);
  return memory->drawn;
}

/* Fills @frame with planes in @memory, @padding bytes apart and @padding bytes
 * (in packed RGB pixels) after each row; returns the total number of bytes. */
static gsize
lay_out (LifeFrame *frame, guint8 *memory, LifePixelFormat number,
    const guint size[2], guint padding)
{
  const TestFormat *format = &formats[number];
  gsize at = 4 * padding;

  *frame = (LifeFrame){ .format = number,
    .colorimetry = coding_of (
        format, number == LIFE_PIXEL_FORMAT_GRAY8
                    ? (LifeColorimetry){ 0.299, 0.114, 0, 255, 255 }
                    : (LifeColorimetry){ 0.2126, 0.0722, 16, 219, 224 }),
    .width = size[0],
    .height = size[1] };
  for (guint i = 0; i < format->planes; i++) {
    frame->data[i] = memory + at;
    frame->stride[i] = plane_row_bytes (format, i, size[0])
                       + padding * (format->components == 4 ? 4 : 1);
    at += (gsize) frame->stride[i] * plane_rows (format, i, size[1]) + padding;
  }
  g_assert_cmpuint (at, <=, CAPACITY);
  return at;
}

/* --- Drawing --- */

static gboolean
compare_frames (LifeWorld *world, LifeWorld *reference, const LifeView *view,
    LifePixelFormat format, const guint size[2], guint padding, Place place,
    Memory *memory)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  LifeFrame expected, drawn;
  GError *error = NULL;
  const guint8 *bytes;
  gsize n = lay_out (&expected, memory->expected, format, size, padding);

  for (gsize i = 0; i < n; i++)
    memory->expected[i] = (guint8) (i * 37 + (i >> 8) * 11);
  lay_out (&drawn, memory_place (memory, place, n), format, size, padding);
  life_world_draw (reference, view, &expected, &error);
  g_assert_no_error (error);
  life_world_draw (world, view, &drawn, &error);
  g_assert_no_error (error);
  bytes = memory_look (memory, place, n);
  if (memcmp (bytes, memory->expected, n) == 0)
    return TRUE;
  for (gsize i = 0; i < n; i++)
    if (bytes[i] != memory->expected[i]) {
      g_test_message ("%s of %u×%u %s, padding %u, world %u×%u×%u, %s, zoom %g"
                      " at (%g, %g) turned by %g, scaling %d, axis %d, mode "
                      "%d, overlay %d, grid %g: byte %" G_GSIZE_FORMAT
                      " of %" G_GSIZE_FORMAT " is %u, not %u",
          formats[format].name, size[0], size[1], place_names[place], padding,
          geometry->width, geometry->height, geometry->depth,
          life_world_get_kernel_name (world), view->zoom, view->x, view->y,
          view->rotation, view->scaling, view->axis, view->color_mode,
          view->overlay, view->grid, i, n, bytes[i], memory->expected[i]);
      break;
    }
  g_test_fail ();
  return FALSE;
}

/* The views in which a frame of each size is drawn: centered or not, opaque or
 * not, in black and white or in colors, over the frame or not. */
static LifeView
choose_view (gdouble zoom, LifeAxis axis, guint32 slice, guint variant)
{
  LifeView view = default_view ();

  view.zoom = zoom;
  view.axis = axis;
  view.slice = slice;
  view.overlay = variant >= 2;
  if (variant & 1) {
    view.x = 5.3;
    view.y = -2.25;
    view.alive_color = variant == 3 ? 0xffffd000 : 0x80ff2010;
    view.dead_color = 0x40103060;
  }
  return view;
}

static gboolean
draw_everything (LifeWorld *world, LifeWorld *reference, LifePixelFormat format,
    guint n_sizes, guint zoom_step, Memory *memory)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  guint axes = geometry->depth > 1 ? 3 : 1;

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i += zoom_step)
    for (guint j = 0; j < n_sizes; j++)
      for (guint axis = 0; axis < axes; axis++)
        for (guint variant = 0; variant < 4; variant++) {
          LifeView view = choose_view (
              zooms[i], axis, geometry->depth > 1 ? 7 : 0, variant);
          guint padding = (j + variant) % 2 ? 0 : variant + 1;

          if (!compare_frames (world, reference, &view, format, frame_sizes[j],
                  padding, (i + j + format + variant) % PLACES, memory))
            return FALSE;
        }
  return TRUE;
}

static LifeRule
rule_for (const LifeGeometry *geometry)
{
  return geometry->depth > 1 ? rule_of (3, "B5/S45") : rule_of (2, "B3/S23");
}

static void
draw_worlds (
    LifePixelFormat format, guint n_worlds, guint n_sizes, guint zoom_step)
{
  Memory memory;

  memory_init (&memory);
  for (guint i = 0; i < n_worlds; i++)
    for (guint j = 0; j < G_N_ELEMENTS (drawn_kernels); j++) {
      LifeRule rule = rule_for (&geometries[i]);
      g_autoptr (LifeWorld) world =
          new_cuda_world (&geometries[i], &rule, drawn_kernels[j], TRUE);
      g_autoptr (LifeWorld) reference = new_reference (&geometries[i], &rule);

      fill_soup (world, 3, 0.5);
      fill_soup (reference, 3, 0.5);
      step (world, 1);
      step (reference, 1);
      if (!draw_everything (
              world, reference, format, n_sizes, zoom_step, &memory))
        break;
    }
  memory_clear (&memory);
}

static void
test_frames_equal_reference (gconstpointer data)
{
  if (!skip_without_cuda ())
    draw_worlds (GPOINTER_TO_UINT (data), G_N_ELEMENTS (geometries),
        G_N_ELEMENTS (frame_sizes), 1);
}

static void
test_small_frames_equal_reference (gconstpointer data)
{
  if (!skip_without_cuda ())
    draw_worlds (GPOINTER_TO_UINT (data), 2, 3, 3);
}

/* Zooms between whole ones, and turns. */
static void
move_camera (LifeView *view, guint i)
{
  static const gdouble places[] = { 2.5, 1.3, 7.77, 0.3, 1 / 3.0, 0.5, 3,
    0.06 };
  static const gdouble angles[] = { 0, 30, -90, 180, 271.5 };

  if (i % 5 > 0)
    view->zoom = places[g_test_rand_int_range (0, G_N_ELEMENTS (places))];
  view->rotation = angles[g_test_rand_int_range (0, G_N_ELEMENTS (angles))];
  view->scaling = g_test_rand_int_range (0, 2);
  view->grid = i % 3 > 0 ? 2 : 0;
  view->grid_color = (guint32) g_test_rand_int ();
}

/* Worlds, views, sizes, paddings and places at random. */
static void
test_random_frames_equal_the_cpus (gconstpointer data)
{
  Memory memory;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  for (guint i = 0; i < 40; i++) {
    const LifeGeometry geometry = { g_test_rand_int_range (1, 400),
      g_test_rand_int_range (1, 300), 1, LIFE_TOPOLOGY_TORUS };
    const guint size[2] = { g_test_rand_int_range (1, 200),
      g_test_rand_int_range (1, 120) };
    LifeRule rule = rule_of (2, i % 2 ? "B2/S345/6" : "B3/S23");
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometry, &rule, LIFE_KERNEL_AUTO, TRUE);
    g_autoptr (LifeWorld) reference = new_reference (&geometry, &rule);
    LifeView view = choose_view (
        i % 3 ? zooms[g_test_rand_int_range (0, G_N_ELEMENTS (zooms))]
              : g_test_rand_double_range (0.05, 6),
        LIFE_AXIS_Z, 0, g_test_rand_int_range (0, 4));

    view.alive_color = (guint32) g_test_rand_int ();
    view.dead_color = (guint32) g_test_rand_int ();
    view.color_mode = i % 2   ? LIFE_COLOR_MODE_STATE
                      : i % 8 ? LIFE_COLOR_MODE_SOLID
                              : LIFE_COLOR_MODE_AUTO;
    if (i >= 10)
      move_camera (&view, i);
    for (guint state = 0; state < LIFE_MAX_STATES; state++)
      view.state_colors[state] = (guint32) g_test_rand_int ();
    fill_soup (world, i + 1, 0.4);
    fill_soup (reference, i + 1, 0.4);
    step (world, 3);
    step (reference, 3);
    if (!compare_frames (world, reference, &view, GPOINTER_TO_UINT (data), size,
            i % 4 < 2 ? 0 : g_test_rand_int_range (0, 20), i % PLACES, &memory))
      break;
  }
  memory_clear (&memory);
}

/* Worlds of many cells per pixel, whole or in part, at places in and beside them; with
 * more states than two, all of them counted as alive. */
static void
test_zoomed_out_frames_equal_the_cpus (gconstpointer data)
{
  static const LifeGeometry worlds[] = {
    { 3000, 5000, 1, LIFE_TOPOLOGY_TORUS },
    { 20011, 1037, 1, LIFE_TOPOLOGY_PLANE },
    { 61, 30011, 1, LIFE_TOPOLOGY_TORUS },
    { 5, 29, 1, LIFE_TOPOLOGY_TORUS },
    { 40000, 40000, 1, LIFE_TOPOLOGY_TORUS },
  };
  static const gdouble outward[] = { 0.999, 0.77, 0.5, 0.3, 1 / 3.0, 0.125,
    0.1234, 1 / 15.0, 1 / 17.0, 1 / 31.0, 1 / 33.0, 1 / 61.0, 1 / 60.7,
    1 / 64.0, 1 / 65.0, 1 / 100.5, 1 / 243.0, 1 / 260.9, 1 / 1000.0, 1 / 1300.1,
    1 / 5000.0 };
  static const guint sizes[][2] = { { 401, 303 }, { 33, 64 }, { 1, 7 } };
  const LifeGeometry *geometry = &worlds[GPOINTER_TO_UINT (data)];
  static const gchar *const rules[] = { "B3/S23", "B2/S345/6" };
  Memory memory;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  for (guint r = 0; r < G_N_ELEMENTS (rules); r++) {
    LifeRule rule = rule_of (2, rules[r]);
    g_autoptr (LifeWorld) world =
        new_cuda_world (geometry, &rule, LIFE_KERNEL_BITSLICED, TRUE);
    g_autoptr (LifeWorld) on_cpu =
        new_world_with_rule (geometry, &rule, LIFE_KERNEL_AUTO, 0);

    fill_soup (world, 7, 0.3);
    fill_soup (on_cpu, 7, 0.3);
    step (world, 3);
    step (on_cpu, 3);
    for (guint i = 0; i < G_N_ELEMENTS (outward); i++)
      for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
        for (guint place = 0; place < 3; place++) {
          LifeView view = choose_view (outward[i], LIFE_AXIS_Z, 0, 0);

          if (place > 0) {
            view.x = place == 1 ? geometry->width * 0.3 : -50;
            view.y = place == 1 ? geometry->height * 0.77 + 0.3 : 100.5;
          }
          if (!compare_frames (world, on_cpu, &view, LIFE_PIXEL_FORMAT_GRAY8,
                  sizes[j], 0, ON_DEVICE, &memory))
            goto done;
          view.color_mode = LIFE_COLOR_MODE_DENSITY;
          view.density_gain = place == 2 ? 0.01 : 1;
          if (!compare_frames (world, on_cpu, &view, LIFE_PIXEL_FORMAT_RGBA,
                  sizes[j], 0, ON_DEVICE, &memory))
            goto done;
        }
    /* Slices of a flat world, which are single rows and columns of it. */
    for (guint i = 0; i < G_N_ELEMENTS (outward); i++)
      for (LifeAxis axis = LIFE_AXIS_Y; axis <= LIFE_AXIS_X; axis++) {
        LifeView view = choose_view (outward[i], axis, 3, 0);

        if (!compare_frames (world, on_cpu, &view, LIFE_PIXEL_FORMAT_GRAY8,
                sizes[1], 0, ON_DEVICE, &memory))
          goto done;
      }
  }
done:
  memory_clear (&memory);
}

/* --- Captions --- */

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

/* --- Worlds in which each state has its color --- */

static const LifeGeometry state_geometries[] = { { 257, 131, 1,
                                                     LIFE_TOPOLOGY_TORUS },
  { 40, 30, 1, LIFE_TOPOLOGY_PLANE }, { 20, 30, 25, LIFE_TOPOLOGY_TORUS } };

/* The views of choose_view(), with colors of all kinds, some of them
 * translucent and one fully transparent. */
static LifeView
choose_state_view (gdouble zoom, LifeAxis axis, guint32 slice, guint variant)
{
  LifeView view = choose_view (zoom, axis, slice, variant);

  view.color_mode = LIFE_COLOR_MODE_STATE;
  for (guint state = 0; state < LIFE_MAX_STATES; state++)
    view.state_colors[state] =
        state * 0x9e3779b9u | (variant & 1 ? 0 : 0xff000000u);
  view.state_colors[3] &= 0x00ffffff;
  return view;
}

static gboolean
draw_states (LifeWorld *world, LifeWorld *reference, LifePixelFormat format,
    Memory *memory)
{
  guint axes = life_world_get_geometry (world)->depth > 1 ? 3 : 1;

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    for (guint j = 0; j < G_N_ELEMENTS (frame_sizes); j++)
      for (guint axis = 0; axis < axes; axis++)
        for (guint variant = 0; variant < 4; variant++) {
          LifeView view =
              choose_state_view (zooms[i], axis, axes > 1 ? 7 : 0, variant);

          if (!compare_frames (world, reference, &view, format, frame_sizes[j],
                  (j + variant) % 2 ? 0 : variant + 1,
                  (i + j + format + variant) % PLACES, memory))
            return FALSE;
        }
  return TRUE;
}

/* Cells of every state, set by hand; @states up to 256. */
static void
fill_states (LifeWorld *world, guint states)
{
  const LifeGeometry *geometry = life_world_get_geometry (world);
  LifeBox box = { 0, 0, 0, geometry->width, geometry->height, geometry->depth };
  gsize n = (gsize) box.width * box.height * box.depth;
  g_autofree guint8 *cells = g_malloc (n);
  GError *error = NULL;

  for (gsize i = 0; i < n; i++)
    cells[i] = (i * 2654435761u >> 13) % 3 ? (i * 40503u >> 7) % states : 0;
  life_world_write (world, &box, cells, &error);
  g_assert_no_error (error);
}

static void
test_states_equal_reference (gconstpointer data)
{
  static const guint states[] = { 256, 3, 25 };
  Memory memory;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  for (guint i = 0; i < G_N_ELEMENTS (state_geometries); i++) {
    LifeRule rule = rule_for (&state_geometries[i]);
    g_autoptr (LifeWorld) world = NULL, reference = NULL;

    rule.states = states[i];
    world =
        new_cuda_world (&state_geometries[i], &rule, LIFE_KERNEL_AUTO, TRUE);
    reference = new_reference (&state_geometries[i], &rule);
    for (guint generation = 0; generation < 2; generation++) {
      if (generation == 0) {
        fill_states (world, rule.states);
        fill_states (reference, rule.states);
      }
      if (!draw_states (world, reference, GPOINTER_TO_UINT (data), &memory))
        break;
      step (world, 1);
      step (reference, 1);
    }
  }
  memory_clear (&memory);
}

/* Cells in every layout, on all axes, with a palette that turns. */
static void
test_densities_equal_the_cpus (gconstpointer data)
{
  Memory memory;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  for (guint i = 0; i < G_N_ELEMENTS (geometries); i++)
    for (guint k = 0; k < G_N_ELEMENTS (drawn_kernels); k++) {
      LifeRule rule = rule_for (&geometries[i]);
      g_autoptr (LifeWorld) world =
          new_cuda_world (&geometries[i], &rule, drawn_kernels[k], TRUE);
      g_autoptr (LifeWorld) reference = new_reference (&geometries[i], &rule);
      guint axes = geometries[i].depth > 1 ? 3 : 1;

      fill_soup (world, 5, 0.2);
      fill_soup (reference, 5, 0.2);
      for (guint n = 0; n < G_N_ELEMENTS (zooms) * axes; n++) {
        LifeView view =
            choose_view (zooms[n / axes], n % axes, axes > 1 ? 7 : 0, n % 4);

        view.color_mode = LIFE_COLOR_MODE_DENSITY;
        view.palette_phase = n % 5 / 5.0;
        view.density_gain = n % 3 == 2 ? 30 : 1;
        if (!compare_frames (world, reference, &view, GPOINTER_TO_UINT (data),
                frame_sizes[n % G_N_ELEMENTS (frame_sizes)], n % 3, n % PLACES,
                &memory))
          goto done;
      }
    }
done:
  memory_clear (&memory);
}

/* Cells in every layout, on all axes, seen by a camera that turns; in every mode that
 * looks at no frame before. */
static void
test_turned_frames_equal_the_cpus (gconstpointer data)
{
  static const gdouble turned_zooms[] = { 0.02, 0.11, 0.25, 0.3, 0.5, 0.97, 1,
    2, 3.3, 20 };
  static const gdouble angles[] = { 30, 90, -180, 270, 333.3, 0 };
  static const LifeColorMode modes[] = { LIFE_COLOR_MODE_SOLID,
    LIFE_COLOR_MODE_DENSITY, LIFE_COLOR_MODE_NEIGHBORS, LIFE_COLOR_MODE_STATE };
  Memory memory;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  for (guint i = 0; i < G_N_ELEMENTS (geometries); i++)
    for (guint k = 0; k < G_N_ELEMENTS (drawn_kernels); k++) {
      LifeRule rule = rule_for (&geometries[i]);
      g_autoptr (LifeWorld) world =
          new_cuda_world (&geometries[i], &rule, drawn_kernels[k], TRUE);
      g_autoptr (LifeWorld) reference = new_reference (&geometries[i], &rule);
      guint axes = geometries[i].depth > 1 ? 3 : 1;

      fill_soup (world, 5, 0.3);
      fill_soup (reference, 5, 0.3);
      for (guint n = 0; n < 6 * G_N_ELEMENTS (turned_zooms) * axes; n++) {
        LifeView view =
            choose_view (turned_zooms[n / axes % G_N_ELEMENTS (turned_zooms)],
                n % axes, axes > 1 ? 7 : 0, n / 3 % 4);

        view.rotation =
            angles[(n / axes / G_N_ELEMENTS (turned_zooms) + n) % 6];
        view.color_mode = modes[n / 2 % G_N_ELEMENTS (modes)];
        view.grid = n % 5 < 2 ? 3 : 0;
        view.grid_color = n % 4 < 2 ? 0xff405060 : 0x80ffe0c0;
        if (!compare_frames (world, reference, &view, GPOINTER_TO_UINT (data),
                frame_sizes[n % G_N_ELEMENTS (frame_sizes)], n % 3, n % PLACES,
                &memory))
          goto done;
      }
    }
done:
  memory_clear (&memory);
}

/* One frame after the other of a world that goes on, as a stream draws it. */
static void
test_frames_follow_the_generations (void)
{
  static const guint size[2] = { 101, 77 };
  const LifeGeometry geometry = { 101, 77, 1, LIFE_TOPOLOGY_TORUS };
  LifeRule rule = rule_of (2, "B3/S23");
  Memory memory;

  if (skip_without_cuda ())
    return;
  memory_init (&memory);
  for (guint i = 0; i < G_N_ELEMENTS (cuda_kernels); i++) {
    g_autoptr (LifeWorld) world =
        new_cuda_world (&geometry, &rule, cuda_kernels[i], TRUE);
    g_autoptr (LifeWorld) reference = new_reference (&geometry, &rule);
    gboolean equal = TRUE;

    fill_soup (world, 9, 0.4);
    fill_soup (reference, 9, 0.4);
    for (guint frame = 0; equal && frame < 60; frame++) {
      LifeView view = default_view ();

      equal = compare_frames (world, reference, &view,
          frame % 2 ? LIFE_PIXEL_FORMAT_NV12 : LIFE_PIXEL_FORMAT_RGBA, size, 0,
          frame % PLACES, &memory);
      step (world, frame % 3);
      step (reference, frame % 3);
    }
  }
  memory_clear (&memory);
}

/* --- Arriving pictures --- */

/* Both worlds apply the same picture; the GPU's from memory of @place. */
static gboolean
take_picture (LifeWorld *world, LifeWorld *reference, const LifeView *view,
    LifePixelFormat format, LifeInput input, Place place, Memory *memory)
{
  static const guint size[2] = { 60, 51 };
  gdouble threshold = g_test_rand_double_range (0.2, 0.8);
  LifeFrame picture, same;
  GError *error = NULL;
  gsize n = lay_out (&picture, memory->expected, format, size, input % 2);

  for (gsize i = 0; i < n; i++)
    memory->expected[i] = g_test_rand_int_range (0, 256);
  lay_out (&same, memory_place (memory, place, n), format, size, input % 2);
  life_world_absorb (reference, view, &picture, input, threshold, &error);
  g_assert_no_error (error);
  life_world_absorb (world, view, &same, input, threshold, &error);
  g_assert_no_error (error);
  if (!assert_same_world (world, reference, formats[format].name))
    return FALSE;
  step (world, 1);
  step (reference, 1);
  return assert_same_world (world, reference, "a step after a picture");
}

static gboolean
take_pictures (LifeWorld *world, LifeWorld *reference, LifeInput input,
    guint n_zooms, Memory *memory)
{
  static const gdouble picture_zooms[] = { 1, 0.4, 2.5, 8 };
  const LifeGeometry *geometry = life_world_get_geometry (world);

  for (guint i = 0; i < n_zooms; i++)
    for (guint axis = 0; axis < (geometry->depth > 1 ? 3 : 1); axis++)
      for (guint format = 0; format < N_FORMATS; format++)
        for (guint turn = 0; turn < 3; turn++) {
          LifeView view = default_view ();

          view.zoom = picture_zooms[i];
          view.axis = axis;
          view.slice = geometry->depth > 1 ? 3 : 0;
          if (turn == 2) {
            view.x = 7.5;
            view.y = 11;
          }
          if (!take_picture (world, reference, &view, format, input,
                  (format + turn) % PLACES, memory))
            return FALSE;
        }
  return TRUE;
}

static void
take_into_worlds (LifeInput input, guint n_worlds, guint n_zooms)
{
  Memory memory;

  memory_init (&memory);
  for (guint i = 0; i < n_worlds; i++)
    for (guint j = 0; j < G_N_ELEMENTS (drawn_kernels); j++) {
      LifeRule rule = rule_for (&geometries[i]);
      g_autoptr (LifeWorld) world =
          new_cuda_world (&geometries[i], &rule, drawn_kernels[j], TRUE);
      g_autoptr (LifeWorld) reference = new_reference (&geometries[i], &rule);

      fill_soup (world, 3, 0.5);
      fill_soup (reference, 3, 0.5);
      if (!take_pictures (world, reference, input, n_zooms, &memory))
        break;
    }
  memory_clear (&memory);
}

static void
test_pictures_change_the_world_as_in_the_reference (gconstpointer data)
{
  if (!skip_without_cuda ())
    take_into_worlds (GPOINTER_TO_UINT (data), G_N_ELEMENTS (geometries), 4);
}

static void
test_small_pictures_change_the_world_as_in_the_reference (gconstpointer data)
{
  if (!skip_without_cuda ())
    take_into_worlds (GPOINTER_TO_UINT (data), 1, 2);
}

/* --- All of them --- */

static void
add_each (
    const gchar *path, const gchar *const *names, guint n, GTestDataFunc test)
{
  for (guint i = 0; i < n; i++) {
    g_autofree gchar *name =
        g_strdup_printf ("/cuda-draw/%s%s", path, names[i]);

    g_test_add_data_func (name, GUINT_TO_POINTER (i), test);
  }
}

static void
add_formats (const gchar *path, GTestDataFunc test)
{
  const gchar *names[N_FORMATS];

  for (guint i = 0; i < N_FORMATS; i++)
    names[i] = formats[i].name;
  add_each (path, names, N_FORMATS, test);
}

int
main (int argc, char **argv)
{
  static const gchar *const inputs[] = { "replace", "or", "xor", "erase",
    "motion" };
  static const gchar *const zoomed_out_worlds[] = { "3000x5000", "20011x1037",
    "61x30011", "5x29", "40000x40000" };

  g_test_init (&argc, &argv, NULL);
  add_formats ("frames-equal-reference/", test_frames_equal_reference);
  add_formats (
      "small/frames-equal-reference-", test_small_frames_equal_reference);
  add_formats (
      "random-frames-equal-the-cpus/", test_random_frames_equal_the_cpus);
  add_each ("zoomed-out-frames-equal-the-cpus/", zoomed_out_worlds,
      G_N_ELEMENTS (zoomed_out_worlds), test_zoomed_out_frames_equal_the_cpus);
  add_formats ("captions-equal-the-cpus/", test_captions_equal_the_cpus);
  add_formats ("states-equal-reference/", test_states_equal_reference);
  add_formats ("densities-equal-the-cpus/", test_densities_equal_the_cpus);
  add_formats (
      "turned-frames-equal-the-cpus/", test_turned_frames_equal_the_cpus);
  g_test_add_func ("/cuda-draw/frames-follow-the-generations",
      test_frames_follow_the_generations);
  add_each ("pictures-change-the-world-as-in-the-reference/", inputs,
      G_N_ELEMENTS (inputs),
      test_pictures_change_the_world_as_in_the_reference);
  add_each ("small/pictures-change-the-world-as-in-the-reference-", inputs,
      G_N_ELEMENTS (inputs),
      test_small_pictures_change_the_world_as_in_the_reference);
  return g_test_run ();
}
