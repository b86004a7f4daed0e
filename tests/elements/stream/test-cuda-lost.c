/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A GPU that is lost in the midst of a stream: a kernel of someone else's, in the same
 * context, runs into a trap, and from then on each call of the driver fails until the
 * process ends. There is an error that says so, the element stops, starts again on the
 * CPU, and on the GPU in another process. */
#include "tests/support/elements/element.h"
#include "tests/support/worlds/cuda.h"

#define FRAME "video/x-raw,format=GRAY8,width=64,height=48,framerate=30/1"

static const gchar trap[] = ".version 6.4\n"
                            ".target sm_75\n"
                            ".address_size 64\n"
                            ".visible .entry life_trap () { trap; }\n";

static gpointer
driver_function (const gchar *name)
{
  gpointer driver = dlopen ("libcuda.so.1", RTLD_NOW);
  gpointer function;

  g_assert_nonnull (driver);
  function = dlsym (driver, name);
  g_assert_nonnull (function);
  return function;
}

/* Runs the trap in the primary context of the first GPU. It ends what the process has in
 * others there, too. */
static void
lose_gpu (void)
{
  gint (*retain) (gpointer *, gint) =
      driver_function ("cuDevicePrimaryCtxRetain");
  gint (*push) (gpointer) = driver_function ("cuCtxPushCurrent_v2");
  gint (*pop) (gpointer *) = driver_function ("cuCtxPopCurrent_v2");
  gint (*load) (gpointer *, gconstpointer) =
      driver_function ("cuModuleLoadData");
  gint (*find) (gpointer *, gpointer, const gchar *) =
      driver_function ("cuModuleGetFunction");
  gint (*launch) (gpointer, guint, guint, guint, guint, guint, guint, guint,
      gpointer, gpointer *, gpointer *) = driver_function ("cuLaunchKernel");
  gint (*synchronize) (void) = driver_function ("cuCtxSynchronize");
  gpointer context, module, function;

  g_assert_cmpint (retain (&context, 0), ==, 0);
  g_assert_cmpint (push (context), ==, 0);
  g_assert_cmpint (load (&module, trap), ==, 0);
  g_assert_cmpint (find (&function, module, "life_trap"), ==, 0);
  g_assert_cmpint (
      launch (function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL), ==, 0);
  g_assert_cmpint (synchronize (), !=, 0);
  pop (&context);
}

/* Plays until @n frames were taken or an error ends them; its text, or NULL. */
static gchar *
play (Stream *stream, guint n)
{
  const gint64 end =
      g_get_monotonic_time () + (gint64) GST_TIME_AS_USECONDS (TEST_TIMEOUT);
  g_autoptr (GstMessage) message = NULL;
  g_autoptr (GError) error = NULL;

  gst_element_set_state (stream->pipeline, GST_STATE_PLAYING);
  for (guint n_pulled = 0; n_pulled < n && !message;) {
    g_autoptr (GstSample) sample = NULL;

    g_assert_cmpint (g_get_monotonic_time (), <, end);
    g_signal_emit_by_name (
        stream->sink, "try-pull-sample", 20 * GST_MSECOND, &sample);
    n_pulled += sample != NULL;
    message = gst_bus_pop_filtered (stream->bus, GST_MESSAGE_ERROR);
  }
  if (!message)
    return NULL;
  gst_message_parse_error (message, &error, NULL);
  g_test_message ("%s", error->message);
  return g_strdup (error->message);
}

static void
play_and_lose (const gchar *line)
{
  g_autoptr (Stream) stream = stream_new ("%s", line);

  g_assert_null (play (stream, 5));
  lose_gpu ();
  /* Once while it plays, and once where it is started again. */
  for (guint i = 0; i < 2; i++) {
    g_autofree gchar *text = play (stream, G_MAXUINT);

    g_assert_nonnull (strstr (text, "start this process again"));
    stream_set_state (stream, GST_STATE_NULL);
  }
  gst_util_set_object_arg (G_OBJECT (stream->life), "engine", "cpu");
  g_assert_null (play (stream, 5));
}

static void
test_a_lost_gpu_is_reported (gconstpointer line)
{
  if (g_test_subprocess ()) {
    play_and_lose (line);
    return;
  }
  if (skip_without_cuda ())
    return;
  /* The second process finds the GPU as the first one did. */
  for (guint i = 0; i < 2; i++) {
    g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
    g_test_trap_assert_passed ();
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
#define TEST(name, line) \
  g_test_add_data_func ("/cuda-lost/" name, line, test_a_lost_gpu_is_reported)
  TEST ("source", "lifesrc name=life engine=cuda ! " FRAME);
  TEST ("gray", "lifesrc name=life engine=cuda zoom=0.25 ! " FRAME);
  TEST ("unbounded", "lifesrc name=life engine=cuda topology=unbounded "
                     "pattern=gosper-gun ! " FRAME);
  TEST ("volume", "lifesrc name=life engine=cuda rule=B6/S567 world-width=20 "
                  "world-height=20 world-depth=20 view=volume ! " FRAME);
  TEST ("filter",
      "videotestsrc pattern=ball ! " FRAME " ! lifestep name=life engine=cuda");
#undef TEST
  return g_test_run ();
}
