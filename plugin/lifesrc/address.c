/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parses addresses; uri.c applies them. */
#include "plugin/lifesrc/address.h"

#include <life/pattern.h>

#include "plugin/settings/events.h"
#include "plugin/settings/preset-values.h"
#include "plugin/settings/properties.h"
#include "plugin/settings/value-text.h"

#define FORM "life:PATTERN?PROPERTY=VALUE&PROPERTY=VALUE"

/* The address may be any bytes, a message is UTF-8. */
G_GNUC_PRINTF (2, 3)
static gboolean
refuse (GError **error, const gchar *format, ...)
{
  g_autofree gchar *message = NULL;
  g_autofree gchar *valid = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  valid = g_utf8_make_valid (message, -1);
  g_set_error_literal (
      error, GST_URI_ERROR, GST_URI_ERROR_BAD_REFERENCE, valid);
  return FALSE;
}

static void
free_addressed (gpointer data)
{
  GstLifeAddressed *addressed = data;

  g_value_unset (&addressed->value);
  g_free (addressed);
}

/* Whether an address may set this property: the writable ones of lifesrc, and num-buffers of its
 * base class. */
static gboolean
check_property (const GParamSpec *pspec, const gchar *name, GObjectClass *klass,
    GError **error)
{
  if (!pspec)
    return refuse (error,
        "lifesrc has no property \"%s\"; gst-inspect-1.0 lifesrc lists them",
        name);
  if (g_str_has_suffix (pspec->name, "location")
      || g_str_equal (pspec->name, "rule-path"))
    return refuse (error,
        "%s names files, which an address must not do; set it on lifesrc "
        "itself, or give the text of a pattern as pattern=",
        pspec->name);
  if (!(pspec->flags & G_PARAM_WRITABLE)
      || (pspec->owner_type != G_OBJECT_CLASS_TYPE (klass)
          && !g_str_equal (pspec->name, "num-buffers")))
    return refuse (error,
        "an address cannot set %s; leave it out: an address sets the "
        "properties of a world, its view and its tempo, and num-buffers",
        pspec->name);
  return TRUE;
}

/* @wrong: (transfer full) */
static gboolean
refuse_text (const GParamSpec *pspec, GError *wrong, GError **error)
{
  refuse (error, "%s: %s", pspec->name, wrong->message);
  g_error_free (wrong);
  return FALSE;
}

/* Whether a text with a grammar can be parsed. One that depends on other properties, as a rule
 * does, is checked in READY to PAUSED. */
static gboolean
check_text (const GParamSpec *pspec, GObjectClass *klass, const gchar *text,
    GError **error)
{
  GError *wrong = NULL;
  GArray *events;

  if (!text)
    return TRUE;
  if (g_str_equal (pspec->name, "rule") && g_str_has_suffix (text, ".rule"))
    return refuse (error,
        "rule=%s names a file, which an address must not do; give the name of "
        "a rule without .rule, or set it on lifesrc itself",
        text);
  if (g_str_equal (pspec->name, "pattern"))
    g_free (life_pattern_read_rule (text, &wrong));
  if (g_str_equal (pspec->name, "events")) {
    events = gst_life_events_parse (text, klass, &wrong);
    g_clear_pointer (&events, g_array_unref);
  }
  return !wrong || refuse_text (pspec, wrong, error);
}

static gboolean
read_value (GParamSpec *pspec, GObjectClass *klass, const gchar *text,
    GValue *value, GError **error)
{
  GError *wrong = NULL;

  if (!gst_life_value_from_text (pspec, text, value, &wrong)) {
    refuse (error, "%s", wrong->message);
    g_error_free (wrong);
    return FALSE;
  }
  return !G_VALUE_HOLDS_STRING (value)
         || check_text (pspec, klass, g_value_get_string (value), error);
}

/* What is parsed of an address. */
typedef struct {
  GObjectClass *klass;
  GPtrArray *all;
  GstLifeAddressedStream *stream;
  gchar *preset;
} Address;

