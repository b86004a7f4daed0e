/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Reads the file with a server's password. */
#include "password.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_LENGTH 1024

G_GNUC_PRINTF (2, 3)
static gboolean
refuse (GError **error, const gchar *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (
        G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, format, arguments);
  va_end (arguments);
  return FALSE;
}

/* Reads up to @size bytes of @file. A file that other users may read is refused: its
 * owner hardly intended that. */
static gboolean
read_bytes (
    const gchar *file, gchar *text, gsize size, gsize *total, GError **error)
{
  struct stat status;
  gssize length = 0;
  gint fd = open (file, O_RDONLY | O_CLOEXEC);

  if (fd < 0 || fstat (fd, &status) != 0) {
    refuse (error, "the password file %s cannot be read: %s", file,
        g_strerror (errno));
    if (fd >= 0)
      close (fd);
    return FALSE;
  }
  if (S_ISREG (status.st_mode) && (status.st_mode & S_IROTH)) {
    close (fd);
    return refuse (error,
        "the password file %s can be read by others; chmod o-r it first", file);
  }
  for (*total = 0; *total < size; *total += length) {
    length = read (fd, text + *total, size - *total);
    if (length <= 0)
      break;
  }
  if (length < 0)
    refuse (error, "the password file %s cannot be read: %s", file,
        g_strerror (errno));
  close (fd);
  return length >= 0;
}

gchar *
password_read (const gchar *file, GError **error)
{
  gchar text[MAX_LENGTH + 2] = "";
  gsize total = 0;

  if (!read_bytes (file, text, sizeof text - 1, &total, error))
    return NULL;
  if (total > 0 && text[total - 1] == '\n')
    text[--total] = '\0';
  if (total == 0 || total > MAX_LENGTH || strlen (text) != total
      || strpbrk (text, "\r\n") != NULL) {
    refuse (error,
        "the password file %s must hold one line, the password, of 1 to %d "
        "bytes",
        file, MAX_LENGTH);
    return NULL;
  }
  return g_strdup (text);
}

gboolean
password_check_user (const gchar *user, const gchar *file, GError **error)
{
  if ((user == NULL) != (file == NULL))
    return refuse (error, "--user and --password-file need each other");
  if (user != NULL && (*user == '\0' || strpbrk (user, ":\"\\\r\n") != NULL))
    return refuse (
        error, "--user must not be empty, nor have a colon or quotes in it");
  return TRUE;
}
