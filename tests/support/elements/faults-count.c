/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts what may fail, from any thread; see the header. */
#include "tests/support/elements/faults-count.h"

static gint counting;
static gint count;
static gint chosen;
static FaultsKind how;
static gchar position[256];

void
faults_begin (guint nth, FaultsKind kind)
{
  position[0] = '\0';
  how = kind;
  g_atomic_int_set (&count, 0);
  g_atomic_int_set (&chosen, (gint) nth);
  g_atomic_int_set (&counting, 1);
}

guint
faults_end (void)
{
  g_atomic_int_set (&counting, 0);
  return (guint) g_atomic_int_get (&count);
}

const gchar *
faults_site (void)
{
  return position[0] != '\0' ? position : NULL;
}

void
faults_set_site (const gchar *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_vsnprintf (position, sizeof position, format, arguments);
  va_end (arguments);
}

gboolean
faults_counting (void)
{
  return g_atomic_int_get (&counting);
}

gboolean
faults_count (gboolean *is_first)
{
  const gint first = g_atomic_int_get (&chosen);
  gint number;

  *is_first = FALSE;
  if (!faults_counting ())
    return FALSE;
  number = g_atomic_int_add (&count, 1) + 1;
  *is_first = number == first;
  return *is_first || (how == FAULTS_ALL && first != 0 && number > first);
}
