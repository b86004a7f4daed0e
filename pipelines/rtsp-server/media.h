/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The pipeline behind the stream: lifesrc, an encoder, an RTP payloader; no
 * viewers. */
#pragma once

#include <gst/rtsp-server/rtsp-server.h>

#include "rtsp-options.h"

/* Encoders that can be used, better ones first. */
typedef struct _Encoder Encoder;

/* Whether the elements that every stream needs are installed. */
gboolean media_check_elements (GError **error);

/* Runs the pipeline with these settings until its first frame, without a
 * network; wrong properties and encoders that do not work are reported here.
 * Returns the encoder to use, or NULL. */
const Encoder *media_try (
    const Settings *settings, GCancellable *cancellable, GError **error);

/* Makes the shared live stream; @settings must outlive it. */
GstRTSPMediaFactory *media_factory_new (
    const Settings *settings, const Encoder *encoder);

/* To be called when a viewer has joined: makes the next frame a key frame. */
void media_want_key_frame (GstRTSPMedia *media);

/* Frames that all streams have encoded so far. */
guint media_count_frames (void);
