/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests of compiling at run time, up to the code: it needs no GPU. That a compiler which
 * crashes or prints nonsense does no harm, and that processes end while they compile. */
#include "cuda/bits2d/network-ptx.h"
#include "cuda/bits2d/templates.h"
#include "cuda/compile/compiler.h"
#include "cuda/compile/jit.h"
#include "tests/support/help.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "embedded-digest.h"

static gchar *root, *real, *odd;

/* What the library logged, from all threads. */
static GMutex mutex;
static GString *logged;

static void
store_log (
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
  int status;

  g_assert_true (g_spawn_sync (NULL, (gchar **) arguments, NULL,
      G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, NULL));
  if (status == 0)
    return FALSE;
  g_assert_cmpint (WEXITSTATUS (status), ==, 1);
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

/* --- A compiler that does not do what it should --- */

static const gchar *const kernels[] = { "nothing<1>", NULL };

/* Another text for each @number. */
static GBytes *
compile_nothing (guint number)
{
  g_autofree gchar *text = g_strdup_printf (
      "template<int N> __global__ void nothing (int *place) { *place = N; }\n"
      "// %u\n",
      number);

  return life_compiler_get ("-arch=sm_90", text, kernels, FALSE);
}

static void
use_odd_compiler (const gchar *how)
{
  g_setenv ("LIFE_COMPILER", odd, TRUE);
  g_setenv ("LIFE_TEST_REAL", real, TRUE);
  g_setenv ("LIFE_TEST_DIGEST", LIFE_EMBEDDED_DIGEST, TRUE);
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
    { "crash", "printed no code" },
    { "print garbage", "printed no code" },
    { "print nothing", "printed no code" },
    { "print half", "printed no code" },
    { "print half and crash", "printed no code" },
    { "print a name without code", "printed no code" },
    { "print a name without end", "printed no code" },
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

/* It would compile other headers than the library's. */
static void
test_a_program_of_another_build_is_logged (void)
{
  if (!is_other_process ())
    return;
  use_odd_compiler ("behave");
  g_setenv ("LIFE_TEST_DIGEST", "other headers", TRUE);
  g_assert_false (life_compiler_is_there ());
  assert_logged ("is of another build");
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
  if (!life_jit_compile (&jit, "cuda/bits2d/bits2d-resident.cuh", NULL, 90))
    g_error ("%s", logged->str);
  code = g_bytes_ref (jit.code);
  life_jit_unload (&jit);
  return code;
}

static void
test_kernels_of_the_library_are_compiled (void)
{
  g_autoptr (GBytes) compiled = NULL;
  g_autoptr (GBytes) stored = NULL;
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
    stored = compile_kernels ();
    assert_logged ("taken from the cache");
    g_assert_true (g_bytes_equal (compiled, stored));
    assert_no_children ();
  } else if (!skip_without_nvrtc ()) {
    is_other_process ();
  }
}

static void
test_the_compiler_reports_what_is_wrong (void)
{
  if (g_test_subprocess ()) {
    g_setenv ("LIFE_COMPILER", real, TRUE);
    g_assert_null (life_compiler_get (
        "-arch=sm_90", "this is no program", kernels, FALSE));
    assert_logged ("life.cu(1): error");
  } else if (!skip_without_nvrtc ()) {
    is_other_process ();
  }
}

/* As many processes, each of which ends a while after it began to compile. */
#define ENDS 60
#define MAX_MILLISECONDS 300

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
  g_usleep (1000 * MAX_MILLISECONDS * number / ENDS);
  exit (0);
}

static guint
count_cached (void)
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
  const guint stored = count_cached ();
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
  g_test_message ("%u of %u were kept", count_cached () - stored, ENDS);
  g_assert_cmpuint (count_cached (), >, stored);
}

/* --- Text for the driver --- */

