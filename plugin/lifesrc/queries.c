/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which file answers which query. */
#include "plugin/lifesrc/queries.h"

#include "plugin/lifesrc/times.h"

gboolean
gst_life_src_answer (GstLifeSrc *self, GstQuery *query)
{
  switch (GST_QUERY_TYPE (query)) {
    case GST_QUERY_DURATION:
      return gst_life_src_query_duration (self, query);
    case GST_QUERY_SEEKING:
      return gst_life_src_query_seeking (self, query);
    case GST_QUERY_LATENCY:
      return gst_life_src_query_latency (self, query);
    case GST_QUERY_CONTEXT:
      return gst_life_cuda_query (&self->life.cuda, query);
    case GST_QUERY_CONVERT:
      return gst_life_src_query_convert (self, query);
    default:
      return FALSE;
  }
}
