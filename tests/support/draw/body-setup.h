/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that are seen in perspective, at random: shape, rule, cells, view and frame; and
 * frames of two engines that are compared. */
#pragma once

#include <math.h>

#include "tests/support/draw/formats.h"
#include "tests/support/worlds/world.h"

typedef struct {
  guint32 seed;
  const gchar *rule;
  LifeGeometry geometry;
  gdouble density;
  guint generations;
  guint frames; /* that are remembered before the one that is drawn */
  LifeView view;
  gboolean fades; /* out of the frame before */
  LifePixelFormat format;
  guint width, height, padding; /* of the frame, and bytes after each row */
} BodySetup;

/* Rules of two states and of more, whose cells are bits and bytes. */
static const gchar *const body_rules[] = { "B6/S567", "B4/S4", "B5/S45",
  "B4/S4/C5", "B4,5/S5", "B6/S567/C3", "B4/S4/C256" };

static const LifeColorMode body_modes[] = { LIFE_COLOR_MODE_AUTO,
  LIFE_COLOR_MODE_SOLID, LIFE_COLOR_MODE_STATE, LIFE_COLOR_MODE_AGE,
  LIFE_COLOR_MODE_NEIGHBORS, LIFE_COLOR_MODE_POSITION, LIFE_COLOR_MODE_DISTANCE,
  LIFE_COLOR_MODE_DEPTH, LIFE_COLOR_MODE_AGE_TRAIL, LIFE_COLOR_MODE_CHANGE };

/* A side of a world: now and then of one cell, else odd sizes around those of words and
 * blocks. */
static inline guint32
random_body_side (GRand *random, guint maximum)
{
  return g_rand_int_range (random, 0, 8) == 0
             ? 1
             : (guint32) g_rand_int_range (random, 2, (gint) maximum + 1);
}

/* --- Places to see worlds from --- */

typedef enum {
  POSITION_ANYWHERE,
  POSITION_INSIDE,  /* the eye is among the cells */
  POSITION_CORNER,  /* exactly where eight cells meet */
  POSITION_QUARTER, /* multiples of 90°, and from above and below */
  POSITION_EIGHTH,  /* multiples of 45° */
  POSITION_FAR,
  POSITION_CUT,
  POSITION_TURNED_AWAY,
  N_POSITIONS,
} PositionKind;

static inline LifePerspective
random_position (GRand *random, const gint size[3], PositionKind kind)
{
  LifePerspective from = default_view ().perspective;
  gdouble diagonal = hypot (hypot (size[0], size[1]), (gdouble) size[2]);

  from.azimuth = g_rand_double_range (random, -360, 720);
  from.elevation = g_rand_double_range (random, -90, 90);
  from.distance = g_rand_double_range (random, 0.7, 3);
  from.fov = g_rand_double_range (random, 20, 90);
  for (guint i = 0; i < 3; i++)
    from.cut[i] = kind == POSITION_CUT ? (guint32) g_rand_int_range (
                      random, 0, size[i] * 3 / 4 + 2)
                                       : 0;
  switch (kind) {
    case POSITION_INSIDE:
      from.distance = g_rand_double_range (random, 0.01, 0.25);
      break;
    case POSITION_CORNER:
      from.azimuth = from.elevation = 0;
      for (guint i = 0; i < 3; i++)
        from.look_at[i] = g_rand_int_range (random, 0, size[i] + 1);
      from.look_at[2] += from.distance * diagonal;
      break;
    case POSITION_QUARTER:
      from.azimuth = 90 * g_rand_int_range (random, -4, 8);
      from.elevation = 90 * g_rand_int_range (random, -1, 2);
      break;
    case POSITION_EIGHTH:
      from.azimuth = 45 * g_rand_int_range (random, -8, 16);
      from.elevation = 45 * g_rand_int_range (random, -2, 3);
      break;
    case POSITION_FAR:
      from.distance = g_rand_double_range (random, 5, 20);
      from.fov = g_rand_double_range (random, 2, 8);
      break;
    case POSITION_TURNED_AWAY:
      for (guint i = 0; i < 3; i++)
        from.look_at[i] =
            g_rand_double_range (random, -0.5 * size[i], 1.5 * size[i]);
      break;
    default:
      break;
  }
  return from;
}

