/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Checks each request, and serves it. */
#include "life/parts/serve.h"

#include "life/base/bits.h"
#include "life/cpu/state-planes.h"
#include "life/draw/color/pixel-layout.h"

/* Worlds of more cells are refused while messages are tried at random. */
#define MAX_FUZZED_CELLS (1 << 16)
#define MAX_FUZZED_GENERATIONS 64

typedef gboolean (*Serve) (LifeServer *server, const LifeRequest *request,
    LifeReply *reply, GError **error);

static gboolean
refuse (const gchar *what, GError **error)
{
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
      "a message requests %s that does not exist", what);
  return FALSE;
}

/* --- A part is made --- */

/* The rule that the data of a message is; NULL where no part can run it. */
static LifeRule *
read_rule (const LifePartClass *klass, const LifeRequest *request,
    guint dimensions, GError **error)
{
  g_autofree gchar *text =
      g_strndup ((const gchar *) request->data, request->size);
  LifeRule *rule = life_rule_parse (text, dimensions, error);

  if (rule == NULL || klass->supports (rule))
    return rule;
  life_rule_unref (rule);
  refuse ("a rule", error);
  return NULL;
}

static gboolean
is_too_large (const LifeGeometry *world)
{
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  return world->width > MAX_FUZZED_CELLS || world->height > MAX_FUZZED_CELLS
         || world->depth > MAX_FUZZED_CELLS
         || (guint64) world->width * world->height * world->depth
                > MAX_FUZZED_CELLS;
#else
  return FALSE;
#endif
}

/* The holder of the part that the message describes. */
static const LifePartClass *
read_class (const LifeRequest *request, GError **error)
{
  const LifePartClass *klass = life_part_class_of_gpus ();

  switch (request->numbers[LIFE_MAKE_SHAPE] >> 16 & G_MAXUINT16) {
    case LIFE_ENGINE_AUTO:
    case LIFE_ENGINE_CPU:
      return &life_cpu_part;
    case LIFE_ENGINE_CUDA:
      if (klass == NULL)
        g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
            "engine=cuda: this process was built without CUDA; use engine=cpu");
      return klass;
    default:
      refuse ("an engine", error);
      return NULL;
  }
}

/* The cut and the part that the message describes. */
static gboolean
read_cut (const LifeRequest *request, LifeCut *cut, GError **error)
{
  const guint64 *numbers = request->numbers;
  const guint dimensions = (guint) (numbers[LIFE_MAKE_SHAPE] / 256 % 4);
  const LifeGeometry world = { .width = request->box.width,
    .height = request->box.height,
    .depth = request->box.depth,
    .topology = (LifeTopology) (numbers[LIFE_MAKE_SHAPE] % 256) };

  if (world.width == 0 || world.height == 0 || world.depth == 0
      || (world.topology != LIFE_TOPOLOGY_TORUS
          && world.topology != LIFE_TOPOLOGY_PLANE)
      || dimensions < 2 || dimensions > 3
      || (dimensions == 2 && world.depth > 1) || numbers[LIFE_MAKE_PARTS] == 0
      || numbers[LIFE_MAKE_PARTS] > LIFE_MAX_PARTS
      || numbers[LIFE_MAKE_PART] >= numbers[LIFE_MAKE_PARTS]
      || numbers[LIFE_MAKE_THREADS] > G_MAXUINT16 || is_too_large (&world))
    return refuse ("a world", error);
  return life_cut_init (cut, &world, dimensions,
      (guint) numbers[LIFE_MAKE_PARTS], "parts", error);
}

/* All that the message describes: the holder of the part, the cut and, returned, the rule. */
static LifeRule *
read_world (const LifeRequest *request, const LifePartClass **klass,
    LifeCut *cut, GError **error)
{
  *klass = read_class (request, error);
  if (*klass == NULL || !read_cut (request, cut, error))
    return NULL;
  return read_rule (*klass, request, cut->dimensions, error);
}

static gboolean
serve_fit (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  const LifePartClass *klass;
  g_autofree gchar *host = NULL;
  LifePartOptions options;
  LifeCut cut;
  LifeRule *rule = read_world (request, &klass, &cut, error);
  gboolean done;

  if (rule == NULL)
    return FALSE;
  options = (LifePartOptions){ .cut = &cut,
    .index = (guint) request->numbers[LIFE_MAKE_PART],
    .rule = rule,
    .device = server->device };
  done = klass->measure (&options, reply->numbers, &host, error);
  life_rule_unref (rule);
  if (server->neighbors->by_host && klass->find_holder != NULL)
    reply->numbers[3] = klass->find_holder (server->device);
  if (!done || !life_reply_reserve (reply, strlen (host), error))
    return FALSE;
  memcpy (reply->data, host, reply->size);
  return TRUE;
}

