/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A warning where cells come to the edge of a plane that topology=auto has made. */
#pragma once

#include "plugin/world/gst-life.h"

/* Looks whether they have, if it is time for that, and lowers *@generations to as many as
 * may follow until it is again; under the world lock. The warning is posted as that of an
 * edit (edit-queue.h). */
gboolean gst_life_edge_look (
    GstLife *life, guint64 *generations, GError **error);
