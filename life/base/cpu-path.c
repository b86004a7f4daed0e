/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finds out which vectors the processor has, and chooses which of them to
 * use. */
#include "life/base/cpu-path.h"

#ifdef __x86_64__
static gboolean
has_avx2 (void)
{
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi2")
         && __builtin_cpu_supports ("popcnt");
}

static gboolean
has_avx512 (void)
{
  return has_avx2 () && __builtin_cpu_supports ("avx512f")
         && __builtin_cpu_supports ("avx512bw")
         && __builtin_cpu_supports ("avx512vl")
         && __builtin_cpu_supports ("avx512dq");
}
#endif

static gboolean
has_any (void)
{
  return TRUE;
}

/* The widest first, by their names in LIFE_CPU. */
static const struct {
  const gchar *name;
  LifeCpuPath path;
  gboolean (*is_here) (void);
} paths[] = {
#ifdef __x86_64__
  { "avx512", LIFE_CPU_PATH_AVX512, has_avx512 },
  { "avx2", LIFE_CPU_PATH_AVX2, has_avx2 },
#endif
  { "portable", LIFE_CPU_PATH_PORTABLE, has_any },
};

/* A name; NULL: the environment's. Read and written atomically. */
static const gchar *forced = NULL;

/* LIFE_CPU as it was at the first call: later another thread may be changing the
 * environment. */
static const gchar *
name_in_environment (void)
{
  static gchar *name = NULL;
  static gsize is_read = 0;

  if (g_once_init_enter (&is_read)) {
    name = g_strdup (g_getenv ("LIFE_CPU"));
    g_once_init_leave (&is_read, 1);
  }
  return name;
}

void
life_cpu_path_force (const gchar *name)
{
  g_atomic_pointer_set (&forced, g_intern_string (name));
}

gboolean
life_cpu_path_choose (LifeCpuPath *path, GError **error)
{
  const gchar *own = g_atomic_pointer_get (&forced);
  const gchar *name = own != NULL ? own : name_in_environment ();
  gboolean free_choice = name == NULL || *name == '\0';
  gboolean is_path = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    if (free_choice || g_str_equal (name, paths[i].name)) {
      if (paths[i].is_here ()) {
        *path = paths[i].path;
        return TRUE;
      }
      is_path = TRUE;
    }
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      is_path
          ? "LIFE_CPU=%s: this processor has no such vectors; unset LIFE_CPU "
            "or set it to portable"
          : "LIFE_CPU=%s names no vectors; unset LIFE_CPU or set it to "
            "portable, or on x86-64 to avx2 or avx512",
      name);
  return FALSE;
}

gboolean
life_cpu_path_has_bytes (LifeCpuPath path)
{
#ifdef __x86_64__
  return path == LIFE_CPU_PATH_AVX512 && __builtin_cpu_supports ("avx512vbmi")
         && __builtin_cpu_supports ("avx512vbmi2")
         && __builtin_cpu_supports ("avx512vpopcntdq")
         && __builtin_cpu_supports ("avx512bitalg");
#else
  return FALSE;
#endif
}

/* From Zen 5 on processors of AMD have vectors of 512 bits in full width, and this
 * instruction. */
gboolean
life_cpu_path_splits_gates (void)
{
#ifdef __x86_64__
  return __builtin_cpu_is ("amd")
         && __builtin_cpu_supports ("avx512vp2intersect");
#else
  return FALSE;
#endif
}
