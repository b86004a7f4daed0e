/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The pipeline behind the stream: lifesrc, an encoder, an RTP payloader. Who
 * watches it is not known here. */
#pragma once

#include <gst/rtsp-server/rtsp-server.h>

#include "settings.h"

/* Encoders that can be used, the better ones first. */
typedef struct _Encoder Encoder;

/* Whether what every stream needs is installed. */
gboolean media_check_elements (GError **error);

/* Runs the pipeline that the settings ask for until its first frame, without a
 * network; a wrong property or an encoder that does not work shows here. Returns
 * the encoder to use, or NULL. */
const Encoder *media_try (
    const Settings *settings, GCancellable *cancellable, GError **error);

/* Makes the shared live stream; settings must outlive it. */
GstRTSPMediaFactory *media_factory_new (
    const Settings *settings, const Encoder *encoder);

/* Somebody joined: the next frame is to be a key frame. */
void media_want_key_frame (GstRTSPMedia *media);

/* Frames that all streams have encoded so far. */
guint media_count_frames (void);
