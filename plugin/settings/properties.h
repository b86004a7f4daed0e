/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The properties that all elements have. */
#pragma once

#include "plugin/settings/ids.h"
#include "plugin/settings/settings.h"

G_BEGIN_DECLS

void gst_life_properties_install (GObjectClass *klass);

/* Those of elements that make frames of themselves. */
void gst_life_source_properties_install (GObjectClass *klass);

/* Sets and reads what is a setting; FALSE for other ids. */
gboolean gst_life_settings_set (
    GstLifeSettings *settings, guint id, const GValue *value);
gboolean gst_life_settings_get (
    const GstLifeSettings *settings, guint id, GValue *value);

G_END_DECLS
