/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a table rule's next state is looked up, by every engine; compiled by C
 * and nvcc. rule-table.h makes tables. */
#pragma once

#include "life/base/shared.h"

/* A table rule as a decision tree in one array of entries: a node is @states
 * entries, one for each state of the next cell in order, and an entry is the
 * index of the next node. Entries of the last nodes are the next state of the
 * cell itself.
 *
 * Where a tree would be too large, @words is not 0, and each cell has a set of
 * @words words: the lines that its state fits. The set of cell number i in
 * state s is at (i × states + s) × words. The next state by line n is at root +
 * n, and the first line that fits counts. */
typedef struct {
  uint32_t states;
  /* 8, 6 (not north-east and south-west), 4, or 2 (west and east) */
  uint32_t neighbors;
  /* Whether the cell itself comes before its neighbors, or after them. */
  uint32_t itself_first;
  uint32_t root; /* the index of the first node */
  uint32_t n_entries;
  uint32_t words;
} LifeTree;

/* The same where the table is a list of lines; the cell itself comes first. */
LIFE_SHARED uint8_t
life_next_listed (LifeTree tree, const uint32_t *entries, const uint8_t *cells)
{
  const uint32_t around = tree.states * tree.words;
  const uint32_t itself = cells[4] * tree.words;
  uint32_t word;

  for (word = 0; word < tree.words; word++) {
    uint32_t at = word, fits = entries[at + itself], line = 32 * word;

    if (tree.neighbors >= 6)
      fits &= entries[(at += around) + cells[0] * tree.words];
    if (tree.neighbors == 8) {
      fits &= entries[(at += around) + cells[2] * tree.words];
      fits &= entries[(at += around) + cells[6] * tree.words];
    }
    if (tree.neighbors >= 6)
      fits &= entries[(at += around) + cells[8] * tree.words];
    if (tree.neighbors >= 4)
      fits &= entries[(at += around) + cells[1] * tree.words];
    fits &= entries[(at += around) + cells[3] * tree.words];
    fits &= entries[(at += around) + cells[5] * tree.words];
    if (tree.neighbors >= 4)
      fits &= entries[(at += around) + cells[7] * tree.words];
    if (fits == 0)
      continue;
    while ((fits & 1) == 0) {
      fits >>= 1;
      line++;
    }
    return (uint8_t) entries[tree.root + line];
  }
  return cells[4];
}

/* The next state of the middle one of nine @cells, row by row from the
 * north-west, all in states that the rule has. They are tested in this
 * order: north-west, north-east, south-west, south-east, north, west, east,
 * south; those that are not neighbors are left out. */
LIFE_SHARED uint8_t
life_next_tabled (LifeTree tree, const uint32_t *entries, const uint8_t *cells)
{
  uint32_t at = tree.root;

  if (tree.words)
    return life_next_listed (tree, entries, cells);
  if (tree.itself_first)
    at = entries[at + cells[4]];
  if (tree.neighbors >= 6)
    at = entries[at + cells[0]];
  if (tree.neighbors == 8) {
    at = entries[at + cells[2]];
    at = entries[at + cells[6]];
  }
  if (tree.neighbors >= 6)
    at = entries[at + cells[8]];
  if (tree.neighbors >= 4)
    at = entries[at + cells[1]];
  at = entries[at + cells[3]];
  at = entries[at + cells[5]];
  if (tree.neighbors >= 4)
    at = entries[at + cells[7]];
  if (!tree.itself_first)
    at = entries[at + cells[4]];
  return (uint8_t) at;
}
