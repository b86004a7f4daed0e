/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The cells of a universe as worlds see them: functions of LifeEngineClass and
 * LifeUnboundedClass (life/world/engine-class.h). */
#pragma once

#include "life/cpu/hashlife/universe.h"
#include "life/cpu/unbounded-engine.h"

typedef struct {
  LifeUnboundedEngine unbounded;
  LifeHashUniverse *universe;
} LifeHashEngine;

gboolean life_hash_add_runs (LifeEngine *engine, const LifeRun *runs,
    gsize n_runs, const gint64 origin[3], GError **error);
gboolean life_hash_add_nodes (LifeEngine *engine,
    const LifeMacrocellNode *nodes, gsize n_nodes, GError **error);
LifeMacrocellNode *life_hash_get_nodes (
    LifeEngine *engine, gconstpointer state, gsize *n_nodes, GError **error);
gboolean life_hash_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error);
gboolean life_hash_write (LifeEngine *engine, const LifeBox *box,
    const guint8 *cells, GError **error);
gboolean life_hash_read_bits (
    LifeEngine *engine, const LifeBitBox *box, guint64 *bits, GError **error);
gboolean life_hash_count_squares (LifeEngine *engine,
    const LifeSquares *squares, gdouble *counts, GError **error);
gboolean life_hash_visit (
    LifeEngine *engine, LifeVisitPatch visit, gpointer data, GError **error);
gboolean life_hash_count_patches (
    LifeEngine *engine, guint64 *patches, GError **error);
gchar *life_hash_population_text (LifeEngine *engine, GError **error);

/* Many generations may have been skipped, so births, deaths and activity are 0.
 * LIFE_ERROR_UNSUPPORTED where more lives than a checksum can be made of. */
gboolean life_hash_count (
    LifeEngine *engine, guint what, LifeTally *tally, GError **error);
