/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a random sequence sets: properties of any element of ours, to values that keep a
 * world small, and actions with their arguments. */
#pragma once

#include <gst/gst.h>

#include "tests/support/elements/bytes.h"

/* Sets one property, or its default; texts may name files in @folder. */
void sequence_set_property (
    GstElement *element, Bytes *bytes, const gchar *folder);

/* Reads all properties. */
void sequence_get_properties (GstElement *element);

/* Gives all properties that are set in READY or always their defaults, and makes worlds
 * small. */
void sequence_reset_properties (GstElement *element);

/* Emits an action signal, which may save into @folder. */
void sequence_act (GstElement *element, Bytes *bytes, const gchar *folder);
