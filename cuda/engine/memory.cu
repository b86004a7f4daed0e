/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory of a GPU, waiting for it, and what is valid of cells there. */
#include "cuda/engine/cuda-engine.h"

gboolean
life_scratch_reserve (
    LifeScratch *scratch, gsize bytes, const gchar *what, GError **error)
{
  if (scratch->bytes >= bytes)
    return TRUE;
  life_scratch_release (scratch);
  if (!life_cuda_check_memory (bytes, what, error)
      || !life_cuda_check (cudaMalloc (&scratch->data, bytes), what, error))
    return FALSE;
  scratch->bytes = bytes;
  return TRUE;
}

gboolean
life_scratch_reserve_cleared (LifeScratch *scratch, gsize bytes,
    cudaStream_t stream, const gchar *what, GError **error)
{
  life_scratch_release (scratch);
  if (!life_scratch_reserve (scratch, bytes, what, error))
    return FALSE;
  if (life_cuda_check (
          cudaMemsetAsync (scratch->data, 0, bytes, stream), what, error))
    return TRUE;
  life_scratch_release (scratch);
  return FALSE;
}

void
life_scratch_release (LifeScratch *scratch)
{
  cudaFree (scratch->data);
  scratch->data = NULL;
  scratch->bytes = 0;
}

gboolean
life_cuda_finish (LifeCudaEngine *self, const gchar *what, GError **error)
{
  const LifeCudaProgram *program = &self->program;
  void *const plans[] = { program->plan, self->turns.odd_plan };

  if (!life_cuda_check (
          cudaStreamSynchronize (self->launcher.stream), what, error))
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (plans); i++)
    if (plans[i] != NULL && program->kernel->check != NULL
        && !program->kernel->check (plans[i], error))
      return FALSE;
  return TRUE;
}

gboolean
life_cuda_check_memory (gsize bytes, const gchar *what, GError **error)
{
  gsize free_bytes = 0, all_bytes = 0;

  if (!life_cuda_check (cudaMemGetInfo (&free_bytes, &all_bytes),
          "reading a GPU's free memory", error))
    return FALSE;
  if (bytes <= free_bytes)
    return TRUE;

  g_autofree gchar *needed =
      bytes == G_MAXSIZE ? g_strdup ("more than can be addressed")
                         : g_format_size_full (bytes, G_FORMAT_SIZE_IEC_UNITS);
  g_autofree gchar *there =
      g_format_size_full (free_bytes, G_FORMAT_SIZE_IEC_UNITS);
  g_set_error (error, LIFE_ERROR, LIFE_ERROR_MEMORY,
      "%s needs %s of the GPU's memory, and %s is free", what, needed, there);
  return FALSE;
}

void
life_count_invalidate (LifeCudaEngine *self)
{
  /* A failure is reported where it is waited for. */
  if (self->checksum.is_requested)
    self->checksum.launch (self, NULL);
  self->checksum.is_requested = FALSE;
  self->version++;
}
