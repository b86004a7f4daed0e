/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What draws a kind of view, on every processor. */
#pragma once

#include <life/view.h>

G_BEGIN_DECLS

/* What is drawn: the cells of a plane; those of all planes, each in a tile of its own; a plane of
 * indices, of the first live cells along an axis; or a body in perspective. */
typedef enum {
  LIFE_VIEW_FORM_PLANE,
  LIFE_VIEW_FORM_MONTAGE,
  LIFE_VIEW_FORM_PROJECTION,
  LIFE_VIEW_FORM_BODY,
} LifeViewForm;

#define LIFE_VIEW_FORMS (LIFE_VIEW_FORM_BODY + 1)

LifeViewForm life_view_kind_get_form (LifeViewKind kind);

G_END_DECLS
