/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engine under test. With LIFE_TEST_ENGINE=cuda, programs that test every engine play their
 * worlds on a GPU, and where there is none say so in place of all their tests. */
#include "tests/support/defaults.h"

#include "life/rule/rule-private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static gboolean cuda_tested;
static guint worlds_on_gpu, worlds_on_cpu;

LifeView
default_view (void)
{
  LifeView view;

  life_view_init (&view);
  return view;
}

LifeEngineOptions
default_options (void)
{
  const gchar *engine = g_getenv ("LIFE_TEST_ENGINE");
  LifeEngineOptions options;

  life_engine_options_init (&options);
  if (engine != NULL)
    options.engine = cuda_tested ? LIFE_ENGINE_CUDA : LIFE_ENGINE_CPU;
  return options;
}

gboolean
is_cuda_tested (void)
{
  return cuda_tested;
}

/* --- What a GPU runs --- */

/* Rules of at most so many states that it keeps as bits, on planes and on tori without shifts;
 * of others it keeps bytes, which kernel=auto means. */
static const struct {
  guint dimensions;
  LifeFamily family;
  guint states;
  gboolean only_moore;
} stored_as_bits[] = {
  { 2, LIFE_FAMILY_TOTALISTIC, 256, FALSE },
  { 2, LIFE_FAMILY_MAP, 2, FALSE },
  { 3, LIFE_FAMILY_TOTALISTIC, 2, TRUE },
};

static gboolean
is_stored_as_bits (const LifeGeometry *geometry, const LifeRule *rule)
{
  if (geometry->topology > LIFE_TOPOLOGY_PLANE || geometry->shift_x != 0
      || geometry->shift_y != 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (stored_as_bits); i++)
    if (rule->dimensions == stored_as_bits[i].dimensions
        && rule->family == stored_as_bits[i].family
        && rule->states <= stored_as_bits[i].states
        && (!stored_as_bits[i].only_moore
            || rule->neighborhood == LIFE_NEIGHBORHOOD_MOORE))
      return TRUE;
  return FALSE;
}

/* Without edges it runs no tables, and rules of two states alone. */
static gboolean
runs_on_gpu (
    const LifeGeometry *geometry, const LifeRule *rule, LifeKernel kernel)
{
  return kernel != LIFE_KERNEL_HASHLIFE
         && (geometry->topology != LIFE_TOPOLOGY_UNBOUNDED
             || (rule->states == 2 && rule->family != LIFE_FAMILY_TABLE));
}

LifeEngineOptions
tested_options (
    const LifeGeometry *geometry, const LifeRule *rule, LifeKernel kernel)
{
  LifeEngineOptions options = default_options ();

  options.kernel = kernel;
  if (!cuda_tested || kernel == LIFE_KERNEL_NAIVE
      || !runs_on_gpu (geometry, rule, kernel)) {
    options.engine = LIFE_ENGINE_CPU;
    worlds_on_cpu++;
    return options;
  }
  if (kernel == LIFE_KERNEL_BITSLICED && !is_stored_as_bits (geometry, rule))
    options.kernel = LIFE_KERNEL_AUTO;
  options.pdl = worlds_on_gpu++ % 2 == 0;
  return options;
}

/* --- Where there is no GPU --- */

/* A program whose worlds all were on the CPU has not tested the GPU. */
static void
assert_gpu_was_used (void)
{
  if (worlds_on_gpu > 0 || worlds_on_cpu == 0)
    return;
  printf ("Bail out! No world was on the GPU\n");
  fflush (stdout);
  _exit (1);
}

/* Takes the place of all tests, also where LIFE_REQUIRE_CUDA makes that a failure. */
static void
end_without_gpu (gchar *reason)
{
  const gboolean required = g_getenv ("LIFE_REQUIRE_CUDA") != NULL;

  g_strdelimit (reason, "\n#", ' ');
  printf ("TAP version 13\n1..1\n");
  if (required)
    printf ("# %s\nnot ok 1 /cuda\n", reason);
  else
    printf ("ok 1 /cuda # SKIP %s\n", reason);
  fflush (stdout);
  _exit (required);
}

/* Runs before main(), as no test of another engine is to know of this. Tests of tests/cuda
 * compile rules at run time; here each would be another one. */
__attribute__ ((constructor)) static void
choose_engine (void)
{
  const gchar *engine = g_getenv ("LIFE_TEST_ENGINE");
  LifeRule *rule;
  LifeEngineOptions options;
  GError *error = NULL;

  if (engine == NULL || strcmp (engine, "cpu") == 0)
    return;
  if (strcmp (engine, "cuda") != 0)
    g_error ("LIFE_TEST_ENGINE=%s; it may be cpu or cuda", engine);
  cuda_tested = TRUE;
  g_setenv ("LIFE_NVRTC", "0", FALSE);
  options = default_options ();
  rule = life_rule_parse ("B3/S23", 2, NULL);
  if (!life_engine_check (rule, NULL, &options, &error))
    end_without_gpu (error->message);
  life_rule_unref (rule);
  atexit (assert_gpu_was_used);
}
