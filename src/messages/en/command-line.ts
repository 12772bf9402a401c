/** What the command line says besides the words of errors. */
export const commandLine = {
  adviceNoKey: 'Write the key to standard input with --key-stdin.',
  adviceKeyRefused: 'Connect the app with a new key, or give it with --key-stdin.',
  adviceCertificate: 'Check the address, or name the authority that signs for it with --authority FILE.',
  adviceProxy: 'Check the proxy, or ask whoever looks after the network.',
  adviceNetwork: 'Check the network and the address.',
  adviceLater: 'Try again later.',
  serviceSays: 'The service says: {text}',
  inDoubt: 'The request left and no whole answer came: it may have been done. Look before you send it again.',
  optionsTitle: 'Options',
  optionJson: "the service's own records, one JSON line each",
  optionAll: 'follow the pages to the end (lists)',
  optionBody: 'JSON to send; - reads standard input',
  optionYes: 'really do it; needed for everything that changes something',
  optionKeyStdin: 'read the key from standard input instead of the keychain',
  optionAddress: 'another address than the one the app is connected to (needs --key-stdin)',
  optionAuthority: "a certificate authority (PEM) to trust besides the system's",
  optionBasic: 'send the key in the Basic scheme instead of Bearer',
  optionServiceVersion: 'v1 or v0.2b',
  optionProfile: "the app's folder, where it is not the usual one",
  exitCodes:
    'Exit codes: 0 done, 1 refused by the service, 2 not understood, 3 not sent or no answer to a read, 4 sent and in doubt, 5 no key or key refused, 70 a fault of this program',
} as const;
