/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writing networks as PTX, in place of the marks of templates. A mark is a line of words, the
 * first of which says what it is. A column's name, %r7, stands for registers %w7_0, %w7_1, …,
 * one for each word of it that cells use. */
#include "cuda/bits2d/network-ptx.h"
#include "cuda/bits2d/bits2d-sweep.cuh"
#include "cuda/bits2d/network-words.h"
#include "cuda/bits2d/templates.h"

#include "life/base/unpack.h"

#include <stdlib.h>
#include <string.h>

struct Splice {
  const LifeNetwork *network;
  LifeNetworkWords words;
  int compute_capability;
  GString *text;
};

/* What begins the name of a register. */
#define PREFIX "%r"

static const gchar *
number_of (const gchar *column)
{
  return column + strlen (PREFIX);
}

static void
declare_column (Splice *self, const gchar *column)
{
  g_string_append_printf (
      self->text, ".reg .b32 %%w%s_<%u>;\n", number_of (column), self->words.n);
}

static void
write_gate (Splice *self, gchar kind, guint i, guint table,
    const gchar *const inputs[3])
{
  g_string_append_printf (self->text, "lop3.b32 %%%c%u, %s, %s, %s, %u;\n",
      kind, i, inputs[0], inputs[1], inputs[2], table);
}

/* The room for a register's name. */
#define NAME 32

/* column, a name; cells above, here and below, each a register per plane */
static void
write_column (Splice *self, gchar **mark)
{
  const LifeNetwork *network = self->network;
  const guint n_cells = 3 * network->planes;
  gchar names[3 * LIFE_NETWORK_PLANES + LIFE_NETWORK_COLUMNS][NAME];

  for (guint i = 0; i < n_cells; i++)
    g_strlcpy (names[i], mark[2 + i], NAME);
  declare_column (self, mark[1]);
  g_string_append_printf (
      self->text, "{\n.reg .b32 %%f<%u>;\n", network->n_columns + 1);
  for (guint i = 0; i < network->n_columns; i++) {
    const LifeGate *gate = &network->columns[i];
    const gchar *inputs[3];

    for (guint k = 0; k < 3; k++)
      inputs[k] = names[gate->inputs[k]];
    g_snprintf (names[n_cells + i], NAME, "%%f%u", i);
    write_gate (self, 'f', i, gate->table, inputs);
  }
  for (guint word = 0; word < n_cells + network->n_columns; word++)
    if (self->words.index[word] >= 0)
      g_string_append_printf (self->text, "mov.b32 %%w%s_%d, %s;\n",
          number_of (mark[1]), self->words.index[word], names[word]);
  g_string_append (self->text, "}\n");
}

static void
name_signal (const Splice *self, guint signal, gchar **columns, gchar **cell,
    gchar *name)
{
  guint word, column, plane;

  if (!life_network_find_word (self->network, signal, &word, &column))
    g_snprintf (
        name, NAME, "%%g%u", signal - life_network_first_gate (self->network));
  else if (column == 1 && life_network_find_plane (self->network, word, &plane))
    g_strlcpy (name, cell[plane], NAME);
  else
    g_snprintf (name, NAME, "%%w%s_%d", number_of (columns[column]),
        self->words.index[word]);
}

/* next; names of the columns left, here and right; the next cell; the cell. A register may
 * be in both. */
static void
write_next (Splice *self, gchar **mark)
{
  const LifeNetwork *network = self->network;
  gchar **columns = mark + 1, **next = mark + 4;
  gchar **cell = next + network->planes;
  gchar names[3][NAME];

  g_string_append_printf (self->text,
      "{\n.reg .b32 %%g<%u>;\n.reg .b32 %%o<%u>;\n", network->n_gates + 1,
      network->planes);
  for (guint i = 0; i < network->n_gates; i++) {
    const LifeGate *gate = &network->gates[i];
    const gchar *const inputs[3] = { names[0], names[1], names[2] };

    for (guint k = 0; k < 3; k++)
      name_signal (self, gate->inputs[k], columns, cell, names[k]);
    write_gate (self, 'g', i, gate->table, inputs);
  }
  for (guint i = 0; i < network->planes; i++) {
    name_signal (self, network->outputs[i], columns, cell, names[0]);
    g_string_append_printf (self->text, "mov.b32 %%o%u, %s;\n", i, names[0]);
  }
  for (guint i = 0; i < network->planes; i++)
    g_string_append_printf (self->text, "mov.b32 %s, %%o%u;\n", next[i], i);
  g_string_append (self->text, "}\n");
}