static void
drop_part (LifeServer *server)
{
  life_part_free (server->part);
  server->part = NULL;
}

static void
disconnect (LifeServer *server)
{
  if (server->connection != NULL)
    life_part_class_of_gpus ()->disconnect (server->connection);
  server->connection = NULL;
}

static gboolean
serve_connect (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  const LifePartClass *klass = life_part_class_of_gpus ();
  const guint64 *numbers = request->numbers;

  life_server_clear (server);
  if (request->size == 0)
    return TRUE;
  if (klass == NULL || klass->connect == NULL
      || request->size != LIFE_CONNECTION_ID || numbers[0] > LIFE_MAX_PARTS
      || numbers[1] >= numbers[0])
    return refuse ("a connection", error);
  server->connection = klass->connect (server->device, request->data,
      (guint) numbers[0], (guint) numbers[1], server->neighbors, error);
  memcpy (server->connected, numbers, sizeof server->connected);
  return server->connection != NULL;
}

/* Whether the part that the message describes is the one that is connected, if any is. */
static gboolean
is_connected_part (const LifeServer *server, const LifePartClass *klass,
    const LifeRequest *request)
{
  return server->connection == NULL
         || (klass == life_part_class_of_gpus ()
             && request->numbers[LIFE_MAKE_PARTS] == server->connected[0]
             && request->numbers[LIFE_MAKE_PART] == server->connected[1]);
}

static gboolean
serve_make (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  const guint threads = (guint) request->numbers[LIFE_MAKE_THREADS];
  const LifePartClass *klass;
  LifeRule *rule;
  LifeCut cut;

  drop_part (server);
  rule = read_world (request, &klass, &cut, error);
  if (rule == NULL)
    return FALSE;
  if (!is_connected_part (server, klass, request)) {
    life_rule_unref (rule);
    return refuse ("a connection", error);
  }
  server->part = life_part_new (klass,
      &(LifePartOptions){ .cut = &cut,
          .index = (guint) request->numbers[LIFE_MAKE_PART],
          .rule = rule,
          .threads = server->threads > 0 ? server->threads : threads,
          .device = server->device,
          .by_host = server->neighbors->by_host && server->connection == NULL },
      error);
  life_rule_unref (rule);
  if (server->part == NULL)
    return FALSE;
  server->part->connection = server->connection;
  return TRUE;
}

static gboolean
serve_free (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  life_server_clear (server);
  return TRUE;
}

static gboolean
serve_rule (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  LifeRule *rule = read_rule (
      server->part->klass, request, server->part->cut.dimensions, error);
  gboolean done;

  if (rule == NULL)
    return FALSE;
  done = life_part_set_rule (server->part, rule, error);
  life_rule_unref (rule);
  return done;
}

/* --- Its cells change --- */

static gboolean
serve_clear (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  return server->part->klass->soup (server->part, 0, 0, error);
}

static gboolean
serve_soup (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  return server->part->klass->soup (
      server->part, request->numbers[0], request->numbers[1], error);
}

static gboolean
serve_runs (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  static const gint64 nowhere[3] = { 0 };
  LifeEngine *local = server->part->local;
  const gsize n = request->size / sizeof (LifeRun);
  g_autofree LifeRun *runs = g_new (LifeRun, n + 1);

  if (request->size > 0)
    memcpy (runs, request->data, n * sizeof (LifeRun));
  for (gsize i = 0; i < n; i++) {
    LifeBox box = { runs[i].x, runs[i].y, runs[i].z, runs[i].length, 1, 1 };

    if (!life_part_find (server->part, &box, &box)
        || runs[i].state >= server->part->rule->states)
      return refuse ("a run", error);
    runs[i].y = (guint32) box.y;
    runs[i].z = (guint32) box.z;
  }
  return local->klass->add_runs (local, runs, n, nowhere, error);
}

/* Where a box is in the part, and its cells. */
static gboolean
find_box (const LifeServer *server, const LifeRequest *request, LifeBox *box,
    gsize *cells, GError **error)
{
  gsize area;

  if (!life_part_find (server->part, &request->box, box))
    return refuse ("a box", error);
  if (!g_size_checked_mul (&area, box->width, box->height)
      || !g_size_checked_mul (cells, area, box->depth))
    return refuse ("a box", error);
  return TRUE;
}

