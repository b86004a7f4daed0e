/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds where a pattern goes in a world, and which of its cells reach over the
 * edges; the engine sets the cells. */
#include <life/error.h>

#include <string.h>

#include "life/base/reader.h"
#include "life/rule/families.h"
#include "life/world/engine-class.h"
#include "life/world/topology.h"

/* Cells that reach over an edge are passed on in groups of this size. */
#define WRAPPED_RUNS 256

static gchar *
size_text (guint32 width, guint32 height, guint32 depth, gboolean volume)
{
  if (volume)
    return g_strdup_printf ("%u × %u × %u", width, height, depth);
  return g_strdup_printf ("%u × %u", width, height);
}

static gboolean G_GNUC_PRINTF (4, 5) fail_size (const LifePattern *pattern,
    const LifeGeometry *geometry, GError **error, const gchar *format, ...)
{
  gboolean volume = geometry->depth > 1 || pattern->depth > 1;
  g_autofree gchar *pattern_size =
      size_text (pattern->width, pattern->height, pattern->depth, volume);
  g_autofree gchar *world_size =
      size_text (geometry->width, geometry->height, geometry->depth, volume);
  g_autofree gchar *reason = NULL;
  va_list arguments;

  va_start (arguments, format);
  reason = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
      "the pattern of %s cells does not fit into the world of %s cells: %s",
      pattern_size, world_size, reason);
  return FALSE;
}

gboolean
life_pattern_check_states (
    const LifePattern *pattern, guint states, GError **error)
{
  g_return_val_if_fail (pattern != NULL && states >= 2, FALSE);

  if (pattern->highest_state < states)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_PATTERN,
      "the pattern has cells of state %u, and under the rule the highest state"
      " is %u",
      pattern->highest_state, states - 1);
  return FALSE;
}

/* The last position for a pattern's corner: on a plane the whole pattern must lie
 * in the world, on closed surfaces only its corner. */
static gint64
last_position (const LifeGeometry *geometry, gint64 side, guint32 size)
{
  return side - (geometry->topology == LIFE_TOPOLOGY_PLANE ? size : 1);
}

/* Where there are no edges: at its own position, else its corner at (0, 0). */
static gboolean
find_unbounded_origin (const LifePattern *pattern, const gint64 at[3],
    gint64 origin[3], GError **error)
{
  const gint64 own[3] = { pattern->x, pattern->y, 0 };
  gint64 size[3];

  life_pattern_get_size (pattern, size);
  for (guint axis = 0; axis < 3; axis++) {
    gint64 position = at[axis];

    if (position == LIFE_CENTERED)
      position = pattern->has_position && axis < 2 ? own[axis] : 0;
    if (position < -LIFE_MAX_COORDINATE
        || position > LIFE_MAX_COORDINATE - size[axis]
        || (axis == 2 && (position != 0 || pattern->depth > 1))) {
      g_set_error (error, LIFE_ERROR, LIFE_ERROR_SIZE,
          "the pattern of %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
          " × %u cells at %c = %" G_GINT64_FORMAT
          " does not lie in the one plane from -2^62 to 2^62 of a world "
          "without edges",
          size[0], size[1], pattern->depth, "xyz"[axis], position);
      return FALSE;
    }
    origin[axis] = position;
  }
  return TRUE;
}

/* Which cell a position on a torus, however far out, is in the world. One of its edges
 * may be shifted: each lap along @along moves it along @across. */
static void
wrap_shifted (
    gint64 *along, gint64 side, gint64 *across, gint64 other_side, gint64 shift)
{
  gint64 copies = life_topology_wrap (along, side);

  life_topology_wrap (across, other_side);
  *across += copies % other_side * shift;
  life_topology_wrap (across, other_side);
}

static void
wrap_on_torus (const LifeGeometry *geometry, gint64 position[3])
{
  if (geometry->shift_y != 0)
    wrap_shifted (&position[0], geometry->width, &position[1], geometry->height,
        geometry->shift_y);
  else
    wrap_shifted (&position[1], geometry->height, &position[0], geometry->width,
        geometry->shift_x);
  life_topology_wrap (&position[2], geometry->depth);
}

