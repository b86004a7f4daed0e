/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parses the property events. */
#include "plugin/settings/events.h"

#include <string.h>

#include "plugin/settings/properties.h"
#include "plugin/settings/value-text.h"

#define QUOTED_CHARACTERS 60

/* Times beyond these would not fit the frames' numbers. */
#define MAX_FRAME (G_GUINT64_CONSTANT (1) << 53)
#define MAX_COORDINATE (G_GINT64_CONSTANT (1) << 53)
#define MAX_SECONDS G_GUINT64_CONSTANT (1000000000)

typedef struct {
  const gchar *text; /* all of it */
  GObjectClass *klass;
  GstLifeEvent *event; /* that is being read */
  GError **error;
} EventReader;

void
gst_life_event_clear (GstLifeEvent *event)
{
  g_free (event->name);
  g_clear_pointer (&event->rule, life_rule_unref);
  g_clear_pointer (&event->pattern, life_pattern_unref);
  if (G_IS_VALUE (&event->value))
    g_value_unset (&event->value);
}

/* --- Errors --- */

static gchar *
quote (const gchar *text)
{
  g_autofree gchar *valid = g_utf8_make_valid (text, -1);
  g_autofree gchar *start = NULL;

  if (g_utf8_strlen (valid, -1) <= QUOTED_CHARACTERS)
    return g_steal_pointer (&valid);
  start = g_utf8_substring (valid, 0, QUOTED_CHARACTERS);
  return g_strconcat (start, "…", NULL);
}

gboolean
gst_life_events_refuse (
    const gchar *text, gsize offset, GError *wrong, GError **error)
{
  g_autofree gchar *quoted = quote (text);
  g_autofree gchar *valid = g_utf8_make_valid (wrong->message, -1);
  gint character = 1;

  for (gsize byte = 0; byte < offset; byte++)
    character += ((guchar) text[byte] & 0xc0) != 0x80;
  g_set_error (error, wrong->domain, wrong->code,
      "events “%s”: character %d: %s", quoted, character, valid);
  g_error_free (wrong);
  return FALSE;
}

static gboolean
refuse (const EventReader *reader, const gchar *at, GError *wrong)
{
  return gst_life_events_refuse (
      reader->text, (gsize) (at - reader->text), wrong, reader->error);
}

G_GNUC_PRINTF (3, 4)
static gboolean
fail (const EventReader *reader, const gchar *at, const gchar *format, ...)
{
  va_list arguments;
  GError *wrong;

  va_start (arguments, format);
  wrong = g_error_new_valist (
      LIFE_ERROR, LIFE_ERROR_UNSUPPORTED, format, arguments);
  va_end (arguments);
  return refuse (reader, at, wrong);
}

/* --- Times --- */

/* Reads up to nine decimals of a second. */
static const gchar *
read_decimals (const gchar *at, guint64 *nanoseconds)
{
  guint64 unit = GST_SECOND;

  if (*at != '.')
    return at;
  for (at++; g_ascii_isdigit (*at); at++) {
    unit /= 10;
    *nanoseconds += (guint64) (*at - '0') * unit;
  }
  return at;
}

/* Reads a time at @at, and returns where it ends; NULL: there is none. */
static const gchar *
read_time (const EventReader *reader, const gchar *at)
{
  GstLifeEvent *event = reader->event;
  guint64 number, decimals = 0;
  gchar *digits_end;
  const gchar *end;

  number = g_ascii_isdigit (*at) ? g_ascii_strtoull (at, &digits_end, 10) : 0;
  end = g_ascii_isdigit (*at) ? read_decimals (digits_end, &decimals) : at;
  event->in_frames = *end == 'f';
  if (end == at || (*end != 's' && *end != 'f') || end[-1] == '.'
      || (event->in_frames && end != digits_end)
      || (end[1] != '\0' && end[1] != ';' && !g_ascii_isspace (end[1]))) {
    fail (reader, at,
        "an event begins with its time; write seconds (5s, 2.5s) or frames "
        "(300f)");
    return NULL;
  }
  if (number > (event->in_frames ? MAX_FRAME : MAX_SECONDS)) {
    fail (reader, at,
        "this time is too late; use at most %" G_GUINT64_FORMAT "%c",
        event->in_frames ? MAX_FRAME : MAX_SECONDS, *end);
    return NULL;
  }
  event->time = event->in_frames ? number : number * GST_SECOND + decimals;
  return end + 1;
}

/* --- Actions: each reads its value, at @at in the text --- */

static gboolean
read_name (const EventReader *reader, const gchar *at, gchar *value)
{
  if (*value == '\0')
    return fail (reader, at,
        "a value is missing; write rule=RULE, or "
        "preset=NAME");
  /* Events may come with an address, which must not read files. */
  if (reader->event->kind == GST_LIFE_EVENT_RULE
      && g_str_has_suffix (value, ".rule"))
    return fail (reader, at,
        "a rule file is read in READY only; give the name of a rule whose "
        "file is in rule-path, without .rule");
  reader->event->name = g_strdup (value);
  return TRUE;
}