static gboolean
serve_write (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  LifeEngine *local = server->part->local;
  LifeBox box;
  gsize cells;

  if (!find_box (server, request, &box, &cells, error))
    return FALSE;
  if (request->size != cells)
    return refuse ("a box", error);
  return local->klass->write (local, &box, request->data, error);
}

static gboolean
serve_step (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  guint64 generations = request->numbers[0];

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  generations = MIN (generations, MAX_FUZZED_GENERATIONS);
#endif
  return life_part_step (server->part, generations, request->numbers[1] != 0,
      server->neighbors, error);
}

/* --- They are read and counted --- */

static gboolean
serve_read (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  LifeEngine *local = server->part->local;
  LifeBox box;
  gsize cells;

  return find_box (server, request, &box, &cells, error)
         && life_reply_reserve (reply, cells, error)
         && local->klass->read (local, &box, reply->data, error);
}

/* The bytes of so many lines, as planes of bits. */
static guint64
lines_size (const LifePart *part, guint64 lines)
{
  return life_bits_words (part->cut.world.width) * sizeof (guint64)
         * life_planes_count (part->rule->states) * lines;
}

static gboolean
serve_read_lines (LifeServer *server, const LifeRequest *request,
    LifeReply *reply, GError **error)
{
  LifePart *part = server->part;
  const guint64 first = request->numbers[0], n = request->numbers[1];
  LifePartLines lines;

  if (n == 0 || first < part->first_line
      || first - part->first_line > part->own.n
      || n > part->own.n - (first - part->first_line))
    return refuse ("a row", error);
  lines.first = part->own.first + (gsize) (first - part->first_line);
  lines.n = (gsize) n;
  return life_reply_reserve (reply, lines_size (part, n), error)
         && server->part->klass->read_lines (
             part, &lines, (guint64 *) reply->data, error);
}

static gboolean
serve_count (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  LifeTally tally = { 0 };
  const LifeStatistics *counts = &tally.statistics;
  const LifeActivity *activity = &counts->activity;
  const LifeBox *box = &counts->box;
  guint64 *numbers = reply->numbers;

  if (!server->part->klass->count (
          server->part, (guint) request->numbers[0], &tally, error))
    return FALSE;
  numbers[LIFE_COUNTED_POPULATION] = counts->population;
  numbers[LIFE_COUNTED_BIRTHS] = counts->births;
  numbers[LIFE_COUNTED_DEATHS] = counts->deaths;
  numbers[LIFE_COUNTED_CHECKSUM] = tally.checksum;
  numbers[LIFE_COUNTED_ACTIVITY] = activity->cells;
  memcpy (numbers + LIFE_COUNTED_SUMS, activity->sums, sizeof activity->sums);
  memcpy (numbers + LIFE_COUNTED_QUARTERS, activity->quarters,
      sizeof activity->quarters);
  numbers[LIFE_COUNTED_BOX] = (guint64) box->x;
  numbers[LIFE_COUNTED_BOX + 1] = (guint64) box->y;
  numbers[LIFE_COUNTED_BOX + 2] = (guint64) box->z;
  numbers[LIFE_COUNTED_BOX + 3] = (guint64) box->width;
  numbers[LIFE_COUNTED_BOX + 4] = (guint64) box->height;
  numbers[LIFE_COUNTED_BOX + 5] = (guint64) box->depth;
  return TRUE;
}

/* The bytes of what is summed up where a picture is drawn. */
static gsize
sums_size (const LifePart *part, const LifeShare *share, const LifeShown *shown)
{
  LifeShown met = *shown;
  gsize sums = 0;

  for (guint at = 0; life_share_find_met (share, &part->piece, &at); at++) {
    life_shown_set_item (&met, at);
    sums += life_shown_count_sums (&met, part->rule);
  }
  return sums * sizeof (guint64);
}

static gboolean
draw_shown (LifePart *part, const LifeShown *shown, const LifeFrame *target,
    LifeReply *reply, GError **error)
{
  LifeFrame rows = life_shown_rows (shown);
  const gsize pixels = target == NULL ? life_pixel_layout_bytes (&rows) : 0;
  LifeShare share;
  gboolean done;
  gsize sums;

  life_share_init (&share, &part->cut, &shown->view, &shown->frame);
  sums = sums_size (part, &share, shown);
  done = life_reply_reserve (reply, sums + pixels, error);
  if (done) {
    memset (reply->data, 0, reply->size);
    life_pixel_layout_set_planes (&rows, reply->data + sums);
    done = life_part_draw (part, &share, shown, target == NULL ? &rows : target,
        (guint64 *) reply->data, error);
  }
  life_share_clear (&share);
  return done || *error != NULL ? done : refuse ("rows", error);
}

