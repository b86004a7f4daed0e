// SPDX-License-Identifier: LGPL-2.1-or-later
// The words of the page in the browser's language. A language is a file words-LANGUAGE.js; what
// it lacks is shown in English.

import english from './words-en.js';

const others = {de: './words-de.js', ja: './words-ja.js'};

/** The language of the words, and of numbers. */
export const language = navigator.languages.map(one => one.split('-')[0])
  .find(one => one === 'en' || one in others) ?? 'en';

const words = {...english};

if (language in others) {
  // Without its file the page works all the same.
  Object.assign(words, await import(others[language]).then(file => file.default, () => ({})));
}

/** The words of a key, with values in place of {name}; or undefined. */
export function text(key, values = {}) {
  return words[key]?.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** A number as people write it. */
export function number(value) {
  return value.toLocaleString(language);
}

/** Fills the elements of the page: data-text has the key of a text, data-label that of a name. */
export function fill(root) {
  for (const one of root.querySelectorAll('[data-text]')) one.textContent = text(one.dataset.text);
  for (const one of root.querySelectorAll('[data-label]')) {
    one.setAttribute('aria-label', text(one.dataset.label));
    if (one.matches('input[type="text"]')) one.placeholder = text(one.dataset.label);
  }
}
