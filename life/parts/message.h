/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The requests of a world to the holders of its parts, and the replies: as structs, and as
 * bytes, which may come from elsewhere. Requests are checked where they are served. */
#pragma once

#include <life/error.h>

#include "life/world/engine-class.h"

/* No message is longer. */
#define LIFE_MESSAGE_MAX (G_GUINT64_CONSTANT (1) << 30)

/* What is requested of a part, and what the reply has. Boxes and runs are those of the whole
 * world. */
typedef enum {
  LIFE_REQUEST_NONE, /* nothing, and there is no reply */
  LIFE_REQUEST_FIT,  /* as MAKE; reply: bytes needed, available, the kind of
                      * the holder of the part, 0 for any, and its number, which no
                      * other one has, 0: it cannot be connected; and its host */
  LIFE_REQUEST_MAKE, /* @numbers: LIFE_MAKE_…; @box's size: shares, rule */
  LIFE_REQUEST_FREE, /* the part */
  LIFE_REQUEST_RULE, /* rule */
  LIFE_REQUEST_CLEAR,
  LIFE_REQUEST_SOUP,       /* seed, threshold */
  LIFE_REQUEST_RUNS,       /* LifeRun after LifeRun */
  LIFE_REQUEST_READ,       /* @box; reply: states */
  LIFE_REQUEST_WRITE,      /* @box: states */
  LIFE_REQUEST_READ_LINES, /* first line, lines; reply: words */
  LIFE_REQUEST_STEP,       /* generations, whether cells were edited */
  LIFE_REQUEST_COUNT,      /* what: LIFE_COUNT_…; reply: LIFE_COUNTED_… */
  LIFE_REQUEST_SAVE,       /* slot; reply: bytes */
  LIFE_REQUEST_RESTORE,    /* slot */
  LIFE_REQUEST_DROP,       /* slot */
  LIFE_REQUEST_READ_SAVED, /* slot; @box; reply: states */
  LIFE_REQUEST_DRAW,       /* LifeShown (life/parts/share.h); reply: sums of the
                            * rows that the part meets, and pixels */
  LIFE_REQUEST_CONNECT, /* parts, part; an id: their holders exchange cells by themselves
                         * from now on; none: by way of its host */
  LIFE_REQUEST_LEAVE, /* the process may end */
  LIFE_N_REQUESTS
} LifeRequestKind;

/* The numbers of MAKE. */
enum {
  LIFE_MAKE_PARTS,
  LIFE_MAKE_PART,
  LIFE_MAKE_THREADS,
  LIFE_MAKE_SHAPE, /* topology + 2^8 × dimensions + 2^16 × LifeEngineKind */
};

/* @rows: where a part of the same process writes the pixels, which its reply does not have;
 * NULL in what came as bytes */
typedef struct {
  LifeRequestKind kind;
  guint64 numbers[4];
  LifeBox box;
  const guint8 *data;
  gsize size;
  const LifeFrame *rows;
} LifeRequest;

/* The numbers of a reply to COUNT; those not requested are 0. All before the box add
 * up to those of the whole world. */
enum {
  LIFE_COUNTED_POPULATION,
  LIFE_COUNTED_BIRTHS,
  LIFE_COUNTED_DEATHS,
  LIFE_COUNTED_CHECKSUM,
  LIFE_COUNTED_ACTIVITY,                         /* cells, */
  LIFE_COUNTED_SUMS,                             /* 3, */
  LIFE_COUNTED_QUARTERS = LIFE_COUNTED_SUMS + 3, /* 3 × 4 */
  LIFE_COUNTED_BOX = LIFE_COUNTED_QUARTERS + 12, /* x, y, z, and its size */
  LIFE_REPLY_NUMBERS = LIFE_COUNTED_BOX + 6
};

/* @failed: @data is the message of an error of @code instead */
typedef struct {
  gboolean failed;
  guint32 code;
  guint64 numbers[LIFE_REPLY_NUMBERS];
  guint8 *data;
  gsize size;
} LifeReply;

/* Appends the message to @bytes. */
void life_request_encode (const LifeRequest *request, GByteArray *bytes);
void life_reply_encode (const LifeReply *reply, GByteArray *bytes);

/* Whether so many bytes are a message: a request borrows them, a reply has its own copy,
 * which life_reply_clear() frees. */
gboolean life_request_decode (
    LifeRequest *request, const guint8 *bytes, gsize size);
gboolean life_reply_decode (LifeReply *reply, const guint8 *bytes, gsize size);

void life_reply_clear (LifeReply *reply);

/* Makes the reply one that reports an error. */
void life_reply_fail (LifeReply *reply, const GError *error);

/* Reserves @size bytes of data; FALSE if memory lacks. */
gboolean life_reply_reserve (LifeReply *reply, gsize size, GError **error);
