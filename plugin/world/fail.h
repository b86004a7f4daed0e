/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Errors as messages of an element. */
#pragma once

#include "plugin/world/gst-life.h"

/* Turns @error into an error message of the element and frees it; what ended
 * because it was cancelled is not an error. Returns what to return from the
 * streaming thread. */
GstFlowReturn gst_life_fail (GstLife *life, GError *error);

/* Posts as an error message that no caps suit @pad and its peer, unless the element
 * gave a better reason already or the pad is flushing. */
void gst_life_fail_negotiation (GstLife *life, GstPad *pad);
