/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The tempo: how many generations a frame advances a world by. */
#pragma once

#include <glib.h>

/* As the properties of these names have it. */
typedef struct {
  guint generations;
  gint rate[2]; /* numerator and denominator; 0/1: generations counts */
  gboolean paused;
  guint hold, growth;
} GstLifeTempo;
