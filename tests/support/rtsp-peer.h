/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The other end of an RTSP connection, byte by byte: one that watches and counts
 * frames without decoding them, and ones that misbehave. */
#pragma once

#include <glib.h>

/* How viewers vanish. */
typedef enum {
  VANISH_KILLED,       /* while it watches */
  VANISH_NEVER_READ,   /* asks for the stream, reads none of it, is killed */
  VANISH_DESCRIBED,    /* after the description */
  VANISH_SET_UP,       /* after the set-up, before it plays */
  VANISH_SILENT,       /* never says a word */
  VANISH_HALF_REQUEST, /* in the middle of a line */
  VANISH_GARBAGE,      /* says no RTSP at all */
  VANISH_LARGE_HEADER, /* a header of a megabyte */
  VANISH_MANY_HEADERS, /* a megabyte of headers */
  VANISH_LARGE_BODY,   /* promises a gigabyte, sends a bit of it */
  N_VANISH
} Vanish;

typedef struct {
  gint fd;
  guint port;
  gchar *mount;
  gchar *session;
  guint cseq;
  GByteArray *read;    /* and not understood yet */
  guint frames;        /* that ended with their last packet */
  guint key_frames;    /* among these */
  gboolean key;        /* in the frame that is arriving */
  gboolean parameters; /* a set of them came in the frame that is arriving */
  guint torn;          /* frames in which a second set came */
  gboolean first_is_key;
  gint64 begun;   /* when it began to watch, microseconds */
  gint64 wait;    /* from then to the end of the first frame */
  gint64 last;    /* when the last frame ended */
  gint64 longest; /* between two frames */
} Peer;

/* A connection to 127.0.0.1, or NULL. */
Peer *peer_connect (guint port, const gchar *mount);
void peer_free (Peer *peer);
/* Closes so that the other side sees a reset. */
void peer_kill (Peer *peer);

/* Sends a request and waits for the answer: its status, or 0 where there is none.
 * Headers end with \r\n each. Frames that come before it are counted. */
guint peer_ask (
    Peer *peer, const gchar *method, const gchar *track, const gchar *headers);

/* Asks for everything up to the first frame; whether it was granted. */
gboolean peer_play (Peer *peer);

/* Whether the other side has hung up; reads nothing. */
gboolean peer_is_over (Peer *peer);

/* Reads what there is, waiting so long for something; FALSE at the end. */
gboolean peer_read (Peer *peer, guint milliseconds);

/* Comes and vanishes. Who never reads stays for so long first. */
void peer_vanish (
    guint port, const gchar *mount, Vanish how, guint milliseconds);
