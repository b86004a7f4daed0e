// SPDX-License-Identifier: LGPL-2.1-or-later
// Patterns from files, and files for users: texts and pictures.

import {number, text} from './words.js';

const usualLimit = 1 << 20; // bytes, unless the server sets one

/** The text of a pattern's file, unpacked; throws an Error with what is wrong. */
export async function readPattern(file, limit = usualLimit) {
  if (file.size > limit) throw tooLarge(file.name, limit);

  let bytes = new Uint8Array(await file.arrayBuffer());

  if (bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = await unpack(file, limit);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    throw new Error(text('is-zip', {name: file.name}));
  if (bytes.includes(0)) throw new Error(text('no-pattern', {name: file.name}));
  return new TextDecoder().decode(bytes);
}

async function unpack(file, limit) {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const parts = [];
  let size = 0;

  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      size += part.value.length;
      if (size > limit) break;
    }
  } catch {
    throw new Error(text('damaged', {name: file.name}));
  }
  if (size > limit) throw tooLarge(file.name, limit);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function tooLarge(name, limit) {
  return new Error(text('too-large', {name, size: number(Math.floor(limit / 1024))}));
}

/** Downloads a Blob as a file. */
export function download(blob, name) {
  const link = document.createElement('a');

  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** The video's current picture as a PNG. */
export function photograph(video) {
  const canvas = document.createElement('canvas');

  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  if (!canvas.width) return Promise.reject(new Error(text('no-picture-yet')));
  canvas.getContext('2d').drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error(text('picture-failed')))), 'image/png');
  });
}

/** Calls receive(file) for each file that is dropped on the window; `mark` is shown meanwhile. */
export function receiveDrops(mark, receive) {
  let depth = 0; // how many elements the pointer has entered and not left

  const hasFiles = event => event.dataTransfer?.types.includes('Files');

  addEventListener('dragenter', event => {
    if (!hasFiles(event)) return;
    depth += 1;
    mark.hidden = false;
  });
  addEventListener('dragleave', event => {
    if (!hasFiles(event)) return;
    depth -= 1;
    mark.hidden = depth <= 0;
  });
  addEventListener('dragover', event => {
    if (hasFiles(event)) event.preventDefault();
  });
  addEventListener('drop', event => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth = 0;
    mark.hidden = true;
    for (const file of event.dataTransfer.files) receive(file);
  });
}
