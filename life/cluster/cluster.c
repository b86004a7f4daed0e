/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The engine of worlds that are cut into parts: each function sends requests to the
 * parts that it concerns. Replies are added up in parts-requests.c, pictures are drawn in
 * parts-renderer.c. */
#include "life/cluster/cluster.h"

#include "life/base/memory.h"
#include "life/cluster/cluster-private.h"
#include "life/parts/mpi/mpi-link.h"
#include "life/parts/threads.h"

/* Between two checks whether a step is cancelled, in microseconds. */
#define STEP_TIME 50000

/* --- Made --- */

static LifeOpenLink open_link;
static gpointer open_data;

void
life_parts_use (LifeOpenLink open, gpointer data)
{
  open_link = open;
  open_data = data;
}

/* What has parts of such a world; NULL: this build has none. */
static const LifePartClass *
choose_class (const LifeEngineOptions *options)
{
  return options->cuda_devices != 0 || options->engine == LIFE_ENGINE_CUDA
             ? life_part_class_of_gpus ()
             : &life_cpu_part;
}

static gboolean
parts_check (const LifeRule *rule, const LifeGeometry *geometry,
    const LifeEngineOptions *options, GError **error)
{
  const LifePartClass *klass = choose_class (options);
  const gchar *what = NULL;

  if (klass == NULL) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
        "this build has no CUDA engine; rebuild with -Dcuda=enabled or use "
        "engine=cpu");
    return FALSE;
  }
  if (options->kernel != LIFE_KERNEL_AUTO
      && options->kernel != LIFE_KERNEL_BITSLICED)
    what = "a kernel other than kernel=bitsliced";
  else if (!klass->supports (rule))
    what = klass->kind == LIFE_ENGINE_CPU
               ? "a rule other than B/S, Generations, isotropic and MAP rules"
               : "a rule that does not run a bit per cell on GPUs";
  else if (!life_engine_has_simple_edges (geometry))
    what = "a topology other than a torus without a shift and a plane";
  if (what == NULL)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_UNSUPPORTED,
      options->cuda_devices == 0
          ? "%s needs one process: use cluster=none"
          : "%s is not for several GPUs: leave cuda-devices out",
      what);
  return FALSE;
}

static void
parts_destroy (LifeEngine *engine)
{
  LifeParts *self = (LifeParts *) engine;

  if (self->link != NULL) {
    LifePartsCall *call = life_parts_call_new (self, LIFE_REQUEST_FREE);

    life_parts_call_send (self, call, NULL);
    life_parts_call_free (self, call);
    self->link->free (self->link);
  }
  if (self->rule != NULL)
    life_rule_unref (self->rule);
  g_mutex_clear (&self->calling);
  g_free (self->kernel_name);
  g_free (self);
}

/* Requests that all parts be made, or whether they fit. */
static LifePartsCall *
request_parts (LifeParts *self, LifeRequestKind kind, const LifeRule *rule,
    gboolean *done, GError **error)
{
  const LifeGeometry *world = &self->cut.world;
  LifePartsCall *call = life_parts_call_new (self, kind);
  g_autofree gchar *text = life_rule_to_string (rule);

  for (guint i = 0; i < self->cut.parts; i++) {
    LifeRequest *request = &call->requests[i];

    request->numbers[LIFE_MAKE_PARTS] = self->cut.parts;
    request->numbers[LIFE_MAKE_PART] = i;
    request->numbers[LIFE_MAKE_THREADS] = self->options.threads;
    request->numbers[LIFE_MAKE_SHAPE] =
        world->topology + 256 * self->cut.dimensions
        + ((guint64) self->link->klass->kind << 16);
    request->box.width = world->width;
    request->box.height = world->height;
    request->box.depth = world->depth;
    request->data = (const guint8 *) text;
    request->size = strlen (text);
  }
  *done = life_parts_call_send (self, call, error);
  return call;
}

/* Whether all holders of parts can be connected, and no two are one. */
static gboolean
can_be_connected (const LifeParts *self, const LifePartsCall *call)
{
  for (guint i = 0; i < self->cut.parts; i++) {
    const guint64 holder = call->replies[i].numbers[3];

    if (holder == 0)
      return FALSE;
    for (guint j = 0; j < i; j++)
      if (call->replies[j].numbers[3] == holder)
        return FALSE;
  }
  return self->cut.parts > 1;
}

