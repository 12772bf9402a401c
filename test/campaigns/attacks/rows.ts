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
  /** A row of which no test runs fails the campaign. */
  tests: readonly RowTest[];
}

const unit = (file: string, name?: string): RowTest => test('unit', `test/unit/${file}.test.ts`, name);
const flow = (file: string, name?: string): RowTest => test('flow', `test/flow/${file}.test.ts`, name);
const e2e = (file: string, name?: string): RowTest => test('e2e', `test/e2e/${file}.spec.ts`, name);
const dist = (name: string): RowTest => test('dist', 'test/e2e/dist.spec.ts', name);
const release = (name: string): RowTest => test('dist', 'test/e2e/release.spec.ts', name);

const test = (project: Project, file: string, name?: string): RowTest => ({
  ...{ project, file },
  ...(name === undefined ? {} : { name }),
});

export const rows: readonly Row[] = [
  {
    number: 1,
    attack: 'markup in names and notes',
    tests: [unit('main/papers/paper', '1:'), e2e('hostile-texts', '1:')],
  },
  {
    number: 2,
    attack: 'links with other schemes',
    tests: [flow('api/transport-private', '2, 3 and 9: a link .* is refused'), e2e('hostile-texts', '2:')],
  },
  {
    number: 3,
    attack: 'addresses of photos',
    tests: [flow('api/transport-private'), flow('api/pictures', '3:'), unit('main/api/raster-image')],
  },
  { number: 4, attack: 'windows, navigation and dropped files', tests: [e2e('security', '4:')] },
  {
    number: 5,
    attack: 'calls from elsewhere',
    tests: [unit('main/platform/caller'), flow('app/fuzzed-calls', '5:'), e2e('security', '5: main')],
  },
  {
    number: 6,
    attack: 'fuzzed calls',
    tests: [flow('app/fuzzed-calls', '6:'), e2e('fuzzed-window', '6:'), e2e('security', '6: main')],
  },
  { number: 7, attack: 'file names', tests: [flow('app/labels', '7:'), unit('main/handlers/tables', '7:')] },
  {
    number: 8,
    attack: 'hostile documents',
    tests: [
      unit('main/labels/preflight'),
      unit('preflight/libraries'),
      unit('main/within-bounds', '8:'),
      flow('labels/preflight', 'malicious'),
      e2e('documents-apart', '8:'),
    ],
  },
  {
    number: 9,
    attack: 'label links',
    tests: [flow('app/labels', '9:'), flow('api/transport-private', '9: .*redirects')],
  },
  { number: 10, attack: 'captive portals', tests: [flow('api/transport-misbehaving', '10:')] },
  { number: 11, attack: 'odd pages', tests: [flow('api/transport-misbehaving', '11:'), unit('main/pages')] },
  { number: 12, attack: 'redirects', tests: [flow('api/transport-misbehaving', '12:')] },
  { number: 13, attack: 'slow and endless answers', tests: [flow('api/transport-misbehaving', '13:')] },
  {
    number: 14,
    attack: 'certificates',
    tests: [flow('api/certificates', '14:'), e2e('connect', 'reports an untrusted certificate')],
  },
  {
    number: 15,
    attack: 'debugging switches',
    tests: [unit('main/platform/refused-switches'), dist('15:'), release('15:')],
  },
  {
    number: 16,
    attack: 'an altered archive',
    tests: [dist('16 and 27:'), release('16:'), unit('build/archive-hash')],
  },
  {
    number: 17,
    attack: 'canary keys',
    tests: [flow('app/keys-redacted', '17:'), flow('api/transport-secrets', '17:'), e2e('secrets', '17:')],
  },
  { number: 18, attack: 'odd keys', tests: [flow('app/connect', '18:'), flow('app/known-account', '18:')] },
  {
    number: 19,
    attack: 'large, odd and formula files',
    tests: [
      ...[unit('renderer/import/import', '19:'), unit('renderer/lib/read-sheet', '19:')],
      ...[unit('renderer/lib/table-file', '19:'), flow('import/nasty/nasty-files', '19:')],
    ],
  },
  {
    number: 20,
    attack: 'damaged databases',
    tests: [flow('db/outbox-file', '20 and 26:'), flow('db/damage', '20:'), e2e('damaged')],
  },
  { number: 21, attack: 'keychain', tests: [unit('main/keys/keychain', '21:'), flow('app/connect', '21:')] },
  {
    number: 22,
    attack: 'crashes, full disks, cut cables and clocks',
    tests: [
      ...[flow('db/crash', '22:'), flow('cut', '22:'), e2e('second-instance', '22:')],
      ...['clock-changes', 'sender', 'unrecorded'].map((file) => unit(`main/sending/${file}`, '22:')),
      unit('shared/zones', '22: (in|finds)'),
    ],
  },
  {
    number: 23,
    attack: 'an edited workspace file',
    tests: [flow('app/key-place', '23:'), e2e('key-places', '23:')],
  },
  {
    number: 24,
    attack: 'a window that connects elsewhere',
    tests: [flow('app/key-place', '24:'), flow('api/proxy-app', '24:'), e2e('key-places', '24:')],
  },
  { number: 25, attack: 'packets of the window', tests: [e2e('security', '25:')] },
  {
    number: 26,
    attack: 'people left on the disk',
    tests: [
      ...[flow('app/left-behind'), flow('db/outbox-file', '26: .*keeps nothing'), flow('app/labels', 'older than')],
      ...[flow('app/key-place', 'signs out'), e2e('left-behind', '26:')],
    ],
  },
  { number: 27, attack: 'altered libraries', tests: [flow('app/native-files', '27:'), dist('16 and 27:')] },
];
