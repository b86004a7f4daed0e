/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A part of a world: an engine's world of its own units and of its halo, which is
 * received again from the neighbors when it no longer lasts. Requests are in serve.h. */
#pragma once

#include "life/parts/part-cut.h"
#include "life/parts/share.h"

G_BEGIN_DECLS

typedef struct _LifePart LifePart;

/* What holds parts of several processes and exchanges cells without their hosts. */
typedef struct _LifeConnection LifeConnection;

/* The bytes of the id of a connection. */
#define LIFE_CONNECTION_ID 128

/* Lines that are exchanged with the part above, or below: @size bytes each way, where the
 * part's class has them. -1 instead of a part: there is none. */
typedef struct {
  gint part;
  guint8 *sent, *received;
  gsize size;
} LifeBorder;

typedef struct _LifePartNeighbors LifePartNeighbors;

/* How a part reaches the other ones. All exchange as often, and each waits for its neighbors.
 * @by_host: what is sent and received has to lie where the host sees it. */
struct _LifePartNeighbors {
  gboolean by_host;
  gboolean (*exchange) (LifePartNeighbors *self, LifePart *part,
      const LifeBorder *above, const LifeBorder *below, GError **error);

  /* Of several processes, else NULL: whether other processes are still waited for; and reports that
   * this one exchanges no more, so that none waits for it. */
  gboolean (*check) (LifePartNeighbors *self, GError **error);
  void (*fail) (LifePartNeighbors *self, const gchar *reason);
};

/* Lines @first to before @first + @n of a part's engine. */
typedef struct {
  gsize first, n;
} LifePartLines;

/* What a part is of, and its holder. */
typedef struct {
  const LifeCut *cut;
  guint index;
  const LifeRule *rule; /* of the cut's dimensions */
  guint threads;
  gint device;      /* the number of a GPU, of parts on those */
  gboolean by_host; /* as #LifePartNeighbors has it */
} LifePartOptions;

/* Where the cells of parts lie: one struct of functions for processors, and one for GPUs.
 * What is counted is of the part's own lines alone. */
