/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs each command on lifesrc, and writes its reply. */
#pragma once

#include "film.h"
#include "pictures.h"
#include "../web-options.h"
#include "../protocol.h"

typedef struct {
  const WebOptions *options;
  Film *film;
  GstElement *lifesrc;
  Library *library;
  Pictures *pictures;
} Commands;

/* Runs @command and returns the JSON of its reply. It may take as long as lifesrc needs
 * for a generation. */
gchar *commands_run (const Commands *commands, const Command *command);
