/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the files of the engine of parts share. cluster.c makes requests, parts-requests.c
 * sends them and adds up the replies. What draws parts is in parts-renderer.h. */
#pragma once

#include "life/parts/part-cut.h"
#include "life/parts/link.h"
#include "life/world/engine-class.h"

typedef struct {
  LifeEngine engine;
  LifeEngineOptions options;
  LifeLink *link;
  LifeCut cut;
  LifeRule *rule; /* that the parts have */
  gchar *kernel_name;
  gboolean can_be_connected; /* the GPUs that have the parts */
  GMutex calling;   /* one at a time: snapshots are read by another thread */
  gint64 last_slot; /* of those of snapshots */
  gboolean edited;  /* cells were changed since the last step */
  /* Changes of the last generation, counted before a rule changed. */
  gboolean changes_valid;
  guint64 changes[2];
  guint64 version; /* another number whenever cells were changed; from 1 on */
} LifeParts;

/* A request for each part, and its reply. */
typedef struct {
  LifeRequest *requests;
  LifeReply *replies;
} LifePartsCall;

/* Requests of @kind for all parts. */
LifePartsCall *life_parts_call_new (LifeParts *self, LifeRequestKind kind);
void life_parts_call_free (LifeParts *self, LifePartsCall *call);

/* Sends the requests; FALSE where one part cannot do it: then the error names it. */
gboolean life_parts_call_send (
    LifeParts *self, LifePartsCall *call, GError **error);

/* Copies the cells of a box from the parts, or to them. @slot is that of a snapshot. */
gboolean life_parts_transfer (LifeParts *self, LifeRequestKind kind,
    gint64 slot, const LifeBox *box, guint8 *cells, GError **error);

/* Whether the parts have the memory that they need, by replies to %LIFE_REQUEST_FIT. */
gboolean life_parts_fit (
    LifeParts *self, const LifePartsCall *call, GError **error);

/* To be called when cells were changed by anything but a step. */
void life_parts_touch (LifeParts *self);

/* parts-requests.c: of LifeEngineClass. */
gboolean life_parts_count (
    LifeEngine *engine, guint what, LifeTally *tally, GError **error);
