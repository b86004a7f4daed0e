/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lets the thread sanitizer see what GLib and GStreamer order. Their libraries are not
 * instrumented, and their locks are futexes and atomic operations of their own: without
 * this all that they guard looks like a race.
 *
 * A test program that has these functions is asked for them before the libraries are.
 * Each reports to the sanitizer and calls the function whose name it has. What a
 * library calls inside itself is not seen, so that a lock-free queue is reported where
 * something goes into it and where it comes out. */
#include <gst/gst.h>

#include <dlfcn.h>
#include <pthread.h>
#include <sanitizer/tsan_interface.h>

/* The library's function of that name. Two threads may look it up at once, and find the
 * same. */
#define REAL(name)                                                       \
  static __typeof__ (name) *cached = NULL;                               \
  __typeof__ (name) *real = __atomic_load_n (&cached, __ATOMIC_RELAXED); \
                                                                         \
  if (!real) {                                                           \
    real = (__typeof__ (name) *) dlsym (RTLD_NEXT, #name);               \
    __atomic_store_n (&cached, real, __ATOMIC_RELAXED);                  \
  }

/* --- Locks --- */

/* Only these: the other locks of GLib are those of the C library, which the sanitizer
 * knows. */

void
g_mutex_lock (GMutex *mutex)
{
  REAL (g_mutex_lock)
  __tsan_mutex_pre_lock (mutex, 0);
  real (mutex);
  __tsan_mutex_post_lock (mutex, 0, 1);
}

gboolean
g_mutex_trylock (GMutex *mutex)
{
  gboolean locked;
  REAL (g_mutex_trylock)

  __tsan_mutex_pre_lock (mutex, __tsan_mutex_try_lock);
  locked = real (mutex);
  __tsan_mutex_post_lock (mutex,
      __tsan_mutex_try_lock | (locked ? 0 : __tsan_mutex_try_lock_failed), 1);
  return locked;
}

void
g_mutex_unlock (GMutex *mutex)
{
  REAL (g_mutex_unlock)
  __tsan_mutex_pre_unlock (mutex, 0);
  real (mutex);
  __tsan_mutex_post_unlock (mutex, 0);
}

void
g_mutex_clear (GMutex *mutex)
{
  REAL (g_mutex_clear)
  __tsan_mutex_destroy (mutex, __tsan_mutex_linker_init);
  real (mutex);
}

void
g_cond_wait (GCond *cond, GMutex *mutex)
{
  REAL (g_cond_wait)
  __tsan_mutex_pre_unlock (mutex, 0);
  __tsan_mutex_post_unlock (mutex, 0);
  real (cond, mutex);
  __tsan_mutex_pre_lock (mutex, 0);
  __tsan_mutex_post_lock (mutex, 0, 1);
}

gboolean
g_cond_wait_until (GCond *cond, GMutex *mutex, gint64 end_time)
{
  gboolean signalled;
  REAL (g_cond_wait_until)

  __tsan_mutex_pre_unlock (mutex, 0);
  __tsan_mutex_post_unlock (mutex, 0);
  signalled = real (cond, mutex, end_time);
  __tsan_mutex_pre_lock (mutex, 0);
  __tsan_mutex_post_lock (mutex, 0, 1);
  return signalled;
}

/* --- What is done once --- */

#undef g_once_init_enter
#undef g_once_init_leave

gboolean (g_once_init_enter) (volatile void *location)
{
  gboolean enters;
  REAL (g_once_init_enter)

  enters = real (location);
  __tsan_acquire ((void *) location);
  return enters;
}

void (g_once_init_leave) (volatile void *location, gsize result)
{
  REAL (g_once_init_leave)
  __tsan_release ((void *) location);
  real (location, result);
}

/* --- Counted references --- */

/* Every thread's last use of an object comes before its end in another one. */

void
g_ref_string_release (gchar *string)
{
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  REAL (g_ref_string_release)

  /* Else another thread may come between what is reported here and the count. */
  pthread_mutex_lock (&lock);
  __tsan_release (string);
  __tsan_acquire (string);
  real (string);
  pthread_mutex_unlock (&lock);
}

void (g_object_unref) (gpointer object)
{
  REAL (g_object_unref)
  __tsan_release (object);
  __tsan_acquire (object);
  real (object);
}

void (gst_mini_object_unref) (GstMiniObject *object)
{
  REAL (gst_mini_object_unref)
  __tsan_release (object);
  __tsan_acquire (object);
  /* Its buffer may go back to its pool. */
  if (GST_IS_SAMPLE (object)) {
    GstBuffer *buffer = gst_sample_get_buffer (GST_SAMPLE (object));

    if (buffer)
      __tsan_release (buffer);
  }
  real (object);
}

gboolean (gst_mini_object_replace) (
    GstMiniObject **position, GstMiniObject *object)
{
  REAL (gst_mini_object_replace)
  if (*position) {
    __tsan_release (*position);
    __tsan_acquire (*position);
  }
  return real (position, object);
}

GstFlowReturn
gst_buffer_pool_acquire_buffer (
    GstBufferPool *pool, GstBuffer **buffer, GstBufferPoolAcquireParams *params)
{
  GstFlowReturn flow;
  REAL (gst_buffer_pool_acquire_buffer)

  flow = real (pool, buffer, params);
  if (flow == GST_FLOW_OK)
    __tsan_acquire (*buffer);
  return flow;
}

/* --- Threads that wait for work --- */

typedef struct {
  GFunc function;
  gpointer data;
} Work;

static void
do_work (gpointer item, gpointer data)
{
  const Work *work = data;

  __tsan_acquire (item);
  work->function (item, work->data);
}

GThreadPool *
g_thread_pool_new (GFunc function, gpointer data, gint max_threads,
    gboolean exclusive, GError **error)
{
  Work *work = g_new (Work, 1);
  REAL (g_thread_pool_new)

  /* It lives as long as threads may look at it, which is not known here. */
  *work = (Work){ function, data };
  return real (do_work, work, max_threads, exclusive, error);
}

gboolean
g_thread_pool_push (GThreadPool *pool, gpointer item, GError **error)
{
  REAL (g_thread_pool_push)
  __tsan_release (item);
  return real (pool, item, error);
}

/* --- Queues --- */

void
g_async_queue_push (GAsyncQueue *queue, gpointer data)
{
  REAL (g_async_queue_push)
  __tsan_release (data);
  real (queue, data);
}

/* What comes out of a queue. */
static gpointer
out (gpointer data)
{
  if (data)
    __tsan_acquire (data);
  return data;
}

gpointer
g_async_queue_pop (GAsyncQueue *queue)
{
  REAL (g_async_queue_pop)
  return out (real (queue));
}

gpointer
g_async_queue_try_pop (GAsyncQueue *queue)
{
  REAL (g_async_queue_try_pop)
  return out (real (queue));
}

gpointer
g_async_queue_timeout_pop (GAsyncQueue *queue, guint64 timeout)
{
  REAL (g_async_queue_timeout_pop)
  return out (real (queue, timeout));
}

gboolean
gst_element_post_message (GstElement *element, GstMessage *message)
{
  REAL (gst_element_post_message)
  __tsan_release (message);
  return real (element, message);
}

GstMessage *
gst_bus_timed_pop_filtered (
    GstBus *bus, GstClockTime timeout, GstMessageType types)
{
  REAL (gst_bus_timed_pop_filtered)
  return out (real (bus, timeout, types));
}

GstMessage *
gst_bus_pop_filtered (GstBus *bus, GstMessageType types)
{
  REAL (gst_bus_pop_filtered)
  return out (real (bus, types));
}

/* --- What is made once --- */

/* The host's name, which GLib keeps from the first call on. */
__attribute__ ((constructor)) static void
find_host_name (void)
{
  g_get_host_name ();
}
