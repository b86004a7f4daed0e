/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a world reaches the holders of its parts: one struct of functions, whatever lies
 * between them. */
#pragma once

#include "life/parts/message.h"
#include "life/parts/part.h"

typedef struct _LifeLink LifeLink;

struct _LifeLink {
  guint parts;
  const LifePartClass *klass; /* of all of them */

  /* Sends @requests[part] to each part, where that is not NONE, and waits for all replies.
   * FALSE where one part cannot be reached; then there is no use in further calls. Clear
   * the replies where it returns TRUE. */
  gboolean (*call) (LifeLink *self, const LifeRequest *requests,
      LifeReply *replies, GError **error);

  /* What messages call a part; free it with g_free(). */
  gchar *(*name) (LifeLink *self, guint part);

  /* What the parts are, for messages: threads, ranks. */
  const gchar *who;

  void (*free) (LifeLink *self);
};

/* Makes the link of a world that is about to be made. */
typedef LifeLink *(*LifeOpenLink) (
    const LifeEngineOptions *options, gpointer data, GError **error);