/* left or right; a name, and of what; how the shuffle is called, and its operands */
static void
write_shuffle (Splice *self, gchar **mark)
{
  const guint words =
      g_str_equal (mark[0], "left") ? self->words.left : self->words.right;

  declare_column (self, mark[1]);
  for (guint i = 0; i < self->words.n; i++)
    if (words >> i & 1)
      g_string_append_printf (self->text,
          "shfl.sync.%s.b32 %%w%s_%u, %%w%s_%u, %s, %s, -1;\n", mark[3],
          number_of (mark[1]), i, number_of (mark[2]), i, mark[4], mark[5]);
}

/* As dependent.cuh has it. */
static void
write_wait (Splice *self, gchar **mark)
{
  if (self->compute_capability >= 90)
    g_string_append (self->text,
        "griddepcontrol.wait;\ngriddepcontrol.launch_dependents;\n");
}

/* blocks; words, stages, planes */
static void
write_blocks (Splice *self, gchar **mark)
{
  g_string_append_printf (self->text, ".minnctapersm %d\n",
      life_sweep_blocks (
          atoi (mark[1]), atoi (mark[2]), atoi (mark[3]), (int) self->words.n));
}

static gboolean
replace_mark (Splice *self, const gchar *line)
{
  static const struct {
    const gchar *name;
    void (*write) (Splice *self, gchar **mark);
  } kinds[] = { { "column", write_column }, { "next", write_next },
    { "left", write_shuffle }, { "right", write_shuffle },
    { "wait", write_wait }, { "blocks", write_blocks } };
  g_auto (GStrv) mark = g_strsplit (line, " ", -1);

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (mark[0], kinds[i].name)) {
      kinds[i].write (self, mark);
      return TRUE;
    }
  return FALSE;
}

static const LifeTemplate *
find_template (const gchar *name)
{
  for (const LifeTemplate *found = life_templates; found->name != NULL; found++)
    if (g_str_equal (found->name, name))
      return found;
  return NULL;
}

static gboolean
fill (Splice *self, const LifeTemplate *from)
{
  const LifeReader packed = { (const gchar *) from->data, from->size };
  LifeBytes bytes = {};
  gboolean good = life_gunzip (&packed, &bytes, NULL);

  for (gsize at = 0; good && at < bytes.length;) {
    gchar *line = bytes.data + at;
    gchar *end = (gchar *) memchr (line, '\n', bytes.length - at);

    *end = '\0';
    at = (gsize) (end + 1 - bytes.data);
    if (*line == '#')
      good = replace_mark (self, line + 1);
    else
      g_string_append_printf (self->text, "%s\n", line);
  }
  g_free (bytes.data);
  return good;
}

gchar *
life_network_to_ptx (const LifeNetwork *network, const gchar *const *names,
    int compute_capability, const gchar **entries)
{
  Splice splice = { network, life_network_find_words (network),
    compute_capability, g_string_new (NULL) };
  const guint target = compute_capability < 90
                           ? life_templates_target
                           : MAX (90, life_templates_target);
  gboolean good = compute_capability >= (int) target;

  g_string_append_printf (splice.text,
      ".version %s\n.target sm_%u\n.address_size 64\n", life_templates_version,
      target);
  for (guint i = 0; good && names[i] != NULL; i++) {
    const LifeTemplate *found = find_template (names[i]);

    good = found != NULL && fill (&splice, found);
    entries[i] = good ? found->entry : NULL;
  }
  return g_string_free (splice.text, !good);
}