gboolean
life_pattern_find_origin (const LifePattern *pattern,
    const LifeGeometry *geometry, gboolean bounded, const gint64 at[3],
    gint64 origin[3], GError **error)
{
  static const gchar axes[] = "xyz";
  const guint32 world[3] = { geometry->width, geometry->height,
    geometry->depth };
  const guint32 size[3] = { pattern->width, pattern->height, pattern->depth };
  const gint64 own[3] = { pattern->x, pattern->y, pattern->z };
  gint64 positions[3];
  guint axis;

  g_return_val_if_fail (origin != NULL, FALSE);

  if (geometry->topology == LIFE_TOPOLOGY_UNBOUNDED)
    return find_unbounded_origin (pattern, at, origin, error);
  for (axis = 0; axis < 3; axis++) {
    const gint64 side = world[axis], center = side / 2;
    const gint64 last = last_position (geometry, side, size[axis]);
    gint64 position = at[axis];

    if (size[axis] > world[axis])
      return fail_size (pattern, geometry, error, "it needs %u cells along %c",
          size[axis], axes[axis]);
    if (position == LIFE_CENTERED && bounded && pattern->has_position)
      position =
          CLAMP (own[axis], -LIFE_POSITION_MAX, LIFE_POSITION_MAX) + center;
    else if (position == LIFE_CENTERED)
      position = center - size[axis] / 2;
    if (geometry->topology != LIFE_TOPOLOGY_TORUS
        && (position < 0 || position > last))
      return fail_size (pattern, geometry, error,
          "at %c = %" G_GINT64_FORMAT " it reaches over the edge; use 0 to "
          "%" G_GINT64_FORMAT ", -1 for the center, or a torus",
          axes[axis], position, last);
    positions[axis] = position;
  }
  if (geometry->topology == LIFE_TOPOLOGY_TORUS)
    wrap_on_torus (geometry, positions);
  memcpy (origin, positions, sizeof (positions));
  return TRUE;
}

/* Whether the engine finds all cells by itself: it wraps runs as a torus
 * without a shift does. */
static gboolean
needs_no_wrapping (const LifePattern *pattern, const LifeGeometry *geometry,
    const gint64 origin[3])
{
  return life_engine_has_simple_edges (geometry)
         || (origin[0] + pattern->width <= geometry->width
             && origin[1] + pattern->height <= geometry->height);
}

/* Runs that wait to be passed to an engine, all inside its world. */
typedef struct {
  LifeEngine *engine;
  LifeRun runs[WRAPPED_RUNS];
  gsize n_runs;
} Wrapped;

static gboolean
flush (Wrapped *wrapped, GError **error)
{
  static const gint64 nowhere[3] = { 0, 0, 0 };
  gsize n_runs = wrapped->n_runs;

  wrapped->n_runs = 0;
  return n_runs == 0
         || wrapped->engine->klass->add_runs (
             wrapped->engine, wrapped->runs, n_runs, nowhere, error);
}

static gboolean
add_wrapped (Wrapped *wrapped, LifeRun run, GError **error)
{
  wrapped->runs[wrapped->n_runs++] = run;
  return wrapped->n_runs < WRAPPED_RUNS || flush (wrapped, error);
}

/* The part of a run inside the world is passed on in one piece, the rest cell
 * by cell: beyond an edge a run may continue backwards, up or down. */
static gboolean
wrap_run (Wrapped *wrapped, const LifeRun *run, const gint64 origin[3],
    GError **error)
{
  const LifeGeometry *geometry = &wrapped->engine->geometry;
  gint64 start = origin[0] + run->x, end = start + run->length;
  gint64 row = origin[1] + run->y;

  if (row < geometry->height && start < geometry->width) {
    gint64 stop = MIN (end, (gint64) geometry->width);
    LifeRun inside = { (guint32) start, (guint32) row, run->z,
      (guint32) (stop - start), run->state };
    if (!add_wrapped (wrapped, inside, error))
      return FALSE;
    start = stop;
  }
  for (; start < end; start++) {
    gint64 x = start, y = row, z = run->z;
    life_topology_find (geometry, &x, &y, &z);
    if (!add_wrapped (wrapped,
            (LifeRun){ (guint32) x, (guint32) y, run->z, 1, run->state },
            error))
      return FALSE;
  }
  return TRUE;
}

gboolean
life_engine_paste (LifeEngine *engine, const LifePattern *pattern,
    const gint64 origin[3], GError **error)
{
  Wrapped wrapped = { .engine = engine };

  if (needs_no_wrapping (pattern, &engine->geometry, origin))
    return engine->klass->add_runs (
        engine, pattern->runs, pattern->n_runs, origin, error);
  for (gsize i = 0; i < pattern->n_runs; i++)
    if (!wrap_run (&wrapped, &pattern->runs[i], origin, error))
      return FALSE;
  return flush (&wrapped, error);
}

gboolean
life_pattern_find_origin_under (const LifePattern *pattern,
    const LifeRule *rule, const LifeGeometry *geometry, const gint64 at[3],
    gint64 origin[3], GError **error)
{
  gint64 positions[3] = { at[0], at[1], at[2] };

  if (life_family_get (rule->family)->is_1d && positions[1] == LIFE_CENTERED
      && pattern->height <= geometry->height)
    positions[1] = (gint64) geometry->height - pattern->height;
  return life_pattern_find_origin (
      pattern, geometry, rule->bounded, positions, origin, error);
}
