/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parses messages, and checks every value in them. */
#include "protocol.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "../common/strict-json.h"

/* Pixels: beyond any frame, and small enough for arithmetic on cells. */
#define MAX_COORDINATE 1e6
#define MAX_ZOOM_FACTOR 1e3
#define MAX_STATES 256
#define MAX_FILLED_SIDE 4096
#define MAX_NAME_LENGTH 64
#define MAX_TEXT_LENGTH 1000
#define MAX_PATTERN_NAME_LENGTH 256

typedef struct {
  JsonObject *object;
  guint n_members; /* members of the object that the command has */
  GError **error;
} Reader;

G_GNUC_PRINTF (2, 3)
static gboolean
refuse (GError **error, const gchar *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL && *error == NULL)
    *error = g_error_new_valist (
        G_IO_ERROR, G_IO_ERROR_INVALID_DATA, format, arguments);
  va_end (arguments);
  return FALSE;
}

/* --- Members --- */

/* NULL if there is none. */
static JsonNode *
find_member (Reader *reader, const gchar *name)
{
  JsonNode *node = json_object_get_member (reader->object, name);

  if (node != NULL)
    reader->n_members++;
  return node;
}

static JsonNode *
need_member (Reader *reader, const gchar *name)
{
  JsonNode *node = find_member (reader, name);

  if (node == NULL)
    refuse (reader->error, "the message has no member \"%s\"", name);
  return node;
}

static gboolean
is_number (JsonNode *node, gdouble *number)
{
  GType type = json_node_get_value_type (node);

  if (!JSON_NODE_HOLDS_VALUE (node)
      || (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE))
    return FALSE;
  *number = json_node_get_double (node);
  return isfinite (*number);
}

static gboolean
to_number (Reader *reader, const gchar *name, JsonNode *node, gdouble min,
    gdouble max, gdouble *number)
{
  if (is_number (node, number) && *number >= min && *number <= max)
    return TRUE;
  return refuse (
      reader->error, "\"%s\" is no number from %g to %g", name, min, max);
}

static gboolean
to_integer (Reader *reader, const gchar *name, JsonNode *node, gint64 min,
    gint64 max, gint64 *number)
{
  if (JSON_NODE_HOLDS_VALUE (node)
      && json_node_get_value_type (node) == G_TYPE_INT64) {
    *number = json_node_get_int (node);
    if (*number >= min && *number <= max)
      return TRUE;
  }
  return refuse (reader->error,
      "\"%s\" is no whole number from %" G_GINT64_FORMAT
      " to %" G_GINT64_FORMAT,
      name, min, max);
}

static gboolean
to_boolean (
    Reader *reader, const gchar *name, JsonNode *node, gboolean *boolean)
{
  if (!JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_BOOLEAN)
    return refuse (reader->error, "\"%s\" is neither true nor false", name);
  *boolean = json_node_get_boolean (node);
  return TRUE;
}

/* @max_length: bytes, or 0 for any number. */
static gboolean
to_text (Reader *reader, const gchar *name, JsonNode *node, gsize max_length,
    gchar **text)
{
  const gchar *found;

  if (!JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_STRING)
    return refuse (reader->error, "\"%s\" is no string", name);
  found = json_node_get_string (node);
  if (max_length > 0 && strlen (found) > max_length)
    return refuse (reader->error,
        "\"%s\" is longer than %" G_GSIZE_FORMAT " bytes", name, max_length);
  *text = g_strdup (found);
  return TRUE;
}

static gboolean
read_boolean (Reader *reader, const gchar *name, gboolean *boolean)
{
  JsonNode *node = find_member (reader, name);

  return node == NULL || to_boolean (reader, name, node, boolean);
}

static gboolean
read_text (Reader *reader, const gchar *name, gsize max_length, gchar **text)
{
  JsonNode *node = need_member (reader, name);

  return node != NULL && to_text (reader, name, node, max_length, text);
}

