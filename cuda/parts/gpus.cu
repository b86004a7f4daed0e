/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "cuda/parts/gpus.h"

#include "cuda/bits2d/bits2d-kernel.h"
#include "cuda/bits3d/bits3d-kernel.h"
#include "cuda/class.h"
#include "cuda/engine/cuda-engine.h"
#include "cuda/engine/cuda-lines.h"
#include "cuda/parts/connection.h"

guint
life_cuda_count_devices (void)
{
  int devices = 0;

  if (cudaGetDeviceCount (&devices) != cudaSuccess) {
    cudaGetLastError ();
    return 0;
  }
  return (guint) devices;
}

gint
life_gpu_find (gint number)
{
  const guint devices = life_cuda_count_devices ();

  return devices > 0 ? number % (gint) devices : number;
}

static const LifeCudaKernel *
kernel_for (const LifeRule *rule)
{
  return rule->dimensions == 3 ? &life_bits3d_kernel : &life_bits2d_kernel;
}

gboolean
life_gpu_supports (const LifeRule *rule)
{
  const LifeGeometry torus = { .topology = LIFE_TOPOLOGY_TORUS };

  return kernel_for (rule)->can_run (rule, &torus);
}

gboolean
life_gpu_measure (const LifePartOptions *options, guint64 bytes[2],
    gchar **host, GError **error)
{
  const LifeCut *cut = options->cut;
  const LifeRule *rule = options->rule;
  const LifePiece piece = life_cut_piece (cut, options->index);
  const LifeLayout layout = kernel_for (rule)->layout;
  gsize free_bytes = 0, all_bytes = 0;
  LifeStorage storage;
  guint64 borders = 0;
  LifeDevice device;

  if (!life_device_open (life_gpu_find (options->device), NULL, &device, error)
      || !life_cuda_measure (&piece.geometry, rule, LIFE_KERNEL_BITSLICED,
          device.id, &bytes[0], error))
    return FALSE;
  LifeDeviceScope scope (device, error);
  if (!scope.entered
      || !life_cuda_check (cudaMemGetInfo (&free_bytes, &all_bytes),
          "reading a GPU's free memory", error))
    return FALSE;
  bytes[1] = free_bytes;
  if (life_storage_init (
          &storage, &piece.geometry, rule->dimensions, rule->states, layout))
    borders =
        LIFE_PART_BORDERS
        * life_cuda_lines_bytes (&storage, (guint64) cut->halo * cut->lines);
  bytes[0] =
      bytes[0] < G_MAXUINT64 - borders ? bytes[0] + borders : G_MAXUINT64;
  *host = g_strdup_printf ("GPU %d of %s", device.id, g_get_host_name ());
  return TRUE;
}

guint64
life_gpu_find_holder (gint id)
{
  cudaDeviceProp properties;

  if (!life_connection_is_there ()
      || cudaGetDeviceProperties (&properties, life_gpu_find (id))
             != cudaSuccess)
    return 0;
  guint64 number = g_str_hash (g_get_host_name ());
  for (gsize i = 0; i < sizeof properties.uuid; i++)
    number = number * 0x100000001b3 + (guint8) properties.uuid.bytes[i];
  return MAX (number, 1);
}
