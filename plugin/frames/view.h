/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which view of its world a frame shows. */
#pragma once

#include "plugin/world/life.h"

G_BEGIN_DECLS

/* The view of frame number @number, of this size; under the world lock. */
gboolean gst_life_make_view (const GstLife *life,
    const GstLifeSettings *settings, guint width, guint height, guint64 number,
    LifeView *view, GError **error);

G_END_DECLS
