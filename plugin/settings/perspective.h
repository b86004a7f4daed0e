/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The properties of views that see a world as a body. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

void gst_life_perspective_properties_install (GObjectClass *klass);

G_END_DECLS
