/** What main itself says in the system's own dialogs. */
export const desktop = {
  chooseAuthority: 'Choose a certificate authority',
  authorityFiles: 'Certificates',
  allFiles: 'All files',
  saveEntries: 'Export entries',
  chooseEntries: 'Import entries',
  entryFiles: 'Entries of Depot Desk',
  savePdf: 'Save as PDF',
  saveRows: 'Save rows',
  closeTitle: 'Close Depot Desk?',
  closeWaitingStops: {
    one: '{count} stop has not reached the service. It goes out while Depot Desk runs.',
    other: '{count} stops have not reached the service. They go out while Depot Desk runs.',
  },
  closeWaitingEntries: {
    one: '{count} entry has not reached the service. It goes out while Depot Desk runs.',
    other: '{count} entries have not reached the service. They go out while Depot Desk runs.',
  },
  closeDetail: 'They are saved on this computer and go out the next time Depot Desk is open.',
  closePrinting: '{printed} of {of} labels are printed.',
  closePrintingDetail: 'The rest is remembered. Continue it under Labels the next time Depot Desk is open.',
  keepOpen: 'Keep open',
  close: 'Close',
  windowEndedTitle: 'The window has ended again',
  windowEnded: 'The window of Depot Desk has ended by itself twice within a minute.',
  windowEndedDetail:
    'What you typed is kept on this computer. Open the window again. If it keeps ending, close Depot Desk, restart the computer, and tell whoever looks after it.',
  openAgain: 'Open again',
  placeNetwork: 'Depot Desk cannot keep its data on another computer',
  placeRoaming: 'Depot Desk cannot keep its data in a folder that is copied between computers',
  placeDetail:
    'What you type would not be safe in {folder}: it could be lost or sent twice. Nothing of yours was written there. Ask whoever looks after this computer to start Depot Desk with a folder on its own disk: --user-data-dir=FOLDER.',
  startFailed: 'Depot Desk could not start',
  startFailedDetail:
    'Its files on this computer could not be opened. Nothing was changed. Check that the disk is not full and that you may write to it, then start Depot Desk again.',
} as const;
