/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Measures the limits of a machine, with the vectors that the CPU's engine would use, or on a
 * GPU: logic operations, and bytes of a copy. */
#include "bench.h"

#include "cuda/speed.h"
#include "life/base/cpu-path.h"

#include <pthread.h>
#include <string.h>

#define RUNS 5
/* Rounds in a piece of about a millisecond; the fastest piece was not disturbed. */
#define ROUNDS_PER_PIECE (1 << 17)
/* The bytes that all threads copy together, several times more than any cache has, if
 * limits are measured for the usual time. */
#define COPY_BYTES ((gsize) 512 << 20)
#define USUAL_SECONDS 0.3
#define MIN_COPY_BYTES ((gsize) 4 << 20)
#define MAX_DEVICES 16

/* Runs @rounds rounds of work; returns how much work that was. */
typedef gdouble (*Work) (gpointer data, guint rounds);

#if defined(__x86_64__)
#define FOUR(x) x x x x
/* 56 gates in fourteen chains that do not depend on each other. */
#define CHAINS(gate)                                                          \
  FOUR (gate ("0") gate ("1") gate ("2") gate ("3") gate ("4") gate ("5")     \
          gate ("6") gate ("7") gate ("8") gate ("9") gate ("10") gate ("11") \
              gate ("12") gate ("13"))
