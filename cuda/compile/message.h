/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the library and the program that compiles for it (life-compile.c) write to each
 * other: a job, and what came of it. */
#pragma once

#include <glib.h>

/* The compiler's options, the text, names and texts of the headers that it may include,
 * and the kernels' names as it has them. */
#define LIFE_MESSAGE_JOB "(assa(ss)as)"

/* What there is to be logged, and the code: the kernels' names as this has them, each
 * with its NUL, and a cubin. Nothing: it could not be made. */
#define LIFE_MESSAGE_RESULT "(say)"

/* So long the program may take for a job. */
#define LIFE_MESSAGE_SECONDS 300

/* The longest message that is read. */
#define LIFE_MESSAGE_BYTES ((gsize) 64 << 20)

/* A message as bytes, with a checksum of them and of the message's type. Takes @message
 * where it is floating. */
GBytes *life_message_seal (GVariant *message);

/* The message of that @type in @bytes; NULL where there is none, or part of it, or one
 * of another type. */
GVariant *life_message_open (GBytes *bytes, const gchar *type);
