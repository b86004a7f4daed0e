/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes the messages of life-web's clients: any text is a command whose members are in
 * their ranges, or an error in UTF-8; and what is JSON is written so that it reads the
 * same. */
#include <gio/gio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pipelines/common/strict-json.h"
#include "pipelines/web/protocol.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static gboolean
is_text (const gchar *text)
{
  return text == NULL || g_utf8_validate (text, -1, NULL);
}

static gboolean
is_sound (const Command *command, gint64 id)
{
  const gdouble numbers[] = { command->from[0], command->from[1],
    command->to[0], command->to[1], command->factor, command->value.number };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (!isfinite (numbers[i]))
      return FALSE;
  return command->id == id && id >= -1 && id <= COMMAND_MAX_ID
         && command->kind <= COMMAND_ACK && command->state < 256
         && is_text (command->name) && is_text (command->pattern)
         && is_text (command->value.text)
         && (command->name == NULL || strlen (command->name) <= 64)
         && (command->kind != COMMAND_ZOOM || command->factor > 0)
         && (command->kind != COMMAND_SET || command->value.kind != VALUE_TEXT
             || command->value.text != NULL);
}

/* NULL where it is no JSON. */
static gchar *
rewrite (const gchar *text, gsize length)
{
  g_autoptr (JsonNode) node = NULL;
  JsonObject *object = strict_json_parse (text, length, NULL);

  if (object == NULL)
    return NULL;
  node = json_node_init_object (json_node_alloc (), object);
  json_object_unref (object);
  return strict_json_write (node);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const gchar *text = (const gchar *) data;
  g_autofree gchar *once = rewrite (text, size);
  g_autofree gchar *twice = once != NULL ? rewrite (once, strlen (once)) : NULL;
  g_autoptr (GError) error = NULL;
  gint64 id;
  Command *command = command_parse (text, size, &id, &error);

  if (g_strcmp0 (once, twice) != 0)
    abort ();

  if (command == NULL) {
    if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA)
        || !g_utf8_validate (error->message, -1, NULL))
      abort ();
    return 0;
  }
  if (error != NULL || !is_sound (command, id))
    abort ();
  command_free (command);
  return 0;
}