static gboolean
serve_draw (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  LifePart *part = server->part;
  LifeShown shown;

  if (!life_shown_decode (
          &shown, request->data, request->size, &part->cut, part->rule))
    return refuse ("a picture", error);
  return draw_shown (part, &shown, request->rows, reply, error);
}

/* --- They are saved --- */

static gpointer
saved_at (const LifeServer *server, const LifeRequest *request)
{
  const gint64 slot = (gint64) request->numbers[0];

  return g_hash_table_lookup (server->part->saved, &slot);
}

static gboolean
serve_save (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  const gint64 slot = (gint64) request->numbers[0];
  LifeEngine *local = server->part->local;
  gsize size = 0;
  gpointer state =
      local->klass->save (local, saved_at (server, request), &size, error);

  if (state == NULL)
    return FALSE;
  g_hash_table_insert (
      server->part->saved, g_memdup2 (&slot, sizeof slot), state);
  reply->numbers[0] = size;
  return TRUE;
}

static gboolean
serve_restore (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  LifeEngine *local = server->part->local;
  gconstpointer state = saved_at (server, request);

  return state != NULL ? local->klass->restore (local, state, error)
                       : refuse ("a snapshot", error);
}

static gboolean
serve_drop (LifeServer *server, const LifeRequest *request, LifeReply *reply,
    GError **error)
{
  const gint64 slot = (gint64) request->numbers[0];
  LifeEngine *local = server->part->local;
  gpointer state = saved_at (server, request);

  if (state != NULL) {
    local->klass->drop (local, state);
    g_hash_table_remove (server->part->saved, &slot);
  }
  return TRUE;
}

static gboolean
serve_read_saved (LifeServer *server, const LifeRequest *request,
    LifeReply *reply, GError **error)
{
  LifeEngine *local = server->part->local;
  gconstpointer state = saved_at (server, request);
  LifeBox box;
  gsize cells;

  if (state == NULL)
    return refuse ("a snapshot", error);
  return find_box (server, request, &box, &cells, error)
         && life_reply_reserve (reply, cells, error)
         && local->klass->read_saved (local, state, &box, reply->data, error);
}

/* Of all but NONE and LEAVE, which those that receive messages heed. */
static const Serve functions[LIFE_N_REQUESTS] = {
  [LIFE_REQUEST_FIT] = serve_fit,
  [LIFE_REQUEST_MAKE] = serve_make,
  [LIFE_REQUEST_FREE] = serve_free,
  [LIFE_REQUEST_RULE] = serve_rule,
  [LIFE_REQUEST_CLEAR] = serve_clear,
  [LIFE_REQUEST_SOUP] = serve_soup,
  [LIFE_REQUEST_RUNS] = serve_runs,
  [LIFE_REQUEST_READ] = serve_read,
  [LIFE_REQUEST_WRITE] = serve_write,
  [LIFE_REQUEST_READ_LINES] = serve_read_lines,
  [LIFE_REQUEST_STEP] = serve_step,
  [LIFE_REQUEST_COUNT] = serve_count,
  [LIFE_REQUEST_SAVE] = serve_save,
  [LIFE_REQUEST_RESTORE] = serve_restore,
  [LIFE_REQUEST_DROP] = serve_drop,
  [LIFE_REQUEST_READ_SAVED] = serve_read_saved,
  [LIFE_REQUEST_DRAW] = serve_draw,
  [LIFE_REQUEST_CONNECT] = serve_connect,
};

static gboolean
needs_part (LifeRequestKind kind)
{
  return kind > LIFE_REQUEST_FREE && kind != LIFE_REQUEST_CONNECT;
}

void
life_serve (LifeServer *server, const LifeRequest *request, LifeReply *reply)
{
  const Serve serve = functions[request->kind];
  g_autoptr (GError) error = NULL;

  memset (reply, 0, sizeof *reply);
  if (serve == NULL)
    refuse ("something", &error);
  else if (server->part == NULL && needs_part (request->kind))
    refuse ("a part", &error);
  else
    serve (server, request, reply, &error);
  if (error != NULL)
    life_reply_fail (reply, error);
}

void
life_server_clear (LifeServer *server)
{
  /* What waits for lost parts ends first. */
  disconnect (server);
  drop_part (server);
}
