/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The action signals. */
#pragma once

#include "plugin/world/gst-life.h"

/* @offset: of the GstLife in the class's instances. */
void gst_life_actions_install (GObjectClass *klass, glong offset);
