/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What follows from the kind of a view. */
#include <life/view.h>

gboolean
life_view_kind_is_perspective (LifeViewKind kind)
{
  return kind == LIFE_VIEW_XRAY || kind == LIFE_VIEW_VOLUME
         || kind == LIFE_VIEW_SPACETIME;
}
