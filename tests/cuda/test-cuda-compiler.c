/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of compiling at run time, up to the code: it needs no GPU. That a compiler which
 * crashes, prints nonsense or hangs does no harm, that processes end while they compile,
 * and what the messages between both are checked for. */
#include "cuda/compile/compiler.h"
#include "cuda/compile/jit.h"
#include "cuda/compile/message.h"
#include "cuda/compile/process.h"
#include "tests/support/help.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

static gchar *root, *real, *odd;

/* What the library logged, from all threads. */
static GMutex mutex;
static GString *logged;

static void
keep_log (
    const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer data)
{
  g_mutex_lock (&mutex);
  g_string_append_printf (logged, "%s\n", text);
  g_mutex_unlock (&mutex);
  if (level <= G_LOG_LEVEL_MESSAGE)
    g_log_default_handler (domain, level, text, data);
}

static void
assert_logged (const gchar *part)
{
  g_mutex_lock (&mutex);
  if (strstr (logged->str, part) == NULL)
    fail ("not logged: %s, but: %s", part, logged->str);
  g_string_truncate (logged, 0);
  g_mutex_unlock (&mutex);
}

static void
assert_no_children (void)
{
  g_assert_cmpint (waitpid (-1, NULL, WNOHANG), ==, -1);
  g_assert_cmpint (errno, ==, ECHILD);
}

static gboolean
skip_without_nvrtc (void)
{
  const gchar *const arguments[] = { real, "--version", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) version =
      life_process_run (arguments, NULL, 60000, 100, &error);

  if (version != NULL)
    return FALSE;
  g_assert_error (error, G_SPAWN_EXIT_ERROR, 1);
  g_test_skip ("NVRTC is not installed");
  return TRUE;
}

/* Whether this is the process that is to do what a test asks for; else it has passed
 * there. What a process has asked a compiler for once, it keeps. */
static gboolean
is_other_process (void)
{
  if (g_test_subprocess ())
    return TRUE;
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
  return FALSE;
}

/* --- Messages --- */

static GBytes *
seal_bytes (gconstpointer data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);

  return life_message_seal (g_variant_new_from_bytes (
      G_VARIANT_TYPE (LIFE_MESSAGE_RESULT), bytes, FALSE));
}

static GBytes *
new_result (void)
{
  return life_message_seal (
      g_variant_new ("(s@ay)", "log", g_variant_new_bytestring ("code")));
}

static void
test_a_sealed_message_is_opened (void)
{
  g_autoptr (GBytes) sealed = new_result ();
  g_autoptr (GVariant) message =
      life_message_open (sealed, LIFE_MESSAGE_RESULT);
  g_autofree gchar *text = NULL;

  g_assert_nonnull (message);
  text = g_variant_print (message, FALSE);
  g_assert_cmpstr (text, ==, "('log', b'code')");
  g_assert_null (life_message_open (sealed, LIFE_MESSAGE_JOB));
}

/* Each shorter one, and each with a bit that is another. */
static void
test_a_damaged_message_is_not_opened (void)
{
  g_autoptr (GBytes) sealed = new_result ();
  gsize size;
  const guint8 *data = g_bytes_get_data (sealed, &size);

  for (gsize i = 0; i < size; i++) {
    g_autofree guint8 *changed = g_memdup2 (data, size);
    g_autoptr (GBytes) part = g_bytes_new (data, i);
    g_autoptr (GBytes) whole = NULL;

    changed[i] ^= (guint8) (1 << i % 8);
    whole = g_bytes_new (changed, size);
    g_assert_null (life_message_open (part, LIFE_MESSAGE_RESULT));
    g_assert_null (life_message_open (whole, LIFE_MESSAGE_RESULT));
  }
}

/* Garbage with a checksum that fits, as another release might write it: what is opened has
 * all that its type says. */
