/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is made from the table of properties: GObject's properties, and functions that set,
 * read and copy settings. */
#pragma once

#include "plugin/settings/property-table.h"

/* Installs the properties of all elements, and those of @element, a GST_LIFE_OF_* flag. */
void gst_life_properties_install (
    GObjectClass *klass, GstLifePropertyFlags element);

/* The row of a property, or NULL for those of base classes. */
const GstLifeProperty *gst_life_property_of (GParamSpec *pspec);

/* Whether @value is valid. */
gboolean gst_life_property_check (
    const GstLifeProperty *property, const GValue *value, GError **error);

/* The properties' defaults. */
void gst_life_settings_init (GstLifeSettings *settings);

/* @copy is to be cleared. */
void gst_life_settings_copy (
    GstLifeSettings *copy, const GstLifeSettings *settings);

void gst_life_settings_clear (GstLifeSettings *settings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GstLifeSettings, gst_life_settings_clear)

/* FALSE if @value is a text that cannot be parsed. */
gboolean gst_life_settings_set (GstLifeSettings *settings,
    const GstLifeProperty *property, const GValue *value, GError **error);
void gst_life_settings_get (const GstLifeSettings *settings,
    const GstLifeProperty *property, GValue *value);

/* Whether all texts can be parsed; parses them again. */
gboolean gst_life_settings_check (GstLifeSettings *settings, GError **error);