/* [X,Y] */
static gboolean
read_point (Reader *reader, const gchar *name, gdouble point[2])
{
  JsonNode *node = need_member (reader, name);
  JsonArray *array;

  if (node == NULL)
    return FALSE;
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return refuse (reader->error, "\"%s\" is no [X,Y]", name);
  array = json_node_get_array (node);
  if (json_array_get_length (array) != 2)
    return refuse (reader->error, "\"%s\" is no [X,Y]", name);
  for (guint i = 0; i < 2; i++)
    if (!to_number (reader, name, json_array_get_element (array, i),
            -MAX_COORDINATE, MAX_COORDINATE, &point[i]))
      return FALSE;
  return TRUE;
}

/* Unchanged if the member is missing. */
static gboolean
read_coordinate (Reader *reader, const gchar *name, gint *coordinate)
{
  JsonNode *node = find_member (reader, name);
  gint64 number = 0;

  if (node == NULL)
    return TRUE;
  if (!to_integer (reader, name, node, G_MININT, G_MAXINT, &number))
    return FALSE;
  *coordinate = number;
  return TRUE;
}

static gboolean
read_value (Reader *reader, Value *value)
{
  JsonNode *node = need_member (reader, "value");

  if (node == NULL)
    return FALSE;
  if (is_number (node, &value->number)) {
    value->kind = VALUE_NUMBER;
    value->is_integer = json_node_get_value_type (node) == G_TYPE_INT64;
    return TRUE;
  }
  if (JSON_NODE_HOLDS_VALUE (node)
      && json_node_get_value_type (node) == G_TYPE_BOOLEAN) {
    value->kind = VALUE_BOOLEAN;
    value->boolean = json_node_get_boolean (node);
    return TRUE;
  }
  value->kind = VALUE_TEXT;
  return to_text (reader, "value", node, MAX_TEXT_LENGTH, &value->text);
}

/* --- Messages --- */

static gboolean
read_hello (Reader *reader, Command *command)
{
  return read_boolean (reader, "video", &command->video);
}

static gboolean
read_get (Reader *reader, Command *command)
{
  return read_text (reader, "name", MAX_NAME_LENGTH, &command->name);
}

static gboolean
read_set (Reader *reader, Command *command)
{
  return read_get (reader, command) && read_value (reader, &command->value);
}

static gboolean
read_do (Reader *reader, Command *command)
{
  return read_text (reader, "action", MAX_NAME_LENGTH, &command->name);
}

static gboolean
read_draw (Reader *reader, Command *command)
{
  JsonNode *state;
  gint64 number = 1;

  if (!read_point (reader, "from", command->from)
      || !read_point (reader, "to", command->to)
      || !read_boolean (reader, "continues", &command->continues))
    return FALSE;
  state = find_member (reader, "state");
  if (state != NULL
      && !to_integer (reader, "state", state, 0, MAX_STATES - 1, &number))
    return FALSE;
  command->state = number;
  return TRUE;
}

static gboolean
read_pan (Reader *reader, Command *command)
{
  return read_point (reader, "by", command->from);
}

static gboolean
read_zoom (Reader *reader, Command *command)
{
  JsonNode *factor = need_member (reader, "factor");

  return factor != NULL
         && to_number (reader, "factor", factor, 1 / MAX_ZOOM_FACTOR,
             MAX_ZOOM_FACTOR, &command->factor)
         && read_point (reader, "at", command->from);
}

static gboolean
read_load (Reader *reader, Command *command)
{
  return read_text (reader, "pattern", 0, &command->pattern);
}

static gboolean
read_paste (Reader *reader, Command *command)
{
  return read_load (reader, command)
         && read_coordinate (reader, "x", &command->at[0])
         && read_coordinate (reader, "y", &command->at[1])
         && read_coordinate (reader, "z", &command->at[2]);
}

static gboolean
read_side (Reader *reader, const gchar *name, gint *side)
{
  JsonNode *node = need_member (reader, name);
  gint64 number = 0;

  if (node == NULL
      || !to_integer (reader, name, node, 1, MAX_FILLED_SIDE, &number))
    return FALSE;
  *side = number;
  return TRUE;
}

