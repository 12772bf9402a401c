/** What main itself says in the system's own dialogs. */
export const desktop = {
  chooseAuthority: 'Choose a certificate authority',
  authorityFiles: 'Certificates',
  allFiles: 'All files',
  saveEntries: 'Export entries',
  saveReport: 'Save crash report',
  crashedTitle: 'Depot Desk has to close',
  crashed: 'An error occurred, and Depot Desk has to close.',
  crashedDetail:
    'Everything you saved is kept. Settings offers a report of the error, which stays on this computer until you save or delete it.',
  startAgain: 'Start again',
  chooseEntries: 'Import entries',
  entryFiles: 'Depot Desk entries',
  chooseTileFile: 'Choose a background for the map',
  tileFiles: 'PMTiles',
  tileHost: 'Request map tiles from {host}?',
  tileHostDetail:
    '{host} learns which area is looked at and the internet address of this office. It gets no stops, names or keys.',
  tileHostConfirm: 'Use these tiles',
  updateHost: 'Get updates of Depot Desk from {host}?',
  updateHostDetail:
    '{host} learns the internet address of this office. Only updates that the makers of Depot Desk signed are installed.',
  updateHostConfirm: 'Use this address',
  proxyHost: 'Connect through the proxy {host}?',
  proxyHostDetail:
    '{host} learns which services this office uses, and may ask for the network sign-in of this computer. It cannot read plans, orders or keys. Continue only if your administrator gave you this address.',
  proxyHostConfirm: 'Use this proxy',
  keyPlace: 'Send the keys to {host}?',
  keyPlaceDetail:
    'Whoever runs {host} can then read and change your plans and orders. Continue only if your administrator gave you this address and its certificate authority.',
  keyPlaceOther:
    'The keys were entered for {before}. Whoever runs {host} could use them. Continue only if your administrator told you that the address or its certificate authority has changed.',
  keyPlaceConfirm: 'Send the keys',
  savePdf: 'Save as PDF',
  saveRows: 'Save rows',
  closeTitle: 'Close Depot Desk?',
  closeWaitingStops: {
    one: '{count} stop has not been sent. It is sent while Depot Desk is running.',
    other: '{count} stops have not been sent. They are sent while Depot Desk is running.',
  },
  closeWaitingEntries: {
    one: '{count} entry has not been sent. It is sent while Depot Desk is running.',
    other: '{count} entries have not been sent. They are sent while Depot Desk is running.',
  },
  closeDetail: 'They are saved on this computer and will be sent the next time you open Depot Desk.',
  closePrinting: '{printed} of {of} labels are printed.',
  closePrintingDetail: 'The rest is kept. Continue under Labels the next time you open Depot Desk.',
  closePages: '{printed} of {of} pages of a label are printed.',
  closePagesDetail: 'The other pages are not printed if you close Depot Desk now.',
  keepOpen: 'Keep open',
  close: 'Close',
  windowEndedTitle: 'The window has closed again',
  windowEnded: 'The Depot Desk window closed unexpectedly twice within a minute.',
  windowEndedDetail:
    'What you entered is kept on this computer. Open the window again. If it keeps closing, close Depot Desk, restart the computer, and tell your administrator.',
  openAgain: 'Open again',
  placeNetwork: 'Depot Desk cannot keep its data on another computer',
  placeRoaming: 'Depot Desk cannot keep its data in a folder that is synced between computers',
  placeDetail:
    'What you enter would not be safe in {folder}: it could be lost or sent twice. Nothing was saved there. Ask your administrator to start Depot Desk with a folder on this computer’s own disk: --user-data-dir=FOLDER.',
  altered: 'Depot Desk is damaged',
  alteredDetail:
    'Files of the program are missing or were changed after it was installed. Nothing was opened. Ask your administrator to install Depot Desk again. What you entered is kept.',
  switches: 'Depot Desk cannot be started in this way',
  switchesDetail:
    'It was started with {switches}. Other programs could use this to read or change your data, so nothing was opened. Remove it from the shortcut or the command, or ask your administrator.',
  startFailed: 'Depot Desk could not start',
  startFailedDetail:
    'Its files on this computer could not be opened. Nothing was changed. Check that the disk is not full and that you may write to it, then start Depot Desk again.',
} as const;
