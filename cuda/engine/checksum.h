/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checksums of worlds. */
#pragma once

#include "cuda/engine/engine.h"

gboolean life_cuda_checksum (
    LifeEngine *engine, guint64 *checksum, GError **error);
