/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Compiling at run time: finding NVRTC, which nothing is linked to, giving it
 * the kernels' headers, which the library holds as text, and loading what it
 * makes. The cache is life/base/file-cache.h. */
#include "cuda/compile/jit.h"
#include "cuda/engine/check.h"

#include "life/base/file-cache.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "embedded.h"

typedef struct _nvrtcProgram *Program;

/* NVRTC's functions; those that return an int return 0 if all is well. */
struct Nvrtc {
  int (*version) (int *major, int *minor);
  const char *(*error_string) (int result);
  int (*create) (Program *program, const char *text, const char *name,
      int n_headers, const char *const *headers,
      const char *const *header_names);
  int (*destroy) (Program *program);
  int (*add_name) (Program program, const char *name);
  int (*compile) (Program program, int n_options, const char *const *options);
  int (*log_size) (Program program, size_t *size);
  int (*log) (Program program, char *log);
  int (*lowered_name) (Program program, const char *name, const char **lowered);
  int (*cubin_size) (Program program, size_t *size);
  int (*cubin) (Program program, char *cubin);
};

/* All releases of CUDA 11 from 11.2 on have that name. */
static const gchar *const libraries[] = { "libnvrtc.so.13", "libnvrtc.so.12",
  "libnvrtc.so.11.2", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so" };

static gboolean
find_functions (void *library, Nvrtc *nvrtc)
{
  const struct {
    const gchar *name;
    void **function;
  } functions[] = {
    { "nvrtcVersion", (void **) &nvrtc->version },
    { "nvrtcGetErrorString", (void **) &nvrtc->error_string },
    { "nvrtcCreateProgram", (void **) &nvrtc->create },
    { "nvrtcDestroyProgram", (void **) &nvrtc->destroy },
    { "nvrtcAddNameExpression", (void **) &nvrtc->add_name },
    { "nvrtcCompileProgram", (void **) &nvrtc->compile },
    { "nvrtcGetProgramLogSize", (void **) &nvrtc->log_size },
    { "nvrtcGetProgramLog", (void **) &nvrtc->log },
    { "nvrtcGetLoweredName", (void **) &nvrtc->lowered_name },
    { "nvrtcGetCUBINSize", (void **) &nvrtc->cubin_size },
    { "nvrtcGetCUBIN", (void **) &nvrtc->cubin },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (functions); i++) {
    *functions[i].function = dlsym (library, functions[i].name);
    if (*functions[i].function == NULL)
      return FALSE;
  }
  return TRUE;
}

/* Looked for once; it stays as long as the process. */
static const Nvrtc *
find_nvrtc (void)
{
  static GMutex mutex;
  static gboolean looked_for, found;
  static Nvrtc nvrtc;

  g_mutex_lock (&mutex);
  for (gsize i = 0; !looked_for && !found && i < G_N_ELEMENTS (libraries);
       i++) {
    void *library = dlopen (libraries[i], RTLD_NOW | RTLD_LOCAL);
    found = library != NULL && find_functions (library, &nvrtc);
    if (library != NULL && !found)
      dlclose (library);
  }
  looked_for = TRUE;
  g_mutex_unlock (&mutex);
  return found ? &nvrtc : NULL;
}

static const gchar *const standard = "-std=c++17";

/* A name for everything that what is compiled depends on. */
static gchar *
make_key (const Nvrtc *nvrtc, const LifeJit *job)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  int major = 0, minor = 0;

  nvrtc->version (&major, &minor);
  g_autofree gchar *settings = g_strdup_printf (
      "%d.%d %s %s %s", major, minor, job->architecture, standard, job->header);
  /* Each with its NUL, so that no two lists are one text. */
  auto add = [&] (const gchar *text) {
    g_checksum_update (
        checksum, (const guchar *) text, (gssize) strlen (text) + 1);
  };
  add (settings);
  add (job->source);
  for (gsize i = 0; i < G_N_ELEMENTS (embedded_texts); i++)
    add (embedded_texts[i]);
  for (guint i = 0; i < job->n_names; i++)
    add (job->names[i]);
  return g_strdup (g_checksum_get_string (checksum));
}

static gboolean
succeeded (const Nvrtc *nvrtc, int result, Program program, const gchar *what)
{
  g_autofree gchar *log = NULL;
  size_t size = 0;

  if (result == 0)
    return TRUE;
  if (program != NULL && nvrtc->log_size (program, &size) == 0 && size > 1) {
    log = (gchar *) g_malloc (size);
    nvrtc->log (program, log);
  }
  g_info ("NVRTC: %s failed: %s\n%s", what, nvrtc->error_string (result),
      log != NULL ? log : "");
  return FALSE;
}

/* The kernels' names as the code has them, each with its NUL, and the code. */
static GBytes *
collect (const Nvrtc *nvrtc, const LifeJit *job, Program program)
{
  g_autoptr (GByteArray) result = g_byte_array_new ();
  size_t size = 0;

  for (guint i = 0; i < job->n_names; i++) {
    const char *name = NULL;
    if (!succeeded (nvrtc, nvrtc->lowered_name (program, job->names[i], &name),
            program, "asking for a name"))
      return NULL;
    g_byte_array_append (
        result, (const guint8 *) name, (guint) strlen (name) + 1);
  }
  if (!succeeded (nvrtc, nvrtc->cubin_size (program, &size), program,
          "asking for the code"))
    return NULL;
  g_byte_array_set_size (result, result->len + (guint) size);
  if (!succeeded (nvrtc,
          nvrtc->cubin (program, (char *) result->data + result->len - size),
          program, "asking for the code"))
    return NULL;
  return g_byte_array_free_to_bytes ((GByteArray *) g_steal_pointer (&result));
}

