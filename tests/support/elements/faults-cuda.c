/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Calls of the CUDA driver that fail; the interface is that of faults.h.
 *
 * The runtime that the library has in it asks the driver's cuGetProcAddress() for each
 * function, and dlsym() for that one. The program has a dlsym() of its own, and hands out
 * stubs: one counts the call, and returns an error, or jumps to the driver's function with
 * all arguments as they are. Calls that give something back, that say what an error is
 * called, or on which the runtime's threads rely are not among them: they do not fail by
 * themselves. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "tests/support/elements/faults-count.h"

#define MAX_STUBS 1024
#define STUB_BYTES 10

/* CUDA_ERROR_OUT_OF_MEMORY and CUDA_ERROR_UNKNOWN. */
#define NO_MEMORY 2
#define UNKNOWN 999

static const gchar *const left_out[] = { "Free", "Destroy", "Unload", "Release",
  "Unregister", "PopCurrent", "SetCurrent", "GetCurrent", "GetError",
  "GetProcAddress", "GetExportTable", "DriverGetVersion", "ThreadExchange" };

static struct {
  gpointer functions[MAX_STUBS];
  const gchar *names[MAX_STUBS];
  guint n;
} stubs;
G_LOCK_DEFINE_STATIC (stubs);

/* What the assembly below calls before each call of stub @index: the error that it returns,
 * or 0, and *@function is where it goes on. */
G_GNUC_INTERNAL gint faults_cuda_choose (guint index, gpointer *function);

gint
faults_cuda_choose (guint index, gpointer *function)
{
  gboolean is_first;

  *function = stubs.functions[index];
  if (!faults_count (&is_first))
    return 0;
  if (is_first)
    faults_set_site ("%s", stubs.names[index]);
  return strstr (stubs.names[index], "Alloc") != NULL ? NO_MEMORY : UNKNOWN;
}

#ifdef __x86_64__

G_GNUC_INTERNAL extern gchar faults_cuda_stubs[];

/* Each stub pushes its number, in ten bytes, and all go on alike: the registers that have
 * arguments are kept while faults_cuda_choose() is asked. No function of the driver that
 * the library calls takes floating-point numbers. */
__asm__(".text\n"
        ".globl faults_cuda_stubs\n"
        ".hidden faults_cuda_stubs\n"
        "faults_cuda_stubs:\n"
        ".set faults_cuda_stub, 0\n"
        ".rept 1024\n"
        "  .byte 0x68\n" /* push */
        "  .long faults_cuda_stub\n"
        "  .byte 0xe9\n" /* jmp */
        "  .long faults_cuda_common - . - 4\n"
        "  .set faults_cuda_stub, faults_cuda_stub + 1\n"
        ".endr\n"
        "faults_cuda_common:\n"
        "  push %rdi\n"
        "  push %rsi\n"
        "  push %rdx\n"
        "  push %rcx\n"
        "  push %r8\n"
        "  push %r9\n"
        "  mov 48(%rsp), %edi\n"
        "  lea 48(%rsp), %rsi\n" /* the number makes way for the function */
        "  call faults_cuda_choose\n"
        "  pop %r9\n"
        "  pop %r8\n"
        "  pop %rcx\n"
        "  pop %rdx\n"
        "  pop %rsi\n"
        "  pop %rdi\n"
        "  pop %r11\n"
        "  test %eax, %eax\n"
        "  jne 1f\n"
        "  jmp *%r11\n"
        "1: ret\n");

/* A stub for one of the driver's functions, or the function itself. */
static gpointer
wrap (const gchar *name, gpointer function)
{
  guint i;

  for (i = 0; i < G_N_ELEMENTS (left_out); i++)
    if (strstr (name, left_out[i]) != NULL)
      return function;
  G_LOCK (stubs);
  for (i = 0; i < stubs.n && stubs.functions[i] != function; i++)
    ;
  if (i == stubs.n && i < MAX_STUBS) {
    stubs.functions[i] = function;
    stubs.names[i] = g_strdup (name);
    stubs.n++;
  }
  G_UNLOCK (stubs);
  return i < MAX_STUBS ? faults_cuda_stubs + i * STUB_BYTES : function;
}

#else

static gpointer
wrap (const gchar *name, gpointer function)
{
  return function;
}

#endif

/* Of CUDA 11.3, and of 12 on, with one argument more. */
typedef gint (*GetProcAddress) (const gchar *name, gpointer *function,
    gint version, guint64 flags, gpointer status);

static GetProcAddress get_proc_address;

static gint
get_wrapped (const gchar *name, gpointer *function, gint version, guint64 flags,
    gpointer status)
{
  const gint result = get_proc_address (name, function, version, flags, status);

  if (result != 0 || *function == NULL)
    return result;
  if (g_str_has_prefix (name, "cuGetProcAddress"))
    *function = (gpointer) get_wrapped;
  else
    *function = wrap (name, *function);
  return result;
}

void *
dlsym (void *handle, const char *name)
{
  static void *(*real) (void *, const char *);
  void *found;

  if (real == NULL) {
    *(void **) &real = dlvsym (RTLD_NEXT, "dlsym", "GLIBC_2.34");
    if (real == NULL)
      *(void **) &real = dlvsym (RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
  }
  found = real (handle, name);
  if (found == NULL || !g_str_has_prefix (name, "cuGetProcAddress"))
    return found;
  *(void **) &get_proc_address = found;
  return (void *) get_wrapped;
}