static void
test_garbage_is_a_message_or_not (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint opened = 0;

  for (guint i = 0; i < 20000; i++) {
    guint8 data[24];
    const gsize size = (gsize) g_rand_int_range (random, 0, sizeof (data));
    g_autoptr (GBytes) sealed = NULL;
    g_autoptr (GVariant) message = NULL;

    for (gsize k = 0; k < size; k++)
      data[k] = (guint8) g_rand_int_range (random, 0, i % 2 == 0 ? 256 : 8);
    sealed = seal_bytes (data, size);
    message = life_message_open (sealed, LIFE_MESSAGE_RESULT);
    if (message != NULL) {
      g_autofree gchar *text = g_variant_print (message, TRUE);

      g_assert_nonnull (text);
      opened++;
    }
  }
  g_assert_cmpuint (opened, >, 0);
  g_assert_cmpuint (opened, <, 10000);
}

/* --- A compiler that does not do what it should --- */

static const gchar *const options[] = { "-arch=sm_90", "-std=c++17", NULL };
static const gchar *const kernels[] = { "nothing<1>", NULL };

/* Another text for each @number. */
static GBytes *
compile_nothing (guint number)
{
  static const gchar *const names[] = { "nothing.cuh" };
  static const gchar *const headers[] = {
    "template<int N> __global__ void nothing (int *place) { *place = N; }\n"
  };
  g_autofree gchar *text =
      g_strdup_printf ("#include \"nothing.cuh\"\n// %u\n", number);
  const LifeCompilerJob job = { options, text, names, headers, 1, kernels };

  return life_compiler_get (&job, FALSE);
}

static void
use_odd_compiler (const gchar *how)
{
  g_setenv ("LIFE_COMPILER", odd, TRUE);
  g_setenv ("LIFE_TEST_REAL", real, TRUE);
  if (how != NULL)
    g_setenv ("LIFE_TEST_COMPILER", how, TRUE);
  else
    g_unsetenv ("LIFE_TEST_COMPILER");
}

static void
test_failures_are_logged (void)
{
  static const struct {
    const gchar *how, *logged;
  } cases[] = {
    { "crash", "signal 9" },
    { "print garbage", "no result" },
    { "print nothing", "no result" },
    { "print half", "no result" },
    { "print half and crash", "signal 9" },
    { "print a name without code", "no code" },
    { "print a name without end", "no code" },
    { "print for ever", "it printed too much" },
    { "refuse", "it does not compile" },
  };

  if (!is_other_process ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    use_odd_compiler (cases[i].how);
    g_assert_null (compile_nothing (i));
    assert_logged (cases[i].logged);
    assert_no_children ();
  }
  use_odd_compiler ("behave");
  g_bytes_unref (compile_nothing (0));
  assert_logged ("NVRTC: compiled 1 kernels, nothing<1>");
}

static void
test_a_missing_program_is_logged (void)
{
  if (!is_other_process ())
    return;
  g_setenv ("LIFE_COMPILER", "/nonexistent/life-compile", TRUE);
  g_assert_false (life_compiler_is_there ());
  assert_logged ("/nonexistent/life-compile");
  g_assert_false (life_compiler_is_there ());
  assert_logged ("set LIFE_COMPILER");
  g_assert_null (compile_nothing (0));
  assert_no_children ();
}

static void
test_a_missing_nvrtc_is_logged (void)
{
  if (!is_other_process ())
    return;
  use_odd_compiler ("find no NVRTC");
  g_assert_false (life_compiler_is_there ());
  assert_logged ("no libnvrtc.so");
  assert_no_children ();
}

static void
assert_killed (const gchar *how)
{
  const gchar *const arguments[] = { odd, "key", NULL };
  const gint64 start = g_get_monotonic_time ();
  g_autoptr (GError) error = NULL;

  use_odd_compiler (how);
  g_assert_null (life_process_run (arguments, NULL, 200, 1000, &error));
  g_assert_nonnull (error);
  g_test_message ("%s: %s", how, error->message);
  g_assert_cmpint (g_get_monotonic_time () - start, >=, 200000);
  assert_no_children ();
}

/* With its output open, and closed. */
static void
test_what_hangs_is_killed (void)
{
  assert_killed ("hang");
  assert_killed ("print and hang");
}

