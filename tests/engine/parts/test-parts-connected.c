/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tests that parts whose holders are connected exchange by themselves, that others exchange
 * by way of their hosts, and that a part that cannot exchange any more reports it. */
#include "life/parts/serve.h"
#include "tests/support/worlds/parts.h"

typedef struct {
  guint parts, part, exchanges;
  gboolean ended, fails;
} Connected;

static Connected connected;

static LifeConnection *
connect (gint device, const guint8 *id, guint parts, guint part,
    LifePartNeighbors *neighbors, GError **error)
{
  if (id[0] != 7) {
    g_set_error_literal (
        error, LIFE_ERROR, LIFE_ERROR_DEVICE, "no neighbor comes");
    return NULL;
  }
  connected = (Connected){ .parts = parts, .part = part };
  return (LifeConnection *) &connected;
}

static void
disconnect (LifeConnection *connection)
{
  ((Connected *) connection)->ended = TRUE;
}

/* A neighbor that has the same cells as this part. */
static gboolean
exchange_connected (LifePart *self, const LifeBorder *above,
    const LifeBorder *below, GError **error)
{
  ((Connected *) self->connection)->exchanges++;
  if (connected.fails) {
    g_set_error_literal (
        error, LIFE_ERROR, LIFE_ERROR_DEVICE, "the neighbor is gone");
    return FALSE;
  }
  memcpy (above->received, below->sent, above->size);
  memcpy (below->received, above->sent, below->size);
  return TRUE;
}

static gboolean
exchange_by_host (LifePartNeighbors *neighbors, LifePart *part,
    const LifeBorder *above, const LifeBorder *below, GError **error)
{
  memcpy (above->received, below->sent, above->size);
  memcpy (below->received, above->sent, below->size);
  return TRUE;
}

static gchar *reported;

static void
report (LifePartNeighbors *neighbors, const gchar *reason)
{
  g_free (reported);
  reported = g_strdup (reason);
}

/* Serves a request; @failure: of what the error is, NULL: it does not fail. */
static void
serve (LifeServer *server, const LifeRequest *request, const gchar *failure)
{
  g_autofree gchar *message = NULL;
  LifeReply reply;

  life_serve (server, request, &reply);
  if (reply.failed)
    message = g_strndup ((const gchar *) reply.data, reply.size);
  g_assert_cmpstr (message, ==, failure);
  life_reply_clear (&reply);
}

static void
test_parts_that_are_connected_exchange_by_themselves (void)
{
  const LifePartClass *gpus = life_part_class_of_gpus ();
  LifePartClass fake = life_cpu_part;
  LifePartNeighbors neighbors = {
    .by_host = TRUE, .exchange = exchange_by_host, .fail = report
  };
  LifeServer server = { .neighbors = &neighbors, .threads = 1 };
  guint8 id[LIFE_CONNECTION_ID] = { 7 }, other[LIFE_CONNECTION_ID] = { 8 };
  const LifeRequest connection = { .kind = LIFE_REQUEST_CONNECT,
    .numbers = { 2, 1 },
    .data = id,
    .size = sizeof id };
  const LifeRequest make = { .kind = LIFE_REQUEST_MAKE,
    .numbers = { 2, 1, 1,
        LIFE_TOPOLOGY_TORUS + 256 * 2 + ((guint64) LIFE_ENGINE_CUDA << 16) },
    .box = { 0, 0, 0, 50, 40, 1 },
    .data = (const guint8 *) "B3/S23",
    .size = 6 };
  const LifeRequest step = { .kind = LIFE_REQUEST_STEP, .numbers = { 9, 1 } };
  const LifeRequest leave = { .kind = LIFE_REQUEST_FREE };
  LifeRequest wrong = connection;
  LifeRequest elsewhere = make;

  fake.kind = LIFE_ENGINE_CUDA;
  fake.connect = connect;
  fake.disconnect = disconnect;
  fake.exchange = exchange_connected;
  life_part_class_set_gpus (&fake);

  wrong.size--;
  serve (
      &server, &wrong, "a message requests a connection that does not exist");
  wrong = connection;
  wrong.numbers[1] = 2;
  serve (
      &server, &wrong, "a message requests a connection that does not exist");
  wrong = connection;
  wrong.data = other;
  serve (&server, &wrong, "no neighbor comes");
  /* It has what others send in memory of the host. */
  serve (&server, &make, NULL);
  g_assert_true (server.part->by_host);
  serve (&server, &step, NULL);

  serve (&server, &connection, NULL);
  g_assert_cmpuint (connected.parts, ==, 2);
  g_assert_cmpuint (connected.part, ==, 1);
  g_assert_null (server.part);
  elsewhere.numbers[LIFE_MAKE_PART] = 0;
  serve (&server, &elsewhere,
      "a message requests a connection that does not exist");
  serve (&server, &make, NULL);
  g_assert_false (server.part->by_host);
  serve (&server, &step, NULL);
  g_assert_cmpuint (connected.exchanges, >, 0);
  g_assert_null (reported);
  /* Its neighbors would wait for it in vain. */
  connected.fails = TRUE;
  serve (&server, &step, "the neighbor is gone");
  g_assert_cmpstr (reported, ==, "the neighbor is gone");
  g_clear_pointer (&reported, g_free);
  serve (&server, &leave, NULL);
  g_assert_true (connected.ended);
  g_assert_null (server.connection);
  life_part_class_set_gpus (gpus);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parts-connected/exchange_by_themselves",
      test_parts_that_are_connected_exchange_by_themselves);
  return g_test_run ();
}
