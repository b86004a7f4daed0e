/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Universes made and freed. */
#include "life/cpu/hashlife/hashlife-private.h"

#include "life/base/cpu-path.h"
#include "life/base/memory.h"

static gboolean
choose_kernel (LifeHashUniverse *universe, GError **error)
{
  LifeCpuPath path;

  if (!life_cpu_path_choose (&path, error))
    return FALSE;
  universe->advance = life_hash_portable.advance;
#if defined(__x86_64__)
  if (path == LIFE_CPU_PATH_AVX2)
    universe->advance = life_hash_avx2.advance;
  else if (path == LIFE_CPU_PATH_AVX512)
    universe->advance = life_hash_avx512.advance;
#endif
  return TRUE;
}

static gboolean
check_limit (guint64 limit, GError **error)
{
  if (limit < LIFE_HASH_MEMORY_MIN) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "kernel=hashlife does not run in %" G_GUINT64_FORMAT
        " bytes; set a memory-limit of at least %" G_GUINT64_FORMAT " MiB",
        limit, LIFE_HASH_MEMORY_MIN >> 20);
    return FALSE;
  }
  return life_memory_check (limit, "the squares of HashLife", error);
}

gboolean
life_hash_universe_check_rule (const LifeRule *rule, GError **error)
{
  LifeHashProgram program;

  return life_hash_program_make (rule, &program, error);
}

/* Results of squares depend on the rule; the squares themselves do not. */
gboolean
life_hash_universe_set_rule (
    LifeHashUniverse *universe, const LifeRule *rule, GError **error)
{
  LifeHashProgram program;

  if (!life_hash_program_make (rule, &program, error))
    return FALSE;
  universe->program = program;
  life_hash_store_clear_results (universe);
  return TRUE;
}

LifeHashUniverse *
life_hash_universe_new (
    const LifeRule *rule, guint64 memory_limit, guint threads, GError **error)
{
  LifeHashUniverse *universe = g_new0 (LifeHashUniverse, 1);

  pthread_mutex_init (&universe->mutex, NULL);
  pthread_cond_init (&universe->cond, NULL);
  universe->snapshots = g_ptr_array_new ();
  universe->level = LIFE_HASH_LOWEST_LEVEL;
  universe->memory_limit = memory_limit > 0 ? memory_limit
                                            : MAX (life_memory_available () / 4,
                                                LIFE_HASH_MEMORY_MIN);
  universe->pool = life_thread_pool_new (threads);
  universe->n_threads = life_thread_pool_get_threads (universe->pool);
  universe->threads = g_new0 (LifeHashThread, universe->n_threads);
  for (guint i = 0; i < universe->n_threads; i++) {
    universe->threads[i].universe = universe;
    universe->threads[i].number = i;
  }
  if (life_hash_program_make (rule, &universe->program, error)
      && choose_kernel (universe, error)
      && check_limit (universe->memory_limit, error)
      && life_hash_store_open (universe, error))
    return universe;
  life_hash_universe_free (universe);
  return NULL;
}

void
life_hash_universe_free (LifeHashUniverse *universe)
{
  if (universe == NULL)
    return;
  life_hash_store_close (universe);
  life_thread_pool_free (universe->pool);
  g_free (universe->threads);
  g_ptr_array_free (universe->snapshots, TRUE);
  pthread_mutex_destroy (&universe->mutex);
  pthread_cond_destroy (&universe->cond);
  g_free (universe);
}
