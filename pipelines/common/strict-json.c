/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checks text by the grammar of RFC 8259 without recursion, one token at a time, so that
 * json-glib parses only valid text; and writes what json-glib built. */
#include "strict-json.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

/* json-glib wraps around at 64 bits. */
#define MAX_DIGITS 18

/* What the grammar allows next. */
typedef enum {
  NEXT_VALUE,
  NEXT_VALUE_OR_END,
  NEXT_NAME,
  NEXT_NAME_OR_END,
  NEXT_COMMA_OR_END,
} Next;

typedef struct {
  const gchar *at, *end;
  Next next;
  guint depth, values;
  guint32
      objects; /* bit n: whether level n is an object; else it is an array */
  const gchar *wrong;
} Scanner;

static gboolean
fail (Scanner *self, const gchar *wrong)
{
  self->wrong = wrong;
  return FALSE;
}

/* The next character, or NUL, which the grammar never allows. */
static gchar
peek (const Scanner *self)
{
  return self->at < self->end ? *self->at : '\0';
}

static gboolean
skip_char (Scanner *self, gchar expected)
{
  if (peek (self) != expected)
    return FALSE;
  self->at++;
  return TRUE;
}

static void
skip_space (Scanner *self)
{
  while (peek (self) == ' ' || peek (self) == '\t' || peek (self) == '\n'
         || peek (self) == '\r')
    self->at++;
}

static guint
skip_digits (Scanner *self)
{
  const gchar *start = self->at;

  while (g_ascii_isdigit (peek (self)))
    self->at++;
  return self->at - start;
}

static gboolean
skip_number (Scanner *self)
{
  gboolean is_integer = TRUE;
  guint digits;

  skip_char (self, '-');
  digits = skip_char (self, '0') ? 1 : skip_digits (self);
  if (digits == 0)
    return FALSE;
  if (skip_char (self, '.')) {
    is_integer = FALSE;
    if (skip_digits (self) == 0)
      return FALSE;
  }
  if (skip_char (self, 'e') || skip_char (self, 'E')) {
    is_integer = FALSE;
    if (!skip_char (self, '+'))
      skip_char (self, '-');
    if (skip_digits (self) == 0)
      return FALSE;
  }
  if (is_integer && digits > MAX_DIGITS)
    return fail (self, "has a whole number of more than 18 digits");
  return TRUE;
}

/* Four digits after \u; -1 if they are none. */
static gint
read_unit (Scanner *self)
{
  gint unit = 0;

  for (guint i = 0; i < 4; i++, self->at++) {
    if (!g_ascii_isxdigit (peek (self)))
      return -1;
    unit = unit << 4 | g_ascii_xdigit_value (peek (self));
  }
  return unit;
}

/* After the backslash. Halves of surrogate pairs are no text. */
static gboolean
skip_escape (Scanner *self)
{
  gint unit;

  if (!skip_char (self, 'u'))
    return peek (self) != '\0' && strchr ("\"\\/bfnrt", *self->at++) != NULL;
  unit = read_unit (self);
  if (unit == 0)
    return fail (self, "has a NUL in a string");
  if (unit >> 10 == 0xd800 >> 10)
    return skip_char (self, '\\') && skip_char (self, 'u')
           && read_unit (self) >> 10 == 0xdc00 >> 10;
  return unit > 0 && unit >> 10 != 0xdc00 >> 10;
}

static gboolean
skip_string (Scanner *self)
{
  if (!skip_char (self, '"'))
    return FALSE;
  while (!skip_char (self, '"'))
    if ((guchar) peek (self) < 0x20)
      return FALSE;
    else if (skip_char (self, '\\')) {
      if (!skip_escape (self))
        return FALSE;
    } else
      self->at++;
  return TRUE;
}

static gboolean
skip_word (Scanner *self, const gchar *word)
{
  while (*word != '\0')
    if (!skip_char (self, *word++))
      return FALSE;
  return TRUE;
}

static gboolean
is_in_object (const Scanner *self)
{
  return self->objects >> self->depth & 1;
}

static gboolean
enter (Scanner *self)
{
  gboolean is_object = peek (self) == '{';

  if (self->depth == STRICT_JSON_MAX_DEPTH)
    return fail (self, "nests deeper than 16 levels");
  self->at++;
  self->depth++;
  self->objects &= ~(1u << self->depth);
  self->objects |= (guint) is_object << self->depth;
  self->next = is_object ? NEXT_NAME_OR_END : NEXT_VALUE_OR_END;
  return TRUE;
}

static gboolean
leave (Scanner *self)
{
  if (!skip_char (self, is_in_object (self) ? '}' : ']'))
    return FALSE;
  self->depth--;
  self->next = NEXT_COMMA_OR_END;
  return TRUE;
}

