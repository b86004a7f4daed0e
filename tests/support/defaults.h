/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Views and options as they are by default, for tests that change a member or none; and the
 * engine under test, which LIFE_TEST_ENGINE names: "cpu" or "cuda". */
#pragma once

#include <life/world.h>

LifeView default_view (void);

/* On the engine under test; where none is named, as the library chooses. */
LifeEngineOptions default_options (void);

/* The options of a world that a test plays, on the engine under test. Where that is "cuda",
 * the reference stays on the CPU, and so does what a GPU does not run. */
LifeEngineOptions tested_options (
    const LifeGeometry *geometry, const LifeRule *rule, LifeKernel kernel);

/* Whether CUDA is the engine under test. */
gboolean is_cuda_tested (void);
