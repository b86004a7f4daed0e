/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What each command does to lifesrc, and the answer to it. */
#pragma once

#include "film.h"
#include "../web-options.h"
#include "../protocol.h"

typedef struct {
  const Options *options;
  Film *film;
  GstElement *lifesrc;
} Commands;

/* Does @command and returns the JSON of its answer. It may take as long as lifesrc needs
 * for a generation. */
gchar *commands_do (const Commands *commands, const Command *command);
