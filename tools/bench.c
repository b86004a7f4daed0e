/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Shared by all measurements of life-bench: members of the line of JSON, worlds' options,
 * medians and checksums. */
#include "bench.h"

/* --- JSON --- */

static void
add_name (GString *json, const gchar *name)
{
  g_string_append_printf (
      json, "%s\"%s\": ", json->str[json->len - 1] == '{' ? "" : ", ", name);
}

void
bench_add_text (GString *json, const gchar *name, const gchar *text)
{
  add_name (json, name);
  g_string_append_c (json, '"');
  for (const gchar *c = text; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\' || (guchar) *c < 0x20)
      g_string_append_printf (json, "\\u%04x", (guchar) *c);
    else
      g_string_append_c (json, *c);
  }
  g_string_append_c (json, '"');
}

void
bench_add_number (GString *json, const gchar *name, gdouble number)
{
  gchar text[G_ASCII_DTOSTR_BUF_SIZE];

  add_name (json, name);
  g_string_append (json, g_ascii_formatd (text, sizeof (text), "%.9g", number));
}

void
bench_add_integer (GString *json, const gchar *name, guint64 number)
{
  add_name (json, name);
  g_string_append_printf (json, "%" G_GUINT64_FORMAT, number);
}

void
bench_add_flag (GString *json, const gchar *name, gboolean flag)
{
  add_name (json, name);
  g_string_append (json, flag ? "true" : "false");
}

void
bench_add_checksum (GString *json, const gchar *name, guint64 checksum)
{
  gchar text[17];

  g_snprintf (text, sizeof (text), "%016" G_GINT64_MODIFIER "x", checksum);
  bench_add_text (json, name, text);
}

/* --- What all measurements share --- */

void
bench_engine_options (const BenchOptions *options, LifeEngineOptions *engine)
{
  life_engine_options_init (engine);
  engine->engine = options->engine;
  engine->kernel = options->kernel;
  engine->pdl = !options->no_pdl;
  engine->threads = (guint) options->threads;
}

LifeRule *
bench_parse_rule (const BenchOptions *options, guint dimensions, GError **error)
{
  return life_rule_parse (options->rule != NULL ? options->rule
                          : dimensions == 3     ? "B6/S567"
                                                : "B3/S23",
      dimensions, error);
}

static gint
compare_values (gconstpointer a, gconstpointer b)
{
  gdouble x = *(const gdouble *) a, y = *(const gdouble *) b;

  return (x > y) - (x < y);
}

gdouble
bench_quantile (GArray *values, gdouble share)
{
  const gdouble position = share * (values->len - 1);
  const guint below = (guint) position;
  gdouble low, high;

  if (values->len == 0)
    return 0;
  g_array_sort (values, compare_values);
  low = g_array_index (values, gdouble, below);
  high = g_array_index (values, gdouble, MIN (below + 1, values->len - 1));
  return low + (high - low) * (position - below);
}

guint64
bench_add_up (guint64 sum, const guint8 *bytes, gsize n)
{
  for (gsize i = 0; i < n; i++)
    sum = (sum ^ bytes[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return sum;
}
