/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Edits by hand; under the world lock, with a world that is not ahead (timeline/lookahead.h). */
#pragma once

#include "plugin/world/life.h"

/* Does @edit, which it takes over, to the world as the frame shown last shows it, so that
 * it can be undone. A pattern goes to @edit.origin or is centered (world.h); a soup is the
 * next one; what is undone is the last edit that was not. */
gboolean gst_life_edit_by_hand (
    GstLife *life, GstLifeEdit *edit, GError **error);
