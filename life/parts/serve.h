/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A holder of a part of a world serves requests: a request in, a reply out. */
#pragma once

#include "life/parts/message.h"
#include "life/parts/part.h"

/* @part: NULL before one is made
 * @threads: of its engine; 0: as many as the request has
 * @device: the number of its GPU, if it has one; of more than there are, they start anew */
typedef struct {
  LifePart *part;
  LifeConnection *connection; /* NULL: none */
  guint64 connected[2];       /* parts, and the one that this is */
  LifePartNeighbors *neighbors;
  guint threads;
  gint device;
} LifeServer;

/* Serves one request, whatever it has; what fails is a reply that reports it. Clear
 * @reply. */
void life_serve (
    LifeServer *server, const LifeRequest *request, LifeReply *reply);

/* Frees the part, and ends its connection. */
void life_server_clear (LifeServer *server);
