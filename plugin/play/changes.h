/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is set and edited while the world plays; all under the world lock. */
#pragma once

#include "plugin/world/gst-life.h"

/* Does @edit, which it takes over, to the world now, or when the next frame is
 * reached where the world is between two; what it could not do there is an error
 * now. */
gboolean gst_life_edit (GstLife *life, GstLifeEdit *edit, GError **error);

/* Does @edit, which it takes over, to the world as the frame shown last shows it, so that
 * it can be undone; the world is not ahead (timeline/seek.h). A pattern goes to
 * @edit.origin or is centered; a soup is the next one; what is undone is the last edit that
 * was not. */
gboolean gst_life_edit_by_hand (
    GstLife *life, GstLifeEdit *edit, GError **error);

/* A rule that was set while running takes effect from the present generation on; where
 * the world cannot take it *@wrong has the cause and the old one stays. */
void gst_life_take_rule (GstLife *life, GError **wrong);

/* The same of a tempo. */
void gst_life_take_tempo (GstLife *life);
