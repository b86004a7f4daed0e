/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Properties of all elements: what is set reads back, within the range. Their names, types,
 * ranges, defaults and flags are in tests/golden/. */
#include "tests/support/elements/element.h"

#include <math.h>

/* A value that differs from the present one, within the range. */
static void
set_another_value (GParamSpec *pspec, GValue *value)
{
  if (G_VALUE_HOLDS_STRING (value))
    g_value_set_string (value, "another");
  else if (G_VALUE_HOLDS_ENUM (value))
    g_value_set_enum (value, 1);
  else if (G_VALUE_HOLDS_FLAGS (value))
    g_value_set_flags (value, 3);
  else if (G_VALUE_HOLDS_BOOLEAN (value))
    g_value_set_boolean (value, !g_value_get_boolean (value));
  else if (G_VALUE_HOLDS_DOUBLE (value))
    g_value_set_double (value, 0.25);
  else if (G_VALUE_HOLDS_UINT (value))
    g_value_set_uint (value, 3);
  else if (G_VALUE_HOLDS_INT (value))
    g_value_set_int (value, 3);
  else if (GST_VALUE_HOLDS_FRACTION (value))
    gst_value_set_fraction (value, 3, 4);
  else
    g_value_set_uint64 (value, 3);
}

static void
test_values_that_are_set_read_back (gconstpointer factory)
{
  g_autoptr (GstElement) element =
      gst_object_ref_sink (gst_element_factory_make (factory, NULL));
  guint n;
  g_autofree GParamSpec **pspecs =
      g_object_class_list_properties (G_OBJECT_GET_CLASS (element), &n);

  for (guint i = 0; i < n; i++) {
    g_auto (GValue) value = G_VALUE_INIT, got = G_VALUE_INIT;

    if (pspecs[i]->owner_type != G_OBJECT_TYPE (element)
        || !(pspecs[i]->flags & G_PARAM_WRITABLE))
      continue;
    g_object_get_property (G_OBJECT (element), pspecs[i]->name, &value);
    if (!g_param_value_defaults (pspecs[i], &value))
      g_error ("%s is not its default at first", pspecs[i]->name);
    set_another_value (pspecs[i], &value);
    g_object_set_property (G_OBJECT (element), pspecs[i]->name, &value);
    g_object_get_property (G_OBJECT (element), pspecs[i]->name, &got);
    if (g_param_values_cmp (pspecs[i], &value, &got) != 0)
      g_error ("what %s is set to does not read back", pspecs[i]->name);
  }
}

/* GLib's message about a value out of range: a warning, a critical one in later releases. */
typedef struct {
  const gchar *name; /* of the property */
  guint refused;
} Refusals;

static void
count_refusal (const gchar *domain, GLogLevelFlags level, const gchar *message,
    gpointer data)
{
  Refusals *refusals = data;

  if (strstr (message, refusals->name) != NULL)
    refusals->refused++;
  else
    g_log_default_handler (domain, level, message, NULL);
}

static gboolean
is_fatal (const gchar *domain, GLogLevelFlags level, const gchar *message,
    gpointer data)
{
  const Refusals *refusals = data;

  return strstr (message, refusals->name) == NULL;
}

/* @good is kept, whatever else of these is set. */
static void
check_refusals (const gchar *name, gdouble good, const gdouble *wrong, gsize n)
{
  g_autoptr (GstElement) element =
      gst_object_ref_sink (gst_element_factory_make ("lifesrc", NULL));
  Refusals refusals = { name, 0 };
  guint handler;

  g_object_set (element, name, good, NULL);
  handler = g_log_set_handler ("GLib-GObject",
      G_LOG_LEVEL_WARNING | G_LOG_LEVEL_CRITICAL | G_LOG_FLAG_FATAL,
      count_refusal, &refusals);
  g_test_log_set_fatal_handler (is_fatal, &refusals);
  for (gsize i = 0; i < n; i++) {
    gdouble got;

    g_object_set (element, name, wrong[i], NULL);
    g_assert_cmpuint (refusals.refused, ==, i + 1);
    g_object_get (element, name, &got, NULL);
    g_assert_cmpfloat (got, ==, good);
  }
  g_test_log_set_fatal_handler (NULL, NULL);
  g_log_remove_handler ("GLib-GObject", handler);
}

static void
test_values_out_of_range_are_refused (void)
{
#define NO_NUMBERS NAN, INFINITY, -INFINITY
  static const struct {
    const gchar *name;
    gdouble good, wrong[8]; /* to the first 0 but at the start */
  } cases[] = {
    { "zoom", 2.5, { NO_NUMBERS, -1, -0.001, 4096.5, 2.1e307 } },
    { "fog", 0.5, { NO_NUMBERS, -0.01, 1.01 } },
    { "camera-distance", 2.5, { 0, NO_NUMBERS, -1.6, 1001 } },
    { "camera-fov", 50.5, { 0, NO_NUMBERS, 180, -40 } },
    { "azimuth", -400.5, { NO_NUMBERS } },
    { "elevation", -400.5, { NO_NUMBERS } },
    { "orbit", -400.5, { NO_NUMBERS } },
    { "light-azimuth", -400.5, { NO_NUMBERS } },
    { "light-elevation", -400.5, { NO_NUMBERS } },
    { "look-at-x", -400.5, { NO_NUMBERS } },
    { "look-at-y", -400.5, { NO_NUMBERS } },
    { "look-at-z", -400.5, { NO_NUMBERS } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    gsize n = 1;

    while (cases[i].wrong[n] != 0)
      n++;
    check_refusals (cases[i].name, cases[i].good, cases[i].wrong, n);
  }
}

int
main (int argc, char **argv)
{
  element_test_init (&argc, &argv);
  g_test_add_data_func ("/properties/lifesrc/read_back", "lifesrc",
      test_values_that_are_set_read_back);
  g_test_add_data_func ("/properties/lifestep/read_back", "lifestep",
      test_values_that_are_set_read_back);
#ifdef TEST_SOUND
  g_test_add_data_func ("/properties/lifevis/read_back", "lifevis",
      test_values_that_are_set_read_back);
#endif
#define TEST(name) g_test_add_func ("/properties/" #name, test_##name)
  TEST (values_out_of_range_are_refused);
  return g_test_run ();
}
