/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writing networks as CUDA, a gate a line. */
#include "cuda/bits2d/network-source.h"
#include "cuda/bits2d/network-words.h"

/* Two states are a word each; of more, a cell is an array of them. */
static void
write_plane (
    const LifeNetwork *network, const gchar *cell, guint plane, GString *text)
{
  if (network->planes == 1)
    g_string_append (text, cell);
  else
    g_string_append_printf (text, "%s[%u]", cell, plane);
}

/* The type of a parameter that is a cell. */
static void
write_parameter (const LifeNetwork *network, const gchar *cell, GString *text)
{
  if (network->planes == 1)
    g_string_append_printf (text, "LifeWord %s", cell);
  else
    g_string_append_printf (
        text, "const LifeWord (&%s)[%u]", cell, network->planes);
}

static void
write_signal (const LifeNetwork *network, const LifeNetworkWords *words,
    guint signal, GString *text)
{
  static const gchar *const names[] = { "left", "same", "right" };
  guint word, column, plane;

  if (!life_network_find_word (network, signal, &word, &column))
    g_string_append_printf (
        text, "g%u", signal - life_network_first_gate (network));
  else if (column == 1 && life_network_find_plane (network, word, &plane))
    write_plane (network, "cell", plane, text);
  else
    g_string_append_printf (
        text, "%s.word[%d]", names[column], words->index[word]);
}

/* A word of a column, where that is made. */
static void
write_word (const LifeNetwork *network, guint word, GString *text)
{
  static const gchar *const cells[] = { "above", "here", "below" };
  const guint planes = network->planes;

  if (word < 3 * planes)
    write_plane (network, cells[word / planes], word % planes, text);
  else
    g_string_append_printf (text, "f%u", word - 3 * planes);
}

static void
write_column (
    const LifeNetwork *network, const LifeNetworkWords *words, GString *text)
{
  static const gchar *const cells[] = { "above", "here", "below" };
  const guint n_words = 3 * network->planes + network->n_columns;

  g_string_append (
      text, "  static __device__ __forceinline__ Column\n  column (");
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++) {
    write_parameter (network, cells[i], text);
    g_string_append (text, i < 2 ? ", " : ")\n  {\n    Column result;\n");
  }
  for (guint i = 0; i < network->n_columns; i++) {
    const LifeGate *gate = &network->columns[i];

    g_string_append_printf (
        text, "    LifeWord f%u = life_gate<%u> (", i, gate->table);
    for (guint k = 0; k < 3; k++) {
      write_word (network, gate->inputs[k], text);
      g_string_append (text, k < 2 ? ", " : ");\n");
    }
  }
  for (guint word = 0; word < n_words; word++)
    if (words->index[word] >= 0) {
      g_string_append_printf (
          text, "    result.word[%d] = ", words->index[word]);
      write_word (network, word, text);
      g_string_append (text, ";\n");
    }
  g_string_append (text, "    return result;\n  }\n");
}

static void
write_next (
    const LifeNetwork *network, const LifeNetworkWords *words, GString *text)
{
  const gboolean states = network->planes > 1;

  g_string_append_printf (text,
      "  __device__ __forceinline__ %s\n"
      "  %s (const Column &left, const Column &same, const Column &right, ",
      states ? "void" : "LifeWord", states ? "advance" : "next");
  write_parameter (network, "cell", text);
  if (states)
    g_string_append_printf (text, ", LifeWord (&result)[%u]", network->planes);
  g_string_append (text, ") const\n  {\n");
  for (guint i = 0; i < network->n_gates; i++) {
    const LifeGate *gate = &network->gates[i];

    g_string_append_printf (
        text, "    LifeWord g%u = life_gate<%u> (", i, gate->table);
    for (guint k = 0; k < 3; k++) {
      write_signal (network, words, gate->inputs[k], text);
      g_string_append (text, k < 2 ? ", " : ");\n");
    }
  }
  for (guint i = 0; i < network->planes; i++) {
    if (states)
      g_string_append_printf (text, "    result[%u] = ", i);
    else
      g_string_append (text, "    return ");
    write_signal (network, words, network->outputs[i], text);
    g_string_append (text, ";\n");
  }
  g_string_append (text, "  }\n");
}

