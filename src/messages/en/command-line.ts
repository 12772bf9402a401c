/** What the command line says besides the words of errors. */
export const commandLine = {
  adviceNoKey: 'Write the key to standard input with --key-stdin.',
  adviceKeyRefused: 'Connect the app with a new key, or pass one with --key-stdin.',
  adviceCertificate: 'Check the address, or name its certificate authority with --authority FILE.',
  adviceProxy: 'Check the proxy, or ask your administrator.',
  adviceNetwork: 'Check the network and the address.',
  adviceLater: 'Try again later.',
  serviceSays: 'Response from the service: {text}',
  inDoubt: 'The request was sent but no complete answer came: it may have been done. Check before you send it again.',
  optionsTitle: 'Options',
  optionJson: "the service's own records, one JSON line each",
  optionAll: 'fetch all pages of a list',
  optionBody: 'JSON to send; - reads standard input',
  optionYes: 'confirm; required for everything that changes data',
  optionKeyStdin: 'read the key from standard input instead of the keychain',
  optionAddress: 'use another address than the app does (needs --key-stdin)',
  optionAuthority: "trust this certificate authority (PEM) besides the system's",
  optionBasic: 'send the key in the Basic scheme instead of Bearer',
  optionServiceVersion: 'v1 or v0.2b',
  optionProfile: "the app's folder, if it is not the usual one",
  exitCodes:
    'Exit codes: 0 done, 1 rejected by the service, 2 invalid command, 3 not sent or no answer to a read, 4 sent but unconfirmed, 5 no key or key rejected, 70 internal error',
} as const;
