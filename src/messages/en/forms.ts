/** Words of every form that is kept while it is filled in. */
export const forms = {
  save: 'Save',
  saveAndNext: 'Save and next',
  saving: 'Saving…',
  discard: 'Discard',
  goOn: 'Continue',
  problems: { one: '{count} field needs a correction.', other: '{count} fields need a correction.' },
  notAnEmail: 'Type an e-mail address like mia@example.org',
  notSaved: 'Not saved.',
  draftNotKept: 'What you type cannot be kept on this computer. Save before you close.',
  shortcutNew: '{shortcut} saves and starts the next. Esc closes; what was typed is kept.',
  shortcutChange: '{shortcut} saves. Esc closes; what was typed is kept.',
} as const;