static GstLifeAddressed *
find (const Address *address, const GParamSpec *pspec)
{
  for (guint i = 0; i < address->all->len; i++) {
    GstLifeAddressed *addressed = address->all->pdata[i];

    if (addressed->pspec == pspec)
      return addressed;
  }
  return NULL;
}

/* --- What is no property: the stream, and a preset --- */

static gboolean
refuse_twice (const gchar *name, GError **error)
{
  return refuse (error, "%s is given twice; leave one of them out", name);
}

/* Reads a side of the frames. */
static gboolean
read_side (const gchar *name, const gchar *text, gint *side, GError **error)
{
  guint64 number;

  if (*side != 0)
    return refuse_twice (name, error);
  if (!g_ascii_string_to_unsigned (text, 10, 1, 16384, &number, NULL))
    return refuse (
        error, "%s cannot be \"%s\"; use 1 to 16384 pixels", name, text);
  *side = (gint) number;
  return TRUE;
}

static gboolean
read_width (Address *address, const gchar *text, GError **error)
{
  return read_side ("width", text, &address->stream->width, error);
}

static gboolean
read_height (Address *address, const gchar *text, GError **error)
{
  return read_side ("height", text, &address->stream->height, error);
}

static gboolean
read_rate (Address *address, const gchar *text, GError **error)
{
  GstLifeAddressedStream *stream = address->stream;
  GValue rate = G_VALUE_INIT;
  gboolean valid;

  if (stream->rate_d != 0)
    return refuse_twice ("framerate", error);
  g_value_init (&rate, GST_TYPE_FRACTION);
  valid = gst_value_deserialize (&rate, text)
          && gst_value_get_fraction_numerator (&rate) > 0;
  if (valid) {
    stream->rate_n = gst_value_get_fraction_numerator (&rate);
    stream->rate_d = gst_value_get_fraction_denominator (&rate);
  }
  g_value_unset (&rate);
  return valid
         || refuse (error,
             "framerate cannot be \"%s\"; use frames per second, as 60 or "
             "30000/1001",
             text);
}

static gboolean
read_duration (Address *address, const gchar *text, GError **error)
{
  gchar *end;
  gdouble seconds;

  if (GST_CLOCK_TIME_IS_VALID (address->stream->duration))
    return refuse_twice ("duration", error);
  seconds = g_ascii_isdigit (*text) ? g_ascii_strtod (text, &end) : 0;
  if (!(seconds > 0 && seconds <= 1e9)
      || !(*end == '\0' || g_str_equal (end, "s")))
    return refuse (
        error, "duration cannot be \"%s\"; use seconds, as 10 or 2.5", text);
  address->stream->duration = (GstClockTime) (seconds * GST_SECOND);
  return TRUE;
}

static gboolean
read_preset (Address *address, const gchar *text, GError **error)
{
  if (address->preset)
    return refuse_twice ("preset", error);
  address->preset = g_strdup (text);
  return TRUE;
}

static const struct {
  const gchar *name;
  gboolean (*read) (Address *address, const gchar *text, GError **error);
} others[] = {
  { "width", read_width },
  { "height", read_height },
  { "framerate", read_rate },
  { "duration", read_duration },
  { "preset", read_preset },
};

/* A property that the preset sets, and the address does not. What names a file stays as it is. */
static void
add_of_preset (GObject *object, GParamSpec *pspec, gpointer data)
{
  Address *address = data;
  GstLifeAddressed *addressed;

  if (!check_property (pspec, pspec->name, address->klass, NULL)
      || find (address, pspec))
    return;
  addressed = g_new0 (GstLifeAddressed, 1);
  addressed->pspec = pspec;
  addressed->from_preset = TRUE;
  g_value_init (&addressed->value, pspec->value_type);
  g_object_get_property (object, pspec->name, &addressed->value);
  g_ptr_array_add (address->all, addressed);
}

static gboolean
add_preset (Address *address, GError **error)
{
  GError *wrong = NULL;

  if (!address->preset
      || gst_life_preset_read (G_OBJECT_CLASS_TYPE (address->klass),
          address->preset, G_CALLBACK (add_of_preset), address, &wrong))
    return TRUE;
  refuse (error, "preset: %s", wrong->message);
  g_error_free (wrong);
  return FALSE;
}

