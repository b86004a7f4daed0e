// SPDX-License-Identifier: LGPL-2.1-or-later
// Writes GIFs that run forever (GIF89a): up to 256 colors for all pictures, and their pixels
// by LZW.

const bins = 1 << 15; // of colors: five bits each of red, green and blue
const nearest = 24; // colors that differ by less, in all three together, become one
const noise = 12; // a pixel that changes by less keeps its color: film is not exact
const maxCodes = 4096;

/**
 * A Blob with a GIF of pictures: ImageData of one size. `delays`: how long each is shown, in
 * hundredths of a second.
 */
export function writeGif(pictures, delays) {
  const {width, height} = pictures[0];
  const palette = choosePalette(pictures);
  const colorOf = makeLookup(palette);
  const table = new Uint8Array(3 * 256);
  let previous = null;

  palette.forEach((color, i) => table.set(color, 3 * i));

  const parts = [bytes('GIF89a', width & 255, width >> 8, height & 255, height >> 8, 0xf7, 0, 0), table,
    bytes(0x21, 0xff, 11, 'NETSCAPE2.0', 3, 1, 0, 0, 0)];

  pictures.forEach((picture, i) => {
    const pixels = index(picture, colorOf, previous);

    parts.push(bytes(0x21, 0xf9, 4, 4, delays[i] & 255, delays[i] >> 8, 0, 0,
      0x2c, 0, 0, 0, 0, width & 255, width >> 8, height & 255, height >> 8, 0, 8), ...compress(pixels));
    previous = {picture, pixels};
  });
  return new Blob([...parts, bytes(0x3b)], {type: 'image/gif'});
}

function bytes(...values) {
  return new Uint8Array(values.flatMap(value => (typeof value === 'string' ? [...value].map(one => one.charCodeAt(0)) : value)));
}

const binOf = (data, at) => data[at] >> 3 << 10 | data[at + 1] >> 3 << 5 | data[at + 2] >> 3;

// The most frequent colors that are not alike.
function choosePalette(pictures) {
  const counts = new Uint32Array(bins);
  const sums = new Float64Array(3 * bins);
  const palette = [];

  for (const {data} of pictures) {
    for (let at = 0; at < data.length; at += 4) {
      const bin = binOf(data, at);

      counts[bin] += 1;
      for (let i = 0; i < 3; i++) sums[3 * bin + i] += data[at + i];
    }
  }
  for (const bin of [...counts.keys()].filter(one => counts[one]).sort((a, b) => counts[b] - counts[a])) {
    const color = [0, 1, 2].map(i => Math.round(sums[3 * bin + i] / counts[bin]));

    if (!palette.some(one => distance(one, color) < nearest)) palette.push(color);
    if (palette.length === 256) break;
  }
  return palette;
}

function distance(one, other) {
  return Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]);
}

// The index of the nearest color, found once for each bin.
function makeLookup(palette) {
  const found = new Int16Array(bins).fill(-1);

  return (data, at) => {
    const bin = binOf(data, at);

    if (found[bin] < 0) {
      const distances = palette.map(one => distance(one, [data[at], data[at + 1], data[at + 2]]));

      found[bin] = distances.indexOf(Math.min(...distances));
    }
    return found[bin];
  };
}

function index({data, width, height}, colorOf, previous) {
  const pixels = new Uint8Array(width * height);

  for (let i = 0, at = 0; i < pixels.length; i++, at += 4) {
    const old = previous?.picture.data;
    const isSame = old && Math.abs(old[at] - data[at]) + Math.abs(old[at + 1] - data[at + 1]) + Math.abs(old[at + 2] - data[at + 2]) < noise;

    pixels[i] = isSame ? previous.pixels[i] : colorOf(data, at);
  }
  return pixels;
}

// LZW in blocks of up to 255 bytes, with an empty one at the end. Codes of sequences: those of bytes
// come first, then 256, which begins anew, and 257, the end.
function compress(pixels) {
  const codes = new Uint16Array(maxCodes * 256); // by the code of a sequence and the byte that follows; 0: none
  const written = [];
  let [next, length, bits, count] = [258, 9, 0, 0];

  const put = code => {
    bits |= code << count;
    for (count += length; count >= 8; count -= 8, bits >>>= 8) written.push(bits & 255);
  };

  put(256);

  let code = pixels[0];

  for (let i = 1; i < pixels.length; i++) {
    const slot = code << 8 | pixels[i];

    if (codes[slot]) {
      code = codes[slot];
      continue;
    }
    put(code);
    code = pixels[i];
    if (next < maxCodes) {
      if (next === 1 << length) length += 1;
      codes[slot] = next;
      next += 1;
    } else {
      put(256);
      codes.fill(0);
      [next, length] = [258, 9];
    }
  }
  put(code);
  if (next === 1 << length && length < 12) length += 1;
  put(257);
  if (count) written.push(bits & 255);

  const blocks = [];

  for (let at = 0; at < written.length; at += 255) {
    const part = written.slice(at, at + 255);

    blocks.push(new Uint8Array([part.length, ...part]));
  }
  return [...blocks, new Uint8Array(1)];
}