static GBytes *
compile (const Nvrtc *nvrtc, const LifeJit *job)
{
  g_autofree gchar *text =
      g_strdup_printf ("#include \"%s\"\n%s", job->header, job->source);
  const gchar *options[] = { job->architecture, standard };
  const gint64 start = g_get_monotonic_time ();
  Program program = NULL;
  GBytes *code = NULL;

  gboolean good = succeeded (nvrtc,
      nvrtc->create (&program, text, "life.cu", G_N_ELEMENTS (embedded_names),
          embedded_texts, embedded_names),
      NULL, "beginning");
  for (guint i = 0; good && i < job->n_names; i++)
    good = succeeded (nvrtc, nvrtc->add_name (program, job->names[i]), program,
        "naming a kernel");
  if (good
      && succeeded (nvrtc,
          nvrtc->compile (program, G_N_ELEMENTS (options), options), program,
          "compiling"))
    code = collect (nvrtc, job, program);
  if (program != NULL)
    nvrtc->destroy (&program);
  if (code != NULL)
    g_info ("NVRTC: compiled %u kernels, %s and so on, in %.2f s", job->n_names,
        job->names[0], (g_get_monotonic_time () - start) / 1e6);
  return code;
}

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
  if (!life_cuda_check (life_toolkit_load (&jit->library, text),
          "loading compiled kernels", error)) {
    jit->library = NULL;
    return FALSE;
  }
  for (guint i = 0; i < jit->n_names; i++)
    if (!life_cuda_check (
            life_toolkit_find_kernel (jit->library, names[i], &jit->kernels[i]),
            "finding a compiled kernel", error)) {
      life_toolkit_unload (jit->library);
      jit->library = NULL;
      return FALSE;
    }
  jit->digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, jit->code);
  return TRUE;
}

/* NULL where nothing is to be compiled. */
static const Nvrtc *
get_nvrtc (void)
{
  const Nvrtc *nvrtc = NULL;

  if (g_strcmp0 (g_getenv ("LIFE_NVRTC"), "0") == 0) {
    g_info ("nothing is compiled at run time: LIFE_NVRTC=0");
    return NULL;
  }
  if (!LIFE_TOOLKIT_LOADS_CODE) {
    g_info ("nothing is compiled at run time, which makes rules other than "
            "B3/S23 and B6/S567 slower: this was built with CUDA %d.%d, and "
            "that takes 12.1 or later",
        CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    return NULL;
  }
  nvrtc = find_nvrtc ();
  if (nvrtc == NULL)
    g_info ("nothing is compiled at run time, which makes rules other than "
            "B3/S23 and B6/S567 slower: no libnvrtc.so of CUDA 11 to 13");
  return nvrtc;
}

gboolean
life_jit_can_compile (void)
{
  return get_nvrtc () != NULL;
}

gboolean
life_jit_is_awaited (void)
{
  return g_strcmp0 (g_getenv ("LIFE_NVRTC"), "wait") == 0;
}

static void (*at_exit) (void);

void
life_jit_wait_at_exit (void (*wait) (void))
{
  at_exit = wait;
}

/* The first program makes NVRTC load more, whose ends are registered then: what is to come
 * before those has to be registered later. */
static void
compile_nothing (const Nvrtc *nvrtc, const LifeJit *job)
{
  const gchar *options[] = { job->architecture };
  static gsize compiled;
  Program program = NULL;

  if (!g_once_init_enter (&compiled))
    return;
  if (nvrtc->create (&program, "__global__ void nothing () {}", "nothing.cu", 0,
          NULL, NULL)
      == 0) {
    nvrtc->compile (program, G_N_ELEMENTS (options), options);
    nvrtc->destroy (&program);
  }
  if (at_exit != NULL)
    atexit (at_exit);
  g_once_init_leave (&compiled, 1);
}

/* Compiles what the cache does not have. */
static gboolean
compile_anew (LifeJit *jit, const Nvrtc *nvrtc)
{
  g_autofree gchar *key = make_key (nvrtc, jit);

  compile_nothing (nvrtc, jit);
  jit->code = compile (nvrtc, jit);
  if (jit->code != NULL)
    life_file_cache_put (key, jit->code);
  return jit->code != NULL;
}

gboolean
life_jit_compile (
    LifeJit *jit, const gchar *header, gchar *source, int compute_capability)
{
  const Nvrtc *nvrtc = get_nvrtc ();

  jit->header = header;
  jit->source = source != NULL ? source : g_strdup ("");
  if (nvrtc == NULL)
    return FALSE;
  g_snprintf (jit->architecture, sizeof (jit->architecture), "-arch=sm_%d",
      compute_capability);

  g_autofree gchar *key = make_key (nvrtc, jit);
  jit->code = life_file_cache_get (key);
  if (jit->code == NULL)
    return compile_anew (jit, nvrtc);
  g_debug ("kernels of %s taken from the cache", jit->names[0]);
  return TRUE;
}

gboolean
life_jit_load (LifeJit *jit)
{
  g_autoptr (GError) error = NULL;

  /* What the cache has may be of no use on this machine. */
  if (!load (jit, NULL)) {
    g_clear_pointer (&jit->code, g_bytes_unref);
    if (!compile_anew (jit, find_nvrtc ()))
      return FALSE;
    if (!load (jit, &error)) {
      g_info ("%s", error->message);
      return FALSE;
    }
  }
  g_clear_pointer (&jit->code, g_bytes_unref);
  return TRUE;
}

void
life_jit_unload (LifeJit *jit)
{
  g_free (jit->digest);
  g_free (jit->source);
  if (jit->code != NULL)
    g_bytes_unref (jit->code);
  if (jit->library != NULL)
    life_toolkit_unload (jit->library);
  memset (jit, 0, sizeof (*jit));
}
