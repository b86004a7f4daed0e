/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Maps commands to properties and action signals of lifesrc. */
#include "commands.h"

#include <glib/gstdio.h>
#include <life/error.h>
#include <life/palette.h>
#include <life/pattern.h>
#include <life/rule.h>
#include <string.h>

#include "../messages.h"
#include "json-properties.h"
#include "period.h"

/* Unbounded worlds are drawn alike below this zoom. */
#define MIN_ZOOM_UNBOUNDED 0x1p-60

/* What a pattern that is sent may be laid out to: runs of cells, each of these bytes, of which
 * every CELLS_PER_STEP cells count as one more. The world is locked while they are set. */
#define MAX_STEPS (1 << 23)
#define BYTES_PER_RUN 20
#define CELLS_PER_STEP 64

static const gchar *const actions[] = { "step", "undo", "redo", "clear",
  "next-soup", "fit" };

static gboolean
refuse (GError **error, const gchar *why)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, why);
  return FALSE;
}

/* --- Errors, which lifesrc reports as warnings --- */

/* Begins to collect warnings, for an action signal or a property; NULL if lifesrc has no
 * such signal. */
static GString *
begin_action (const Commands *self, const gchar *action, GError **error)
{
  GString *warning;

  if (action != NULL
      && g_signal_lookup (action, G_OBJECT_TYPE (self->lifesrc)) == 0) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
        "the installed lifesrc has no action \"%s\"", action);
    return NULL;
  }
  warning = g_string_new (NULL);
  film_collect_warnings (warning);
  return warning;
}

static gboolean
end_action (GString *warning, gboolean done, GError **error)
{
  film_collect_warnings (NULL);
  if (!done)
    refuse (error, warning->len > 0 ? warning->str : "lifesrc refused that");
  g_string_free (warning, TRUE);
  return done;
}

static gboolean
emit_action (const Commands *self, const gchar *action, GError **error)
{
  GString *warning = begin_action (self, action, error);
  gboolean done = FALSE;

  if (warning == NULL)
    return FALSE;
  g_signal_emit_by_name (self->lifesrc, action, &done);
  return end_action (warning, done, error);
}

static gboolean
set (
    const Commands *self, const gchar *name, const Value *value, GError **error)
{
  GString *warning = begin_action (self, NULL, NULL);
  g_autoptr (GError) cause = NULL;

  if (!json_properties_set (self->lifesrc, name, value, &cause))
    g_string_assign (warning, cause->message);
  return end_action (warning, warning->len == 0, error);
}

/* Not more generations per frame than there is time for. */
static gboolean
check_pace (const Commands *self, const Command *command, GError **error)
{
  const Value *value = &command->value;
  gdouble generations = 0;
  g_auto (GValue) rate = G_VALUE_INIT;

  g_value_init (&rate, GST_TYPE_FRACTION);
  if (strcmp (command->name, "generations") == 0 && value->kind == VALUE_NUMBER)
    generations = value->number;
  else if (strcmp (command->name, "generations-rate") == 0
           && value->kind == VALUE_TEXT
           && gst_value_deserialize (&rate, value->text))
    gst_util_fraction_to_double (gst_value_get_fraction_numerator (&rate),
        gst_value_get_fraction_denominator (&rate), &generations);
  return pace_check (film_get_pace (self->film), generations, error);
}

/* The smallest zoom shows all of the world in one pixel. 0 chooses one. */
static gboolean
check_zoom (const Commands *self, const Command *command, GError **error)
{
  gdouble zoom = command->value.number, min = MIN_ZOOM_UNBOUNDED;
  guint sides[3];

  if (strcmp (command->name, "zoom") != 0 || command->value.kind != VALUE_NUMBER
      || zoom <= 0)
    return TRUE;
  film_get_sides (self->film, sides);
  if (sides[0] > 0)
    min = 1.0 / MAX (sides[0], MAX (sides[1], sides[2]));
  if (zoom >= min)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
      "the value of zoom is less than %g, at which all of the world lies in "
      "one pixel; 0 chooses one",
      min);
  return FALSE;
}

