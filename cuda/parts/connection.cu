/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* NCCL, which nothing is linked to: it is loaded when GPUs of several processes share a
 * world. Whatever it does it does without being waited for, so that a process that does not
 * reply blocks no other one for good. */
#include "cuda/parts/connection.h"

#include "cuda/device/check.h"

#include <dlfcn.h>

/* From 2.14 on calls need not be waited for. */
#define OLDEST 21400
#define BYTES 1 /* ncclUint8 */

/* What its functions return. */
enum {
  DONE = 0,       /* ncclSuccess */
  IN_PROGRESS = 7 /* ncclInProgress */
};

/* All GPUs are to be connected within so many seconds. */
#define CONNECT_SECONDS 30
/* Between two polls, in microseconds. */
#define POLL_INTERVAL 20

typedef struct ncclComm *Comm;

struct Id {
  char bytes[LIFE_CONNECTION_ID];
};

/* ncclConfig_t of OLDEST, which later releases accept. */
struct Config {
  size_t size;
  unsigned magic, version;
  int blocking;
};

struct Nccl {
  int (*get_version) (int *version);
  const char *(*get_error_string) (int result);
  int (*get_id) (Id *id);
  int (*init) (Comm *comm, int n, Id id, int rank, Config *config);
  int (*get_state) (Comm comm, int *state);
  int (*abort) (Comm comm);
  int (*begin) (void);
  int (*end) (void);
  int (*send) (const void *bytes, size_t n, int type, int to, Comm comm,
      cudaStream_t stream);
  int (*receive) (void *bytes, size_t n, int type, int from, Comm comm,
      cudaStream_t stream);
};

struct _LifeConnection {
  LifeDevice device;
  Comm comm; /* NULL: aborted */
  LifePartNeighbors *neighbors;
};

static Nccl nccl;

static bool
find_functions (void *library)
{
  const struct {
    const char *name;
    void *function;
  } functions[] = {
    { "ncclGetVersion", &nccl.get_version },
    { "ncclGetErrorString", &nccl.get_error_string },
    { "ncclGetUniqueId", &nccl.get_id },
    { "ncclCommInitRankConfig", &nccl.init },
    { "ncclCommGetAsyncError", &nccl.get_state },
    { "ncclCommAbort", &nccl.abort },
    { "ncclGroupStart", &nccl.begin },
    { "ncclGroupEnd", &nccl.end },
    { "ncclSend", &nccl.send },
    { "ncclRecv", &nccl.receive },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (functions); i++) {
    void *function = dlsym (library, functions[i].name);

    if (function == NULL)
      return false;
    *(void **) functions[i].function = function;
  }
  return true;
}

/* LIFE_NCCL=no stays with MPI; anything else is the path of a library. */
static bool
load (void)
{
  const gchar *name = g_getenv ("LIFE_NCCL");
  int version = 0;

  if (g_strcmp0 (name, "no") == 0)
    return false;
  /* A defect of NVLink multicast may put all GPUs of a host out of service until it is
   * rebooted. The thread that calls MPI comes here, which sets such variables, too. */
  g_setenv ("NCCL_NVLS_ENABLE", "0", FALSE);
  void *library =
      dlopen (name != NULL ? name : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    g_info ("GPUs exchange by way of their hosts: %s", dlerror ());
    return false;
  }
  if (find_functions (library) && nccl.get_version (&version) == DONE
      && version >= OLDEST)
    return true;
  g_info ("GPUs exchange by way of their hosts: NCCL is too old");
  dlclose (library);
  return false;
}

bool
life_connection_is_there (void)
{
  static const bool is_there = load ();

  return is_there;
}

static gboolean
fail (int result, GError **error)
{
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_DEVICE, "NCCL: %s",
      nccl.get_error_string (result));
  return FALSE;
}

void
life_connection_abort (LifeConnection *self)
{
  LifeDeviceScope scope (self->device, NULL);

  if (self->comm != NULL && scope.entered)
    nccl.abort (self->comm);
  self->comm = NULL;
}

/* Whether the other processes still run. */
static gboolean
check (LifeConnection *self, GError **error)
{
  LifePartNeighbors *neighbors = self->neighbors;

  return neighbors->check == NULL || neighbors->check (neighbors, error);
}

