// SPDX-License-Identifier: LGPL-2.1-or-later
// Tempos: generations per frame as fractions "N/D", doubled and halved.

const fastest = 256;
const slowest = 1 / 256;

/** The tempo of two properties: the fraction, or if that is 0 the integer. */
export function tempoOf(rate, generations) {
  const [over, under] = String(rate ?? '0/1').split('/').map(Number);

  return over > 0 ? over / (under || 1) : generations ?? 1;
}

export function faster(tempo) {
  return fraction(Math.min(fastest, tempo * 2));
}

export function slower(tempo) {
  return fraction(Math.max(slowest, tempo / 2));
}

// Powers of two from any tempo are fractions with one of these below.
function fraction(tempo) {
  for (let under = 1; under <= 1 / slowest; under *= 2)
    if (Number.isInteger(tempo * under)) return `${tempo * under}/${under}`;
  return tempo > 1 ? `${Math.round(tempo)}/1` : `1/${Math.round(1 / tempo)}`;
}

/** How a tempo is shown: "2", "1/8". */
export function tempoText(tempo) {
  const value = typeof tempo === 'string' ? tempoOf(tempo) : tempo;

  if (value >= 1 || value === 0) return String(Number(value.toFixed(2)));
  return `1/${Number((1 / value).toFixed(2))}`;
}

/** A user's text in the form of the server: "2" is "2/1". */
export function tempoValue(text) {
  return text.includes('/') ? text : `${text}/1`;
}
