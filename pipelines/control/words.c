/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes messages. What a value has to be in JSON follows from what the server sent of
 * its property. */
#include "words.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "../common/strict-json.h"

static const struct {
  const gchar *command;
  guint least, most; /* words after it */
  const gchar *usage;
} commands[] = {
  { "get", 1, 1, "get NAME" },
  { "set", 2, 2, "set NAME VALUE" },
  { "do", 1, 1, "do step|undo|clear|next-soup|fit" },
  { "draw", 4, 5, "draw X0 Y0 X1 Y1 [STATE]" },
  { "pan", 2, 2, "pan X Y" },
  { "zoom", 3, 3, "zoom FACTOR X Y" },
  { "paste", 1, 3, "paste NAME|FILE|TEXT [X Y]" },
  { "load", 1, 1, "load NAME|FILE|TEXT" },
  { "save", 0, 1, "save [FILE]" },
  { "watch", 0, 0, "watch" },
  { "send", 0, 0, "send" },
};

G_GNUC_PRINTF (2, 3)
static gboolean
refuse (GError **error, const gchar *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL && *error == NULL)
    *error = g_error_new_valist (
        G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, format, arguments);
  va_end (arguments);
  return FALSE;
}

gboolean
words_are (gchar **words, const gchar *command)
{
  return strcmp (words[0], command) == 0;
}

gboolean
words_check (gchar **words, GError **error)
{
  guint n;

  if (words[0] == NULL)
    return refuse (error, "there is no command");
  n = g_strv_length (words) - 1;
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++) {
    if (!words_are (words, commands[i].command))
      continue;
    if (n >= commands[i].least && n <= commands[i].most)
      return TRUE;
    return refuse (error, "the command is: %s", commands[i].usage);
  }
  return refuse (error, "there is no command %s", words[0]);
}

/* --- Members --- */

typedef struct {
  JsonBuilder *builder;
  GError **error;
} Writer;

static gboolean
to_number (Writer *writer, const gchar *word, gdouble *number)
{
  gchar *end;

  *number = g_ascii_strtod (word, &end);
  if (end != word && *end == '\0' && isfinite (*number))
    return TRUE;
  return refuse (writer->error, "%s is no number", word);
}

/* A number without a fraction is written as a whole one. */
static gboolean
add_number (Writer *writer, const gchar *word)
{
  gdouble number;

  if (!to_number (writer, word, &number))
    return FALSE;
  if (number == rint (number) && fabs (number) < 0x1p53)
    json_builder_add_int_value (writer->builder, (gint64) number);
  else
    json_builder_add_double_value (writer->builder, number);
  return TRUE;
}

static gboolean
add_member (Writer *writer, const gchar *name, const gchar *word)
{
  json_builder_set_member_name (writer->builder, name);
  return add_number (writer, word);
}

static gboolean
add_place (Writer *writer, const gchar *name, gchar **words)
{
  gboolean done;

  json_builder_set_member_name (writer->builder, name);
  json_builder_begin_array (writer->builder);
  done = add_number (writer, words[0]) && add_number (writer, words[1]);
  json_builder_end_array (writer->builder);
  return done;
}

static gboolean
add_text (Writer *writer, const gchar *name, const gchar *text)
{
  json_builder_set_member_name (writer->builder, name);
  json_builder_add_string_value (writer->builder, text);
  return TRUE;
}

static gboolean
add_boolean (Writer *writer, const gchar *word)
{
  gboolean truth = strcmp (word, "true") == 0;

  if (!truth && strcmp (word, "false") != 0)
    return refuse (writer->error, "%s is neither true nor false", word);
  json_builder_add_boolean_value (writer->builder, truth);
  return TRUE;
}

static gboolean
add_value (Writer *writer, gchar **words, JsonObject *properties)
{
  JsonObject *property = NULL;
  const gchar *type = "string";

  if (properties != NULL)
    property = strict_json_get_object (properties, words[0]);
  if (property != NULL)
    type = strict_json_get_text (property, "type", type);
  json_builder_set_member_name (writer->builder, "value");
  if (strcmp (type, "boolean") == 0)
    return add_boolean (writer, words[1]);
  if (strcmp (type, "integer") == 0 || strcmp (type, "number") == 0)
    return add_number (writer, words[1]);
  json_builder_add_string_value (writer->builder, words[1]);
  return TRUE;
}

/* A pattern's text, its name, or a file with it. */
static gboolean
add_pattern (Writer *writer, const gchar *word)
{
  g_autofree gchar *text = NULL;
  gsize length = 0;

  if (strpbrk (word, "!\n") != NULL
      || (strpbrk (word, "./") == NULL
          && !g_file_test (word, G_FILE_TEST_IS_REGULAR)))
    return add_text (writer, "pattern", word);
  if (!g_file_get_contents (word, &text, &length, writer->error))
    return FALSE;
  if (!g_utf8_validate (text, length, NULL))
    return refuse (writer->error,
        "%s is no text; a packed pattern has to be unpacked first", word);
  return add_text (writer, "pattern", text);
}

/* --- Messages --- */

static gboolean
add_members (Writer *writer, gchar **words, JsonObject *properties)
{
  gchar **rest = words + 1;

  if (words_are (words, "get"))
    return add_text (writer, "name", rest[0]);
  if (words_are (words, "set"))
    return add_text (writer, "name", rest[0])
           && add_value (writer, rest, properties);
  if (words_are (words, "do"))
    return add_text (writer, "action", rest[0]);
  if (words_are (words, "draw"))
    return add_place (writer, "from", rest)
           && add_place (writer, "to", rest + 2)
           && (rest[4] == NULL || add_member (writer, "state", rest[4]));
  if (words_are (words, "pan"))
    return add_place (writer, "by", rest);
  if (words_are (words, "zoom"))
    return add_member (writer, "factor", rest[0])
           && add_place (writer, "at", rest + 1);
  if (words_are (words, "save"))
    return TRUE;
  if (words_are (words, "paste") && rest[1] != NULL
      && (rest[2] == NULL || !add_member (writer, "x", rest[1])
          || !add_member (writer, "y", rest[2])))
    return refuse (writer->error, "a place is X Y");
  return add_pattern (writer, rest[0]);
}

gchar *
words_to_message (
    gchar **words, JsonObject *properties, Answer *answer, GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) cause = NULL;
  Writer writer = { builder, &cause };

  *answer = words_are (words, "get")    ? ANSWER_VALUE
            : words_are (words, "save") ? ANSWER_SAVE
                                        : ANSWER_NONE;
  json_builder_begin_object (builder);
  add_text (&writer, "type", words[0]);
  json_builder_set_member_name (builder, "id");
  json_builder_add_int_value (builder, 1);
  if (!add_members (&writer, words, properties)) {
    g_propagate_error (error, g_steal_pointer (&cause));
    return NULL;
  }
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  return strict_json_write (root);
}