static gboolean
paste (const Commands *self, const gchar *pattern, const gint at[3],
    GError **error)
{
  GString *warning = begin_action (self, "paste", error);
  gboolean done = FALSE;

  if (warning == NULL)
    return FALSE;
  g_signal_emit_by_name (
      self->lifesrc, "paste", pattern, at[0], at[1], at[2], &done);
  return end_action (warning, done, error);
}

/* Draws at once: until the next frame, lines of many viewers would add up and delay it. */
static gboolean
draw (const Commands *self, const Command *command, GError **error)
{
  GString *warning = begin_action (self, "apply-edits", error);
  gboolean done = FALSE;

  if (warning == NULL)
    return FALSE;
  g_signal_emit_by_name (self->lifesrc, "draw-on-frame", command->from[0],
      command->from[1], command->to[0], command->to[1], command->state,
      command->continues, &done);
  if (done)
    g_signal_emit_by_name (self->lifesrc, "apply-edits", &done);
  return end_action (warning, done && warning->len == 0, error);
}

static gboolean
fill (const Commands *self, const Command *command, GError **error)
{
  const gint64 x = command->at[0], y = command->at[1];
  const guint64 seed = g_random_int ();
  GString *warning = begin_action (self, "fill-box", error);
  gboolean done = FALSE;

  if (warning == NULL)
    return FALSE;
  g_signal_emit_by_name (self->lifesrc, "fill-box", x, y, (gint64) 0,
      (guint) command->size[0], (guint) command->size[1], 1, command->density,
      seed, &done);
  return end_action (warning, done, error);
}

static gboolean
pan (const Commands *self, const Command *command, GError **error)
{
  GString *warning = begin_action (self, "pan", error);
  gboolean done = FALSE;

  if (warning == NULL)
    return FALSE;
  g_signal_emit_by_name (
      self->lifesrc, "pan", command->from[0], command->from[1], &done);
  return end_action (warning, done, error);
}

static gboolean
zoom (const Commands *self, const Command *command, GError **error)
{
  GString *warning = begin_action (self, "zoom-at", error);
  gboolean done = FALSE;

  if (warning == NULL)
    return FALSE;
  g_signal_emit_by_name (self->lifesrc, "zoom-at", command->factor,
      command->from[0], command->from[1], &done);
  return end_action (warning, done, error);
}

/* --- Patterns --- */

static gboolean
check_length (const Commands *self, const gchar *text, GError **error)
{
  gsize max = self->options->bounds.pattern;

  if (strlen (text) <= max)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
      "the pattern has %" G_GSIZE_FORMAT
      " bytes; this server accepts %" G_GSIZE_FORMAT,
      strlen (text), max);
  return FALSE;
}

static guint64
count_steps (const LifePattern *pattern)
{
  guint64 steps = 0;

  for (gsize i = 0; i < life_pattern_get_n_runs (pattern); i++) {
    LifeBox cells;

    life_pattern_get_run (pattern, i, &cells);
    steps += 1 + (guint64) cells.width / CELLS_PER_STEP;
  }
  return steps;
}

/* A short text may have cells that take long to set. Other defects, and what exceeds
 * memory-limit, are left to lifesrc, which reports them. */
static gboolean
check_pattern (const Commands *self, const gchar *text, GError **error)
{
  const guint64 max = (guint64) MAX_STEPS * BYTES_PER_RUN;
  g_autoptr (LifePattern) pattern = NULL;
  g_autoptr (GError) cause = NULL;
  guint64 limit;

  if (!check_length (self, text, error))
    return FALSE;
  g_object_get (self->lifesrc, "memory-limit", &limit, NULL);
  pattern =
      life_pattern_from_string_within (text, NULL, MIN (limit, max), &cause);
  if (pattern != NULL
          ? count_steps (pattern) <= MAX_STEPS
          : limit < max
                || !g_error_matches (cause, LIFE_ERROR, LIFE_ERROR_MEMORY))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
      "the pattern is laid out to more than %d runs of cells, or to runs as "
      "long; this server sets no more at once",
      MAX_STEPS);
  return FALSE;
}

