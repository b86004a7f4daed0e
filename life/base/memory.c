/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory for worlds: how much there is, and allocation that is refused before
 * it is tried. */
#include "life/base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* From this size on huge pages are requested: they cause fewer TLB misses. */
#define HUGE_FROM (4 * 1024 * 1024)
#define HUGE_PAGE (2 * 1024 * 1024)

/* Smaller blocks are reserved often, and reading how much is available takes longer than
 * filling them. */
#define CHECKED_FROM (1024 * 1024)

/* The number after the line's first word @name, or the file's only number where
 * @name is NULL. */
static gboolean
read_number (const gchar *path, const gchar *name, guint64 *number)
{
  g_autofree gchar *text = NULL;
  gsize skip = name != NULL ? strlen (name) : 0;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;
  for (const gchar *line = text; line != NULL && *line != '\0';) {
    if (skip == 0 || strncmp (line, name, skip) == 0) {
      gchar *end = NULL;
      guint64 value = g_ascii_strtoull (line + skip, &end, 10);
      if (end != line + skip) {
        *number = value;
        return TRUE;
      }
    }
    line = strchr (line, '\n');
    line = line != NULL ? line + 1 : NULL;
  }
  return FALSE;
}

/* The names under which one version of control groups reports its figures. */
typedef struct {
  const gchar *root;
  const gchar *limit;
  const gchar *usage;
  const gchar *reclaimable;
} GroupFiles;

static const GroupFiles group_v1 = { "/sys/fs/cgroup/memory",
  "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file " };
static const GroupFiles group_v2 = { "/sys/fs/cgroup", "memory.max",
  "memory.current", "inactive_file " };

/* The bytes left in a group, or with @all its limit. */
static guint64
room_in_group (const GroupFiles *files, const gchar *group, gboolean all)
{
  g_autofree gchar *limit_path =
      g_build_filename (files->root, group, files->limit, NULL);
  g_autofree gchar *usage_path =
      g_build_filename (files->root, group, files->usage, NULL);
  g_autofree gchar *stat_path =
      g_build_filename (files->root, group, "memory.stat", NULL);
  guint64 limit, usage, reclaimable = 0;

  if (!read_number (limit_path, NULL, &limit)
      || !read_number (usage_path, NULL, &usage))
    return G_MAXUINT64;
  if (all)
    return limit;
  read_number (stat_path, files->reclaimable, &reclaimable);
  usage -= MIN (usage, reclaimable);
  return limit - MIN (limit, usage);
}

/* The minimum over a group and all groups that contain it. In a container the
 * group's own path may be hidden; its root is then the group. */
static guint64
room_in_groups (const GroupFiles *files, const gchar *group, gboolean all)
{
  g_autofree gchar *path = g_strdup (group);
  guint64 room = G_MAXUINT64;

  for (;;) {
    gchar *slash = strrchr (path, '/');
    room = MIN (room, room_in_group (files, path, all));
    if (slash == NULL)
      return room;
    *slash = '\0';
  }
}

/* A line of /proc/self/cgroup: its number, its controllers (none for version 2)
 * and the group's path. */
static guint64
room_in_line (const gchar *line, gboolean all)
{
  g_auto (GStrv) fields = g_strsplit (line, ":", 3);
  g_auto (GStrv) controllers = NULL;

  if (g_strv_length (fields) != 3)
    return G_MAXUINT64;
  if (fields[1][0] == '\0')
    return room_in_groups (&group_v2, fields[2], all);
  controllers = g_strsplit (fields[1], ",", -1);
  if (g_strv_contains ((const gchar *const *) controllers, "memory"))
    return room_in_groups (&group_v1, fields[2], all);
  return G_MAXUINT64;
}

static guint64
room_in_control_groups (gboolean all)
{
  g_autofree gchar *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint64 room = G_MAXUINT64;

  if (!g_file_get_contents ("/proc/self/cgroup", &text, NULL, NULL))
    return room;
  lines = g_strsplit (text, "\n", -1);
  for (gchar **line = lines; *line != NULL; line++)
    room = MIN (room, room_in_line (*line, all));
  return room;
}

/* By a line of /proc/meminfo, or where there is none by a number of pages. */
static guint64
read_memory (const gchar *line, gint pages_name)
{
  const glong pages = sysconf (pages_name), page = sysconf (_SC_PAGESIZE);
  guint64 bytes;

  if (read_number ("/proc/meminfo", line, &bytes))
    return bytes * 1024;
  return pages > 0 && page > 0 ? (guint64) pages * (guint64) page : G_MAXUINT64;
}

guint64
life_memory_available (void)
{
  return MIN (read_memory ("MemAvailable:", _SC_AVPHYS_PAGES),
      room_in_control_groups (FALSE));
}

guint64
life_memory_total (void)
{
  return MIN (
      read_memory ("MemTotal:", _SC_PHYS_PAGES), room_in_control_groups (TRUE));
}

static gchar *
format_bytes (guint64 bytes)
{
  static const gchar units[] = "KMGTPE";
  gdouble amount = bytes / 1024.0;
  guint unit = 0;

  for (; amount >= 1024.0 && units[unit + 1] != '\0'; unit++)
    amount /= 1024.0;
  return g_strdup_printf ("%.1f %ciB", amount, units[unit]);
}