/* --- Properties --- */

static gboolean
add (Address *address, const gchar *name, const gchar *text, GError **error)
{
  GParamSpec *pspec;
  GstLifeAddressed *addressed;

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_equal (name, others[i].name))
      return others[i].read (address, text, error);
  pspec = g_object_class_find_property (address->klass, name);
  if (!check_property (pspec, name, address->klass, error))
    return FALSE;
  if (find (address, pspec))
    return refuse (error, "%s is given twice; leave one of them out%s",
        pspec->name,
        g_str_equal (name, "pattern")
            ? " (the name after life: is the pattern too)"
            : "");
  addressed = g_new0 (GstLifeAddressed, 1);
  addressed->pspec = pspec;
  g_ptr_array_add (address->all, addressed);
  return read_value (pspec, address->klass, text, &addressed->value, error);
}

static gboolean
add_query (Address *address, const gchar *query, GError **error)
{
  GUriParamsIter iter;
  GError *wrong = NULL;
  gchar *name, *text;
  gboolean ok = TRUE;

  g_uri_params_iter_init (&iter, query, -1, "&", G_URI_PARAMS_NONE);
  while (ok && g_uri_params_iter_next (&iter, &name, &text, &wrong)) {
    ok = add (address, name, text, error);
    g_free (name);
    g_free (text);
  }
  if (!wrong)
    return ok;
  refuse (error, "\"%s\": %s; write " FORM, query, wrong->message);
  g_error_free (wrong);
  return FALSE;
}

/* A built-in pattern's name; a pattern's text has a parameter of its own. */
static gboolean
add_name (Address *address, const gchar *name, GError **error)
{
  if (*name == '\0')
    return TRUE;
  if (strpbrk (name, "!\r\n"))
    return refuse (error,
        "\"%s\" is no pattern's name; write the text of a pattern as "
        "life:?pattern=TEXT",
        name);
  return add (address, "pattern", name, error);
}

typedef struct {
  gchar *scheme, *user, *host, *path, *query, *fragment;
  gint port;
} Parts;

static void
clear_parts (Parts *parts)
{
  g_free (parts->scheme);
  g_free (parts->user);
  g_free (parts->host);
  g_free (parts->path);
  g_free (parts->query);
  g_free (parts->fragment);
}

/* Programs that expect a host write life://PATTERN. */
static gboolean
read_parts (
    const Parts *parts, Address *address, const gchar *uri, GError **error)
{
  const gchar *name = parts->host ? parts->host : parts->path;

  if (parts->fragment)
    return refuse (error,
        "\"#%s\": an address has no fragment; write a # in a value as %%23",
        parts->fragment);
  if (parts->user || parts->port != -1
      || (parts->host && *parts->path && !g_str_equal (parts->path, "/")))
    return refuse (error,
        "\"%s\": an address names no host, port or folder; write " FORM, uri);
  return add_name (address, name, error)
         && (!parts->query || add_query (address, parts->query, error))
         && add_preset (address, error);
}

GPtrArray *
gst_life_address_parse (const gchar *uri, GObjectClass *klass,
    GstLifeAddressedStream *stream, GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (free_addressed);
  Address address = { klass, all, stream, NULL };
  Parts parts = { NULL };
  GError *wrong = NULL;
  gboolean ok;

  if (!g_uri_split (uri, G_URI_FLAGS_ENCODED_QUERY, &parts.scheme, &parts.user,
          &parts.host, &parts.port, &parts.path, &parts.query, &parts.fragment,
          &wrong)) {
    refuse (error, "\"%s\": %s; write " FORM, uri, wrong->message);
    g_error_free (wrong);
    return NULL;
  }
  *stream = (GstLifeAddressedStream){ .duration = GST_CLOCK_TIME_NONE };
  ok = read_parts (&parts, &address, uri, error);
  g_free (address.preset);
  clear_parts (&parts);
  return ok ? g_steal_pointer (&all) : NULL;
}