/* Applies the pattern's rule without its suffix: the size of a world stays. Returns the old
 * rule in *@old, or NULL if nothing changed. */
static gboolean
apply_rule (
    const Commands *self, const gchar *pattern, gchar **old, GError **error)
{
  g_autofree gchar *rule = life_pattern_read_rule (pattern, error);
  g_autofree gchar *current = NULL;
  Value value = { VALUE_TEXT };

  if (rule == NULL)
    return error == NULL || *error == NULL;
  g_object_get (self->lifesrc, "rule", &current, NULL);
  value.text = g_strndup (rule, strcspn (rule, ":"));
  if (g_strcmp0 (current, value.text) != 0 && set (self, "rule", &value, error))
    *old = g_steal_pointer (&current);
  g_free (value.text);
  return current == NULL || error == NULL || *error == NULL;
}

static gboolean
replace_cells (const Commands *self, const gchar *text, GError **error)
{
  GString *warning = begin_action (self, "load", error);
  gboolean done = FALSE;

  if (warning == NULL)
    return FALSE;
  g_signal_emit_by_name (self->lifesrc, "load", text, &done);
  return end_action (warning, done, error);
}

static gboolean
load (const Commands *self, const Command *command, GError **error)
{
  g_autofree gchar *old = NULL;
  Value value = { VALUE_TEXT };

  if (!check_pattern (self, command->pattern, error)
      || !apply_rule (self, command->pattern, &old, error))
    return FALSE;
  if (replace_cells (self, command->pattern, error))
    return TRUE;
  value.text = old;
  if (old != NULL)
    set (self, "rule", &value, NULL);
  return FALSE;
}

/* Saves to @path, and reads the file back. */
static gchar *
save_to (const Commands *self, const gchar *path, GError **error)
{
  GString *warning = begin_action (self, "save", error);
  gboolean done = FALSE;
  GStatBuf status;
  gchar *text = NULL;

  if (warning == NULL)
    return NULL;
  g_signal_emit_by_name (self->lifesrc, "save", path, &done);
  if (!end_action (warning, done, error))
    return NULL;
  if (g_stat (path, &status) == 0
      && status.st_size > self->options->bounds.save)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
        "the world has %" G_GOFFSET_FORMAT " bytes; this server sends %d",
        (goffset) status.st_size, self->options->bounds.save);
  else
    g_file_get_contents (path, &text, NULL, error);
  g_unlink (path);
  return text;
}

/* lifesrc writes only files. This one is in a folder of this user alone. */
static gchar *
save (const Commands *self, GError **error)
{
  g_autofree gchar *folder = g_dir_make_tmp ("life-web-XXXXXX", error);
  g_autofree gchar *path = NULL;
  gchar *text;
  guint depth;

  if (folder == NULL)
    return NULL;
  g_object_get (self->lifesrc, "world-depth", &depth, NULL);
  path =
      g_build_filename (folder, depth == 1 ? "world.rle" : "world.rle3", NULL);
  text = save_to (self, path, error);
  g_rmdir (folder);
  return text;
}

/* --- Replies --- */

static void
add_names (JsonBuilder *builder, const gchar *member, const gchar *const *names)
{
  json_builder_set_member_name (builder, member);
  json_builder_begin_array (builder);
  for (; *names != NULL; names++)
    json_builder_add_string_value (builder, *names);
  json_builder_end_array (builder);
}

