/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A warning when cells reach the edge of a plane that topology=auto has chosen. */
#pragma once

#include "plugin/world/gst-life.h"

/* Checks that if it is due, and lowers *@generations to those before the next check; under the
 * world lock. The warning is posted as that of an edit (edit-queue.h). */
gboolean gst_life_edge_check (
    GstLife *life, guint64 *generations, GError **error);
