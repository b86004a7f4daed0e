/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every element of GStreamer's good and bad sets that takes raw video, behind lifesrc: it
 * does what it does behind videotestsrc, each in a process of its own. What ends in an error
 * there too, or worse, has no device, display or second input here, or a defect of its own. */
#include "tests/support/elements/element.h"

/* A guard against hangs, in seconds. */
#define TIMEOUT "60"

#define TRIALS 8

/* As waitpid() has what timeout ends. */
#define HUNG (124 << 8)

#define CAPS "video/x-raw,width=128,height=96,framerate=30/1"

/* How a trial ends, as an exit status. */
enum {
  PLAYED,
  ENDED_IN_ERROR = 10,
  HAD_CRITICALS,
};

static const gchar *program;

/* Whether a pad of @template takes raw video in system memory, and not just anything. */
static gboolean
is_raw_video (GstStaticPadTemplate *template)
{
  GstCaps *caps = gst_static_pad_template_get_caps (template);
  gboolean is = FALSE;

  for (guint i = 0; !gst_caps_is_any (caps) && i < gst_caps_get_size (caps);
       i++)
    is = is
         || (gst_structure_has_name (
                 gst_caps_get_structure (caps, i), "video/x-raw")
             && gst_caps_features_is_equal (gst_caps_get_features (caps, i),
                 GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY));
  gst_caps_unref (caps);
  return is && template->direction == GST_PAD_SINK;
}

/* --- One trial --- */

static gint criticals;

static GLogWriterOutput
count_criticals (GLogLevelFlags level, const GLogField *fields, gsize n_fields,
    gpointer data)
{
  if (level & G_LOG_LEVEL_CRITICAL)
    g_atomic_int_inc (&criticals);
  return g_log_writer_standard_streams (level, fields, n_fields, data);
}

/* Of all sources. */
static GPtrArray *pads;

/* Makes a source one of @element's, by way of videoconvert where they have no format in
 * common. */
static gboolean
link_source (GstElement *pipeline, const gchar *name, GstElement *element)
{
  GstElement *source = gst_element_factory_make (name, NULL);
  GstElement *filter = gst_element_factory_make ("capsfilter", NULL);
  GstElement *convert = gst_element_factory_make ("videoconvert", NULL);
  GstCaps *caps = gst_caps_from_string (CAPS);

  g_object_set (source, "num-buffers", 5, NULL);
  g_object_set (filter, "caps", caps, NULL);
  gst_caps_unref (caps);
  gst_bin_add_many (GST_BIN (pipeline), source, filter, convert, NULL);
  g_ptr_array_add (pads, gst_element_get_static_pad (source, "src"));
  gst_element_link (source, filter);
  if (!gst_element_link (filter, element))
    return gst_element_link_many (filter, convert, element, NULL);
  return gst_bin_remove (GST_BIN (pipeline), convert);
}

static void
link_sink (GstElement *pipeline, GstElement *element)
{
  GstElement *sink = gst_element_factory_make ("fakesink", NULL);

  gst_bin_add (GST_BIN (pipeline), sink);
  gst_element_link (element, sink);
}

/* FALSE where @element has an input that such a source is not for. */
static gboolean
link_all (GstElement *pipeline, const gchar *source, GstElement *element)
{
  GstElementFactory *factory = gst_element_get_factory (element);
  const GList *item = gst_element_factory_get_static_pad_templates (factory);
  guint sinks = 0, sources = 0;

  for (; item; item = item->next) {
    GstStaticPadTemplate *template = item->data;
    guint *n = template->direction == GST_PAD_SINK ? &sinks : &sources;

    if (template->direction == GST_PAD_SINK && !is_raw_video (template)) {
      if (template->presence == GST_PAD_ALWAYS
          && strstr (template->static_caps.string, "audio/x-raw"))
        return FALSE;
      continue;
    }
    if (template->presence == GST_PAD_ALWAYS || *n == 0)
      (*n)++;
  }
  for (guint i = 0; i < sinks; i++)
    if (!link_source (pipeline, source, element))
      return FALSE;
  for (guint i = 0; i < sources; i++)
    link_sink (pipeline, element);
  return TRUE;
}

/* Whether all sources have sent all: what has not ended then waits for more, or for ever. */
static gboolean
have_sources_ended (void)
{
  gboolean ended = TRUE;

  for (guint i = 0; i < pads->len; i++) {
    GstPad *pad = pads->pdata[i];

    GST_OBJECT_LOCK (pad);
    ended = ended && GST_PAD_TASK (pad)
            && gst_task_get_state (GST_PAD_TASK (pad)) == GST_TASK_PAUSED;
    GST_OBJECT_UNLOCK (pad);
  }
  return ended;
}