static void
add_properties (const Commands *self, JsonBuilder *builder)
{
  guint count;
  g_autofree GParamSpec **specs = json_properties_list (self->lifesrc, &count);

  json_builder_set_member_name (builder, "properties");
  json_builder_begin_object (builder);
  for (guint i = 0; i < count; i++) {
    json_builder_set_member_name (builder, specs[i]->name);
    json_properties_describe (self->lifesrc, specs[i], builder);
  }
  json_builder_end_object (builder);
}

static gchar *
reply_to_hello (const Commands *self, const Command *command)
{
  JsonBuilder *builder = message_begin ("hello", command->id);
  const VideoOptions *video = &self->options->video;
  guint depth;

  json_builder_set_member_name (builder, "version");
  json_builder_add_string_value (builder, LIFE_VERSION);
  json_builder_set_member_name (builder, "mime");
  json_builder_add_string_value (builder, film_get_mime (self->film));
  json_builder_set_member_name (builder, "width");
  json_builder_add_int_value (builder, video->width);
  json_builder_set_member_name (builder, "height");
  json_builder_add_int_value (builder, video->height);
  json_builder_set_member_name (builder, "rate");
  json_builder_begin_array (builder);
  json_builder_add_int_value (builder, video->fps_n);
  json_builder_add_int_value (builder, video->fps_d);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "read-only");
  json_builder_add_boolean_value (builder, self->options->read_only);
  json_builder_set_member_name (builder, "limits");
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "pattern");
  json_builder_add_int_value (builder, self->options->bounds.pattern);
  json_builder_end_object (builder);
  add_properties (self, builder);
  g_object_get (self->lifesrc, "world-depth", &depth, NULL);
  add_names (builder, "patterns", life_pattern_builtin_names ());
  add_names (builder, "palettes", life_palette_names ());
  add_names (builder, "rules",
      depth == 1 ? life_rule_names () : life_rule_names_3d ());
  return message_end (builder);
}

/* A side that was not set reads as the world's. */
static gboolean
add_side (const Commands *self, const gchar *name, JsonBuilder *builder)
{
  static const gchar *const names[] = { "world-width", "world-height",
    "world-depth" };
  guint sides[G_N_ELEMENTS (names)];

  film_get_sides (self->film, sides);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i], name) == 0 && sides[i] > 0) {
      json_builder_add_int_value (builder, sides[i]);
      return TRUE;
    }
  return FALSE;
}

static gchar *
reply_to_get (const Commands *self, const Command *command, GError **error)
{
  GParamSpec *spec =
      json_properties_find_readable (self->lifesrc, command->name, error);
  JsonBuilder *builder;

  if (spec == NULL)
    return NULL;
  builder = message_begin ("value", command->id);
  json_builder_set_member_name (builder, "name");
  json_builder_add_string_value (builder, command->name);
  json_builder_set_member_name (builder, "value");
  if (!add_side (self, command->name, builder))
    json_properties_add_value (self->lifesrc, spec, builder);
  return message_end (builder);
}

static gchar *
reply_with_pattern (const Command *command, const gchar *text)
{
  JsonBuilder *builder = message_begin ("pattern", command->id);

  json_builder_set_member_name (builder, "text");
  json_builder_add_string_value (builder, text);
  return message_end (builder);
}

static gchar *
reply_to_save (const Commands *self, const Command *command, GError **error)
{
  g_autofree gchar *text = save (self, error);

  return text != NULL ? reply_with_pattern (command, text) : NULL;
}

static gchar *
reply_to_period (const Commands *self, const Command *command, GError **error)
{
  g_autofree gchar *text = save (self, error);
  JsonBuilder *builder;
  Period period;

  if (text == NULL || !period_find (self->lifesrc, text, &period, error))
    return NULL;
  builder = message_begin ("period", command->id);
  json_builder_set_member_name (builder, "generations");
  json_builder_add_int_value (builder, (gint64) period.length);
  json_builder_set_member_name (builder, "from");
  json_builder_add_int_value (builder, (gint64) period.from);
  return message_end (builder);
}