static gboolean
check_state (LifeConnection *self, int *state, GError **error)
{
  const int result = nccl.get_state (self->comm, state);

  if (result != DONE)
    return fail (result, error);
  return *state == DONE || *state == IN_PROGRESS ? TRUE : fail (*state, error);
}

/* Waits until the last call, which returned @result, is done; not for longer than @seconds,
 * 0: for as long as the other processes run. */
static gboolean
settle (LifeConnection *self, int result, guint seconds, GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  int state = result;

  if (result != DONE && result != IN_PROGRESS)
    return fail (result, error);
  while (state == IN_PROGRESS) {
    if (!check_state (self, &state, error) || !check (self, error))
      return FALSE;
    if (state == IN_PROGRESS && seconds > 0
        && g_get_monotonic_time () - start > seconds * G_USEC_PER_SEC) {
      g_set_error (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
          "NCCL: not all GPUs were connected within %u s", seconds);
      return FALSE;
    }
    if (state == IN_PROGRESS)
      g_usleep (POLL_INTERVAL);
  }
  return TRUE;
}

gboolean
life_connection_make_id (guint8 id[LIFE_CONNECTION_ID])
{
  Id made;

  if (!life_connection_is_there () || nccl.get_id (&made) != DONE)
    return FALSE;
  memcpy (id, made.bytes, LIFE_CONNECTION_ID);
  return TRUE;
}

LifeConnection *
life_connection_new (const LifeDevice *device, const guint8 *id, guint parts,
    guint part, LifePartNeighbors *neighbors, GError **error)
{
  LifeDeviceScope scope (*device, error);
  Config config = { sizeof config, 0xcafebeef, OLDEST, 0 };
  Id all;

  if (!scope.entered)
    return NULL;
  if (!life_connection_is_there ()) {
    g_set_error_literal (
        error, LIFE_ERROR, LIFE_ERROR_DEVICE, "there is no NCCL");
    return NULL;
  }
  memcpy (all.bytes, id, LIFE_CONNECTION_ID);
  LifeConnection *self = g_new0 (LifeConnection, 1);
  self->device = *device;
  self->neighbors = neighbors;
  const int result =
      nccl.init (&self->comm, (int) parts, all, (int) part, &config);
  if (settle (self, result, CONNECT_SECONDS, error))
    return self;
  life_connection_free (self);
  return NULL;
}

void
life_connection_free (LifeConnection *self)
{
  if (self == NULL)
    return;
  life_connection_abort (self);
  g_free (self);
}

static int
send (LifeConnection *self, const LifeBorder *border, cudaStream_t stream)
{
  return border->part < 0 ? DONE
                          : nccl.send (border->sent, border->size, BYTES,
                              border->part, self->comm, stream);
}

static int
receive (LifeConnection *self, const LifeBorder *border, cudaStream_t stream)
{
  return border->part < 0 ? DONE
                          : nccl.receive (border->received, border->size, BYTES,
                              border->part, self->comm, stream);
}

gboolean
life_connection_exchange (LifeConnection *self, const LifeBorder *above,
    const LifeBorder *below, cudaStream_t stream, GError **error)
{
  if (self->comm == NULL) {
    g_set_error_literal (error, LIFE_ERROR, LIFE_ERROR_DEVICE,
        "GPUs are not connected any more");
    return FALSE;
  }
  /* Of two parts each is above and below the other: what one sends first, its upper border,
   * is what the other receives first. */
  int result = nccl.begin ();
  const int calls[] = { result != DONE ? result : send (self, above, stream),
    send (self, below, stream), receive (self, below, stream),
    receive (self, above, stream), nccl.end () };
  for (gsize i = 0; i < G_N_ELEMENTS (calls); i++)
    if (result == DONE || result == IN_PROGRESS)
      result = calls[i];
  return settle (self, result, 0, error);
}

gboolean
life_connection_wait (LifeConnection *self, cudaEvent_t event, GError **error)
{
  cudaError_t result;

  while ((result = cudaEventQuery (event)) == cudaErrorNotReady) {
    int state;

    if (self->comm != NULL
        && (!check_state (self, &state, error) || !check (self, error))) {
      life_connection_abort (self);
      return FALSE;
    }
    g_usleep (POLL_INTERVAL);
  }
  return life_cuda_check (result, "advancing the world", error);
}