/* Reads "X,Y" or "X,Y,Z". */
static gboolean
read_origin (const EventReader *reader, const gchar *at, const gchar *text)
{
  gint64 *origin = reader->event->origin;
  gchar *end = NULL;

  for (guint i = 0; i < 3; i++) {
    origin[i] = g_ascii_strtoll (text, &end, 10);
    if (end == text || origin[i] > MAX_COORDINATE
        || origin[i] < -MAX_COORDINATE)
      break;
    if (*end == '\0' && i > 0)
      return TRUE;
    if (*end != ',')
      break;
    text = end + 1;
  }
  return fail (reader, at,
      "a place is missing after the @; write paste=PATTERN@X,Y with column "
      "and row of the pattern's top left cell, in 3D @X,Y,Z");
}

static gboolean
read_pattern (const EventReader *reader, const gchar *at, gchar *value)
{
  gchar *place = strrchr (value, '@');
  GError *wrong = NULL;

  for (guint i = 0; i < 3; i++)
    reader->event->origin[i] = LIFE_CENTERED;
  if (place && reader->event->kind == GST_LIFE_EVENT_PASTE) {
    if (!read_origin (reader, at + (place - value), place + 1))
      return FALSE;
    *place = '\0';
  }
  reader->event->pattern =
      life_pattern_from_string_within (value, NULL, 0, &wrong);
  return reader->event->pattern || refuse (reader, at, wrong);
}

static gboolean
read_soup (const EventReader *reader, const gchar *at, gchar *value)
{
  gchar *end;

  reader->event->density = -1;
  if (*value == '\0')
    return TRUE;
  reader->event->density = g_ascii_strtod (value, &end);
  return (*end == '\0' && reader->event->density >= 0
             && reader->event->density <= 1)
         || fail (reader, at,
             "a soup has a share of live cells from 0 to 1; write soup=0.3, or "
             "soup for that of density");
}

static gboolean
read_nothing (const EventReader *reader, const gchar *at, gchar *value)
{
  return *value == '\0' || fail (reader, at, "clear takes no value; remove it");
}

static const struct {
  const gchar *name;
  GstLifeEventKind kind;
  gboolean (*read) (const EventReader *reader, const gchar *at, gchar *value);
} actions[] = {
  { "rule", GST_LIFE_EVENT_RULE, read_name },
  { "paste", GST_LIFE_EVENT_PASTE, read_pattern },
  { "load", GST_LIFE_EVENT_LOAD, read_pattern },
  { "soup", GST_LIFE_EVENT_SOUP, read_soup },
  { "clear", GST_LIFE_EVENT_CLEAR, read_nothing },
  { "preset", GST_LIFE_EVENT_PRESET, read_name },
};

gboolean
gst_life_events_allow (const GParamSpec *pspec)
{
  const GstLifeProperty *property = gst_life_property_of ((GParamSpec *) pspec);

  return property
         && !(property->flags
              & (GST_LIFE_READY | GST_LIFE_READ_ONLY | GST_LIFE_TEMPO
                  | GST_LIFE_LOCAL));
}

/* @value_at: where the value is in the text. */
static gboolean
read_property (const EventReader *reader, GParamSpec *pspec,
    const gchar *value_at, const gchar *value)
{
  GError *wrong = NULL;

  reader->event->kind = GST_LIFE_EVENT_PROPERTY;
  reader->event->pspec = pspec;
  return gst_life_value_from_text (pspec, value, &reader->event->value, &wrong)
         || refuse (reader, value_at, wrong);
}

/* Reads NAME or NAME=VALUE at @at, up to @end. */
static gboolean
read_action (const EventReader *reader, const gchar *at, const gchar *end)
{
  g_autofree gchar *name = g_strndup (at, (gsize) (end - at));
  gchar *value = strchr (name, '=');
  GParamSpec *pspec;

  if (value)
    *value++ = '\0';
  else
    value = name + strlen (name);
  g_strchomp (name);
  g_strchomp (value);
  while (g_ascii_isspace (*value))
    value++;
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (strcmp (name, actions[i].name) == 0) {
      reader->event->kind = actions[i].kind;
      return actions[i].read (reader, at + (value - name), value);
    }
  pspec = g_object_class_find_property (reader->klass, name);
  if (pspec && gst_life_events_allow (pspec))
    return read_property (reader, pspec, at + (value - name), value);
  return fail (reader, at,
      "%s is no event; use rule, paste, load, soup, clear, preset, or a "
      "property of the view, the colors or the caption",
      *name ? name : "an empty name");
}

static gboolean
read_event (const EventReader *reader, const gchar *at, const gchar *end)
{
  reader->event->offset = (gsize) (at - reader->text);
  at = read_time (reader, at);
  if (!at)
    return FALSE;
  while (at < end && g_ascii_isspace (*at))
    at++;
  return read_action (reader, at, end);
}

GArray *
gst_life_events_parse (const gchar *text, GObjectClass *klass, GError **error)
{
  g_autoptr (GArray) events = g_array_new (FALSE, TRUE, sizeof (GstLifeEvent));
  const gchar *at = text, *end;

  g_array_set_clear_func (events, (GDestroyNotify) gst_life_event_clear);
  for (; *at != '\0'; at = *end == ';' ? end + 1 : end) {
    end = at + strcspn (at, ";");
    while (at < end && g_ascii_isspace (*at))
      at++;
    if (at == end)
      continue;
    g_array_set_size (events, events->len + 1);
    if (!read_event (
            &(EventReader){ text, klass,
                &g_array_index (events, GstLifeEvent, events->len - 1), error },
            at, end))
      return NULL;
  }
  return g_steal_pointer (&events);
}
