/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernels that cuda/templates.py makes a table of. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * LifeTemplate:
 * @name: (nullable): as C++ has it; %NULL ends the table
 * @entry: as the text has it
 * @data: the text, packed by gzip
 * @size: of @data
 *
 * PTX of a kernel with marks, lines that begin with # (network-ptx.cu).
 */
typedef struct {
  const gchar *name, *entry;
  const guint8 *data;
  gsize size;
} LifeTemplate;

extern const LifeTemplate life_templates[];

/* The oldest compute capability that they are for, and the version of PTX. */
extern const guint life_templates_target;
extern const gchar life_templates_version[];

G_END_DECLS
