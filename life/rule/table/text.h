/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The section @TABLE after it was read (table-lines.c), and before it is laid out for
 * look-ups (expand.c). */
#pragma once

#include "life/rule/table/rule-table.h"

/* Where a line's neighbors, clockwise from the north, are in the order of
 * life_next_tabled(); in one dimension first west, then east. */
typedef struct {
  const gchar *name;
  guint neighbors;
  guint8 order[8];
} LifeTableNeighborhood;

/* A line also stands for its images: turned @turns times by an equal part of a
 * circle, and mirrored where @mirrored. */
typedef struct {
  const gchar *name;
  guint neighbors; /* 0: any number */
  guint turns;
  gboolean mirrored, permuted;
} LifeTableSymmetries;

/* A value in a line: a single state, or the states of a variable. */
typedef struct {
  LifeStates set;
  guint16 n_states;
  guint8 states[LIFE_TABLE_STATES]; /* in the variable's order */
  gchar *name;                      /* NULL for a single state */
} LifeTableValue;

/* The cell itself, its neighbors, and its next state: numbers of values. Up to
 * 255 they are states, above that variables. */
typedef struct {
  guint32 values[LIFE_TABLE_INPUTS + 1];
  guint32 at; /* where the line is in the text */
} LifeTableLine;

typedef struct {
  LifeReader *reader;
  GError **error;
  guint states; /* 0 until it is read, like the two below */
  const LifeTableNeighborhood *neighborhood;
  const LifeTableSymmetries *symmetries;
  GPtrArray *values;     /* of LifeTableValue */
  GHashTable *variables; /* name → number of its value */
  GArray *lines;         /* of LifeTableLine */
} LifeTableText;

gboolean life_table_text_lay_out (
    const LifeTableText *text, LifeTransitions *transitions);
