/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which words of a column a network uses, and in which cells. */
#pragma once

#include "life/rule/network/network.h"

/* The words of a column: its cells, then its functions; and the indices of those that are
 * needed at all. */
struct LifeNetworkWords {
  guint n;
  gint index[3 * LIFE_NETWORK_PLANES
             + LIFE_NETWORK_COLUMNS]; /* -1: not needed */
  guint left, right;                  /* masks by index: of the columns there */
};

LifeNetworkWords life_network_find_words (const LifeNetwork *network);

/* Which of its own planes a cell's word is; FALSE: it is one of another cell, or a function. */
gboolean life_network_find_plane (
    const LifeNetwork *network, guint word, guint *plane);

/* The word of a column that @signal is, and in which column; FALSE for a gate. */
gboolean life_network_find_word (
    const LifeNetwork *network, guint signal, guint *word, guint *column);

/* The planes whose cells above and below a cell its next state depends on, a mask. */
guint life_network_outer_planes (const LifeNetwork *network);
