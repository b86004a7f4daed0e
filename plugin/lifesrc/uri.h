/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* lifesrc as what plays life: addresses. */
#pragma once

#include "plugin/lifesrc/state.h"

/* Fills a GstURIHandlerInterface. */
void gst_life_src_uri_implement (gpointer interface, gpointer data);

void gst_life_src_finalize_uri (GstLifeSrc *self);
