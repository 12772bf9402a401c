/** The rows of the list of attacks, and the test that shows what must happen for each. */

export type Project = 'unit' | 'flow' | 'e2e' | 'dist';

export interface RowTest {
  project: Project;
  file: string;
  /** A regular expression over the test's name with its groups. Missing: the whole file. */
  name?: string;
}

export interface Row {
  number: number;
  attack: string;
  /** Empty: nothing shows it yet. */
  tests: readonly RowTest[];
}

const unit = (file: string, name?: string): RowTest => test('unit', `test/unit/${file}.test.ts`, name);
const flow = (file: string, name?: string): RowTest => test('flow', `test/flow/${file}.test.ts`, name);
const e2e = (file: string, name?: string): RowTest => test('e2e', `test/e2e/${file}.spec.ts`, name);
const dist = (name: string): RowTest => test('dist', 'test/e2e/dist.spec.ts', name);

const test = (project: Project, file: string, name?: string): RowTest => ({
  ...{ project, file },
  ...(name === undefined ? {} : { name }),
});

export const rows: readonly Row[] = [
  { number: 1, attack: 'markup in names and notes', tests: [unit('main/papers/paper', 'script')] },
  { number: 2, attack: 'links with other schemes', tests: [flow('api/transport-private', 'a link .* is refused')] },
  { number: 3, attack: 'addresses of photos', tests: [flow('api/transport-private'), flow('api/pictures', '3:')] },
  { number: 4, attack: 'windows and navigation', tests: [e2e('security', 'opens no second|never navigates')] },
  { number: 5, attack: 'calls from elsewhere', tests: [unit('main/platform/caller'), flow('app/fuzzed-calls', '5:')] },
  { number: 6, attack: 'fuzzed calls', tests: [flow('app/fuzzed-calls', '6:')] },
  { number: 7, attack: 'file names', tests: [flow('app/labels', 'a file name made')] },
  {
    number: 8,
    attack: 'hostile documents',
    tests: [
      unit('main/labels/preflight'),
      unit('preflight/libraries'),
      flow('labels/preflight', 'malicious'),
      e2e('documents-apart', '8:'),
    ],
  },
  {
    number: 9,
    attack: 'label links',
    tests: [flow('app/labels', 'an invalid label link'), flow('api/transport-private', 'redirects')],
  },
  { number: 10, attack: 'captive portals', tests: [flow('api/transport-misbehaving', '10:')] },
  { number: 11, attack: 'odd pages', tests: [flow('api/transport-misbehaving', '11:'), unit('main/pages')] },
  { number: 12, attack: 'redirects', tests: [flow('api/transport-misbehaving', '12:')] },
  { number: 13, attack: 'slow and endless answers', tests: [flow('api/transport-misbehaving', '13:')] },
  { number: 14, attack: 'certificates', tests: [flow('api/certificates')] },
  { number: 15, attack: 'debugging switches', tests: [unit('main/platform/refused-switches'), dist('15:')] },
  { number: 16, attack: 'an altered archive', tests: [dist('16 and 27:')] },
  { number: 17, attack: 'canary keys', tests: [flow('app/keys-redacted'), flow('api/transport-secrets')] },
  { number: 18, attack: 'odd keys', tests: [flow('app/connect', 'a key |trims|odd'), flow('app/known-account')] },
  { number: 19, attack: 'files with formulas', tests: [unit('renderer/import/import', 'contains no formulas')] },
  { number: 20, attack: 'damaged databases', tests: [flow('db/outbox-file', 'damage|newer|changed byte|a link lies')] },
  { number: 21, attack: 'keychain', tests: [unit('main/keys/keychain'), flow('app/connect', 'without a keychain')] },
  { number: 22, attack: 'crashes and clocks', tests: [flow('db/crash', 'power cut')] },
  { number: 23, attack: 'an edited workspace file', tests: [flow('app/key-place', '23:')] },
  { number: 24, attack: 'a window that connects elsewhere', tests: [flow('app/key-place', '24:')] },
  { number: 25, attack: 'packets of the window', tests: [e2e('security', '25:')] },
  {
    number: 26,
    attack: 'people left on the disk',
    tests: [
      ...[flow('app/left-behind'), flow('db/outbox-file', 'keeps nothing'), flow('app/labels', 'older than')],
      e2e('left-behind', '26:'),
    ],
  },
  { number: 27, attack: 'altered libraries', tests: [flow('app/native-files', '27:'), dist('16 and 27:')] },
];
