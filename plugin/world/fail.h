/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Errors as messages of an element. */
#pragma once

#include "plugin/world/gst-life.h"

/* Posts @error as an error message of the element, unless it is a cancellation, and frees it.
 * Returns what to return from the streaming thread. */
GstFlowReturn gst_life_fail (GstLife *life, GError *error);

/* Posts an error message that no caps suit @pad and its peer, unless the element has posted
 * another error or the pad is flushing. */
void gst_life_fail_negotiation (GstLife *life, GstPad *pad);
