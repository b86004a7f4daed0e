/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stands in for the program that compiles at run time, and does what tests want of it:
 *
 *   LIFE_TEST_COMPILER   one of the words below; nothing: it compiles
 *   LIFE_TEST_REAL       the program that compiles
 *   LIFE_TEST_TEXT       to be put before what it compiles
 *   LIFE_TEST_HOLD       a file: while it is there, nothing is compiled */
#define _GNU_SOURCE /* memfd_create() */
#include "cuda/compile/message.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static GBytes *
read_input (void)
{
  GByteArray *input = g_byte_array_new ();
  guint8 part[16384];
  gssize n;

  while ((n = read (STDIN_FILENO, part, sizeof (part))) > 0)
    g_byte_array_append (input, part, (guint) n);
  return g_byte_array_free_to_bytes (input);
}

static void
print (GBytes *bytes, gsize size)
{
  fwrite (g_bytes_get_data (bytes, NULL), 1, size, stdout);
  fflush (stdout);
}

/* --- Compiling --- */

static GBytes *
edit (GBytes *input)
{
  const gchar *before = g_getenv ("LIFE_TEST_TEXT");
  g_autoptr (GVariant) job = life_message_open (input, LIFE_MESSAGE_JOB);
  g_autoptr (GVariant) options = NULL;
  g_autoptr (GVariant) headers = NULL;
  g_autoptr (GVariant) kernels = NULL;
  g_autofree gchar *text = NULL;
  const gchar *rest;

  g_assert_nonnull (job);
  g_variant_get (job, "(@as&s@a(ss)@as)", &options, &rest, &headers, &kernels);
  text = g_strconcat (before != NULL ? before : "", rest, NULL);
  return life_message_seal (
      g_variant_new ("(@ass@a(ss)@as)", options, text, headers, kernels));
}

static void
compile (gchar **arguments)
{
  const gchar *hold = g_getenv ("LIFE_TEST_HOLD");
  g_autoptr (GBytes) input = read_input ();
  g_autoptr (GBytes) job = edit (input);
  const int file = memfd_create ("job", 0);

  while (hold != NULL && g_file_test (hold, G_FILE_TEST_EXISTS))
    g_usleep (2000);
  g_assert_cmpint (
      write (file, g_bytes_get_data (job, NULL), g_bytes_get_size (job)), ==,
      (gssize) g_bytes_get_size (job));
  lseek (file, 0, SEEK_SET);
  dup2 (file, STDIN_FILENO);
  execv (g_getenv ("LIFE_TEST_REAL"), arguments);
}

/* --- Results --- */

static GBytes *
make_result (const gchar *log, const gchar *code, gsize size)
{
  return life_message_seal (g_variant_new ("(s@ay)", log,
      g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, code, size, 1)));
}

/* A kernel's name, and something behind it. */
static GBytes *
make_good_result (void)
{
  static const gchar code[] = "name\0code";

  return make_result ("", code, sizeof (code));
}

static void
print_garbage (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint i = 0; i < 100000; i++)
    putchar (g_rand_int_range (random, 0, 256));
  fflush (stdout);
}

static void
misbehave (const gchar *how)
{
  g_autoptr (GBytes) good = make_good_result ();
  g_autoptr (GBytes) other = NULL;

  if (g_str_equal (how, "crash"))
    raise (SIGKILL);
  else if (g_str_equal (how, "print garbage"))
    print_garbage ();
  else if (g_str_equal (how, "print half"))
    print (good, g_bytes_get_size (good) / 2);
  else if (g_str_equal (how, "print half and crash")) {
    print (good, g_bytes_get_size (good) / 2);
    raise (SIGKILL);
  } else if (g_str_equal (how, "print a name without code")) {
    other = make_result ("", "name", 5);
    print (other, g_bytes_get_size (other));
  } else if (g_str_equal (how, "print a name without end")) {
    other = make_result ("", "name", 4);
    print (other, g_bytes_get_size (other));
  } else if (g_str_equal (how, "refuse")) {
    other = make_result ("it does not compile", NULL, 0);
    print (other, g_bytes_get_size (other));
  } else if (g_str_equal (how, "print for ever")) {
    for (;;)
      print (good, g_bytes_get_size (good));
  } else if (g_str_equal (how, "hang")) {
    pause ();
  } else if (g_str_equal (how, "print and hang")) {
    print (good, g_bytes_get_size (good));
    fclose (stdout);
    pause ();
  } else if (g_str_equal (how, "behave")) {
    print (good, g_bytes_get_size (good));
  }
}

int
main (int argc, char **argv)
{
  const gchar *how = g_getenv ("LIFE_TEST_COMPILER");
  const gboolean is_version = g_strcmp0 (argv[1], "--version") == 0;

  if (how == NULL && is_version)
    execv (g_getenv ("LIFE_TEST_REAL"), argv);
  if (how == NULL)
    compile (argv);
  else if (g_str_equal (how, "find no NVRTC"))
    return 1;
  else if (is_version)
    puts ("99.0");
  else
    misbehave (how);
  return how == NULL ? 3 : 0;
}
