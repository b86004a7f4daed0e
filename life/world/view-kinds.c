/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The table of the kinds of views: what users call them, and which worlds they show how. */
#include "life/world/view-kinds.h"

#include <life/error.h>

typedef struct {
  LifeChoice choice;
  LifeViewForm form;
  LifeViewFlags flags;
  guint dimensions;       /* of the worlds that it shows; 0: any */
  guint32 max_side;       /* of them; 0: any */
  const gchar *otherwise; /* what is wrong with others, and what to do */
} ViewKindRow;

/* In the order of LifeViewKind. */
static const ViewKindRow rows[] = {
  { { LIFE_VIEW_PLANE, "plane", "A 2D world, or one plane of a 3D world" },
      LIFE_VIEW_FORM_PLANE,
      LIFE_VIEW_FLAG_FLAT | LIFE_VIEW_FLAG_SLICE | LIFE_VIEW_FLAG_BY_AXIS, 0, 0,
      NULL },
  { { LIFE_VIEW_MONTAGE, "montage", "All planes of a 3D world, side by side" },
      LIFE_VIEW_FORM_MONTAGE, LIFE_VIEW_FLAG_BY_AXIS, 3, 0,
      "view=montage shows all planes of a 3D world and this one is 2D; set "
      "world-depth to 2 or more, or use view=auto" },
  { { LIFE_VIEW_PROJECTION, "projection",
        "The first live cells along an axis of a 3D world, nearer ones "
        "brighter" },
      LIFE_VIEW_FORM_PROJECTION,
      LIFE_VIEW_FLAG_FLAT | LIFE_VIEW_FLAG_BY_AXIS | LIFE_VIEW_FLAG_BY_SIDE, 3,
      0,
      "view=projection looks into a 3D world and this one is 2D; set "
      "world-depth to 2 or more, or use view=auto" },
  { { LIFE_VIEW_XRAY, "xray",
        "How many cells of a 3D world live along a pixel's ray, in "
        "perspective" },
      LIFE_VIEW_FORM_BODY,
      LIFE_VIEW_FLAG_PERSPECTIVE | LIFE_VIEW_FLAG_RAY_COUNTS, 3,
      LIFE_MAX_PERSPECTIVE_SIDE,
      "view=xray looks through a 3D world and this one is 2D; set "
      "world-depth to 2 or more, or use view=auto" },
  { { LIFE_VIEW_VOLUME, "volume", "A 3D world as lit cubes, in perspective" },
      LIFE_VIEW_FORM_BODY, LIFE_VIEW_FLAG_PERSPECTIVE, 3,
      LIFE_MAX_PERSPECTIVE_SIDE,
      "view=volume shows 3D worlds and this one is 2D; use view=spacetime, "
      "which stacks the frames of a 2D world, or set world-depth to 2 or "
      "more" },
  { { LIFE_VIEW_SPACETIME, "spacetime",
        "The last frames of a 2D world as the third axis, as lit cubes" },
      LIFE_VIEW_FORM_BODY, LIFE_VIEW_FLAG_PERSPECTIVE | LIFE_VIEW_FLAG_STACKS,
      2, LIFE_MAX_PERSPECTIVE_SIDE,
      "view=spacetime stacks the frames of 2D worlds and this one is 3D; use "
      "view=volume" },
  { { LIFE_VIEW_SIDES, "sides",
        "A 3D world from the front, from above and from the right, as a "
        "technical drawing" },
      LIFE_VIEW_FORM_PROJECTION, 0, 3, LIFE_MAX_SIDES_SIDE,
      "view=sides shows 3D worlds from three sides and this one is 2D; set "
      "world-depth to 2 or more, or use view=auto" },
};
G_STATIC_ASSERT (G_N_ELEMENTS (rows) == LIFE_VIEW_KINDS);

const LifeChoice *
life_view_list_kinds (guint index)
{
  return index < G_N_ELEMENTS (rows) ? &rows[index].choice : NULL;
}

LifeViewForm
life_view_kind_get_form (LifeViewKind kind)
{
  g_return_val_if_fail (
      (guint) kind < G_N_ELEMENTS (rows), LIFE_VIEW_FORM_PLANE);

  return rows[kind].form;
}

gboolean
life_view_kind_is (LifeViewKind kind, LifeViewFlags flag)
{
  return (guint) kind < G_N_ELEMENTS (rows) && (rows[kind].flags & flag) != 0;
}

guint32
life_view_kind_get_max_side (LifeViewKind kind)
{
  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (rows), 0);

  return rows[kind].max_side != 0 ? rows[kind].max_side : G_MAXUINT32;
}

gboolean
life_view_kind_check (LifeViewKind kind, guint dimensions, GError **error)
{
  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (rows), FALSE);

  if (rows[kind].dimensions == 0 || rows[kind].dimensions == dimensions)
    return TRUE;
  g_set_error_literal (
      error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED, rows[kind].otherwise);
  return FALSE;
}
