/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rows of pixels of a body on the CPU, compiled once for each width of vector. */
#pragma once

#include "life/draw/body/body.h"

G_BEGIN_DECLS

/* Leaves a sample for each pixel of row @y. */
typedef void (*LifeBodyRow) (const LifeBody *body, guint y, guint32 *samples);

void life_body_row_portable (const LifeBody *body, guint y, guint32 *samples);
#ifdef __x86_64__
void life_body_row_avx2 (const LifeBody *body, guint y, guint32 *samples);
void life_body_row_avx512 (const LifeBody *body, guint y, guint32 *samples);
#endif

G_END_DECLS
