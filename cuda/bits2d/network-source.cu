/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writing networks as CUDA: which words of a column the cells at its sides use, and a gate
 * a line. */
#include "cuda/bits2d/network-source.h"

/* The words of a column: its cells, then its functions; and the indices of those that are
 * needed at all. */
struct Columns {
  guint n;
  gint index[3 * LIFE_NETWORK_PLANES
             + LIFE_NETWORK_COLUMNS]; /* -1: not needed */
  guint left, right;                  /* masks by index */
};

/* Which of its own planes a cell's word is; FALSE: it is one of another cell, or a function. */
static gboolean
find_plane (const LifeNetwork *network, guint word, guint *plane)
{
  *plane = word - network->planes;
  return word >= network->planes && *plane < network->planes;
}

/* The word of a column that @signal is, and in which column; FALSE for a gate. */
static gboolean
find_word (const LifeNetwork *network, guint signal, guint *word, guint *column)
{
  if (signal >= life_network_first_gate (network))
    return FALSE;
  *column = signal % 3;
  *word = signal / 3;
  return TRUE;
}

static void
add_word (const LifeNetwork *network, guint signal, Columns *columns)
{
  guint word, column, plane;

  if (!find_word (network, signal, &word, &column)
      || (column == 1 && find_plane (network, word, &plane)))
    return;
  if (columns->index[word] < 0)
    columns->index[word] = (gint) columns->n++;
  if (column == 0)
    columns->left |= 1u << columns->index[word];
  if (column == 2)
    columns->right |= 1u << columns->index[word];
}

static Columns
find_columns (const LifeNetwork *network)
{
  Columns columns = {};

  for (guint i = 0; i < G_N_ELEMENTS (columns.index); i++)
    columns.index[i] = -1;
  for (guint i = 0; i < network->n_gates; i++)
    for (guint k = 0; k < 3; k++)
      add_word (network, network->gates[i].inputs[k], &columns);
  for (guint i = 0; i < network->planes; i++)
    add_word (network, network->outputs[i], &columns);
  /* No array is without elements. */
  if (columns.n == 0)
    columns.index[network->planes] = (gint) columns.n++;
  return columns;
}

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
write_signal (const LifeNetwork *network, const Columns *columns, guint signal,
    GString *text)
{
  static const gchar *const names[] = { "left", "same", "right" };
  guint word, column, plane;

  if (!find_word (network, signal, &word, &column))
    g_string_append_printf (
        text, "g%u", signal - life_network_first_gate (network));
  else if (column == 1 && find_plane (network, word, &plane))
    write_plane (network, "cell", plane, text);
  else
    g_string_append_printf (
        text, "%s.word[%d]", names[column], columns->index[word]);
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

guint
life_network_outer_planes (const LifeNetwork *network)
{
  const Columns columns = find_columns (network);
  const guint planes = network->planes;
  guint outer = 0;

  for (guint word = 0; word < 3 * planes; word++) {
    gboolean used = columns.index[word] >= 0;

    for (guint i = 0; i < network->n_columns; i++)
      for (guint k = 0; k < 3; k++)
        used |= network->columns[i].inputs[k] == word;
    if (used && word / planes != 1)
      outer |= 1u << word % planes;
  }
  return outer;
}

static void
write_column (const LifeNetwork *network, const Columns *columns, GString *text)
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
    if (columns->index[word] >= 0) {
      g_string_append_printf (
          text, "    result.word[%d] = ", columns->index[word]);
      write_word (network, word, text);
      g_string_append (text, ";\n");
    }
  g_string_append (text, "    return result;\n  }\n");
}

static void
write_next (const LifeNetwork *network, const Columns *columns, GString *text)
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
      write_signal (network, columns, gate->inputs[k], text);
      g_string_append (text, k < 2 ? ", " : ");\n");
    }
  }
  for (guint i = 0; i < network->planes; i++) {
    if (states)
      g_string_append_printf (text, "    result[%u] = ", i);
    else
      g_string_append (text, "    return ");
    write_signal (network, columns, network->outputs[i], text);
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
  const Columns columns = find_columns (network);
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
      life_network_outer_planes (network), columns.n, columns.left,
      columns.right);
  write_column (network, &columns, text);
  write_next (network, &columns, text);
  g_string_append (text, "};\n");
  if (network->planes > 1)
    g_string_append_printf (text,
        "template <> struct LifeHasStates<%s> {\n"
        "  static constexpr bool value = true;\n};\n",
        name);
  return g_string_free (text, FALSE);
}
