/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engine interface: the one struct of functions behind which a world is
 * held and advanced. life/engines.c chooses the engine; no other file asks which
 * one runs, nor assumes that a world is one piece of memory. */
#pragma once

#include <life/world.h>

G_BEGIN_DECLS

typedef struct _LifeEngineClass LifeEngineClass;

/* What every engine's own struct starts with. */
typedef struct {
  const LifeEngineClass *klass;
  LifeGeometry geometry;
} LifeEngine;

/* Callers check arguments before they come here: boxes lie inside the world,
 * origins too, dimensions of rule and world agree. Every function that returns
 * a gboolean sets @error when it returns FALSE. */
struct _LifeEngineClass {
  const gchar *name;

  /* Whether this engine is there and can run @rule on a world of @geometry's
   * shape as @options say. Sizes that are not known yet are 0. */
  gboolean (*check) (const LifeRule *rule, const LifeGeometry *geometry,
      const LifeEngineOptions *options, GError **error);

  /* A world of dead cells. Says what memory it lacks before it takes any. */
  LifeEngine *(*create) (const LifeGeometry *geometry, const LifeRule *rule,
      const LifeEngineOptions *options, GError **error);
  void (*destroy) (LifeEngine *engine);

  /* The kernel that runs and what it runs on; owned by the engine. */
  const gchar *(*get_kernel_name) (LifeEngine *engine);

  gboolean (*set_rule) (
      LifeEngine *engine, const LifeRule *rule, GError **error);
  gboolean (*clear) (LifeEngine *engine, GError **error);

  /* Cell (x, y, z) is alive where life_soup_alive() says so (life/world/soup.h). */
  gboolean (*soup) (
      LifeEngine *engine, guint64 seed, guint64 threshold, GError **error);

  /* Sets the cells of the runs, moved by @origin. They wrap as on a torus without
   * a shift; in worlds of other shapes none reaches over an edge. */
  gboolean (*add_runs) (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
      const guint32 origin[3], GError **error);

  gboolean (*read) (
      LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error);
  gboolean (*write) (LifeEngine *engine, const LifeBox *box,
      const guint8 *cells, GError **error);

  /* Advances by @generations; *@stepped tells how many were done whole, also
   * where it returns FALSE (cancelled). */
  gboolean (*step) (LifeEngine *engine, guint64 generations,
      const gint *cancelled, guint64 *stepped, GError **error);

  /* Cells alive now. */
  gboolean (*population) (
      LifeEngine *engine, guint64 *population, GError **error);

  /* Cells in which the present generation differs from the one before it. Asked
   * for after a step only, before any other change of the world. */
  gboolean (*changes) (
      LifeEngine *engine, guint64 *births, guint64 *deaths, GError **error);

  /* What life_world_checksum() returns. NULL: it is added up from the cells that
   * @read gives. */
  gboolean (*checksum) (LifeEngine *engine, guint64 *checksum, GError **error);

  gboolean (*draw) (LifeEngine *engine, const LifeView *view,
      const LifeFrame *frame, GError **error);

  /* Drawing and counting that goes on while the caller does something else; both
   * or neither. The frame shows, and the counts are of, the present generation,
   * whatever is stepped before it is finished; one is begun at a time. Births and
   * deaths mean something after a step only. */
  gboolean (*begin_frame) (LifeEngine *engine, const LifeView *view,
      const LifeFrame *frame, GError **error);
  gboolean (*finish_frame) (
      LifeEngine *engine, LifeStatistics *counts, GError **error);

  /* Whether a step of so many returns long before it is done. None: never. */
  gboolean (*is_step_deferred) (LifeEngine *engine, guint64 generations);

  /* Takes back the last step, which was of one generation and was the last
   * change of the world. None where that cannot be had for nothing. */
  void (*undo) (LifeEngine *engine);

  gboolean (*absorb) (LifeEngine *engine, const LifeView *view,
      const LifeFrame *picture, LifeInput input, gdouble threshold,
      GError **error);

  /* The present cells, kept where the engine likes; *@size in bytes. @old is NULL,
   * or what was saved before and is then written over and returned. */
  gpointer (*save) (
      LifeEngine *engine, gpointer old, gsize *size, GError **error);
  gboolean (*restore) (LifeEngine *engine, gconstpointer state, GError **error);
  void (*drop) (LifeEngine *engine, gpointer state);
};

/* The engine that holds @world, for what measures one; it stays the world's. */
LifeEngine *life_world_get_engine (LifeWorld *world);

/* Whether a world's edges are those of a torus or of a plane, none shifted: all
 * that many kernels know. */
gboolean life_engine_has_plain_edges (const LifeGeometry *geometry);

/* Sets the cells of a pattern whose corner is @origin, wrapped as the world's edges
 * are joined (life/world/place.c). */
gboolean life_engine_paste (LifeEngine *engine, const LifePattern *pattern,
    const guint32 origin[3], GError **error);

G_END_DECLS
