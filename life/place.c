/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds where a pattern goes in a world; putting it there is the engine's. */
#include <life/error.h>

#include "life/pattern-private.h"

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
      "the pattern of %s cells %s the world of %s cells", pattern_size, reason,
      world_size);
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

gboolean
life_pattern_place (const LifePattern *pattern, const LifeGeometry *geometry,
    gboolean bounded, const gint64 at[3], guint32 origin[3], GError **error)
{
  static const gchar axes[] = "xyz";
  const guint32 world[3] = { geometry->width, geometry->height,
    geometry->depth };
  const guint32 size[3] = { pattern->width, pattern->height, pattern->depth };
  const gint64 own[3] = { pattern->x, pattern->y, pattern->z };
  guint axis;

  g_return_val_if_fail (origin != NULL, FALSE);

  for (axis = 0; axis < 3; axis++) {
    gint64 side = world[axis], centre = side / 2, place = at[axis];

    if (size[axis] > world[axis])
      return fail_size (pattern, geometry, error, "is larger than");
    if (place == -1 && bounded && pattern->has_position)
      place = CLAMP (own[axis], -LIFE_POSITION_MAX, LIFE_POSITION_MAX) + centre;
    else if (place == -1)
      place = centre - size[axis] / 2;
    if (geometry->topology == LIFE_TOPOLOGY_TORUS)
      place = ((place % side) + side) % side;
    else if (place < 0 || place > side - (gint64) size[axis])
      return fail_size (pattern, geometry, error,
          "at %c = %" G_GINT64_FORMAT " reaches over the edge of", axes[axis],
          place);
    origin[axis] = place;
  }
  return TRUE;
}

gboolean
life_pattern_place_under (const LifePattern *pattern, const LifeRule *rule,
    const LifeGeometry *geometry, const gint64 at[3], guint32 origin[3],
    GError **error)
{
  gint64 places[3] = { at[0], at[1], at[2] };

  if (rule->family == LIFE_FAMILY_WOLFRAM && places[1] == -1
      && pattern->height <= geometry->height)
    places[1] = (gint64) geometry->height - pattern->height;
  return life_pattern_place (
      pattern, geometry, rule->bounded, places, origin, error);
}