gboolean
life_memory_check (guint64 bytes, const gchar *what, GError **error)
{
  guint64 available = life_memory_available ();
  g_autofree gchar *needed = NULL;
  g_autofree gchar *there = NULL;

  if (bytes <= available && bytes <= G_MAXSIZE / 2)
    return TRUE;

  needed = bytes == G_MAXUINT64 ? g_strdup ("more memory than can be addressed")
                                : format_bytes (bytes);
  there = format_bytes (available);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "%s needs %s%s, and %s is available", what, needed,
      bytes == G_MAXUINT64 ? "" : " of memory", there);
  return FALSE;
}

/* --- Accounts --- */

guint64
life_memory_left (const LifeMemory *memory)
{
  const guint64 used = __atomic_load_n (&memory->used, __ATOMIC_RELAXED);

  if (memory->limit == 0)
    return G_MAXUINT64;
  return memory->limit - MIN (memory->limit, used);
}

static gboolean
charge (LifeMemory *memory, guint64 bytes)
{
  guint64 used = __atomic_load_n (&memory->used, __ATOMIC_RELAXED);

  do {
    if (memory->limit > 0
        && (used > memory->limit || bytes > memory->limit - used))
      return FALSE;
  } while (!__atomic_compare_exchange_n (&memory->used, &used, used + bytes,
      TRUE, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return TRUE;
}

gboolean
life_memory_charge (
    LifeMemory *memory, guint64 bytes, const gchar *what, GError **error)
{
  g_autofree gchar *needed = NULL;
  g_autofree gchar *left = NULL;

  if (charge (memory, bytes))
    return TRUE;
  needed = format_bytes (bytes);
  left = format_bytes (life_memory_left (memory));
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "%s needs %s more memory, and %s are left of the limit of "
      "%" G_GUINT64_FORMAT " MiB; set a higher memory-limit",
      what, needed, left, memory->limit >> 20);
  return FALSE;
}

void
life_memory_uncharge (LifeMemory *memory, guint64 bytes)
{
  __atomic_sub_fetch (&memory->used, bytes, __ATOMIC_RELAXED);
}

/* --- Blocks --- */

/* Stored in front of the memory itself: its block, and the account that it is charged to. */
typedef struct {
  gpointer block;
  LifeMemory *memory;
  gsize bytes;
} Head;

static Head *
head_of (gpointer memory)
{
  return (Head *) memory - 1;
}

static gpointer
allocate_aligned (gsize bytes, gsize alignment)
{
  /* The system returns large blocks zeroed, without touching their pages. */
  gpointer block = calloc (1, bytes + alignment + sizeof (Head));
  guintptr start = (guintptr) block + sizeof (Head) + alignment - 1;
  gpointer memory = (gpointer) (start & ~(guintptr) (alignment - 1));

  if (block == NULL)
    return NULL;
  *head_of (memory) = (Head){ block };
  return memory;
}

gpointer
life_memory_reserve (gsize bytes, const gchar *what, GError **error)
{
  gboolean huge = bytes >= HUGE_FROM;
  gpointer memory;

  if (bytes >= CHECKED_FROM && !life_memory_check (bytes, what, error))
    return NULL;
  memory = allocate_aligned (bytes, huge ? HUGE_PAGE : LIFE_MEMORY_ALIGNMENT);
  if (memory == NULL) {
    g_autofree gchar *needed = format_bytes (bytes);
    g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
        "%s needs %s of memory, and the system refused it", what, needed);
    return NULL;
  }
#ifdef MADV_HUGEPAGE
  if (huge)
    madvise (memory, bytes & ~(gsize) (HUGE_PAGE - 1), MADV_HUGEPAGE);
#endif
  return memory;
}

gpointer
life_memory_reserve_of (
    LifeMemory *memory, gsize bytes, const gchar *what, GError **error)
{
  gpointer reserved;

  if (memory == NULL)
    return life_memory_reserve (bytes, what, error);
  if (!life_memory_charge (memory, bytes, what, error))
    return NULL;
  reserved = life_memory_reserve (bytes, what, error);
  if (reserved == NULL) {
    life_memory_uncharge (memory, bytes);
    return NULL;
  }
  head_of (reserved)->memory = memory;
  head_of (reserved)->bytes = bytes;
  return reserved;
}

gboolean
life_memory_grow (LifeMemory *memory, gpointer *items, gsize *room, gsize used,
    gsize needed, gsize size)
{
  gpointer grown;

  if (needed <= *room)
    return TRUE;
  needed = MAX (needed, MAX (2 * used, LIFE_MEMORY_ALIGNMENT));
  grown = life_memory_reserve_of (memory, needed * size, "a list", NULL);
  if (grown == NULL)
    return FALSE;
  if (used > 0)
    memcpy (grown, *items, used * size);
  life_memory_release (*items);
  *items = grown;
  *room = needed;
  return TRUE;
}

void
life_memory_release (gpointer memory)
{
  const Head *head;

  if (memory == NULL)
    return;
  head = head_of (memory);
  if (head->memory != NULL)
    life_memory_uncharge (head->memory, head->bytes);
  free (head->block);
}