static gchar *
reply_to_library (const Commands *self, const Command *command)
{
  JsonBuilder *builder = message_begin ("library", command->id);

  json_builder_set_member_name (builder, "groups");
  library_describe (self->library, builder);
  return message_end (builder);
}

static gchar *
reply_to_read (const Commands *self, const Command *command, GError **error)
{
  g_autofree gchar *text = library_read (
      self->library, command->pattern, self->options->bounds.pattern, error);

  return text != NULL ? reply_with_pattern (command, text) : NULL;
}

static void
add_png (JsonBuilder *builder, GBytes *png)
{
  g_autofree gchar *text =
      g_base64_encode (g_bytes_get_data (png, NULL), g_bytes_get_size (png));

  json_builder_add_string_value (builder, text);
}

/* Of a pattern, or the frames of a rule. */
static gchar *
reply_to_picture (const Commands *self, const Command *command, GError **error)
{
  g_autoptr (GPtrArray) frames = NULL;
  JsonBuilder *builder;
  guint depth;

  g_object_get (self->lifesrc, "world-depth", &depth, NULL);
  frames = command->name != NULL ? pictures_of_rule (
               self->pictures, command->name, depth > 1 ? 3 : 2, error)
                                 : pictures_of_pattern (self->pictures,
                                     self->library, command->pattern, error);
  if (frames == NULL)
    return NULL;
  builder = message_begin ("picture", command->id);
  json_builder_set_member_name (builder, command->name ? "frames" : "png");
  if (command->name != NULL)
    json_builder_begin_array (builder);
  for (guint i = 0; i < frames->len; i++)
    add_png (builder, frames->pdata[i]);
  if (command->name != NULL)
    json_builder_end_array (builder);
  return message_end (builder);
}

static gboolean
emit_named_action (const Commands *self, const gchar *name, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (strcmp (actions[i], name) == 0)
      return emit_action (self, name, error);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
      "there is no action \"%s\"", name);
  return FALSE;
}

/* Commands whose reply is ok. */
static gboolean
change (const Commands *self, const Command *command, GError **error)
{
  if (self->options->read_only)
    return refuse (error, "this world can be watched, and not changed");
  switch (command->kind) {
    case COMMAND_SET:
      return check_zoom (self, command, error)
             && check_pace (self, command, error)
             && set (self, command->name, &command->value, error);
    case COMMAND_DO:
      return emit_named_action (self, command->name, error);
    case COMMAND_DRAW:
      return draw (self, command, error);
    case COMMAND_FILL:
      return fill (self, command, error);
    case COMMAND_PAN:
      return pan (self, command, error);
    case COMMAND_ZOOM:
      return zoom (self, command, error);
    case COMMAND_PASTE:
      return check_pattern (self, command->pattern, error)
             && paste (self, command->pattern, command->at, error);
    default:
      return load (self, command, error);
  }
}

gchar *
commands_run (const Commands *self, const Command *command)
{
  g_autoptr (GError) error = NULL;
  gchar *reply = NULL;

  if (command->kind == COMMAND_HELLO)
    reply = reply_to_hello (self, command);
  else if (command->kind == COMMAND_GET)
    reply = reply_to_get (self, command, &error);
  else if (command->kind == COMMAND_SAVE)
    reply = reply_to_save (self, command, &error);
  else if (command->kind == COMMAND_PERIOD)
    reply = reply_to_period (self, command, &error);
  else if (command->kind == COMMAND_LIBRARY)
    reply = reply_to_library (self, command);
  else if (command->kind == COMMAND_READ)
    reply = reply_to_read (self, command, &error);
  else if (command->kind == COMMAND_PICTURE)
    reply = reply_to_picture (self, command, &error);
  else if (change (self, command, &error))
    reply = message_ok (command->id);
  return reply != NULL ? reply : message_error (command->id, error->message);
}
