/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The element lifesrc. */
#pragma once

#include <gst/gst.h>

GST_ELEMENT_REGISTER_DECLARE (lifesrc)
