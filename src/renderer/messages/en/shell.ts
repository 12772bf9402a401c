/** Navigation, status bar, banners. */
export const shell = {
  appName: 'Depot Desk',
  navigation: 'Screens',
  plans: 'Plans',
  drivers: 'Drivers',
  orders: 'Orders',
  outbox: 'Outbox',
  settings: 'Settings',
  openScreen: '{name} ({shortcut})',
  openCount: { one: '{count} entry open', other: '{count} entries open' },
  status: 'Status',
  starting: 'Starting…',
  lineUnknown: 'Line not tried yet',
  lineUp: 'Line is up',
  lineDown: 'No line since {since}',
  linePaused: 'Sending is paused',
  keyRefused: 'Key refused',
  keyRefusedPlanning: 'Planning key refused',
  keyRefusedOrders: 'Orders key refused',
  enterNewKey: 'Enter a new key',
  tryLine: 'Try now',
  trainingStopped: 'Training service stopped since {since}',
  allSent: 'Everything has reached the service',
  waiting: { one: '{count} stop waits', other: '{count} stops wait' },
  asking: { one: '{count} asks for a decision', other: '{count} ask for a decision' },
  oldest: 'oldest {age}',
  openOutbox: 'Open the outbox',
  trainingBanner: 'TRAINING DEPOT',
  trainingExplained: 'Nothing here is real. No driver and no customer is told anything.',
  workspaceTraining: 'Training depot',
  workspace: 'Workspace',
  noticeCacheRebuilt:
    'The local copy of the plans was damaged and is read again from the service. Nothing you typed was in it.',
  noticeOutboxSetAside:
    'The outbox on this computer was damaged. It was set aside untouched ({file}) and a new one begun. Check in today’s plans whether everything you typed is there.',
  noticeOutboxSetAsideNoFile:
    'The outbox on this computer was damaged. It was set aside untouched and a new one begun. Check in today’s plans whether everything you typed is there.',
  noticeKeychainUnavailable:
    'The keychain of this computer is not available. The key is known until Depot Desk ends; paste it again next time.',
  noticeOutboxNewer: 'The outbox was written by a newer Depot Desk. Install the newest version; nothing was changed.',
  noticeTlsVariableRemoved:
    'A setting of this computer (NODE_TLS_REJECT_UNAUTHORIZED) would have switched off the check of certificates. It was ignored.',
} as const;