#define GATE_AVX512(n) "vpternlogq $0x96, %%zmm14, %%zmm15, %%zmm" n "\n\t"
#define GATE_AVX2(n) "vpxor %%ymm14, %%ymm" n ", %%ymm" n "\n\t"
#define GATE_SSE2(n) "pxor %%xmm14, %%xmm" n "\n\t"
#define DEFINE_GATES(name, gate, end)                                        \
  static gdouble name (gpointer data, guint rounds)                          \
  {                                                                          \
    gdouble done = 56.0 * rounds;                                            \
                                                                             \
    __asm__ volatile("1:\n\t" CHAINS (gate) "dec %0\n\tjnz 1b\n\t" end       \
                     : "+r"(rounds)                                          \
                     :                                                       \
                     : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", \
                     "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",       \
                     "xmm12", "xmm13", "xmm14", "xmm15");                    \
    return done;                                                             \
  }
DEFINE_GATES (gates_avx512, GATE_AVX512, "vzeroupper\n\t")
DEFINE_GATES (gates_avx2, GATE_AVX2, "vzeroupper\n\t")
DEFINE_GATES (gates_sse2, GATE_SSE2, "")

/* Additions that depend on each other take one clock each. */
static gdouble
clocks (gpointer data, guint rounds)
{
  gdouble done = 64.0 * rounds;
  guint64 sum = 0;

  __asm__ volatile(
      "1:\n\t" FOUR (FOUR (FOUR ("add %2, %1\n\t"))) "dec %0\n\tjnz 1b\n\t"
      : "+r"(rounds), "+r"(sum)
      : "r"(done > 0 ? (guint64) 3 : 1)
      : "cc");
  return done;
}
#else
/* Gates per clock are counted on one kind of processor only. */
#define gates_avx512 NULL
#define gates_avx2 NULL
#define gates_sse2 NULL
#define clocks NULL
#endif

static const struct {
  const gchar *name;
  guint bits, gate_inputs;
  Work gates;
} vectors[] = {
  [LIFE_CPU_PATH_PORTABLE] = { "128-bit vectors", 128, 2, gates_sse2 },
  [LIFE_CPU_PATH_AVX2] = { "AVX2", 256, 2, gates_avx2 },
  [LIFE_CPU_PATH_AVX512] = { "AVX-512", 512, 3, gates_avx512 },
};

typedef struct {
  gsize bytes;
  guint8 *from, *to;
} Copy;

static gdouble
copy (gpointer data, guint rounds)
{
  Copy *memory = data;

  for (guint i = 0; i < rounds; i++)
    memcpy (memory->to, memory->from, memory->bytes);
  return 2.0 * memory->bytes * rounds;
}

/* A thread's part; all threads begin together. */
typedef struct {
  Work work;
  guint rounds;
  gsize copy_bytes;
  gdouble seconds;
  pthread_barrier_t *barrier;
  gdouble rate;
} TimedPart;

static gpointer
run_part (gpointer data)
{
  TimedPart *part = data;
  Copy memory = { part->copy_bytes, NULL, NULL };
  gdouble all = 0.0, best = 0.0;
  gint64 start, last, now;

  if (memory.bytes > 0) {
    memory.from = g_malloc (memory.bytes);
    memory.to = g_malloc (memory.bytes);
    memset (memory.from, 0x5a, memory.bytes);
    memset (memory.to, 0, memory.bytes);
  }
  part->work (&memory, part->rounds);
  pthread_barrier_wait (part->barrier);
  start = last = g_get_monotonic_time ();
  do {
    gdouble done = part->work (&memory, part->rounds);
    now = g_get_monotonic_time ();
    all += done;
    best = MAX (best, done / ((gdouble) MAX (now - last, 1) / 1e6));
    last = now;
  } while ((gdouble) (now - start) < part->seconds * 1e6);
  /* Of gates the best rate counts; of memory the mean, because all share it. */
  part->rate =
      part->copy_bytes > 0 ? all / ((gdouble) (now - start) / 1e6) : best;
  g_free (memory.from);
  g_free (memory.to);
  return NULL;
}

/* How much of a part's work @threads threads do per second, together. */
static gdouble
run_together (const TimedPart *work, guint threads)
{
  g_autofree TimedPart *parts = g_new0 (TimedPart, threads);
  g_autofree GThread **running = g_new0 (GThread *, threads);
  pthread_barrier_t barrier;
  gdouble rate = 0.0;

  pthread_barrier_init (&barrier, NULL, threads);
  for (guint i = 0; i < threads; i++) {
    parts[i] = *work;
    parts[i].barrier = &barrier;
    running[i] = g_thread_new ("limit", run_part, &parts[i]);
  }
  for (guint i = 0; i < threads; i++) {
    g_thread_join (running[i]);
    rate += parts[i].rate;
  }
  pthread_barrier_destroy (&barrier);
  return rate;
}

/* The best of several runs, because a limit is that of an undisturbed machine.
 * 0: there is no such work. */
static gdouble
measure_work (
    const BenchOptions *options, Work work, gsize copy_bytes, guint threads)
{
  const TimedPart part = { .work = work,
    .rounds = copy_bytes > 0 ? 1 : ROUNDS_PER_PIECE,
    .copy_bytes = copy_bytes,
    .seconds = options->seconds / RUNS };
  gdouble best = 0.0;

  for (guint run = 0; work != NULL && run < RUNS; run++)
    best = MAX (best, run_together (&part, threads));
  return best;
}

static gboolean
measure_cpu (const BenchOptions *options, GString *json, GError **error)
{
  const guint threads = options->threads != 0 ? (guint) options->threads
                                              : g_get_num_processors ();
  const gdouble share = options->seconds / USUAL_SECONDS;
  const gsize copied = (gsize) (COPY_BYTES * MIN (share, 1)) / threads;
  g_autofree gchar *name = NULL;
  gdouble gates, clock;
  LifeCpuPath path;

  if (!life_cpu_path_choose (&path, error))
    return FALSE;
  gates = measure_work (options, vectors[path].gates, 0, threads);
  clock = measure_work (options, clocks, 0, 1);
  name = g_strdup_printf ("%s, %u threads", vectors[path].name, threads);
  bench_add_text (json, "name", name);
  bench_add_integer (json, "units", threads);
  bench_add_integer (json, "gate_inputs", vectors[path].gate_inputs);
  if (clock > 0) {
    bench_add_number (json, "clock_hz", clock);
    bench_add_number (json, "gates_per_clock", gates / threads / clock);
  }
  bench_add_number (
      json, "operations_per_second", gates * vectors[path].bits / 32);
  bench_add_number (json, "bytes_per_second",
      measure_work (options, copy, MAX (copied, MIN_COPY_BYTES), threads));
  return TRUE;
}

/* How many GPUs can share a world. */
static guint
count_devices (const LifeRule *rule, LifeEngineOptions *engine)
{
  guint n = 1;

  for (; n < MAX_DEVICES; n++) {
    engine->cuda_devices = (G_GUINT64_CONSTANT (1) << (n + 1)) - 1;
    if (!life_engine_check (rule, NULL, engine, NULL))
      break;
  }
  return n;
}

static gboolean
measure_cuda (const BenchOptions *options, GString *json, GError **error)
{
  g_autoptr (LifeRule) rule = life_rule_parse ("B3/S23", 2, error);
  LifeEngineOptions engine;
  LifeCudaLimits limits = { 0 };

  bench_engine_options (options, &engine);
  if (rule == NULL || !life_engine_check (rule, NULL, &engine, error)
      || !life_cuda_measure_limits (2 * options->seconds, &limits, error))
    return FALSE;
  bench_add_integer (json, "devices", count_devices (rule, &engine));
  bench_add_text (json, "name", limits.name);
  bench_add_integer (json, "units", limits.multiprocessors);
  bench_add_integer (json, "gate_inputs", 3);
  bench_add_number (json, "operations_per_second", limits.operations);
  bench_add_number (json, "bytes_per_second", limits.bytes);
  return TRUE;
}

gboolean
bench_limits (const BenchOptions *options, GString *json, GError **error)
{
  const gboolean on_gpu = options->engine == LIFE_ENGINE_CUDA;

  bench_add_text (json, "engine", on_gpu ? "cuda" : "cpu");
  return on_gpu ? measure_cuda (options, json, error)
                : measure_cpu (options, json, error);
}
