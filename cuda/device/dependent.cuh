/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How a kernel waits for the one before it under programmatic dependent launch; which
 * kernels are launched so is decided in launch.h. No header of the toolkit is included, so
 * that the same source compiles at run time (NVRTC). */
#pragma once

/* Every thread of a kernel that starts dependent (LIFE_START_DEPENDENT) calls one of
 * these, before its first read of what an earlier kernel wrote and before its first
 * write of what an earlier kernel reads. */

/* Waits for the kernel before this one; from there on the kernel after this one may be
 * loaded onto the multiprocessors that fall idle, and waits in the same place. */
__device__ __forceinline__ void
life_launch_wait ()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

/* The same, and the kernel after this one may come already while this one waits: for
 * kernels that have much to prepare, and of which few blocks fit at once. */
__device__ __forceinline__ void
life_launch_wait_early ()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
