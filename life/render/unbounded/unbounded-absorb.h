/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pictures that change worlds without edges. */
#pragma once

#include "life/world/renderer.h"

/* As life_picture_absorb(); a picture that replaces a world kills what lies outside
 * it, and there is no LIFE_INPUT_MOTION. */
gboolean life_unbounded_absorb (
    LifeEngine *engine, const LifeArrivingPicture *picture, GError **error);
