/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What stands under @TABLE once it is read (lines.c), and before it is
 * laid out for looking it up (expand.c). */
#pragma once

#include "life/rule/table/table.h"

G_BEGIN_DECLS

/* Where neighbours of a line stand in the order of life_next_tabled(), clockwise
 * from the north; on a line of cells first west, then east. */
typedef struct {
  const gchar *name;
  guint neighbours;
  guint8 order[8];
} LifeTableNeighbourhood;

/* A line stands for itself, turned @turns times by an equal part of a circle, and
 * mirrored where @mirrored. */
typedef struct {
  const gchar *name;
  guint neighbours; /* 0: of any number */
  guint turns;
  gboolean mirrored, permuted;
} LifeTableSymmetries;

/* What a place of a line may stand for: a lone state, or the states of a
 * variable. */
typedef struct {
  LifeStates set;
  guint16 n_states;
  guint8 states[LIFE_TABLE_STATES]; /* in the variable's order */
  gchar *name;                      /* NULL for a lone state */
} LifeTableValue;

/* The cell itself, its neighbours, and what becomes of it: numbers of values. Up
 * to 255 they are lone states, above those variables. */
typedef struct {
  guint32 values[LIFE_TABLE_INPUTS + 1];
  guint32 at; /* where the line is in the text */
} LifeTableLine;

typedef struct {
  LifeReader *reader;
  GError **error;
  guint states; /* 0 until it is known, as the two below */
  const LifeTableNeighbourhood *neighbourhood;
  const LifeTableSymmetries *symmetries;
  GPtrArray *values;     /* of LifeTableValue */
  GHashTable *variables; /* name → number of its value */
  GArray *lines;         /* of LifeTableLine */
} LifeTableText;

gboolean life_table_text_lay_out (
    const LifeTableText *text, LifeTransitions *transitions);

G_END_DECLS
