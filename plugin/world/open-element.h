/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Opening an element, READY to PAUSED. */
#pragma once

#include "plugin/world/gst-life.h"

/* Reads pattern and rule and checks all that needs no caps; READY to PAUSED. */
gboolean gst_life_open (GstLife *life, GstLifeStart start, GError **error);
