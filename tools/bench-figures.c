/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads files of figures that other programs reached: lines of columns with tabs
 * between, as docs/performance.md describes them. */
#include "bench.h"

#include <math.h>
#include <string.h>

/* What stands in a column that says nothing. */
#define NOTHING "-"
#define MOST_GENERATIONS G_GUINT64_CONSTANT (1000000000000)

typedef enum {
  PER_GENERATION, /* seconds */
  PER_RUN,        /* seconds */
  CELLS,          /* per second */
  GENERATIONS,    /* per second */
} Kind;

static const struct {
  const gchar *name;
  Kind kind;
  gdouble factor;
} units[] = {
  { "us/generation", PER_GENERATION, 1e-6 },
  { "ms/generation", PER_GENERATION, 1e-3 },
  { "s/generation", PER_GENERATION, 1 },
  { "ms/run", PER_RUN, 1e-3 },
  { "s/run", PER_RUN, 1 },
  { "cell/s", CELLS, 1 },
  { "Mcell/s", CELLS, 1e6 },
  { "Gcell/s", CELLS, 1e9 },
  { "Tcell/s", CELLS, 1e12 },
  { "generation/s", GENERATIONS, 1 },
};

typedef enum {
  COLUMN_PROGRAM,
  COLUMN_VERSION,
  COLUMN_RULE,
  COLUMN_SIZE,
  COLUMN_TOPOLOGY,
  COLUMN_GENERATIONS,
  COLUMN_VALUE,
  COLUMN_UNIT,
  COLUMN_CHIP,
  COLUMN_DATE,
  COLUMN_SOURCE,
  COLUMNS
} Column;

static const struct {
  const gchar *name;
  gboolean needed;
} columns[COLUMNS] = {
  [COLUMN_PROGRAM] = { "program", TRUE },
  [COLUMN_VERSION] = { "version" },
  [COLUMN_RULE] = { "rule" },
  [COLUMN_SIZE] = { "size", TRUE },
  [COLUMN_TOPOLOGY] = { "topology" },
  [COLUMN_GENERATIONS] = { "generations" },
  [COLUMN_VALUE] = { "value", TRUE },
  [COLUMN_UNIT] = { "unit", TRUE },
  [COLUMN_CHIP] = { "chip" },
  [COLUMN_DATE] = { "date", TRUE },
  [COLUMN_SOURCE] = { "source", TRUE },
};

/* --- Figures --- */

void
bench_figure_clear (gpointer data)
{
  BenchFigure *figure = data;

  g_free (figure->program);
  g_free (figure->version);
  g_free (figure->rule);
  g_free (figure->chip);
  g_free (figure->date);
  g_free (figure->source);
}

gdouble
bench_figure_seconds (const BenchFigure *figure)
{
  gdouble value = figure->value * units[figure->unit].factor;
  guint64 cells;

  switch (units[figure->unit].kind) {
    case PER_GENERATION:
      return value;
    case PER_RUN:
      return value / (gdouble) figure->generations;
    case CELLS:
      life_geometry_cells (&figure->geometry, &cells);
      return (gdouble) cells / value;
    case GENERATIONS:
      return 1 / value;
  }
  g_return_val_if_reached (0);
}

gdouble
bench_figure_convert (const BenchFigure *figure, gdouble seconds)
{
  gdouble factor = units[figure->unit].factor;
  guint64 cells;

  switch (units[figure->unit].kind) {
    case PER_GENERATION:
      return seconds / factor;
    case PER_RUN:
      return seconds * (gdouble) figure->generations / factor;
    case CELLS:
      life_geometry_cells (&figure->geometry, &cells);
      return (gdouble) cells / seconds / factor;
    case GENERATIONS:
      return 1 / seconds / factor;
  }
  g_return_val_if_reached (0);
}

const gchar *
bench_unit_name (guint unit)
{
  return units[unit].name;
}

gboolean
bench_parse_unit (const gchar *text, guint *unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (text, units[i].name)) {
      *unit = i;
      return TRUE;
    }
  return FALSE;
}

/* --- Lines --- */

typedef struct {
  const gchar *name; /* of the file */
  guint line;
  gint places[COLUMNS]; /* where each column stands; -1: nowhere */
  guint n_columns;      /* 0: before the header */
  GError **error;
} Reader;

static gboolean G_GNUC_PRINTF (2, 3)
    refuse (Reader *reader, const gchar *format, ...)
{
  g_autofree gchar *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (reader->error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "%s:%u: %s", reader->name, reader->line, message);
  return FALSE;
}

