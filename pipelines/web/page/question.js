// SPDX-License-Identifier: LGPL-2.1-or-later
// A question with two buttons, and a field where there is text to copy.

const byId = id => document.getElementById(id);

/** Shows a question; the promise is true if `yes` was pressed. `value`: the field's text, if any. */
export function ask({title, words, yes, value = ''}) {
  const dialog = byId('question');
  const field = byId('question-field');

  byId('question-title').textContent = title;
  byId('question-text').textContent = words;
  byId('question-yes').textContent = yes;
  field.value = value;
  field.hidden = !value;
  if (dialog.open) dialog.close();
  dialog.returnValue = '';
  dialog.showModal();
  if (value) field.select();
  return new Promise(resolve => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), {once: true});
  });
}