/* A program that reads nothing: more than a pipe would hold. */
static void
test_unread_input_does_no_harm (void)
{
  const gchar *const arguments[] = { "/bin/true", NULL };
  g_autofree gchar *text = g_strnfill (1 << 20, 'a');
  g_autoptr (GBytes) input = g_bytes_new (text, 1 << 20);
  GError *error = NULL;

  for (guint i = 0; i < 20; i++) {
    g_autoptr (GBytes) output =
        life_process_run (arguments, input, 60000, 10, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (g_bytes_get_size (output), ==, 0);
  }
}

static void
test_input_and_output_are_whole (void)
{
  const gchar *const arguments[] = { "/bin/cat", NULL };
  g_autofree gchar *text = g_strnfill (1 << 20, 'a');
  g_autoptr (GBytes) input = g_bytes_new (text, 1 << 20);
  g_autoptr (GBytes) output = NULL;
  GError *error = NULL;

  output = life_process_run (arguments, input, 60000, 1 << 20, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (input, output));
  g_assert_null (
      life_process_run (arguments, input, 60000, (1 << 20) - 1, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_FAILED);
  g_clear_error (&error);
  assert_no_children ();
}

/* Then nobody learns how a process ended. */
static void
test_an_application_may_ignore_children (void)
{
  if (!is_other_process ())
    return;
  signal (SIGCHLD, SIG_IGN);
  use_odd_compiler ("behave");
  g_assert_true (life_compiler_is_there ());
  g_bytes_unref (compile_nothing (1));
  assert_killed ("hang");
  use_odd_compiler ("crash");
  g_assert_null (compile_nothing (2));
}

/* --- Compiling --- */

static GBytes *
compile_kernels (void)
{
  LifeJit jit = { .n_names = 2 };
  GBytes *code;

  g_strlcpy (jit.names[0],
      "life_bits2d_tiles<(LifeTileEdge) 0, LifeRuleTotalistic<72u, 12u>>",
      LIFE_JIT_NAME);
  g_strlcpy (jit.names[1],
      "life_bits2d_resident<3, 2, 8, 1, false, LifeRuleTotalistic<72u, 12u>>",
      LIFE_JIT_NAME);
  if (!life_jit_compile (&jit, "cuda/bits2d/resident.cuh", NULL, 90))
    g_error ("%s", logged->str);
  code = g_bytes_ref (jit.code);
  life_jit_unload (&jit);
  return code;
}

static void
test_kernels_of_the_library_are_compiled (void)
{
  g_autoptr (GBytes) compiled = NULL;
  g_autoptr (GBytes) kept = NULL;
  const gchar *name;

  if (g_test_subprocess ()) {
    g_setenv ("LIFE_COMPILER", real, TRUE);
    compiled = compile_kernels ();
    assert_logged ("NVRTC: compiled 2 kernels, life_bits2d_tiles");
    name = g_bytes_get_data (compiled, NULL);
    g_assert_nonnull (strstr (name, "life_bits2d_tiles"));
    name += strlen (name) + 1;
    g_assert_nonnull (strstr (name, "life_bits2d_resident"));
    g_assert_cmpmem (name + strlen (name) + 1, 4, "\177ELF", 4);
    kept = compile_kernels ();
    assert_logged ("taken from the cache");
    g_assert_true (g_bytes_equal (compiled, kept));
    assert_no_children ();
  } else if (!LIFE_TOOLKIT_LOADS_CODE) {
    g_test_skip ("this was built with a toolkit that loads no compiled code");
  } else if (!skip_without_nvrtc ()) {
    is_other_process ();
  }
}

static void
test_the_compiler_says_what_is_wrong (void)
{
  const LifeCompilerJob job = { options, "this is no program", NULL, NULL, 0,
    kernels };

  if (g_test_subprocess ()) {
    g_setenv ("LIFE_COMPILER", real, TRUE);
    g_assert_null (life_compiler_get (&job, FALSE));
    assert_logged ("life.cu(1): error");
  } else if (!skip_without_nvrtc ()) {
    is_other_process ();
  }
}

/* As many processes, each of which ends a while after it began to compile. */
#define ENDS 60
#define MOST_MILLISECONDS 300

static gpointer
compile_in_thread (gpointer number)
{
  compile_nothing (GPOINTER_TO_UINT (number));
  return NULL;
}

static void
end_while_it_compiles (void)
{
  const guint number = (guint) atoi (g_getenv ("LIFE_TEST_END"));

  g_setenv ("LIFE_COMPILER", real, TRUE);
  g_thread_unref (g_thread_new (
      "compile", compile_in_thread, GUINT_TO_POINTER (1000 + number)));
  g_usleep (1000 * MOST_MILLISECONDS * number / ENDS);
  exit (0);
}

static guint
count_kept (void)
{
  g_autofree gchar *folder = g_build_filename (root, "life", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const gchar *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_suffix (name, ".kept") ? 1 : 0;
  return n;
}

/* The compilers that they leave, which this process inherits, come to their ends, and what
 * they make is kept. */
static void
test_processes_end_while_they_compile (void)
{
  const guint kept = count_kept ();
  int status;

  if (g_test_subprocess ())
    end_while_it_compiles ();
  if (skip_without_nvrtc ())
    return;
  g_assert_cmpint (prctl (PR_SET_CHILD_SUBREAPER, 1), ==, 0);
  for (guint i = 0; i < ENDS; i++) {
    g_autofree gchar *number = g_strdup_printf ("%u", i);

    g_setenv ("LIFE_TEST_END", number, TRUE);
    g_test_trap_subprocess (NULL, 0, 0);
    g_test_trap_assert_passed ();
  }
  while (waitpid (-1, &status, 0) > 0)
    g_assert_true (WIFEXITED (status));
  g_test_message ("%u of %u were kept", count_kept () - kept, ENDS);
  g_assert_cmpuint (count_kept (), >, kept);
}

int
main (int argc, char **argv)
{
  const gchar *build = g_getenv ("LIFE_BUILD_ROOT");
  int result;

  /* GLib reads it only once, so it is set first; other processes share it. */
  root = g_strdup (g_getenv ("LIFE_TEST_CACHE"));
  if (root == NULL)
    root = g_dir_make_tmp ("life-compiler-XXXXXX", NULL);
  g_assert_nonnull (root);
  g_setenv ("LIFE_TEST_CACHE", root, TRUE);
  g_setenv ("XDG_CACHE_HOME", root, TRUE);
  logged = g_string_new (NULL);

  g_test_init (&argc, &argv, NULL);
  g_log_set_default_handler (keep_log, NULL);
  real = g_build_filename (build, "cuda", "compile", "life-compile", NULL);
  odd = g_build_filename (build, "tests", "cuda", "odd-compiler", NULL);
  g_test_add_func ("/cuda-compiler/a-sealed-message-is-opened",
      test_a_sealed_message_is_opened);
  g_test_add_func ("/cuda-compiler/a-damaged-message-is-not-opened",
      test_a_damaged_message_is_not_opened);
  g_test_add_func ("/cuda-compiler/garbage-is-a-message-or-not",
      test_garbage_is_a_message_or_not);
  g_test_add_func (
      "/cuda-compiler/failures-are-logged", test_failures_are_logged);
  g_test_add_func ("/cuda-compiler/a-missing-program-is-logged",
      test_a_missing_program_is_logged);
  g_test_add_func ("/cuda-compiler/a-missing-nvrtc-is-logged",
      test_a_missing_nvrtc_is_logged);
  g_test_add_func (
      "/cuda-compiler/what-hangs-is-killed", test_what_hangs_is_killed);
  g_test_add_func ("/cuda-compiler/unread-input-does-no-harm",
      test_unread_input_does_no_harm);
  g_test_add_func ("/cuda-compiler/input-and-output-are-whole",
      test_input_and_output_are_whole);
  g_test_add_func ("/cuda-compiler/an-application-may-ignore-children",
      test_an_application_may_ignore_children);
  g_test_add_func ("/cuda-compiler/kernels-of-the-library-are-compiled",
      test_kernels_of_the_library_are_compiled);
  g_test_add_func ("/cuda-compiler/the-compiler-says-what-is-wrong",
      test_the_compiler_says_what_is_wrong);
  g_test_add_func ("/cuda-compiler/processes-end-while-they-compile",
      test_processes_end_while_they_compile);
  result = g_test_run ();
  if (!g_test_subprocess ())
    remove_folder (root);
  g_free (odd);
  g_free (real);
  g_free (root);
  return result;
}