static gboolean
read_fill (Reader *reader, Command *command)
{
  JsonNode *density = need_member (reader, "density");

  command->at[0] = command->at[1] = 0;
  return density != NULL
         && to_number (reader, "density", density, 0, 1, &command->density)
         && read_coordinate (reader, "x", &command->at[0])
         && read_coordinate (reader, "y", &command->at[1])
         && read_side (reader, "width", &command->size[0])
         && read_side (reader, "height", &command->size[1]);
}

static gboolean
read_nothing (Reader *reader, Command *command)
{
  return TRUE;
}

/* The name of a pattern of the library. */
static gboolean
read_pattern_name (Reader *reader, Command *command)
{
  return read_text (reader, "name", MAX_PATTERN_NAME_LENGTH, &command->pattern);
}

/* Of a pattern of the library, or of a rule. */
static gboolean
read_picture (Reader *reader, Command *command)
{
  return json_object_has_member (reader->object, "rule")
             ? read_text (reader, "rule", MAX_NAME_LENGTH, &command->name)
             : read_pattern_name (reader, command);
}

static gboolean
read_ack (Reader *reader, Command *command)
{
  JsonNode *node = need_member (reader, "fragment");
  gint64 number = 0;

  if (node == NULL
      || !to_integer (reader, "fragment", node, 0, G_MAXUINT32, &number))
    return FALSE;
  command->fragment = number;
  return TRUE;
}

static const struct {
  const gchar *type;
  gboolean (*read) (Reader *reader, Command *command);
} messages[] = {
  [COMMAND_HELLO] = { "hello", read_hello },
  [COMMAND_GET] = { "get", read_get },
  [COMMAND_SET] = { "set", read_set },
  [COMMAND_DO] = { "do", read_do },
  [COMMAND_DRAW] = { "draw", read_draw },
  [COMMAND_FILL] = { "fill", read_fill },
  [COMMAND_PAN] = { "pan", read_pan },
  [COMMAND_ZOOM] = { "zoom", read_zoom },
  [COMMAND_PASTE] = { "paste", read_paste },
  [COMMAND_LOAD] = { "load", read_load },
  [COMMAND_SAVE] = { "save", read_nothing },
  [COMMAND_PERIOD] = { "period", read_nothing },
  [COMMAND_LIBRARY] = { "library", read_nothing },
  [COMMAND_READ] = { "read", read_pattern_name },
  [COMMAND_PICTURE] = { "picture", read_picture },
  [COMMAND_ACK] = { "ack", read_ack },
};

static gboolean
read_kind (Reader *reader, CommandKind *kind)
{
  g_autofree gchar *type = NULL;

  if (!read_text (reader, "type", MAX_NAME_LENGTH, &type))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (messages); i++)
    if (strcmp (messages[i].type, type) == 0) {
      *kind = i;
      return TRUE;
    }
  return refuse (reader->error, "there is no message of type \"%s\"", type);
}

static gboolean
read_id (Reader *reader, gint64 *id)
{
  JsonNode *node = find_member (reader, "id");

  return node == NULL || to_integer (reader, "id", node, 0, COMMAND_MAX_ID, id);
}

Command *
command_parse (const gchar *text, gsize length, gint64 *id, GError **error)
{
  g_autoptr (JsonObject) object = strict_json_parse (text, length, error);
  Reader reader = { object, 0, error };
  Command *command;

  *id = -1;
  if (object == NULL)
    return NULL;
  command = g_new0 (Command, 1);
  command->id = -1;
  for (guint i = 0; i < 3; i++)
    command->at[i] = -1;
  if (read_id (&reader, id) && read_kind (&reader, &command->kind)
      && messages[command->kind].read (&reader, command)) {
    command->id = *id;
    if (reader.n_members == json_object_get_size (reader.object))
      return command;
    refuse (error, "a message of type \"%s\" has no such members",
        messages[command->kind].type);
  }
  command_free (command);
  return NULL;
}

void
command_free (Command *command)
{
  g_free (command->name);
  g_free (command->value.text);
  g_free (command->pattern);
  g_free (command);
}
