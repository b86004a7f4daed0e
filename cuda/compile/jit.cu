/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Kernels made at run time: compiled (compiler.h) from the kernels' headers, and
 * loaded. */
#include "cuda/compile/jit.h"
#include "cuda/compile/compiler.h"
#include "cuda/device/check.h"

#include <string.h>

static gboolean
load (LifeJit *jit, GError **error)
{
  gsize size;
  const gchar *text = (const gchar *) g_bytes_get_data (jit->code, &size);
  const gchar *names[LIFE_JIT_KERNELS];

  for (guint i = 0; i < jit->n_names; i++) {
    names[i] = text;
    text += strlen (text) + 1;
  }
  if (!life_cuda_check (life_module_load (&jit->module, text),
          "loading compiled kernels", error)) {
    jit->module = NULL;
    return FALSE;
  }
  for (guint i = 0; i < jit->n_names; i++)
    if (!life_cuda_check (
            life_module_find_kernel (jit->module, names[i], &jit->kernels[i]),
            "finding a compiled kernel", error)) {
      life_module_unload (jit->module);
      jit->module = NULL;
      return FALSE;
    }
  jit->digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, jit->code);
  return TRUE;
}

static gboolean
is_set_to (const gchar *value)
{
  return g_strcmp0 (g_getenv ("LIFE_NVRTC"), value) == 0;
}

gboolean
life_jit_can_compile (void)
{
  if (is_set_to ("0") || is_set_to ("none")) {
    g_info (
        "nothing is compiled by NVRTC: LIFE_NVRTC=%s", g_getenv ("LIFE_NVRTC"));
    return FALSE;
  }
  return life_compiler_is_there ();
}

gboolean
life_jit_can_use_ptx (void)
{
  return !is_set_to ("none");
}

gboolean
life_jit_is_awaited (void)
{
  return is_set_to ("wait") || is_set_to ("0");
}

static gboolean
get_code (LifeJit *jit, gboolean anew)
{
  const gchar *kernels[LIFE_JIT_KERNELS + 1] = { NULL };
  g_autofree gchar *text =
      g_strdup_printf ("#include \"%s\"\n%s", jit->header, jit->source);

  for (guint i = 0; i < jit->n_names; i++)
    kernels[i] = jit->names[i];
  jit->code = life_compiler_get (jit->architecture, text, kernels, anew);
  return jit->code != NULL;
}

gboolean
life_jit_compile (
    LifeJit *jit, const gchar *header, gchar *source, int compute_capability)
{
  jit->header = header;
  jit->source = source != NULL ? source : g_strdup ("");
  g_snprintf (jit->architecture, sizeof (jit->architecture), "-arch=sm_%d",
      compute_capability);
  return life_jit_can_compile () && get_code (jit, FALSE);
}

/* Trials note the code that they have tried, and here it is the driver that makes it. */
void
life_jit_use_ptx (LifeJit *jit, gchar *ptx, const gchar *const *entries)
{
  g_autofree gchar *text = ptx;
  GString *code = g_string_new (NULL);
  int version = 0;

  cudaDriverGetVersion (&version);
  for (guint i = 0; i < jit->n_names; i++)
    g_string_append_len (code, entries[i], (gssize) strlen (entries[i]) + 1);
  g_string_append_printf (code, "// for driver %d\n%s", version, text);
  g_string_append_c (code, '\0');
  jit->code = g_string_free_to_bytes (code);
}

gboolean
life_jit_load (LifeJit *jit)
{
  g_autoptr (GError) error = NULL;

  /* What the cache has may be of no use on this machine. */
  if (!load (jit, &error) && jit->header != NULL) {
    g_clear_error (&error);
    g_clear_pointer (&jit->code, g_bytes_unref);
    if (get_code (jit, TRUE))
      load (jit, &error);
  }
  g_clear_pointer (&jit->code, g_bytes_unref);
  if (error != NULL)
    g_info ("%s", error->message);
  return jit->module != NULL;
}

void
life_jit_unload (LifeJit *jit)
{
  g_free (jit->digest);
  g_free (jit->source);
  if (jit->code != NULL)
    g_bytes_unref (jit->code);
  if (jit->module != NULL)
    life_module_unload (jit->module);
  memset (jit, 0, sizeof (*jit));
}