/* With light, fog and background. */
static inline LifePerspective
random_body_perspective (GRand *random, const LifeGeometry *geometry)
{
  const gint size[3] = { (gint) geometry->width, (gint) geometry->height,
    (gint) geometry->depth };
  const PositionKind kind = g_rand_int_range (random, 0, N_POSITIONS);
  LifePerspective from = random_position (random, size, kind);

  from.light_azimuth = kind == POSITION_QUARTER
                           ? 45 * g_rand_int_range (random, 0, 8)
                           : g_rand_double_range (random, 0, 360);
  from.light_elevation = kind == POSITION_QUARTER
                             ? 45 * g_rand_int_range (random, -2, 3)
                             : g_rand_double_range (random, -90, 90);
  from.shadows = g_rand_int_range (random, 0, 4) > 0;
  from.occlusion = g_rand_int_range (random, 0, 4) > 0;
  from.antialias = g_rand_boolean (random);
  from.world_box = g_rand_boolean (random);
  from.fog = g_rand_double (random);
  from.background_top = g_rand_int (random);
  from.background_bottom = g_rand_int (random);
  return from;
}

/* --- Views, worlds and frames --- */

static inline LifeView
random_body_view (GRand *random, const LifeGeometry *geometry)
{
  LifeView view = default_view ();

  view.kind =
      g_rand_int_range (random, 0, 4) == 0 ? LIFE_VIEW_XRAY : LIFE_VIEW_VOLUME;
  view.overlay = g_rand_int_range (random, 0, 5) == 0;
  view.alive_color = g_rand_int (random) | 0x80000000u;
  view.dead_color = g_rand_int (random);
  view.color_mode =
      body_modes[g_rand_int_range (random, 0, G_N_ELEMENTS (body_modes))];
  view.palette_phase = g_rand_double (random);
  view.density_gain = exp (g_rand_double_range (random, -5, 5));
  for (guint state = 0; state < LIFE_MAX_STATES; state++)
    view.state_colors[state] = g_rand_int (random);
  view.perspective = random_body_perspective (random, geometry);
  return view;
}

/* Worlds of at most @max_side cells along a side, and frames of at most @max_frame
 * pixels. */
static inline BodySetup
random_body_setup (guint32 seed, guint max_side, guint max_frame)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  BodySetup setup = { .seed = seed };

  setup.rule =
      body_rules[g_rand_int_range (random, 0, G_N_ELEMENTS (body_rules))];
  setup.geometry = (LifeGeometry){ random_body_side (random, max_side),
    random_body_side (random, max_side), random_body_side (random, max_side),
    g_rand_boolean (random) ? LIFE_TOPOLOGY_TORUS : LIFE_TOPOLOGY_PLANE };
  setup.density = pow (g_rand_double (random), 3);
  setup.generations = (guint) g_rand_int_range (random, 0, 4);
  setup.frames = (guint) g_rand_int_range (random, 0, 3);
  setup.view = random_body_view (random, &setup.geometry);
  setup.fades = g_rand_int_range (random, 0, 6) == 0;
  setup.format = (LifePixelFormat) g_rand_int_range (random, 0, N_FORMATS);
  setup.width = (guint) g_rand_int_range (random, 1, (gint) max_frame + 1);
  setup.height = (guint) g_rand_int_range (random, 1, (gint) max_frame + 1);
  setup.padding =
      g_rand_boolean (random) ? 0 : (guint) g_rand_int_range (random, 1, 20);
  return setup;
}

static inline gchar *
describe_body_setup (const BodySetup *setup)
{
  const LifeGeometry *geometry = &setup->geometry;
  const LifePerspective *from = &setup->view.perspective;

  return g_strdup_printf (
      "seed %u: %s, world %u×%u×%u, kind %d, mode %d, overlay %d, %s of %u×%u, "
      "from (%g, %g) at %g, fov %g, cut %u, %u, %u, shadows %d, occlusion %d, "
      "antialias %d, box %d, fades %d",
      setup->seed, setup->rule, geometry->width, geometry->height,
      geometry->depth, setup->view.kind, setup->view.color_mode,
      setup->view.overlay, formats[setup->format].name, setup->width,
      setup->height, from->azimuth, from->elevation, from->distance, from->fov,
      from->cut[0], from->cut[1], from->cut[2], from->shadows, from->occlusion,
      from->antialias, from->world_box, setup->fades);
}