static gint
try (const gchar *source, const gchar *name)
{
  g_autoptr (GstElement) pipeline = gst_pipeline_new (NULL);
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);
  g_autoptr (GstMessage) message = NULL;
  GstElement *element = gst_element_factory_make (name, NULL);
  gboolean failed;

  if (!element)
    return ENDED_IN_ERROR;
  pads = g_ptr_array_new_with_free_func (gst_object_unref);
  gst_bin_add (GST_BIN (pipeline), element);
  failed = !link_all (pipeline, source, element)
           || gst_element_set_state (pipeline, GST_STATE_PLAYING)
                  == GST_STATE_CHANGE_FAILURE;
  for (gboolean ended = FALSE; !failed && !message && !ended;) {
    ended = have_sources_ended ();
    message = gst_bus_timed_pop_filtered (
        bus, GST_SECOND / 4, GST_MESSAGE_ERROR | GST_MESSAGE_EOS);
  }
  failed |= message && GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR;
  gst_element_set_state (pipeline, GST_STATE_NULL);
  g_ptr_array_unref (pads);
  return g_atomic_int_get (&criticals) > 0 ? HAD_CRITICALS
         : failed                          ? ENDED_IN_ERROR
                                           : PLAYED;
}

/* --- All elements --- */

/* The status of a trial, as waitpid() has it. */
static gint
run (const gchar *source, const gchar *name)
{
  const gchar *arguments[] = { "timeout", "-k", "5", TIMEOUT, program, source,
    name, NULL };
  g_auto (GStrv) environment = g_environ_unsetenv (g_get_environ (), "G_DEBUG");
  g_autofree gchar *output = NULL, *errors = NULL;
  g_autoptr (GError) error = NULL;
  gint status;

  g_spawn_sync (NULL, (gchar **) arguments, environment, G_SPAWN_SEARCH_PATH,
      NULL, NULL, &output, &errors, &status, &error);
  g_assert_no_error (error);
  if (status != 0)
    g_test_message ("%s ! %s: %d\n%s", source, name, status, errors);
  return status;
}

/* Some have a race of their own, and end now so, now so: one that plays once behind lifesrc
 * passes, and one that fails once behind videotestsrc says nothing of lifesrc. To hang takes
 * long, and is tried twice. */
static void
test_a_peer_plays (gconstpointer data)
{
  const gchar *name = data;
  guint hung = 0;

  for (guint i = 0; i < TRIALS && hung < 2; i++) {
    const gint status = run ("lifesrc", name);

    if (status == 0)
      return;
    hung += status == HUNG;
    if (run ("videotestsrc", name) != 0) {
      g_test_skip ("it does not play behind videotestsrc either");
      return;
    }
  }
  g_error ("%s plays behind videotestsrc, and not behind lifesrc", name);
}

static gboolean
accepts_raw_video (GstElementFactory *factory)
{
  const GList *item = gst_element_factory_get_static_pad_templates (factory);

  while (item && !is_raw_video (item->data))
    item = item->next;
  return item != NULL;
}

static gboolean
is_tried (GstPluginFeature *feature, gpointer data)
{
  g_autoptr (GstPlugin) plugin = NULL;
  const gchar *source;

  if (!GST_IS_ELEMENT_FACTORY (feature))
    return FALSE;
  plugin = gst_plugin_feature_get_plugin (feature);
  source = plugin ? gst_plugin_get_source (plugin) : "";
  return (g_str_equal (source, "gst-plugins-good")
             || g_str_equal (source, "gst-plugins-bad"))
         && accepts_raw_video (GST_ELEMENT_FACTORY (feature));
}

int
main (int argc, char **argv)
{
  GList *tried;
  gint failed;

  program = argv[0];
  if (argc == 3 && *argv[1] != '-') {
    g_log_set_writer_func (count_criticals, NULL, NULL);
    gst_init (NULL, NULL);
    return try (argv[1], argv[2]);
  }
  element_test_init (&argc, &argv);
  tried =
      gst_registry_feature_filter (gst_registry_get (), is_tried, FALSE, NULL);
  for (GList *item = tried; item; item = item->next) {
    const gchar *name = gst_plugin_feature_get_name (item->data);
    g_autofree gchar *path = g_strconcat ("/peers/", name, NULL);

    g_test_add_data_func (path, name, test_a_peer_plays);
  }
  failed = g_test_run ();
  gst_plugin_feature_list_free (tried);
  return failed;
}
