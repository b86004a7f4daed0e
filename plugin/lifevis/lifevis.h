/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The element lifevis. */
#pragma once

#include <gst/gst.h>

GST_ELEMENT_REGISTER_DECLARE (lifevis)
