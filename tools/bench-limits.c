/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a machine can do at most, measured, and what a kernel needs: the two
 * sides of every share that life-bench prints. */
#include "bench.h"

#ifdef LIFE_HAVE_CUDA
#include "cuda/speed.h"
#endif

#include <pthread.h>
#include <string.h>

/* How long each limit is measured, in seconds. */
#define LIMIT_SECONDS 0.3
#define QUICK_SECONDS 0.01
#define RUNS 5
/* Rounds in a piece of about a millisecond; the fastest piece was not disturbed. */
#define ROUNDS_PER_PIECE (1 << 17)
/* The bytes that all threads copy together, several times more than any cache
 * holds. */
#define COPY_BYTES ((gsize) 512 << 20)
#define LEAST_COPY_BYTES ((gsize) 4 << 20)

/* --- What kernels need --- */

/* Two states and the Moore neighborhood: for these rules operations were
 * counted. */
static gboolean
is_plain (const LifeRule *rule)
{
  return life_rule_get_family (rule) == LIFE_FAMILY_TOTALISTIC
         && life_rule_get_states (rule) == 2
         && life_rule_get_neighborhood (rule) == LIFE_NEIGHBORHOOD_MOORE;
}

/* Operations on words of 32 cells, the fewest that are known: for Life 8 gates
 * of three inputs, or 22 of two; for any other such 2D rule 12; for B6/S567 23
 * gates and 2 shifts (docs/kernels.md). Each plane of bits is read and
 * written. */
static BenchCost
cost_of_bits (const LifeRule *rule, guint gate_inputs)
{
  gdouble gates = 0;
  guint planes = g_bit_storage (life_rule_get_states (rule) - 1);

  if (bench_is_rule (rule, 2, "B3/S23"))
    gates = gate_inputs == 3 ? 8 : 22;
  else if (gate_inputs == 3 && life_rule_get_dimensions (rule) == 2
           && is_plain (rule))
    gates = 12;
  else if (gate_inputs == 3 && bench_is_rule (rule, 3, "B6/S567"))
    gates = 25;
  return (BenchCost){ gates / 32, 2.0 * planes / 8 };
}

/* The figures in the comments of cuda/ladder, loads counted as operations. */
static const struct {
  const gchar *kernel;
  gdouble operations[2]; /* in 2D and 3D */
} byte_kernels[] = {
  { "naive", { 41, 77 } },
  { "tiled", { 12.4, 16.5 } },
  { "async", { 12.8, 16.5 } },
  { "packed", { 4.5, 8 } },
  { "lut", { 3.05, 0 } },
};

/* The width of vectors that a kernel of the CPU uses. */
typedef enum {
  VECTOR_PORTABLE,
  VECTOR_AVX2,
  VECTOR_AVX512,
  VECTORS
} Vector;

static Vector
vector_of (const gchar *kernel)
{
  return strstr (kernel, "AVX-512") != NULL ? VECTOR_AVX512
         : strstr (kernel, "AVX2") != NULL  ? VECTOR_AVX2
                                            : VECTOR_PORTABLE;
}

BenchCost
bench_cost_of (LifeEngineKind engine, const gchar *kernel, const LifeRule *rule)
{
  BenchCost cost = { 0, 2 };

  if (g_str_has_prefix (kernel, "bitsliced"))
    return cost_of_bits (rule,
        engine == LIFE_ENGINE_CUDA || vector_of (kernel) == VECTOR_AVX512 ? 3
                                                                          : 2);
  for (gsize i = 0; engine == LIFE_ENGINE_CUDA && is_plain (rule)
                    && i < G_N_ELEMENTS (byte_kernels);
       i++)
    if (g_str_has_prefix (kernel, byte_kernels[i].kernel))
      cost.operations =
          byte_kernels[i].operations[life_rule_get_dimensions (rule) - 2];
  return cost;
}

/* --- What a CPU can do --- */

/* Does @rounds rounds of work; returns how much work that was. */
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
#define ROUNDS(work)                                                          \
  __asm__ volatile("1:\n\t" work "dec %0\n\tjnz 1b\n\t"                       \
                   : "+r"(rounds)                                             \
                   :                                                          \
                   : "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5",    \
                   "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", \
                   "xmm13", "xmm14", "xmm15")

static gdouble
gates_avx512 (gpointer data, guint rounds)
{
  gdouble done = 56.0 * rounds;

  ROUNDS (CHAINS (GATE_AVX512));
  __asm__ volatile("vzeroupper");
  return done;
}

static gdouble
gates_avx2 (gpointer data, guint rounds)
{
  gdouble done = 56.0 * rounds;

  ROUNDS (CHAINS (GATE_AVX2));
  __asm__ volatile("vzeroupper");
  return done;
}

static gdouble
gates_sse2 (gpointer data, guint rounds)
{
  gdouble done = 56.0 * rounds;

  ROUNDS (CHAINS (GATE_SSE2));
  return done;
}

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

