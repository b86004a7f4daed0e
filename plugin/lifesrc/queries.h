/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The queries that lifesrc answers itself. */
#pragma once

#include "plugin/lifesrc/state.h"

G_BEGIN_DECLS

/* Answers a query from any thread; FALSE where the base class knows better. */
gboolean gst_life_src_answer (GstLifeSrc *self, GstQuery *query);

G_END_DECLS
