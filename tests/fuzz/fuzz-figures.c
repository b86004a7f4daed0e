/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Fuzzes the reader of others' figures: any text is figures whose values can be
 * compared, or an error in UTF-8 that names file and line. */
#include <math.h>
#include <stdlib.h>

#include "tools/bench.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_error (const GError *error)
{
  if (!g_error_matches (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE)
      || !g_utf8_validate (error->message, -1, NULL)
      || !g_str_has_prefix (error->message, "fuzz.tsv:"))
    abort ();
}

static void
check_figure (const BenchFigure *figure)
{
  gdouble seconds = bench_figure_seconds (figure);
  gdouble value = bench_figure_convert (figure, seconds);
  guint64 cells;

  if (figure->program == NULL || figure->rule == NULL || figure->date == NULL
      || figure->source == NULL
      || !life_geometry_cells (&figure->geometry, &cells) || !isfinite (seconds)
      || !(seconds > 0) || bench_unit_name (figure->unit) == NULL)
    abort ();
  /* Seconds that are nearly 0, or too many, have no exact way back. */
  if (seconds > 1e-300 && seconds < 1e300
      && fabs (value - figure->value) > 1e-9 * figure->value)
    abort ();
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree gchar *text = g_strndup ((const gchar *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) figures =
      bench_figures_parse (text, size, "fuzz.tsv", &error);

  if (figures == NULL) {
    check_error (error);
    return 0;
  }
  if (figures->len == 0)
    abort ();
  for (guint i = 0; i < figures->len; i++)
    check_figure (&g_array_index (figures, BenchFigure, i));
  return 0;
}
