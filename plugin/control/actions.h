/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The action signals. */
#pragma once

#include "plugin/world/gst-life.h"

/* @offset is where the class's instances embed their GstLife. */
void gst_life_actions_install (GObjectClass *klass, glong offset);