static inline LifeRule
body_setup_rule (const BodySetup *setup)
{
  return rule_of (3, setup->rule);
}

/* Cells of all states, where the rule has more than two. */
static inline void
fill_body (LifeWorld *world, const BodySetup *setup, guint states)
{
  gsize size = size_of (world);
  g_autofree guint8 *cells = g_malloc0 (size);
  g_autoptr (GRand) random = g_rand_new_with_seed (setup->seed);

  for (gsize i = 0; i < size; i++)
    if (g_rand_double (random) < setup->density)
      cells[i] = (guint8) g_rand_int_range (random, 1, (gint) states);
  set_cells (world, cells);
}

/* A frame in new memory, which is filled with what an overlay is drawn over. */
static inline LifeFrame
new_body_frame (const BodySetup *setup, guint8 **memory, gsize *bytes)
{
  const TestFormat *format = &formats[setup->format];
  LifeFrame frame = { .format = setup->format,
    .colorimetry =
        coding_of (format, (LifeColorimetry){ 0.2126, 0.0722, 16, 219, 224 }),
    .width = setup->width,
    .height = setup->height };
  gsize at[LIFE_FRAME_MAX_PLANES];

  *bytes = 0;
  for (guint i = 0; i < format->planes; i++) {
    frame.stride[i] =
        (gint) (plane_row_bytes (format, i, setup->width)
                + setup->padding * (format->components == 4 ? 4 : 1));
    at[i] = *bytes;
    *bytes += (gsize) frame.stride[i] * plane_rows (format, i, setup->height);
  }
  *memory = g_malloc (*bytes);
  for (gsize i = 0; i < *bytes; i++)
    (*memory)[i] = (guint8) (i * 37 + (i >> 8) * 11);
  for (guint i = 0; i < format->planes; i++)
    frame.data[i] = *memory + at[i];
  return frame;
}

/* Draws what @setup says; free with g_free(). */
static inline guint8 *
draw_body_setup (LifeWorld *world, const BodySetup *setup, gsize *bytes)
{
  LifeRule rule = body_setup_rule (setup);
  LifeView view = setup->view;
  guint8 *memory;
  LifeFrame frame = new_body_frame (setup, &memory, bytes);
  GError *error = NULL;

  fill_body (world, setup, MAX (rule.states, 2));
  step (world, setup->generations);
  for (guint i = 0; i < setup->frames; i++) {
    if (life_color_mode_has_history (view.color_mode))
      life_world_record_history (world, &error);
    g_assert_no_error (error);
    step (world, 1);
  }
  if (setup->fades) {
    life_world_capture_previous (world, &view, &frame, &error);
    g_assert_no_error (error);
    step (world, 1);
    view.fade = 1u << 22;
    view.perspective.azimuth += 1;
  }
  life_world_draw (world, &view, &frame, &error);
  g_assert_no_error (error);
  return memory;
}

/* Fails at the first byte of the frame of @world that differs from that of @reference. */
static inline gboolean
compare_body_setup (
    LifeWorld *world, LifeWorld *reference, const BodySetup *setup)
{
  gsize n, n_drawn;
  g_autofree guint8 *expected = draw_body_setup (reference, setup, &n);
  g_autofree guint8 *drawn = draw_body_setup (world, setup, &n_drawn);
  g_autofree gchar *what = NULL;

  if (memcmp (drawn, expected, n) == 0)
    return TRUE;
  what = describe_body_setup (setup);
  for (gsize i = 0; i < n; i++)
    if (drawn[i] != expected[i]) {
      fail ("%s, %s: byte %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT
            " is %u, not %u",
          life_world_get_kernel_name (world), what, i, n, drawn[i],
          expected[i]);
      break;
    }
  return FALSE;
}
