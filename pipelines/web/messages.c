/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes the messages that depend only on their arguments. */
#include "messages.h"

#include "../common/strict-json.h"
#include "protocol.h"

JsonBuilder *
message_begin (const gchar *type, gint64 id)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "type");
  json_builder_add_string_value (builder, type);
  if (id >= 0) {
    json_builder_set_member_name (builder, "id");
    json_builder_add_int_value (builder, id);
  }
  return builder;
}

gchar *
message_end (JsonBuilder *builder)
{
  g_autoptr (JsonNode) root = NULL;

  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  g_object_unref (builder);
  return strict_json_write (root);
}

void
message_add_uint64 (JsonBuilder *builder, guint64 number)
{
  g_autofree gchar *digits = NULL;

  if (number <= COMMAND_MAX_ID) {
    json_builder_add_int_value (builder, number);
    return;
  }
  digits = g_strdup_printf ("%" G_GUINT64_FORMAT, number);
  json_builder_add_string_value (builder, digits);
}

gchar *
message_ok (gint64 id)
{
  return message_end (message_begin ("ok", id));
}

static gchar *
write_text (const gchar *type, gint64 id, const gchar *text)
{
  JsonBuilder *builder = message_begin (type, id);

  json_builder_set_member_name (builder, "message");
  json_builder_add_string_value (builder, text);
  return message_end (builder);
}

gchar *
message_error (gint64 id, const gchar *why)
{
  return write_text ("error", id, why);
}

gchar *
message_warning (const gchar *warning)
{
  return write_text ("warning", -1, warning);
}

gchar *
message_viewers (guint count)
{
  JsonBuilder *builder = message_begin ("viewers", -1);

  json_builder_set_member_name (builder, "count");
  json_builder_add_int_value (builder, count);
  return message_end (builder);
}

gchar *
message_frame (guint64 generation, guint64 population)
{
  JsonBuilder *builder = message_begin ("frame", -1);

  json_builder_set_member_name (builder, "generation");
  message_add_uint64 (builder, generation);
  json_builder_set_member_name (builder, "population");
  message_add_uint64 (builder, population);
  return message_end (builder);
}