static gboolean
refuse_value (
    Reader *reader, Column column, const gchar *text, const gchar *remedy)
{
  return refuse (reader, "%s \"%s\" is not understood; %s",
      columns[column].name, text, remedy);
}

/* The words of a line: several tabs between two count as one, so that columns can
 * be lined up. */
static GPtrArray *
split (const gchar *line)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = g_strsplit (line, "\t", -1);

  for (guint i = 0; parts[i] != NULL; i++) {
    const gchar *word = g_strstrip (parts[i]);
    if (*word != '\0')
      g_ptr_array_add (words, g_strdup (word));
  }
  return words;
}

static gboolean
read_header (Reader *reader, const GPtrArray *words)
{
  for (guint i = 0; i < words->len; i++) {
    const gchar *word = words->pdata[i];
    guint column = 0;
    while (column < COLUMNS && !g_str_equal (word, columns[column].name))
      column++;
    if (column == COLUMNS)
      return refuse (reader,
          "no column is called \"%s\"; the first line names columns of "
          "program, "
          "version, rule, size, topology, generations, value, unit, chip, date "
          "and source, with tabs between",
          word);
    if (reader->places[column] >= 0)
      return refuse (
          reader, "column %s is there twice; leave one of them out", word);
    reader->places[column] = (gint) i;
  }
  for (guint column = 0; column < COLUMNS; column++)
    if (columns[column].needed && reader->places[column] < 0)
      return refuse (reader,
          "the first line names no column %s; add it, with a tab before it",
          columns[column].name);
  reader->n_columns = words->len;
  return TRUE;
}

/* The text in a column, or NULL where there is none. */
static const gchar *
text_in (const Reader *reader, const GPtrArray *words, Column column)
{
  const gchar *text =
      reader->places[column] < 0 ? NULL : words->pdata[reader->places[column]];

  return g_strcmp0 (text, NOTHING) == 0 ? NULL : text;
}

static gboolean
read_world (Reader *reader, const GPtrArray *words, BenchFigure *figure)
{
  const gchar *size = text_in (reader, words, COLUMN_SIZE);
  const gchar *topology = text_in (reader, words, COLUMN_TOPOLOGY);
  const gchar *rule = text_in (reader, words, COLUMN_RULE);
  const gchar *generations = text_in (reader, words, COLUMN_GENERATIONS);
  guint dimensions;
  guint64 cells;

  figure->geometry.topology = LIFE_TOPOLOGY_TORUS;
  if (!bench_parse_size (size, &figure->geometry)
      || !life_geometry_cells (&figure->geometry, &cells))
    return refuse_value (reader, COLUMN_SIZE, size,
        "give WxH or WxHxD, as 1024x1024 or 64x64x64");
  if (topology != NULL
      && !bench_parse_topology (topology, &figure->geometry.topology))
    return refuse_value (
        reader, COLUMN_TOPOLOGY, topology, "give torus or plane");
  dimensions = bench_dimensions (&figure->geometry);
  figure->rule = g_strdup (rule != NULL      ? rule
                           : dimensions == 3 ? "B6/S567"
                                             : "B3/S23");
  /* A name may be that of a rule whose file is missing here. */
  if (strpbrk (figure->rule, "/,:") != NULL) {
    g_autoptr (GError) problem = NULL;
    g_autoptr (LifeRule) parsed =
        life_rule_parse (figure->rule, dimensions, &problem);
    if (parsed == NULL)
      return refuse (reader, "%s", problem->message);
    if (life_rule_get_grid (parsed) != NULL)
      return refuse_value (reader, COLUMN_RULE, figure->rule,
          "leave out what follows the colon; size and topology have columns of "
          "their own");
  }
  if (generations != NULL
      && !g_ascii_string_to_unsigned (
          generations, 10, 1, MOST_GENERATIONS, &figure->generations, NULL))
    return refuse_value (reader, COLUMN_GENERATIONS, generations,
        "give how many one call advances, as 1024, or - where it is not known");
  return TRUE;
}

static gboolean
read_value (Reader *reader, const GPtrArray *words, BenchFigure *figure)
{
  const gchar *value = text_in (reader, words, COLUMN_VALUE);
  const gchar *unit = text_in (reader, words, COLUMN_UNIT);
  gchar *end;
  gdouble seconds;

  if (!bench_parse_unit (unit, &figure->unit))
    return refuse_value (reader, COLUMN_UNIT, unit,
        "give us, ms or s/generation, ms or s/run, cell/s, Mcell/s, Gcell/s, "
        "Tcell/s or generation/s");
  if (units[figure->unit].kind == PER_RUN && figure->generations == 0)
    return refuse (reader,
        "%s is of no known number of generations; give it in the column "
        "generations",
        unit);
  figure->value = g_ascii_strtod (value, &end);
  if (*end != '\0' || !isfinite (figure->value) || figure->value <= 0)
    return refuse_value (
        reader, COLUMN_VALUE, value, "give a number above 0, as 23.6");
  seconds = bench_figure_seconds (figure);
  return (isfinite (seconds) && seconds > 0)
         || refuse_value (reader, COLUMN_VALUE, value,
             "it is out of range for its unit; give both as their source does");
}

