/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a kernel is to the engine: one struct of functions. Which of them there are,
 * and which one a world gets, is in class.cu. */
#pragma once

#include "cuda/engine/storage.h"

#include "life/world/engine-class.h"

struct LifeCudaEngine;

/**
 * LifeCudaCode:
 * @draft: begins a plan for @rule with code that is compiled at run time; NULL where
 *   all that it needs is compiled in. Quick; takes no memory of the GPU
 * @compile: compiles the code, or loads it from a cache; it may take seconds, and uses no
 *   GPU. Ends early where @cancelled, which is set atomically. FALSE: there is no code
 * @finish: makes a plan of it, and tries it, in @self, which is as the engine of the
 *   draft but for a stream and memory next to the cells of its own, and has no cells.
 *   FALSE: it is not to be used
 * @move: makes it a plan of @self, when nothing of it is running. Quick
 *
 * How a plan is made that runs a rule faster than what is compiled in. draft() and move()
 * are called by a world's thread, the others by one of their own. Such a plan, in each
 * state, is released with the kernel's clear(), which calls the GPU only for what
 * finish() took.
 */
struct LifeCudaCode {
  void *(*draft) (LifeCudaEngine *self, const LifeRule *rule);
  gboolean (*compile) (void *plan, const gint *cancelled);
  gboolean (*finish) (LifeCudaEngine *self, void *plan, const LifeRule *rule);
  gboolean (*move) (LifeCudaEngine *self, void *plan, GError **error);
};

/**
 * LifeCudaKernel:
 * @option: the option that names it; LIFE_KERNEL_AUTO: none does
 * @name: what it is called where no option names it
 * @automatic: whether kernel=auto chooses it
 * @layout: how its cells lie
 * @min_seconds: about what a generation takes at least on a fast GPU
 * @min_generations: so few are not worth enqueuing alone
 * @can_run: whether it runs @rule in a world of such edges
 * @rate: about how many cells per second a fast GPU advances
 * @measure: the bytes of self->workspace, which it needs in addition to the cells; it depends on
 *   the size and the layout alone. NULL: none
 * @plan: makes all that follows from the size, @rule and the engine's program.states: which
 *   code runs of what is compiled in, over which grid, with which tables. The engine's present
 *   plan, if there is one, stays as it is and may be running. NULL and @error where that fails
 * @advance: enqueues generations; afterwards self->present is the newest one and, with
 *   @generations > 0, self->previous the one before it. Where a single generation fails,
 *   self->present is as it was; where several do, it is any of them
 * @check: to be called when all work of the plan has ended: whether it ended well.
 *   NULL: nothing is to be queried
 * @clear: releases a plan, of which nothing is running
 * @code: how code for the rule is compiled at run time; NULL: none is
 * @is_by_slice: whether single slices are advanced as fast as all are; NULL: no
 * @advance_slices: where they are, enqueues one generation of slices @first to before @end
 *   alone, from self->present to self->previous; the caller swaps these, once it has done so
 *   with all slices
 * @states: how many states a plan is made for where cells of a world under @rule are in none above
 *   @highest: the first ones, which cells never leave. NULL: all that the rule has
 * @runs_in_turn: whether a plan is for a rule and the one that alternates with it, of which
 *   self->turns.is_odd selects the first; else each has a plan of its own
 *
 * How worlds are advanced.
 */
struct LifeCudaKernel {
  LifeKernel option;
  const gchar *name;
  gboolean automatic;
  LifeLayout layout;
  gdouble min_seconds;
  guint64 min_generations;

  gboolean (*can_run) (const LifeRule *rule, const LifeGeometry *geometry);
  gdouble (*rate) (const LifeRule *rule);
  gsize (*measure) (const LifeCudaEngine *self);
  void *(*plan) (LifeCudaEngine *self, const LifeRule *rule, GError **error);
  cudaError_t (*advance) (
      LifeCudaEngine *self, void *plan, guint64 generations);
  gboolean (*check) (void *plan, GError **error);
  void (*clear) (void *plan);
  const LifeCudaCode *code;
  gboolean (*is_by_slice) (void *plan);
  cudaError_t (*advance_slices) (
      LifeCudaEngine *self, void *plan, guint32 first, guint32 end);
  guint (*states) (const LifeRule *rule, guint highest);
  gboolean runs_in_turn;
};
