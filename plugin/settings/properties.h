/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The properties that all elements have. */
#pragma once

#include "plugin/settings/settings.h"

G_BEGIN_DECLS

/* Their ids: settings, then what is reported. An element's own start at
 * GST_LIFE_PROP_LAST. */
enum {
  GST_LIFE_PROP_RULE = 1,
  GST_LIFE_PROP_RULE_PATH,
  GST_LIFE_PROP_WORLD_WIDTH,
  GST_LIFE_PROP_WORLD_HEIGHT,
  GST_LIFE_PROP_WORLD_DEPTH,
  GST_LIFE_PROP_TOPOLOGY,
  GST_LIFE_PROP_LOCATION,
  GST_LIFE_PROP_PATTERN,
  GST_LIFE_PROP_PATTERN_X,
  GST_LIFE_PROP_PATTERN_Y,
  GST_LIFE_PROP_PATTERN_Z,
  GST_LIFE_PROP_DENSITY,
  GST_LIFE_PROP_SEED,
  GST_LIFE_PROP_GENERATIONS,
  GST_LIFE_PROP_START_GENERATION,
  GST_LIFE_PROP_GENERATIONS_RATE,
  GST_LIFE_PROP_PAUSED,
  GST_LIFE_PROP_CROSSFADE,
  GST_LIFE_PROP_HOLD,
  GST_LIFE_PROP_GENERATIONS_GROWTH,
  GST_LIFE_PROP_ENGINE,
  GST_LIFE_PROP_KERNEL,
  GST_LIFE_PROP_PDL,
  GST_LIFE_PROP_CUDA_DEVICE_ID,
  GST_LIFE_PROP_THREADS,
  GST_LIFE_PROP_ZOOM,
  GST_LIFE_PROP_VIEW_X,
  GST_LIFE_PROP_VIEW_Y,
  GST_LIFE_PROP_ROTATION,
  GST_LIFE_PROP_SCALING,
  GST_LIFE_PROP_GRID,
  GST_LIFE_PROP_GRID_COLOR,
  GST_LIFE_PROP_COLOR_MODE,
  GST_LIFE_PROP_ALIVE_COLOR,
  GST_LIFE_PROP_DEAD_COLOR,
  GST_LIFE_PROP_PALETTE,
  GST_LIFE_PROP_TRAIL,
  GST_LIFE_PROP_PALETTE_CYCLE,
  GST_LIFE_PROP_DENSITY_GAIN,
  GST_LIFE_PROP_VIEW,
  GST_LIFE_PROP_SLICE_AXIS,
  GST_LIFE_PROP_SLICE,
  GST_LIFE_PROP_SLICE_STEP,
  GST_LIFE_PROP_POST_MESSAGES,
  GST_LIFE_PROP_GENERATION,
  GST_LIFE_PROP_POPULATION,
  GST_LIFE_PROP_ENGINE_USED,
  GST_LIFE_PROP_KERNEL_USED,
  GST_LIFE_PROP_LAST,
};

void gst_life_properties_install (GObjectClass *klass);

/* Those of elements that make frames of themselves. */
void gst_life_source_properties_install (GObjectClass *klass);

/* Sets and reads what is a setting; FALSE for other ids. */
gboolean gst_life_settings_set (
    GstLifeSettings *settings, guint id, const GValue *value);
gboolean gst_life_settings_get (
    const GstLifeSettings *settings, guint id, GValue *value);

G_END_DECLS
