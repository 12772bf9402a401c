/** Settings of this computer. */
export const settings = {
  title: 'Settings',
  failedTitle: 'The settings could not be read',
  notSavedTitle: 'The setting was not saved',

  connection: 'Connection',
  address: 'Service',
  planningKey: 'Planning key',
  ordersKey: 'Orders key',
  keys: 'Keys',
  keptKeychain: 'kept in the keychain of this computer',
  keptSession: 'known until Depot Desk ends',
  keptNone: 'not given',
  keyRefused: 'The service refused this key.',
  keyRefusedKept: 'Nothing is lost: what waits goes out with a new key.',
  newKey: 'Enter a new key…',
  newKeyTitle: 'Enter a key for {address}',
  newKeyText:
    'Enter every key this service is used with, also one that has not changed: a key left empty is not used any more.',
  notConnected: 'No service is connected.',
  trainingAddress: 'Training depot on this computer',
  trainingKeys: 'The training depot brings its own keys.',
  signOut: 'Sign out…',
  leaveTraining: 'Leave the training depot…',
  signOutTitle: 'Sign out of {address}?',
  signOutText: 'The keys are removed from this computer. To come back you need them again.',
  leaveTrainingTitle: 'Leave the training depot?',
  leaveTrainingText: 'Its plans and orders stay as they are; you can open it again at any time.',
  signOutConfirm: 'Sign out',
  leaveConfirm: 'Leave',
  signOutRefused: 'Not signed out',
  waitingNow: {
    one: '{count} entry has not reached the service. Signing out would leave it behind, so it is not possible yet.',
    other:
      '{count} entries have not reached the service. Signing out would leave them behind, so it is not possible yet.',
  },
  openOutbox: 'Open the outbox',

  labelPrinter: 'Label printer',
  labelPrinterHint: 'Labels go to this printer unless you choose another.',

  desks: 'Desks in this office',
  desksField: 'Computers that run Depot Desk here',
  desksHint: 'They share one internet address, and with it what the service allows in a second. 1 to 50.',
  desksProblem: 'Type a whole number from 1 to 50.',

  training: 'Training',
  trainingExplained:
    'Stop the training service to practise working without a line: everything you type waits in the outbox and goes out when you start it again.',
  trainingRunning: 'The training service runs.',
  trainingStopped: 'The training service is stopped. Depot Desk works without a line.',
  stopTraining: 'Stop the training service',
  startTraining: 'Start the training service',
  stopping: 'Stopping…',
  starting: 'Starting…',
  trainingFailed: 'The training service did not do that',

  about: 'About',
  version: 'Depot Desk {version}',
  licence: 'Licence: Apache License 2.0',
  licenceText: 'Free to use, change and share. There is no warranty.',
} as const;
