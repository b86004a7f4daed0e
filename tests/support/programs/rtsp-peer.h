/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The other end of an RTSP connection, byte by byte: a viewer that counts
 * frames without decoding them, and viewers that misbehave. */
#pragma once

#include <glib.h>

/* How viewers vanish. */
typedef enum {
  VANISH_KILLED,       /* while it plays */
  VANISH_NEVER_READ,   /* asks for the stream, reads nothing, is killed */
  VANISH_DESCRIBED,    /* after the description */
  VANISH_SET_UP,       /* after the set-up, before it plays */
  VANISH_SILENT,       /* sends nothing */
  VANISH_HALF_REQUEST, /* in the middle of a line */
  VANISH_GARBAGE,      /* sends no RTSP at all */
  VANISH_LARGE_HEADER, /* a header of a megabyte */
  VANISH_MANY_HEADERS, /* a megabyte of headers */
  VANISH_LARGE_BODY,   /* announces a gigabyte, sends a part of it */
  N_VANISH
} Vanish;

typedef struct {
  gint fd;
  guint port;
  gchar *mount;
  gchar *session;
  guint cseq;
  GByteArray *read;    /* not parsed yet */
  guint frames;        /* that are complete */
  guint key_frames;    /* among these */
  gboolean key;        /* the frame that is arriving is a key frame */
  gboolean parameters; /* the frame that is arriving has a parameter set */
  guint torn;          /* frames with a second parameter set */
  gboolean first_is_key;
  gint64 begun;   /* when it began to play, in microseconds */
  gint64 wait;    /* from then to the end of the first frame */
  gint64 last;    /* when the last frame ended */
  gint64 longest; /* between two frames */
} Peer;

/* A connection to 127.0.0.1, or NULL. */
Peer *peer_connect (guint port, const gchar *mount);
void peer_free (Peer *peer);
/* Closes so that the other side sees a reset. */
void peer_kill (Peer *peer);

/* Sends a request and waits for the answer: its status, or 0 where there is
 * none. Headers end with \r\n each. Frames that arrive before it are
 * counted. */
guint peer_ask (
    Peer *peer, const gchar *method, const gchar *track, const gchar *headers);

/* Requests everything up to the first frame; returns whether that was
 * granted. */
gboolean peer_play (Peer *peer);

/* Whether the other side has hung up; reads nothing. */
gboolean peer_is_over (Peer *peer);

/* Reads what arrives within @milliseconds; FALSE at the end. */
gboolean peer_read (Peer *peer, guint milliseconds);

/* Connects and vanishes. A viewer that never reads first stays for
 * @milliseconds. */
void peer_vanish (
    guint port, const gchar *mount, Vanish how, guint milliseconds);
