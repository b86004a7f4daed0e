/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writing networks as CUDA: which words of a column the cells beside it look at,
 * and a gate a line. */
#include "cuda/bits2d/network-source.h"

#define CELL 4 /* the cell itself among the nine */

/* The words of a column: its three cells, then its functions; and where those lie
 * that are needed at all. */
struct Columns {
  guint n;
  gint place[3 + LIFE_NETWORK_COLUMNS]; /* -1: not needed */
  guint left, right;                    /* masks by place */
};

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
note (const LifeNetwork *network, guint signal, Columns *columns)
{
  guint word, column;

  if (signal == CELL || !find_word (network, signal, &word, &column))
    return;
  if (columns->place[word] < 0)
    columns->place[word] = (gint) columns->n++;
  if (column == 0)
    columns->left |= 1u << columns->place[word];
  if (column == 2)
    columns->right |= 1u << columns->place[word];
}

static Columns
find_columns (const LifeNetwork *network)
{
  Columns columns = {};

  for (guint i = 0; i < G_N_ELEMENTS (columns.place); i++)
    columns.place[i] = -1;
  for (guint i = 0; i < network->n_gates; i++)
    for (guint k = 0; k < 3; k++)
      note (network, network->gates[i].inputs[k], &columns);
  note (network, network->output, &columns);
  /* No array is without elements. */
  if (columns.n == 0)
    columns.place[1] = (gint) columns.n++;
  return columns;
}

static void
write_signal (const LifeNetwork *network, const Columns *columns, guint signal,
    GString *text)
{
  static const gchar *const names[] = { "left", "same", "right" };
  guint word, column;

  if (signal == CELL)
    g_string_append (text, "cell");
  else if (find_word (network, signal, &word, &column))
    g_string_append_printf (
        text, "%s.word[%d]", names[column], columns->place[word]);
  else
    g_string_append_printf (
        text, "g%u", signal - life_network_first_gate (network));
}

static void
write_column (const LifeNetwork *network, const Columns *columns, GString *text)
{
  static const gchar *const cells[] = { "above", "here", "below" };

  g_string_append (text,
      "  static __device__ __forceinline__ Column\n"
      "  column (LifeWord above, LifeWord here, LifeWord below)\n  {\n"
      "    Column result;\n");
  for (guint word = 0; word < 3; word++)
    if (columns->place[word] >= 0)
      g_string_append_printf (text, "    result.word[%d] = %s;\n",
          columns->place[word], cells[word]);
  for (guint i = 0; i < network->n_columns; i++)
    if (columns->place[3 + i] >= 0)
      g_string_append_printf (text,
          "    result.word[%d] = life_gate<%u> (above, here, below);\n",
          columns->place[3 + i], network->columns[i]);
  g_string_append (text, "    return result;\n  }\n");
}

static void
write_next (const LifeNetwork *network, const Columns *columns, GString *text)
{
  g_string_append (text,
      "  __device__ __forceinline__ LifeWord\n"
      "  next (const Column &left, const Column &same, const Column &right,\n"
      "      LifeWord cell) const\n  {\n");
  for (guint i = 0; i < network->n_gates; i++) {
    const LifeGate *gate = &network->gates[i];

    g_string_append_printf (
        text, "    LifeWord g%u = life_gate<%u> (", i, gate->table);
    for (guint k = 0; k < 3; k++) {
      write_signal (network, columns, gate->inputs[k], text);
      g_string_append (text, k < 2 ? ", " : ");\n");
    }
  }
  g_string_append (text, "    return ");
  write_signal (network, columns, network->output, text);
  g_string_append (text, ";\n  }\n");
}

static gboolean
is_direction_sensitive (const guint64 map[8])
{
  for (guint i = 0; i < 512; i++) {
    const guint turned = i >> 6 | (i & 0x38) | (i & 7) << 6;

    if ((map[i / 64] >> i % 64 & 1) != (map[turned / 64] >> turned % 64 & 1))
      return TRUE;
  }
  return FALSE;
}

gchar *
life_network_to_source (
    const LifeNetwork *network, const gchar *name, const guint64 map[8])
{
  const gboolean nothing_stays = (map[0] & 1) == 0;
  const gboolean direction_sensitive = is_direction_sensitive (map);
  const Columns columns = find_columns (network);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
      "struct %s {\n  static constexpr int planes = 1, gates = %u;\n"
      "  static constexpr bool nothing_stays = %s, direction_sensitive = %s;\n"
      "  static constexpr bool separate = false;\n"
      "  typedef LifeColumn<%u, %uu, %uu> Column;\n",
      name, life_network_cost (network), nothing_stays ? "true" : "false",
      direction_sensitive ? "true" : "false", columns.n, columns.left,
      columns.right);
  write_column (network, &columns, text);
  write_next (network, &columns, text);
  g_string_append (text, "};\n");
  return g_string_free (text, FALSE);
}