/* Whether all parts fit where they are to be. */
static gboolean
fit_parts (LifeParts *self, const LifeRule *rule, GError **error)
{
  gboolean done;
  LifePartsCall *call =
      request_parts (self, LIFE_REQUEST_FIT, rule, &done, error);

  self->can_be_connected = done && can_be_connected (self, call);
  done = done && life_parts_fit (self, call, error);
  life_parts_call_free (self, call);
  return done;
}

/* @id: NULL: nothing is connected any more */
static gboolean
request_connection (LifeParts *self, const guint8 *id, GError **error)
{
  LifePartsCall *call = life_parts_call_new (self, LIFE_REQUEST_CONNECT);
  gboolean done;

  for (guint i = 0; i < self->cut.parts; i++) {
    LifeRequest *request = &call->requests[i];

    request->numbers[0] = self->cut.parts;
    request->numbers[1] = i;
    request->data = id;
    request->size = id != NULL ? LIFE_CONNECTION_ID : 0;
  }
  done = life_parts_call_send (self, call, error);
  life_parts_call_free (self, call);
  return done;
}

/* Where that fails cells are exchanged through the hosts. */
static void
connect_parts (LifeParts *self)
{
  g_autoptr (GError) problem = NULL;
  guint8 id[LIFE_CONNECTION_ID];

  if (!self->can_be_connected || !self->link->klass->make_id (id)
      || request_connection (self, id, &problem))
    return;
  g_info ("GPUs exchange by way of their hosts: %s", problem->message);
  request_connection (self, NULL, NULL);
}

static gboolean
make_parts (LifeParts *self, const LifeRule *rule, GError **error)
{
  LifePartsCall *call;
  gboolean done;

  if (!fit_parts (self, rule, error))
    return FALSE;
  connect_parts (self);
  call = request_parts (self, LIFE_REQUEST_MAKE, rule, &done, error);
  life_parts_call_free (self, call);
  return done;
}

/* A thread for each GPU. */
static LifeLink *
open_devices (const LifeEngineOptions *options)
{
  gint devices[64];
  guint n = 0;

  for (gint i = 0; i < 64; i++)
    if ((options->cuda_devices >> i & 1) != 0)
      devices[n++] = i;
  return life_threads_link_new (choose_class (options), n, devices);
}

static LifeLink *
open_parts (const LifeEngineOptions *options, GError **error)
{
  if (open_link != NULL)
    return open_link (options, open_data, error);
  return options->cuda_devices != 0
             ? open_devices (options)
             : life_mpi_link_new (choose_class (options), options, error);
}

static LifeEngine *
parts_create (const LifeGeometry *geometry, const LifeRule *rule,
    const LifeEngineOptions *options, GError **error)
{
  LifeLink *link;
  LifeParts *self;

  if (!parts_check (rule, geometry, options, error))
    return NULL;
  link = open_parts (options, error);
  if (link == NULL)
    return NULL;
  self = g_new0 (LifeParts, 1);
  self->engine.klass = link->klass->kind == LIFE_ENGINE_CUDA
                           ? &life_devices_engine
                           : &life_parts_engine;
  self->engine.geometry = *geometry;
  self->options = *options;
  self->link = link;
  self->rule = life_rule_ref (rule);
  self->edited = TRUE;
  self->version = 1;
  self->kernel_name =
      g_strdup_printf ("bitsliced (%u %s)", link->parts, link->who);
  g_mutex_init (&self->calling);
  if (life_cut_init (
          &self->cut, geometry, rule->dimensions, link->parts, link->who, error)
      && make_parts (self, rule, error))
    return &self->engine;
  parts_destroy (&self->engine);
  return NULL;
}

static const gchar *
parts_get_kernel_name (LifeEngine *engine)
{
  return ((LifeParts *) engine)->kernel_name;
}

/* What the last generation changed is counted while its rule is there. */
static gboolean
request_rule (LifeParts *self, const LifeRule *rule, GError **error)
{
  g_autofree gchar *text = life_rule_to_string (rule);
  LifePartsCall *call = life_parts_call_new (self, LIFE_REQUEST_RULE);
  gboolean done;

  for (guint i = 0; i < self->cut.parts; i++) {
    call->requests[i].data = (const guint8 *) text;
    call->requests[i].size = strlen (text);
  }
  done = life_parts_call_send (self, call, error);
  life_parts_call_free (self, call);
  return done;
}

