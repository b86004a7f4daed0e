/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values of properties as texts. */
#include "plugin/settings/value-text.h"

#include <life/palette.h>

#include "plugin/settings/properties.h"

static gboolean
prefix (const GParamSpec *pspec, GError *wrong, GError **error)
{
  g_propagate_prefixed_error (error, wrong, "%s: ", pspec->name);
  return FALSE;
}

/* Whether @text is a color in another notation than a number. */
static gboolean
is_named_color (const GParamSpec *pspec, const gchar *text)
{
  return (g_str_has_suffix (pspec->name, "-color")
             || g_str_has_prefix (pspec->name, "background-"))
         && *text != '\0' && !g_ascii_isdigit (*text);
}

static gboolean
read_named_color (
    const GParamSpec *pspec, const gchar *text, GValue *value, GError **error)
{
  GError *wrong = NULL;
  guint32 color;

  if (!life_color_parse (text, &color, &wrong))
    return prefix (pspec, wrong, error);
  g_value_set_uint (value, color);
  return TRUE;
}

gboolean
gst_life_value_from_text (
    GParamSpec *pspec, const gchar *text, GValue *value, GError **error)
{
  const GstLifeProperty *property = gst_life_property_of (pspec);
  GError *wrong = NULL;

  g_value_init (value, pspec->value_type);
  if (is_named_color (pspec, text))
    return read_named_color (pspec, text, value, error);
  if ((*text == '\0' && !G_VALUE_HOLDS_STRING (value))
      || !gst_value_deserialize_with_pspec (value, text, pspec)
      || g_param_value_validate (pspec, value)) {
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "%s cannot be \"%s\"; gst-inspect-1.0 lifesrc lists what it takes",
        pspec->name, text);
    return FALSE;
  }
  if (!G_VALUE_HOLDS_STRING (value) || !property)
    return TRUE;
  return gst_life_property_check (property, value, &wrong)
         || prefix (pspec, wrong, error);
}