/* Whether the cells above a cell and below it may not change places. Of rules of more than two
 * states nothing is assumed. */
static gboolean
is_direction_sensitive (const LifeNetwork *network)
{
  for (guint i = 0; i < LIFE_NETWORK_PATTERNS; i++) {
    guint8 cells[9], turned[9];

    for (guint k = 0; k < 9; k++)
      cells[k] = turned[(2 - k / 3) * 3 + k % 3] = i >> k & 1;
    if (network->planes > 1
        || life_network_next (network, cells)
               != life_network_next (network, turned))
      return TRUE;
  }
  return FALSE;
}

gchar *
life_network_to_source (const LifeNetwork *network, const gchar *name)
{
  const guint8 dead[9] = { 0 };
  const gboolean nothing_stays = life_network_next (network, dead) == 0;
  const LifeNetworkWords words = life_network_find_words (network);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
      "struct %s {\n  static constexpr int planes = %u, gates = %u;\n"
      "  static constexpr bool nothing_stays = %s, direction_sensitive = %s;\n"
      "  static constexpr bool separate = false;\n"
      "  static constexpr unsigned outer = %uu;\n"
      "  typedef LifeColumn<%u, %uu, %uu> Column;\n",
      name, network->planes, life_network_cost (network),
      nothing_stays ? "true" : "false",
      is_direction_sensitive (network) ? "true" : "false",
      life_network_outer_planes (network), words.n, words.left, words.right);
  write_column (network, &words, text);
  write_next (network, &words, text);
  g_string_append (text, "};\n");
  if (network->planes > 1)
    g_string_append_printf (text,
        "template <> struct LifeHasStates<%s> {\n"
        "  static constexpr bool value = true;\n};\n",
        name);
  return g_string_free (text, FALSE);
}

/* --- Blocks --- */

static void
write_block_signal (guint signal, GString *text)
{
  static const gchar *const names[] = { "left.word[0]", "right.word[0]",
    "left.word[1]", "right.word[1]", "lower" };

  if (signal < LIFE_BLOCK_SIGNALS)
    g_string_append (text, names[signal]);
  else
    g_string_append_printf (text, "g%u", signal - LIFE_BLOCK_SIGNALS);
}

static void
write_block_next (const LifeBlockNetwork *network, GString *text)
{
  g_string_append (text,
      "  __device__ __forceinline__ void\n"
      "  next (Row lower, const Column &left, const Column &right,\n"
      "      LifeWord &next_left, LifeWord &next_right) const\n  {\n");
  for (guint i = 0; i < network->n_gates; i++) {
    const LifeGate *gate = &network->gates[i];

    g_string_append_printf (
        text, "    LifeWord g%u = life_gate<%u> (", i, gate->table);
    for (guint k = 0; k < 3; k++) {
      write_block_signal (gate->inputs[k], text);
      g_string_append (text, k < 2 ? ", " : ");\n");
    }
  }
  for (guint i = 0; i < G_N_ELEMENTS (network->outputs); i++) {
    g_string_append_printf (text, "    LifeWord o%u = ", i);
    write_block_signal (network->outputs[i], text);
    g_string_append (text, ";\n");
  }
  g_string_append (text, "    next_left = o0;\n    next_right = o1;\n  }\n");
}

/* Of a block without life nothing is assumed. */
gchar *
life_block_network_to_source (
    const LifeBlockNetwork *network, const gchar *name)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
      "struct %s {\n  static constexpr int planes = 1;\n"
      "  static constexpr bool nothing_stays = false, separate = false;\n"
      "  static constexpr bool direction_sensitive = true;\n"
      "  static constexpr unsigned outer = 1;\n"
      "  typedef LifeBlockColumn Column;\n  typedef LifeWord Row;\n"
      "  __device__ __forceinline__ Row\n"
      "  row (LifeWord lower) const\n  {\n    return lower;\n  }\n",
      name);
  write_block_next (network, text);
  g_string_append_printf (text,
      "};\ntemplate <> struct LifeHasBlocks<%s> {\n"
      "  static constexpr bool value = true;\n};\n",
      name);
  return g_string_free (text, FALSE);
}
