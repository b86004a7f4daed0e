/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Worlds that threads of the test's own process hold in parts, each on processors or each on a
 * GPU. */
#pragma once

#include "life/cluster/cluster.h"
#include "life/parts/threads.h"
#include "tests/support/worlds/cuda.h"
#include "tests/support/worlds/compare.h"

#define MAX_TEST_PARTS 8

/* GPUs that parts of worlds are on, which take turns; 0: they are on processors. */
static guint parts_gpus;

static inline const LifePartClass *
parts_class (void)
{
  return parts_gpus > 0 ? life_part_class_of_gpus () : &life_cpu_part;
}

static gboolean (*call_threads) (LifeLink *self, const LifeRequest *requests,
    LifeReply *replies, GError **error);

/* As another process would be called. */
static inline gboolean
call_by_bytes (LifeLink *self, const LifeRequest *requests, LifeReply *replies,
    GError **error)
{
  LifeRequest arrived[MAX_TEST_PARTS];
  GByteArray *bytes[MAX_TEST_PARTS];
  gboolean done;

  for (guint i = 0; i < self->parts; i++) {
    bytes[i] = g_byte_array_new ();
    life_request_encode (&requests[i], bytes[i]);
    g_assert_true (
        life_request_decode (&arrived[i], bytes[i]->data, bytes[i]->len));
  }
  done = call_threads (self, arrived, replies, error);
  for (guint i = 0; i < self->parts; i++) {
    g_byte_array_set_size (bytes[i], 0);
    life_reply_encode (&replies[i], bytes[i]);
    life_reply_clear (&replies[i]);
    g_assert_true (
        life_reply_decode (&replies[i], bytes[i]->data, bytes[i]->len));
    g_byte_array_unref (bytes[i]);
  }
  return done;
}

/* An odd number of parts is called by bytes. */
static inline LifeLink *
open_threads (const LifeEngineOptions *options, gpointer data, GError **error)
{
  gint devices[MAX_TEST_PARTS];
  LifeLink *link;

  g_assert_cmpuint (GPOINTER_TO_UINT (data), <=, MAX_TEST_PARTS);
  for (guint i = 0; i < MAX_TEST_PARTS; i++)
    devices[i] = (gint) (i % MAX (parts_gpus, 1));
  link =
      life_threads_link_new (parts_class (), GPOINTER_TO_UINT (data), devices);
  call_threads = link->call;
  if (link->parts % 2 == 1)
    link->call = call_by_bytes;
  return link;
}

/* A world in @parts parts, each with @threads threads; NULL and @error where there is
 * none. */
static inline LifeWorld *
try_parts_world (const LifeGeometry *geometry, const LifeRule *rule,
    guint parts, guint threads, GError **error)
{
  LifeEngineOptions options = default_options ();

  options.cluster = LIFE_CLUSTER_MPI;
  options.threads = threads;
  options.engine = parts_gpus > 0 ? LIFE_ENGINE_CUDA : LIFE_ENGINE_AUTO;
  life_parts_use (open_threads, GUINT_TO_POINTER (parts));
  return life_world_new (geometry, rule, &options, error);
}

static inline LifeWorld *
new_parts_world (const LifeGeometry *geometry, const LifeRule *rule,
    guint parts, guint threads)
{
  GError *error = NULL;
  LifeWorld *world = try_parts_world (geometry, rule, parts, threads, &error);

  g_assert_no_error (error);
  g_assert_nonnull (world);
  return world;
}

/* The same world in parts and in one. */
static inline Worlds *
new_parts_worlds (const LifeGeometry *geometry, const LifeRule *rule,
    guint parts, guint threads)
{
  Worlds *worlds = worlds_of (new_parts_world (geometry, rule, parts, threads),
      new_world_with_rule (geometry, rule, LIFE_KERNEL_AUTO, 1));

  worlds->full = TRUE;
  return worlds;
}

/* How many GPUs there are. */
static inline guint
count_gpus (void)
{
  LifeEngineOptions options = default_options ();
  LifeRule rule = rule_of (2, "B3/S23");
  guint n = 0;

  for (options.cuda_devices = 1;
       life_engine_check (&rule, NULL, &options, NULL);
       options.cuda_devices <<= 1)
    n++;
  return n;
}

/* Runs a test with parts on GPUs. */
static inline void
run_on_gpus (gconstpointer test)
{
  if (skip_without_cuda ())
    return;
  parts_gpus = count_gpus ();
  ((void (*) (void)) test) ();
  parts_gpus = 0;
}
