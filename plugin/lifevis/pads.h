/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The pads of a lifevis. */
#pragma once

#include "plugin/lifevis/state.h"

/* Puts what lifevis does around what the base class does on its pads. */
void gst_life_vis_wrap_pads (GstLifeVis *self);

/* Gives back what that holds. */
void gst_life_vis_release_pads (GstLifeVis *self);
