/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Groups of asynchronous copies to shared memory; which copies, each kernel decides. No
 * header of the toolkit is included, so that the same source compiles at run time
 * (NVRTC). */
#pragma once

/* Closes the group of pending copies. */
__device__ __forceinline__ void
life_copies_commit ()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/* Waits until at most the @pending youngest groups are under way. */
template <int pending>
__device__ __forceinline__ void
life_copies_wait ()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
#endif
}
