/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The pipeline of the stream: lifesrc, an encoder, an RTP payloader; without viewers. */
#pragma once

#include <gst/rtsp-server/rtsp-server.h>

#include "rtsp-options.h"

/* The usable encoders, in order of preference. */
typedef struct _Encoder Encoder;

/* Whether the elements that every stream needs are installed. */
gboolean media_check_elements (GError **error);

/* Runs the pipeline with these options until its first frame, without a network, to
 * report wrong properties and encoders that do not work. Returns the encoder to use, or
 * NULL. */
const Encoder *media_try (
    const RtspOptions *options, GCancellable *cancellable, GError **error);

/* Creates the shared live stream; @options must outlive it. */
GstRTSPMediaFactory *media_factory_new (
    const RtspOptions *options, const Encoder *encoder);

/* A viewer has joined: makes the next frame a key frame. */
void media_request_key_frame (GstRTSPMedia *media);

/* Frames encoded so far by all streams. */
guint media_count_frames (void);