typedef struct {
  LifeEngineKind kind;
  gsize size; /* of its struct, which begins with LifePart */

  /* Whether it supports parts of worlds under the rule. */
  gboolean (*supports) (const LifeRule *rule);

  /* The bytes that a part needs, those available, and on which host, as a message has it; free
   * that with g_free(). */
  gboolean (*measure) (const LifePartOptions *options, guint64 bytes[2],
      gchar **host, GError **error);

  /* Makes the engine of the part, whose cut, index, piece and own lines are there. */
  gboolean (*open) (
      LifePart *self, const LifePartOptions *options, GError **error);
  void (*close) (LifePart *self);

  /* Advances it; @last: what the last generation changed may be requested; else borders are
   * exchanged next, and what is exchanged may be advanced before the rest. */
  gboolean (*step) (
      LifePart *self, guint64 generations, gboolean last, GError **error);

  /* Waits until all that is pending is done, what other parts sent included. */
  gboolean (*finish) (LifePart *self, GError **error);

  /* The bytes of so many lines, memory for them, and copies from the engine to it and back. */
  guint64 (*border_bytes) (const LifePart *self, gsize lines);
  guint8 *(*reserve) (
      LifePart *self, gsize bytes, gboolean by_host, GError **error);
  void (*release) (LifePart *self, guint8 *border);
  gboolean (*pack) (LifePart *self, const LifePartLines *lines, guint8 *border,
      GError **error);
  gboolean (*unpack) (LifePart *self, const LifePartLines *lines,
      const guint8 *border, GError **error);

  /* Where such lines lie one behind the other in the engine, @size bytes of them, so that parts
   * of the same class fetch them as they are; NULL: they are packed. Where they lie changes
   * with each step, which waits until those that were named to await() have fetched them. */
  guint8 *(*find_lines) (
      const LifePart *self, const LifePartLines *lines, gsize *size);

  /* What was packed is to be fetched: by the host at once, or by parts of the same
   * class, by fetch(). It is packed anew only after each of them has called that and was
   * named to await(). */
  gboolean (*offer) (LifePart *self, gboolean by_host, GError **error);
  gboolean (*fetch) (LifePart *self, guint8 *received, LifePart *from,
      const guint8 *sent, gsize size, GError **error);
  gboolean (*await) (LifePart *self, LifePart *other, GError **error);

  /* Those of several processes that exchange by themselves, NULL where there are none:
   * find_holder() returns a number that nothing else has that holds parts, 0 where it cannot
   * be connected; make_id() an id for a connection; connect() joins it, once all @parts have
   * called that with the same id; exchange() does what neighbors->exchange() else does. */
  guint64 (*find_holder) (gint device);
  gboolean (*make_id) (guint8 id[LIFE_CONNECTION_ID]);
  LifeConnection *(*connect) (gint device, const guint8 *id, guint parts,
      guint part, LifePartNeighbors *neighbors, GError **error);
  void (*disconnect) (LifeConnection *connection);
  gboolean (*exchange) (LifePart *self, const LifeBorder *above,
      const LifeBorder *below, GError **error);

  /* As lines of bits, which life/cpu/bit-lines.h describes. */
  gboolean (*read_lines) (LifePart *self, const LifePartLines *lines,
      guint64 *words, GError **error);

  gboolean (*soup) (
      LifePart *self, guint64 seed, guint64 threshold, GError **error);

  /* As engines count; box, activity and checksum are in positions of the whole world. */
  gboolean (*count) (
      LifePart *self, guint what, LifeTally *tally, GError **error);

  /* Draws rows of a frame, which show cells of the part alone. */
  gboolean (*draw) (LifePart *self, const LifeShown *shown,
      const LifeFrame *rows, GError **error);

  /* Sums up what rows of a frame show of the part's own cells, as life_draw_sum_rows(). */
  gboolean (*sum) (
      LifePart *self, const LifeShown *shown, guint64 *sums, GError **error);
} LifePartClass;

struct _LifePart {
  const LifePartClass *klass;
  LifeCut cut;
  guint index;
  LifePiece piece;
  LifePartLines own;
  guint64 first_line; /* the first of its own lines in the whole world */
  LifeRule *rule;
  LifeEngine *local;
  guint64 lasting;    /* generations that the halo is good for */
  gsize border_bytes; /* of each of these: */
  guint8 *borders
      [4]; /* sent above and below, and received; NULL where lines are not packed */
  gboolean by_host; /* as #LifePartNeighbors has it, without a connection */
  LifeConnection *connection; /* NULL: neighbors exchange what they have */
  GHashTable *saved;          /* the engine's states, by slot */
};

/* Those of processors; and of GPUs, NULL where the build has none. */
extern const LifePartClass life_cpu_part;
const LifePartClass *life_part_class_of_gpus (void);

/* Sets the class of parts on GPUs; for life/engines.c. */
void life_part_class_set_gpus (const LifePartClass *klass);

LifePart *life_part_new (
    const LifePartClass *klass, const LifePartOptions *options, GError **error);
void life_part_free (LifePart *self);

gboolean life_part_set_rule (
    LifePart *self, const LifeRule *rule, GError **error);

/* Advances the part. @edited: cells of any part were changed by anything but a step, or a step
 * failed. Neighbors need not wait for one that fails. */
gboolean life_part_step (LifePart *self, guint64 generations, gboolean edited,
    LifePartNeighbors *neighbors, GError **error);

/* Draws rows of a frame that show cells of the part alone, @rows, and sums up those that it
 * meets, by @share; FALSE, and no error, where the first show others. */
gboolean life_part_draw (LifePart *self, const LifeShare *share,
    const LifeShown *shown, const LifeFrame *rows, guint64 *sums,
    GError **error);

/* The box in the numbers of the part's engine; FALSE where it is not all its own. */
gboolean life_part_find (
    const LifePart *self, const LifeBox *box, LifeBox *found);

G_END_DECLS
