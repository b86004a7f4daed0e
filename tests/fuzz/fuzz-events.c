/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes the parser of events: any text is a list of finite times and whole actions, or an error in
 * UTF-8 that names a character. */
#include <string.h>

#include "plugin/lifesrc/lifesrc-private.h"
#include "plugin/settings/events.h"
#include "tests/fuzz/fuzz.h"

static GObjectClass *klass;

/* The element alone, without GStreamer's plugins. */
int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  leave_out_plugins ();
  gst_init (NULL, NULL);
  GST_DEBUG_CATEGORY_INIT (gst_life_debug, "life", 0, "fuzzed");
  klass = g_type_class_ref (GST_TYPE_LIFE_SRC);
  return 0;
}

static void
check_event (const GstLifeEvent *event)
{
  check (event->time <= G_MAXINT64);
  switch (event->kind) {
    case GST_LIFE_EVENT_RULE:
      check (!g_str_has_suffix (event->name, ".rule"));
      break;
    case GST_LIFE_EVENT_PRESET:
      check (event->name[0] != '\0');
      break;
    case GST_LIFE_EVENT_PASTE:
    case GST_LIFE_EVENT_LOAD:
      check (event->pattern != NULL);
      break;
    case GST_LIFE_EVENT_SOUP:
      check (
          event->density == -1 || (event->density >= 0 && event->density <= 1));
      break;
    case GST_LIFE_EVENT_CLEAR:
      break;
    case GST_LIFE_EVENT_PROPERTY:
      check (gst_life_events_allow (event->pspec)
             && G_VALUE_HOLDS (&event->value, event->pspec->value_type)
             && !strstr (event->pspec->name, "location"));
      break;
  }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree gchar *text = g_strndup ((const gchar *) data, size);
  GError *error = NULL;
  g_autoptr (GArray) events = gst_life_events_parse (text, klass, &error);

  if (events == NULL) {
    check (strstr (error->message, "character ") != NULL);
    check_error (error, ANY_CODE);
    return 0;
  }
  for (guint i = 0; i < events->len; i++)
    check_event (&g_array_index (events, GstLifeEvent, i));
  return 0;
}