/* If one part cannot have it the others get the old one back. */
static gboolean
parts_set_rule (LifeEngine *engine, const LifeRule *rule, GError **error)
{
  LifeParts *self = (LifeParts *) engine;
  LifeTally tally;

  /* What changed is counted by the rule that changed it. */
  if (!parts_check (rule, &engine->geometry, &self->options, error)
      || !life_parts_count (engine, LIFE_COUNT_CHANGES, &tally, error))
    return FALSE;
  if (!request_rule (self, rule, error)) {
    request_rule (self, self->rule, NULL);
    return FALSE;
  }
  life_rule_unref (self->rule);
  self->rule = life_rule_ref (rule);
  life_parts_touch (self);
  return TRUE;
}

/* --- Its cells change --- */

static gboolean
parts_soup (LifeEngine *engine, guint64 seed, guint64 threshold, GError **error)
{
  LifeParts *self = (LifeParts *) engine;
  LifePartsCall *call = life_parts_call_new (self, LIFE_REQUEST_SOUP);
  gboolean done;

  for (guint i = 0; i < self->cut.parts; i++) {
    call->requests[i].numbers[0] = seed;
    call->requests[i].numbers[1] = threshold;
  }
  life_parts_touch (self);
  done = life_parts_call_send (self, call, error);
  life_parts_call_free (self, call);
  return done;
}

static gboolean
parts_clear (LifeEngine *engine, GError **error)
{
  return parts_soup (engine, 0, 0, error);
}

/* Adds a run, moved and wrapped, to those of the part that it lies in: one piece up to the
 * right edge, and one from the left edge on. */
static void
share_run (
    const LifeParts *self, LifeRun run, const gint64 origin[3], GArray **shared)
{
  const LifeGeometry *world = &self->engine.geometry;
  guint32 length, straight;
  GArray *runs;

  run.x = (guint32) (((guint64) origin[0] + run.x) % world->width);
  run.y = (guint32) (((guint64) origin[1] + run.y) % world->height);
  run.z = (guint32) (((guint64) origin[2] + run.z) % world->depth);
  length = MIN (run.length, world->width);
  straight = MIN (length, world->width - run.x);
  runs = shared[life_cut_find (
      &self->cut, self->cut.dimensions == 3 ? run.z : run.y)];
  run.length = straight;
  g_array_append_val (runs, run);
  if (straight == length)
    return;
  run.x = 0;
  run.length = length - straight;
  g_array_append_val (runs, run);
}

/* Runs that are sent at a time, so that no message is too long. */
#define MAX_RUNS (1 << 20)

static gboolean
add_some_runs (LifeParts *self, const LifeRun *runs, gsize n_runs,
    const gint64 origin[3], GError **error)
{
  const guint parts = self->cut.parts;
  LifePartsCall *call = life_parts_call_new (self, LIFE_REQUEST_RUNS);
  g_autofree GArray **shared = g_new (GArray *, parts);
  gboolean done;

  for (guint i = 0; i < parts; i++)
    shared[i] = g_array_new (FALSE, TRUE, sizeof (LifeRun));
  for (gsize i = 0; i < n_runs; i++)
    share_run (self, runs[i], origin, shared);
  for (guint i = 0; i < parts; i++) {
    if (shared[i]->len == 0)
      call->requests[i].kind = LIFE_REQUEST_NONE;
    call->requests[i].data = (const guint8 *) shared[i]->data;
    call->requests[i].size = shared[i]->len * sizeof (LifeRun);
  }
  done = life_parts_call_send (self, call, error);
  life_parts_call_free (self, call);
  for (guint i = 0; i < parts; i++)
    g_array_unref (shared[i]);
  return done;
}

static gboolean
parts_add_runs (LifeEngine *engine, const LifeRun *runs, gsize n_runs,
    const gint64 origin[3], GError **error)
{
  LifeParts *self = (LifeParts *) engine;

  life_parts_touch (self);
  for (gsize i = 0; i < n_runs; i += MAX_RUNS)
    if (!add_some_runs (
            self, runs + i, MIN (n_runs - i, MAX_RUNS), origin, error))
      return FALSE;
  return TRUE;
}

static gboolean
parts_read (
    LifeEngine *engine, const LifeBox *box, guint8 *cells, GError **error)
{
  return life_parts_transfer (
      (LifeParts *) engine, LIFE_REQUEST_READ, 0, box, cells, error);
}

static gboolean
parts_write (
    LifeEngine *engine, const LifeBox *box, const guint8 *cells, GError **error)
{
  life_parts_touch ((LifeParts *) engine);
  return life_parts_transfer ((LifeParts *) engine, LIFE_REQUEST_WRITE, 0, box,
      (guint8 *) cells, error);
}