/* Each plane of a cell becomes its sum with those at its sides and those below and above. */
static LifeNetwork
make_sums (guint planes)
{
  LifeNetwork network = { .planes = planes };

  for (guint plane = 0; plane < planes; plane++) {
    const guint8 here = (guint8) (planes + plane);

    network.columns[network.n_columns++] = (LifeGate){ 0x96,
      { (guint8) plane, here, (guint8) (2 * planes + plane) } };
  }
  for (guint plane = 0; plane < planes; plane++) {
    const guint inputs[] = { life_network_column (planes, plane, 0),
      life_network_column (planes, plane, 1),
      life_network_column (planes, plane, 2) };

    network.outputs[plane] = life_network_append (&network, 0x96, inputs);
  }
  return network;
}

static guint
count_parts (const gchar *text, const gchar *part)
{
  guint n = 0;

  for (; (text = strstr (text, part)) != NULL; text++)
    n++;
  return n;
}

/* Nothing is left of a template's marks, and older GPUs get no instruction of newer ones. */
static void
test_templates_take_networks (void)
{
  guint seen = 0;

  for (const LifeTemplate *from = life_templates; from->name != NULL; from++) {
    const gchar *names[] = { from->name, NULL }, *entry = NULL;
    const guint planes =
        (guint) atoi (strstr (from->name, "LifeRuleMarked<") + 15);
    const LifeNetwork network = make_sums (planes);
    const int target = (int) life_templates_target;
    g_autofree gchar *ptx = life_network_to_ptx (&network, names, 120, &entry);
    g_autofree gchar *old =
        life_network_to_ptx (&network, names, target, &entry);

    g_assert_nonnull (ptx);
    g_assert_null (strchr (ptx, '#'));
    g_assert_nonnull (strstr (ptx, "\n@%p"));
    g_assert_cmpuint (count_parts (ptx, ".entry sweep_"), ==, 1);
    g_assert_nonnull (strstr (ptx, entry));
    g_assert_nonnull (strstr (ptx, "\n.minnctapersm "));
    g_assert_cmpuint (count_parts (ptx, "lop3.b32 %g0,"), >, 0);
    g_assert_cmpuint (count_parts (ptx, "lop3.b32 %g0,") * planes, ==,
        count_parts (ptx, "lop3.b32 %g"));
    g_assert_nonnull (strstr (ptx, "griddepcontrol.wait"));
    if (target < 90)
      g_assert_null (strstr (old, "griddepcontrol"));
    seen |= 1u << planes;
  }
  g_assert_cmpuint (seen, ==, 0x7e);
}

static void
test_there_is_no_text_without_a_template (void)
{
  const gchar *const missing[] = { "life_bits2d_sweep<3, 1, true, X>", NULL };
  const gchar *const first[] = { life_templates[0].name, NULL };
  const LifeNetwork network = make_sums (1);
  const gchar *entry;

  g_assert_null (life_network_to_ptx (&network, missing, 120, &entry));
  g_assert_null (life_network_to_ptx (
      &network, first, (int) life_templates_target - 1, &entry));
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
  g_log_set_default_handler (store_log, NULL);
  real = g_build_filename (build, "cuda", "compile", "life-compile", NULL);
  odd = g_build_filename (
      g_getenv ("LIFE_SOURCE_ROOT"), "tests", "cuda", "odd-compiler.sh", NULL);
  g_test_add_func (
      "/cuda-compiler/failures-are-logged", test_failures_are_logged);
  g_test_add_func ("/cuda-compiler/a-missing-program-is-logged",
      test_a_missing_program_is_logged);
  g_test_add_func ("/cuda-compiler/a-missing-nvrtc-is-logged",
      test_a_missing_nvrtc_is_logged);
  g_test_add_func ("/cuda-compiler/a-program-of-another-build-is-logged",
      test_a_program_of_another_build_is_logged);
  g_test_add_func ("/cuda-compiler/an-application-may-ignore-children",
      test_an_application_may_ignore_children);
  g_test_add_func ("/cuda-compiler/kernels-of-the-library-are-compiled",
      test_kernels_of_the_library_are_compiled);
  g_test_add_func ("/cuda-compiler/the-compiler-says-what-is-wrong",
      test_the_compiler_reports_what_is_wrong);
  g_test_add_func (
      "/cuda-compiler/templates-take-networks", test_templates_take_networks);
  g_test_add_func ("/cuda-compiler/no-text-without-a-template",
      test_there_is_no_text_without_a_template);
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
