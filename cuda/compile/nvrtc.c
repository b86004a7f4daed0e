/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finding NVRTC, which nothing is linked to, and having it compile. */
#include "cuda/compile/nvrtc.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "embedded.h"

typedef struct _nvrtcProgram *Program;

/* NVRTC's functions; those that return an int return 0 if all is well. */
struct _LifeNvrtc {
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

/* Where NVIDIA's packages lead, which the dynamic linker may not search. */
#define FOLDER "/usr/local/cuda/lib64/"

/* All releases of CUDA 11 from 11.2 on have that name. */
static const gchar *const libraries[] = { "libnvrtc.so.13", "libnvrtc.so.12",
  "libnvrtc.so.11.2", "libnvrtc.so", FOLDER "libnvrtc.so" };

static gboolean
find_functions (void *library, LifeNvrtc *self)
{
  const struct {
    const gchar *name;
    void *function;
  } functions[] = {
    { "nvrtcVersion", &self->version },
    { "nvrtcGetErrorString", &self->error_string },
    { "nvrtcCreateProgram", &self->create },
    { "nvrtcDestroyProgram", &self->destroy },
    { "nvrtcAddNameExpression", &self->add_name },
    { "nvrtcCompileProgram", &self->compile },
    { "nvrtcGetProgramLogSize", &self->log_size },
    { "nvrtcGetProgramLog", &self->log },
    { "nvrtcGetLoweredName", &self->lowered_name },
    { "nvrtcGetCUBINSize", &self->cubin_size },
    { "nvrtcGetCUBIN", &self->cubin },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (functions); i++) {
    void *function = dlsym (library, functions[i].name);

    if (function == NULL)
      return FALSE;
    *(void **) functions[i].function = function;
  }
  return TRUE;
}

const LifeNvrtc *
life_nvrtc_find (void)
{
  static LifeNvrtc self;

  for (gsize i = 0; i < G_N_ELEMENTS (libraries); i++) {
    void *library = dlopen (libraries[i], RTLD_NOW | RTLD_LOCAL);

    if (library != NULL && find_functions (library, &self)) {
      /* NVRTC searches this by its name alone, and finds it once it is loaded. */
      if (g_str_has_prefix (libraries[i], FOLDER))
        dlopen (FOLDER "libnvrtc-builtins.so", RTLD_NOW | RTLD_LOCAL);
      return &self;
    }
    if (library != NULL)
      dlclose (library);
  }
  return NULL;
}

void
life_nvrtc_version (const LifeNvrtc *self, int *major, int *minor)
{
  *major = *minor = 0;
  self->version (major, minor);
}

static gboolean
succeeded (
    const LifeNvrtc *self, int result, Program program, const gchar *what)
{
  size_t size = 0;

  if (result == 0)
    return TRUE;
  fprintf (stderr, "NVRTC: %s failed: %s\n", what, self->error_string (result));
  if (program != NULL && self->log_size (program, &size) == 0 && size > 1) {
    g_autofree gchar *text = g_malloc0 (size + 1);

    self->log (program, text);
    fputs (text, stderr);
  }
  return FALSE;
}

/* The kernels' names as the code has them, each with its NUL, and the code. */
static GBytes *
collect (const LifeNvrtc *self, Program program, const gchar *const *kernels)
{
  g_autoptr (GByteArray) result = g_byte_array_new ();
  size_t size = 0;

  for (gsize i = 0; kernels[i] != NULL; i++) {
    const char *name = NULL;

    if (!succeeded (self, self->lowered_name (program, kernels[i], &name),
            program, "reading a kernel's name"))
      return NULL;
    g_byte_array_append (
        result, (const guint8 *) name, (guint) strlen (name) + 1);
  }
  if (!succeeded (
          self, self->cubin_size (program, &size), program, "reading the code"))
    return NULL;
  g_byte_array_set_size (result, result->len + (guint) size);
  if (!succeeded (self,
          self->cubin (program, (char *) result->data + result->len - size),
          program, "reading the code"))
    return NULL;
  return g_byte_array_free_to_bytes (g_steal_pointer (&result));
}

GBytes *
life_nvrtc_compile (const LifeNvrtc *self, const gchar *option,
    const gchar *text, const gchar *const *kernels)
{
  const char *const options[] = { option, "-std=c++17" };
  Program program = NULL;
  GBytes *code = NULL;
  gboolean good = succeeded (self,
      self->create (&program, text, "life.cu", G_N_ELEMENTS (embedded_names),
          embedded_texts, embedded_names),
      NULL, "beginning");

  for (gsize i = 0; good && kernels[i] != NULL; i++)
    good = succeeded (
        self, self->add_name (program, kernels[i]), program, "naming a kernel");
  if (good
      && succeeded (self,
          self->compile (program, G_N_ELEMENTS (options), options), program,
          "compiling"))
    code = collect (self, program, kernels);
  if (program != NULL)
    self->destroy (&program);
  return code;
}
