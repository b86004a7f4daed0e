/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parses the messages of clients to checked commands. It includes neither worlds nor
 * connections, so that it can be fuzzed (docs/reference/web-messages.md describes the messages). */
#pragma once

#include <glib.h>

typedef enum {
  COMMAND_HELLO,
  COMMAND_GET,
  COMMAND_SET,
  COMMAND_DO,
  COMMAND_DRAW,
  COMMAND_FILL,
  COMMAND_PAN,
  COMMAND_ZOOM,
  COMMAND_PASTE,
  COMMAND_LOAD,
  COMMAND_SAVE,
  COMMAND_PERIOD,
  COMMAND_LIBRARY,
  COMMAND_READ,
  COMMAND_PICTURE,
  COMMAND_ACK,
} CommandKind;

/* The type of a value in JSON. */
typedef enum {
  VALUE_TEXT,
  VALUE_NUMBER,
  VALUE_BOOLEAN
} ValueKind;

typedef struct {
  ValueKind kind;
  gchar *text;
  gdouble number;
  gboolean is_integer; /* whether @number was written without a fraction */
  gboolean boolean;
} Value;

typedef struct {
  CommandKind kind;
  gint64 id; /* -1: none */

  gboolean video;  /* hello */
  gchar *name;     /* get and set: a property; do: an action; picture: a rule */
  Value value;     /* set */
  gdouble from[2]; /* draw; pan: by; zoom: at */
  gdouble to[2];   /* draw */
  guint state;     /* draw */
  gboolean continues; /* draw */
  gdouble factor;     /* zoom */
  gint size[2];       /* fill: columns and rows from @at on */
  gdouble density;    /* fill */
  gchar *pattern;     /* paste and load; read and picture: its name */
  gint at[3];         /* fill; paste, where -1 is centered */
  guint32 fragment;   /* ack */
} Command;

/* The largest id: JavaScript's doubles represent all up to it. */
#define COMMAND_MAX_ID ((G_GINT64_CONSTANT (1) << 53) - 1)

/* Parses @text of @length bytes; NULL if it is no valid message. *@id is then the id for
 * the error's reply, or -1. */
Command *command_parse (
    const gchar *text, gsize length, gint64 *id, GError **error);
void command_free (Command *command);