/* --- Advanced --- */

static gboolean
step_parts (LifeParts *self, guint64 generations, GError **error)
{
  LifePartsCall *call = life_parts_call_new (self, LIFE_REQUEST_STEP);
  gboolean done;

  for (guint i = 0; i < self->cut.parts; i++) {
    call->requests[i].numbers[0] = generations;
    call->requests[i].numbers[1] = self->edited;
  }
  done = life_parts_call_send (self, call, error);
  life_parts_call_free (self, call);
  self->edited = !done;
  return done;
}

/* A few generations first, then as many as take STEP_TIME or so, so that it can be
 * cancelled. */
static gboolean
parts_step (LifeEngine *engine, guint64 generations, const gint *cancelled,
    guint64 *stepped, GError **error)
{
  LifeParts *self = (LifeParts *) engine;
  guint64 limit = cancelled == NULL ? generations : MAX (self->cut.halo, 1);

  *stepped = 0;
  while (*stepped < generations
         && (cancelled == NULL || !g_atomic_int_get (cancelled))) {
    const guint64 now = MIN (limit, generations - *stepped);
    const gint64 start = g_get_monotonic_time ();

    self->version++;
    self->changes_valid = FALSE;
    if (!step_parts (self, now, error))
      return FALSE;
    *stepped += now;
    if (g_get_monotonic_time () - start < STEP_TIME && limit < G_MAXUINT64 / 2)
      limit *= 2;
  }
  if (*stepped == generations)
    return TRUE;
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_CANCELLED,
      "cancelled after %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
      " generations",
      *stepped, generations);
  return FALSE;
}

/* --- Saved --- */

/* What a snapshot is here: the slot of those of the parts. */
typedef struct {
  gint64 slot;
} SavedParts;

static gboolean
request_saved (LifeParts *self, LifeRequestKind kind, const SavedParts *saved,
    gsize *size, GError **error)
{
  LifePartsCall *call = life_parts_call_new (self, kind);
  gboolean done;

  for (guint i = 0; i < self->cut.parts; i++)
    call->requests[i].numbers[0] = (guint64) saved->slot;
  done = life_parts_call_send (self, call, error);
  for (guint i = 0; done && size != NULL && i < self->cut.parts; i++)
    *size += (gsize) call->replies[i].numbers[0];
  life_parts_call_free (self, call);
  return done;
}

static void
parts_drop (LifeEngine *engine, gpointer state)
{
  request_saved ((LifeParts *) engine, LIFE_REQUEST_DROP, state, NULL, NULL);
  g_free (state);
}

static gpointer
parts_save (LifeEngine *engine, gpointer old, gsize *size, GError **error)
{
  LifeParts *self = (LifeParts *) engine;
  SavedParts *saved = old != NULL ? old : g_new0 (SavedParts, 1);

  if (old == NULL)
    saved->slot = ++self->last_slot;
  *size = 0;
  if (request_saved (self, LIFE_REQUEST_SAVE, saved, size, error))
    return saved;
  if (old == NULL)
    parts_drop (engine, saved);
  return NULL;
}

static gboolean
parts_restore (LifeEngine *engine, gconstpointer state, GError **error)
{
  LifeParts *self = (LifeParts *) engine;

  life_parts_touch (self);
  return request_saved (self, LIFE_REQUEST_RESTORE, state, NULL, error);
}

static gboolean
parts_read_saved (LifeEngine *engine, gconstpointer state, const LifeBox *box,
    guint8 *cells, GError **error)
{
  return life_parts_transfer ((LifeParts *) engine, LIFE_REQUEST_READ_SAVED,
      ((const SavedParts *) state)->slot, box, cells, error);
}

#define FUNCTIONS                                                          \
  .check = parts_check, .create = parts_create, .destroy = parts_destroy,  \
  .get_kernel_name = parts_get_kernel_name, .set_rule = parts_set_rule,    \
  .clear = parts_clear, .soup = parts_soup, .add_runs = parts_add_runs,    \
  .read = parts_read, .write = parts_write, .step = parts_step,            \
  .count = life_parts_count, .save = parts_save, .restore = parts_restore, \
  .drop = parts_drop, .read_saved = parts_read_saved

const LifeEngineClass life_parts_engine = { .name = "cpu", FUNCTIONS };
const LifeEngineClass life_devices_engine = { .name = "cuda", FUNCTIONS };
