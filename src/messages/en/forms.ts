/** Words of every form that is kept while it is filled in. */
export const forms = {
  save: 'Save',
  saveAndNext: 'Save and next',
  saving: 'Saving…',
  discard: 'Discard',
  goOn: 'Continue',
  whyBlocked: 'What this form changes is gone. Choose above what to do with it.',
  problems: { one: '{count} field needs correction.', other: '{count} fields need correction.' },
  notAnEmail: 'Enter an email address like mia@example.org',
  notSaved: 'Not saved.',
  corrected: '{field}: “{entered}” was entered here, the service has “{has}”.',
  draftNotKept: 'Unfinished input cannot be kept on this computer. Save before you close.',
  shortcutNew: '{shortcut} saves and starts the next. Esc closes and keeps your input.',
  shortcutChange: '{shortcut} saves. Esc closes and keeps your input.',
} as const;