static const struct {
  const gchar *name;
  guint bits, gate_inputs;
  Work gates;
} vectors[VECTORS] = {
  [VECTOR_PORTABLE] = { "128-bit vectors", 128, 2, gates_sse2 },
  [VECTOR_AVX2] = { "AVX2", 256, 2, gates_avx2 },
  [VECTOR_AVX512] = { "AVX-512", 512, 3, gates_avx512 },
};
#else
/* Gates per clock are known for one kind of processor only. */
static const struct {
  const gchar *name;
  guint bits, gate_inputs;
  Work gates;
} vectors[VECTORS] = { [VECTOR_PORTABLE] = {
                           "128-bit vectors", 128, 2, NULL } };
static const Work clocks = NULL;
#endif

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
} Part;

static gpointer
run_part (gpointer data)
{
  Part *part = data;
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

/* How much of @work @threads threads do per second, together, within
 * @seconds. */
static gdouble
run_together (
    Work work, guint rounds, gsize copy_bytes, guint threads, gdouble seconds)
{
  g_autofree Part *parts = g_new0 (Part, threads);
  g_autofree GThread **running = g_new0 (GThread *, threads);
  pthread_barrier_t barrier;
  gdouble rate = 0.0;

  pthread_barrier_init (&barrier, NULL, threads);
  for (guint i = 0; i < threads; i++) {
    parts[i] = (Part){ work, rounds, copy_bytes, seconds, &barrier, 0.0 };
    running[i] = g_thread_new ("limit", run_part, &parts[i]);
  }
  for (guint i = 0; i < threads; i++) {
    g_thread_join (running[i]);
    rate += parts[i].rate;
  }
  pthread_barrier_destroy (&barrier);
  return rate;
}

/* The best of several runs, because a limit is what an undisturbed machine
 * does. */
static gdouble
measure_work (
    Work work, guint rounds, gsize copy_bytes, guint threads, gdouble seconds)
{
  gdouble best = 0.0;

  for (guint run = 0; work != NULL && run < RUNS; run++)
    best = MAX (
        best, run_together (work, rounds, copy_bytes, threads, seconds / RUNS));
  return best;
}

static void
measure_cpu (const BenchOptions *options, Vector vector, BenchLimits *limits)
{
  static gdouble copy_rate; /* the same for all vectors */
  gdouble seconds = options->quick ? QUICK_SECONDS : LIMIT_SECONDS;
  guint threads =
      options->threads != 0 ? options->threads : g_get_num_processors ();
  gsize copied = options->quick ? LEAST_COPY_BYTES
                                : MAX (COPY_BYTES / threads, LEAST_COPY_BYTES);
  gdouble gates = measure_work (
      vectors[vector].gates, ROUNDS_PER_PIECE, 0, threads, seconds);

  limits->name =
      g_strdup_printf ("%s, %u threads", vectors[vector].name, threads);
  limits->units = threads;
  limits->clock = measure_work (clocks, ROUNDS_PER_PIECE, 0, 1, seconds);
  limits->gate_inputs = vectors[vector].gate_inputs;
  limits->gates_per_clock =
      limits->clock > 0 ? gates / threads / limits->clock : 0;
  limits->operations = gates * vectors[vector].bits / 32;
  if (copy_rate == 0.0)
    copy_rate = measure_work (copy, 1, copied, threads, seconds);
  limits->bytes = copy_rate;
}

/* --- What a GPU can do --- */

static void
measure_cuda (const BenchOptions *options, BenchLimits *limits)
{
#ifdef LIFE_HAVE_CUDA
  LifeCudaLimits measured = { 0 };
  g_autoptr (GError) error = NULL;

  if (!life_cuda_measure_limits (-1,
          2 * (options->quick ? QUICK_SECONDS : LIMIT_SECONDS), &measured,
          &error)) {
    g_printerr ("life-bench: no limits of the GPU: %s\n", error->message);
    return;
  }
  limits->name = g_strdup (measured.name);
  limits->units = measured.multiprocessors;
  limits->gate_inputs = 3;
  limits->operations = measured.operations;
  limits->bytes = measured.bytes;
#endif
}

/* --- Both --- */

static BenchLimits known[VECTORS + 1];

const BenchLimits *
bench_limits_get (
    const BenchOptions *options, LifeEngineKind engine, const gchar *kernel)
{
  Vector vector = vector_of (kernel);
  BenchLimits *limits = &known[engine == LIFE_ENGINE_CUDA ? VECTORS : vector];

  if (limits->measured)
    return limits;
  limits->engine = engine;
  bench_progress (options, "what this machine can do at most");
  if (engine == LIFE_ENGINE_CUDA)
    measure_cuda (options, limits);
  else
    measure_cpu (options, vector, limits);
  bench_progress (options, "%s", "");
  limits->measured = TRUE;
  return limits;
}

const BenchLimits *
bench_limits_known (guint i)
{
  return i < G_N_ELEMENTS (known) ? &known[i] : NULL;
}

void
bench_limits_clear (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    g_clear_pointer (&known[i].name, g_free);
}