static gboolean
skip_value (Scanner *self)
{
  if (++self->values > STRICT_JSON_MAX_VALUES)
    return fail (self, "has more than 4096 values");
  self->next = NEXT_COMMA_OR_END;
  switch (peek (self)) {
    case '{':
    case '[':
      return enter (self);
    case '"':
      return skip_string (self);
    case 't':
      return skip_word (self, "true");
    case 'f':
      return skip_word (self, "false");
    case 'n':
      return skip_word (self, "null");
    default:
      return skip_number (self);
  }
}

static gboolean
skip_name (Scanner *self)
{
  if (!skip_string (self))
    return FALSE;
  skip_space (self);
  self->next = NEXT_VALUE;
  return skip_char (self, ':');
}

static gboolean
skip_token (Scanner *self)
{
  switch (self->next) {
    case NEXT_VALUE_OR_END:
      return peek (self) == ']' ? leave (self) : skip_value (self);
    case NEXT_VALUE:
      return skip_value (self);
    case NEXT_NAME_OR_END:
      return peek (self) == '}' ? leave (self) : skip_name (self);
    case NEXT_NAME:
      return skip_name (self);
    default:
      if (!skip_char (self, ','))
        return leave (self);
      self->next = is_in_object (self) ? NEXT_NAME : NEXT_VALUE;
      return TRUE;
  }
}

/* Whether all of the text is one object. */
static gboolean
skip_all (Scanner *self)
{
  skip_space (self);
  if (peek (self) != '{')
    return fail (self, "is no JSON object");
  do {
    if (!skip_token (self))
      return FALSE;
    skip_space (self);
  } while (self->depth > 0);
  return self->at == self->end;
}

JsonObject *
strict_json_parse (const gchar *text, gsize length, GError **error)
{
  Scanner scanner = { .at = text, .end = text + length };
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) cause = NULL;
  const gchar *invalid;

  if (!g_utf8_validate_len (text, length, &invalid)) {
    scanner.at = invalid;
    fail (&scanner, "is no text in UTF-8");
  } else if (!skip_all (&scanner))
    fail (&scanner, scanner.wrong != NULL ? scanner.wrong : "is no JSON");
  else if (!json_parser_load_from_data (parser, text, length, &cause))
    fail (&scanner, cause->message);
  if (scanner.wrong == NULL)
    return json_object_ref (
        json_node_get_object (json_parser_get_root (parser)));
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
      "the message %s (at byte %" G_GSIZE_FORMAT ")", scanner.wrong,
      (gsize) (scanner.at - text));
  return NULL;
}

/* --- Writing --- */

static void
write_string (const gchar *text, GString *into)
{
  g_string_append_c (into, '"');
  for (; *text != '\0'; text++)
    if ((guchar) *text < 0x20 || *text == 0x7f)
      g_string_append_printf (into, "\\u%04x", *text);
    else {
      if (*text == '"' || *text == '\\')
        g_string_append_c (into, '\\');
      g_string_append_c (into, *text);
    }
  g_string_append_c (into, '"');
}

/* 17 digits, and a fraction or an exponent, so that it is read back as a double. */
static void
write_double (gdouble number, GString *into)
{
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (number)) {
    g_string_append (into, "null");
    return;
  }
  g_ascii_dtostr (text, sizeof text, number);
  g_string_append (into, text);
  if (strpbrk (text, ".e") == NULL)
    g_string_append (into, ".0");
}

static void write_node (JsonNode *node, GString *into);

static void
write_object (JsonObject *object, GString *into)
{
  JsonObjectIter iter;
  const gchar *name;
  JsonNode *member;
  gboolean first = TRUE;

  g_string_append_c (into, '{');
  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &member)) {
    if (!first)
      g_string_append_c (into, ',');
    first = FALSE;
    write_string (name, into);
    g_string_append_c (into, ':');
    write_node (member, into);
  }
  g_string_append_c (into, '}');
}

static void
write_array (JsonArray *array, GString *into)
{
  g_string_append_c (into, '[');
  for (guint i = 0; i < json_array_get_length (array); i++) {
    if (i > 0)
      g_string_append_c (into, ',');
    write_node (json_array_get_element (array, i), into);
  }
  g_string_append_c (into, ']');
}

static void
write_node (JsonNode *node, GString *into)
{
  GType type = json_node_get_value_type (node);

  if (JSON_NODE_HOLDS_OBJECT (node))
    write_object (json_node_get_object (node), into);
  else if (JSON_NODE_HOLDS_ARRAY (node))
    write_array (json_node_get_array (node), into);
  else if (type == G_TYPE_STRING)
    write_string (json_node_get_string (node), into);
  else if (type == G_TYPE_DOUBLE)
    write_double (json_node_get_double (node), into);
  else if (type == G_TYPE_INT64)
    g_string_append_printf (
        into, "%" G_GINT64_FORMAT, json_node_get_int (node));
  else if (type == G_TYPE_BOOLEAN)
    g_string_append (into, json_node_get_boolean (node) ? "true" : "false");
  else
    g_string_append (into, "null");
}

gchar *
strict_json_write (JsonNode *node)
{
  GString *text = g_string_new (NULL);

  write_node (node, text);
  return g_string_free (text, FALSE);
}
