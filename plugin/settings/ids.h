/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ids of the properties that groups begin with, for the pages of reference. */
#pragma once

enum {
  GST_LIFE_PROP_RULE = 1,
  GST_LIFE_PROP_GENERATIONS = 16,
  GST_LIFE_PROP_CHECKPOINT_LOCATION = 23,
  GST_LIFE_PROP_HOLD = 26,
  GST_LIFE_PROP_CLUSTER = 28,
  GST_LIFE_PROP_ZOOM = 37,
  GST_LIFE_PROP_GRID = 45,
  GST_LIFE_PROP_CAPTION = 54,
  GST_LIFE_PROP_VIEW = 58,
  GST_LIFE_PROP_AZIMUTH = 63,
  GST_LIFE_PROP_NAVIGATION = 84,
  GST_LIFE_PROP_POST_MESSAGES = 86,
  GST_LIFE_PROP_LAST = 92, /* and those of one element alone */
};
