// SPDX-License-Identifier: LGPL-2.1-or-later
// Plays the film.
'use strict';
const socket = new WebSocket(location.href.replace(/^http/, 'ws') + 'live', 'life.1');
const video = document.getElementById('film');
let buffer = null;
const waiting = [];
const append = () => {
  if (buffer && !buffer.updating && waiting.length) buffer.appendBuffer(waiting.shift());
  const ranges = video.buffered;
  if (ranges.length && (video.currentTime < ranges.start(ranges.length - 1) ||
      ranges.end(ranges.length - 1) - video.currentTime > 0.3)) {
    video.currentTime = Math.max(ranges.start(ranges.length - 1), ranges.end(ranges.length - 1) - 0.05);
  }
};
socket.binaryType = 'arraybuffer';
socket.onopen = () => socket.send(JSON.stringify({type: 'hello', video: true}));
socket.onmessage = (event) => {
  if (typeof event.data === 'string') {
    const message = JSON.parse(event.data);
    if (message.type !== 'hello') return;
    const source = new (window.ManagedMediaSource || MediaSource)();
    video.src = URL.createObjectURL(source);
    source.onsourceopen = () => {
      buffer = source.addSourceBuffer(message.mime);
      buffer.onupdateend = append;
      append();
    };
    return;
  }
  socket.send(JSON.stringify({type: 'ack', fragment: new DataView(event.data).getUint32(0)}));
  waiting.push(event.data.slice(8));
  append();
};