/* Whether it is a date, YYYY-MM-DD or without a day, or month; "<" before it means
 * that the figure is older. */
static gboolean
is_date (const gchar *text)
{
  static const gchar form[] = "dddd-dd-dd";
  const gchar *start = *text == '<' ? text + 1 : text;
  gsize length = strlen (start);
  gint month = 1, day = 1;

  if (length != 4 && length != 7 && length != 10)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (form[i] == 'd' ? !g_ascii_isdigit (start[i]) : start[i] != form[i])
      return FALSE;
  if (length > 4)
    month = (start[5] - '0') * 10 + start[6] - '0';
  if (length > 7)
    day = (start[8] - '0') * 10 + start[9] - '0';
  return g_date_valid_dmy (
      (GDateDay) day, month, (GDateYear) g_ascii_strtoull (start, NULL, 10));
}

static gboolean
read_figure (Reader *reader, const GPtrArray *words, BenchFigure *figure)
{
  const gchar *date;

  if (words->len != reader->n_columns)
    return refuse (reader,
        "%u columns where the first line names %u; put a tab between two, "
        "and - where nothing is known",
        words->len, reader->n_columns);
  for (guint column = 0; column < COLUMNS; column++)
    if (columns[column].needed && text_in (reader, words, column) == NULL)
      return refuse (reader, "column %s says nothing; every figure needs one",
          columns[column].name);
  figure->line = reader->line;
  figure->program = g_strdup (text_in (reader, words, COLUMN_PROGRAM));
  figure->version = g_strdup (text_in (reader, words, COLUMN_VERSION));
  figure->chip = g_strdup (text_in (reader, words, COLUMN_CHIP));
  figure->source = g_strdup (text_in (reader, words, COLUMN_SOURCE));
  figure->date = g_strdup (date = text_in (reader, words, COLUMN_DATE));
  if (!is_date (date))
    return refuse_value (reader, COLUMN_DATE, date,
        "give YYYY-MM-DD, YYYY-MM or YYYY, with < before it for a figure that "
        "is older");
  return read_world (reader, words, figure)
         && read_value (reader, words, figure);
}

static gboolean
read_line (Reader *reader, const gchar *line, GArray *figures)
{
  g_autoptr (GPtrArray) words = split (line);
  BenchFigure figure = { 0 };

  if (words->len == 0 || *(const gchar *) words->pdata[0] == '#')
    return TRUE;
  if (reader->n_columns == 0)
    return read_header (reader, words);
  if (!read_figure (reader, words, &figure)) {
    bench_figure_clear (&figure);
    return FALSE;
  }
  g_array_append_val (figures, figure);
  return TRUE;
}

GArray *
bench_figures_new (void)
{
  GArray *figures = g_array_new (FALSE, FALSE, sizeof (BenchFigure));

  g_array_set_clear_func (figures, bench_figure_clear);
  return figures;
}

/* The number of the line that @place is in. */
static guint
line_of (const gchar *text, const gchar *place)
{
  guint line = 1;

  for (const gchar *c = text; c < place; c++)
    line += *c == '\n';
  return line;
}

GArray *
bench_figures_parse (
    const gchar *text, gsize length, const gchar *name, GError **error)
{
  g_autoptr (GArray) figures = bench_figures_new ();
  g_auto (GStrv) lines = NULL;
  Reader reader = { .name = name, .line = 1, .error = error };
  const gchar *end;

  for (guint column = 0; column < COLUMNS; column++)
    reader.places[column] = -1;
  if (!g_utf8_validate (text, (gssize) length, &end)) {
    reader.line = line_of (text, end);
    refuse (&reader, "this is no UTF-8 text; save the file as such");
    return NULL;
  }
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++) {
    reader.line = i + 1;
    if (!read_line (&reader, lines[i], figures))
      return NULL;
  }
  if (figures->len == 0) {
    refuse (&reader,
        "there is no figure; give a line with the columns' names, and one for "
        "each figure");
    return NULL;
  }
  return g_steal_pointer (&figures);
}
