/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arriving pictures become cells of worlds without edges. */
#pragma once

#include "life/world/engine.h"

/* As life_picture_absorb(); a picture that replaces a world kills what lies outside it, and
 * there is no LIFE_INPUT_MOTION. */
gboolean life_unbounded_absorb (LifeEngine *engine, const LifeView *view,
    const LifeFrame *picture, LifeInput input, gdouble threshold,
    GError **error);
