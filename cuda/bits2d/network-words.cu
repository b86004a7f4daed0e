/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Finding which words of a column the cells at its sides use. */
#include "cuda/bits2d/network-words.h"

gboolean
life_network_find_plane (const LifeNetwork *network, guint word, guint *plane)
{
  *plane = word - network->planes;
  return word >= network->planes && *plane < network->planes;
}

gboolean
life_network_find_word (
    const LifeNetwork *network, guint signal, guint *word, guint *column)
{
  if (signal >= life_network_first_gate (network))
    return FALSE;
  *column = signal % 3;
  *word = signal / 3;
  return TRUE;
}

static void
add_word (const LifeNetwork *network, guint signal, LifeNetworkWords *words)
{
  guint word, column, plane;

  if (!life_network_find_word (network, signal, &word, &column)
      || (column == 1 && life_network_find_plane (network, word, &plane)))
    return;
  if (words->index[word] < 0)
    words->index[word] = (gint) words->n++;
  if (column == 0)
    words->left |= 1u << words->index[word];
  if (column == 2)
    words->right |= 1u << words->index[word];
}

LifeNetworkWords
life_network_find_words (const LifeNetwork *network)
{
  LifeNetworkWords words = {};

  for (guint i = 0; i < G_N_ELEMENTS (words.index); i++)
    words.index[i] = -1;
  for (guint i = 0; i < network->n_gates; i++)
    for (guint k = 0; k < 3; k++)
      add_word (network, network->gates[i].inputs[k], &words);
  for (guint i = 0; i < network->planes; i++)
    add_word (network, network->outputs[i], &words);
  /* No array is without elements. */
  if (words.n == 0)
    words.index[network->planes] = (gint) words.n++;
  return words;
}

guint
life_network_outer_planes (const LifeNetwork *network)
{
  const LifeNetworkWords words = life_network_find_words (network);
  const guint planes = network->planes;
  guint outer = 0;

  for (guint word = 0; word < 3 * planes; word++) {
    gboolean used = words.index[word] >= 0;

    for (guint i = 0; i < network->n_columns; i++)
      for (guint k = 0; k < 3; k++)
        used |= network->columns[i].inputs[k] == word;
    if (used && word / planes != 1)
      outer |= 1u << word % planes;
  }
  return outer;
}
