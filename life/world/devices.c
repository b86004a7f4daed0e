/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which GPUs share a world, from a text; whether they exist is checked elsewhere. */
#include <life/engine.h>

#include <string.h>

/* So many GPUs share a world at most; their numbers are lower than that of the bit that
 * LIFE_ALL_CUDA_DEVICES alone has. */
#define MAX_DEVICES 16
#define DEVICE_NUMBERS 63

static gboolean
refuse_devices (
    const gchar *text, const gchar *at, const gchar *problem, GError **error)
{
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
      "GPUs \"%s\", character %" G_GSIZE_FORMAT
      ": %s; use their numbers with commas between them, such as \"0,1\", or "
      "\"all\"",
      text, (gsize) g_utf8_pointer_to_offset (text, at) + 1, problem);
  return FALSE;
}

/* Those of a list. */
static gboolean
parse_numbers (const gchar *text, guint64 *devices, GError **error)
{
  const gchar *at = text;
  guint n = 0;

  for (;;) {
    const gchar *start = at;
    guint number = 0;

    while (g_ascii_isdigit (*at) && number < DEVICE_NUMBERS)
      number = 10 * number + (guint) (*at++ - '0');
    if (at == start)
      return refuse_devices (text, start, "no number", error);
    if (number >= DEVICE_NUMBERS)
      return refuse_devices (
          text, start, "no GPU has a number above 62", error);
    if ((*devices >> number & 1) != 0)
      return refuse_devices (text, start, "this GPU is named twice", error);
    if (++n > MAX_DEVICES)
      return refuse_devices (
          text, start, "more than 16 GPUs share no world", error);
    *devices |= G_GUINT64_CONSTANT (1) << number;
    if (*at == '\0')
      return TRUE;
    if (*at++ != ',')
      return refuse_devices (text, at - 1, "no comma", error);
  }
}

gboolean
life_engine_parse_devices (const gchar *text, guint64 *devices, GError **error)
{
  guint64 found = 0;

  g_return_val_if_fail (text != NULL && devices != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  *devices = 0;
  if (!g_utf8_validate (text, -1, NULL)) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "the list of GPUs is not UTF-8; use numbers with commas between them, "
        "such as \"0,1\", or \"all\"");
    return FALSE;
  }
  if (strcmp (text, "all") == 0) {
    *devices = LIFE_ALL_CUDA_DEVICES;
    return TRUE;
  }
  if (!parse_numbers (text, &found, error))
    return FALSE;
  *devices = found;
  return TRUE;
}
