/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What follows from the table of properties: those of GObject, and settings that are set,
 * read and copied. */
#pragma once

#include "plugin/settings/property-table.h"

/* Installs the properties that all elements have, and those of @element, which is a flag. */
void gst_life_properties_install (
    GObjectClass *klass, GstLifePropertyFlags element);

/* The row of a property, or NULL for those of base classes. */
const GstLifeProperty *gst_life_property_of (GParamSpec *pspec);

/* Whether @value, if it is a text, can be parsed. */
gboolean gst_life_property_check (
    const GstLifeProperty *property, const GValue *value, GError **error);

/* The properties' defaults. */
void gst_life_settings_init (GstLifeSettings *settings);

/* @copy is to be cleared. */
void gst_life_settings_copy (
    GstLifeSettings *copy, const GstLifeSettings *settings);

void gst_life_settings_clear (GstLifeSettings *settings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GstLifeSettings, gst_life_settings_clear)

/* FALSE where a text is set that cannot be parsed. */
gboolean gst_life_settings_set (GstLifeSettings *settings,
    const GstLifeProperty *property, const GValue *value, GError **error);
void gst_life_settings_get (const GstLifeSettings *settings,
    const GstLifeProperty *property, GValue *value);

/* Whether all texts can be parsed; parses them again. */
gboolean gst_life_settings_check (GstLifeSettings *settings, GError **error);
