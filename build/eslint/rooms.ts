/**
 * The rooms of src/: which room a file is in, which rooms it may import, and which packages belong to which room. It is
 * the "Direction" of src/README.md as a table, for the rule in where-code-belongs.ts.
 */
import { posix } from 'node:path';

interface Room {
  /** The room's name: its folder below src/. */
  name: string;
  /** Rooms it may import besides itself. A trailing `*` matches any suffix. */
  mayImport: readonly string[];
  /** Rooms from which it may import types only. */
  mayImportTypes?: readonly string[];
  /** Whether Node's built-in modules are available. */
  node: boolean;
  /** What to do instead: the end of the message. */
  advice: string;
}

const main = ['shared', 'main'] as const;
/** The outbox, and everything that moves data between it, the cache and the services. */
const core = ['main/outbox', 'main/sending', 'main/refresh', 'main/connectivity'] as const;
/** What the rooms that put the others together join. */
const joined = [...main, 'main/api', 'main/db', 'main/keys', ...core, 'main/labels'] as const;

const rooms: readonly Room[] = [
  { name: 'shared', mayImport: [], node: false, advice: 'shared is pure: rules and types that every room may use.' },
  { name: 'messages', mayImport: ['shared'], node: false, advice: 'message files hold texts only.' },
  { name: 'main', mayImport: ['shared'], node: true, advice: 'files directly in src/main serve every room of main.' },
  {
    name: 'main/api',
    mayImport: main,
    node: true,
    advice: 'api knows HTTP only; sending, refresh, labels or handlers join it.',
  },
  {
    name: 'main/db',
    mayImport: main,
    node: true,
    advice: 'db knows SQL only; sending, refresh, labels or handlers join it.',
  },
  { name: 'main/keys', mayImport: main, node: true, advice: 'keys knows the keychain only; handlers join it.' },
  {
    name: 'main/outbox',
    mayImport: main,
    mayImportTypes: ['main/api', 'main/db'],
    node: true,
    advice: 'outbox keeps what a person did and reaches no network; what goes out belongs to sending.',
  },
  {
    name: 'main/connectivity',
    mayImport: main,
    mayImportTypes: ['main/api'],
    node: true,
    advice: 'connectivity says whether a service can be used; it sends and reads nothing but its probe.',
  },
  {
    name: 'main/sending',
    mayImport: [...main, 'main/outbox', 'main/connectivity', 'main/api', 'main/db'],
    node: true,
    advice: 'sending uses outbox, api and db; what it needs besides is given to it by workspace.ts.',
  },
  {
    name: 'main/refresh',
    mayImport: [...main, 'main/outbox', 'main/sending', 'main/api', 'main/db'],
    node: true,
    advice: 'refresh brings lists into the cache; what a person did belongs to outbox.',
  },
  {
    name: 'main/labels',
    mayImport: [...main, 'main/api', 'main/db', 'preflight'],
    node: true,
    advice: 'labels uses api and db; what it needs besides is given to it by app.ts.',
  },
  {
    name: 'main/map',
    mayImport: [...main, 'main/api'],
    node: true,
    advice: 'map reads the tiles of the background; what it needs besides is given to it by app.ts.',
  },
  {
    name: 'main/updates',
    mayImport: [...main, 'main/api'],
    node: true,
    advice: 'updates finds and fetches versions of the app; platform installs them, app.ts says when.',
  },
  {
    name: 'main/papers',
    mayImport: [...main, 'messages'],
    node: true,
    advice: 'papers makes pages out of what it is given; handlers read it, platform draws it.',
  },
  {
    name: 'main/handlers',
    mayImport: [...joined, 'main/map', 'main/papers', 'main/updates'],
    mayImportTypes: ['main/workspace.ts', 'main/workspace'],
    node: true,
    advice: 'handlers join api, db, keys, outbox, sending, refresh and labels; Electron stays in platform.',
  },
  {
    name: 'main/api-command',
    mayImport: [...main, 'main/api', 'main/keys', 'main/handlers', 'messages'],
    node: true,
    advice: 'the command line uses the client as the app does and has no database.',
  },
  {
    name: 'main/platform',
    mayImport: [...main, 'messages'],
    mayImportTypes: ['main/*', 'preflight'],
    node: true,
    advice: 'platform is the thin shell around Electron; app.ts and index.ts hand it what it needs.',
  },
  {
    name: 'main/app',
    mayImport: [...joined, 'main/handlers', 'main/workspace.ts'],
    mayImportTypes: ['main/workspace'],
    node: true,
    advice: 'app is the part of the composition root that holds what is open; app.ts puts it together.',
  },
  {
    name: 'main/app.ts',
    mayImport: [...joined, 'main/map', 'main/updates', 'main/handlers', 'main/app'],
    mayImportTypes: ['main/platform', 'main/workspace'],
    node: true,
    advice: 'app.ts builds everything that runs without Electron; index.ts brings the platform.',
  },
  {
    name: 'main/workspace',
    mayImport: [...main, 'main/api', 'main/db', ...core, 'main/labels'],
    node: true,
    advice: 'workspace is the part of the composition root that puts one workspace together.',
  },
  {
    name: 'main/workspace.ts',
    mayImport: [...main, 'main/api', 'main/db', ...core, 'main/labels', 'main/workspace'],
    node: true,
    advice: 'workspace.ts is the part of the composition root that puts one workspace together.',
  },
  {
    name: 'main/index.ts',
    mayImport: ['shared', 'messages', 'main', 'main/*'],
    node: true,
    advice: 'index.ts shows the window and loads the rest.',
  },
  {
    name: 'main/shell.ts',
    mayImport: ['shared', 'messages', 'main', 'main/*'],
    node: true,
    advice: 'shell.ts joins the app and Electron.',
  },
  {
    name: 'main/parts.ts',
    mayImport: ['shared', 'messages', 'main', 'main/*'],
    node: true,
    advice: 'parts.ts says in which order the app is loaded.',
  },
  {
    name: 'main/refused-start.ts',
    mayImport: ['shared', 'messages', 'main'],
    node: true,
    advice: 'refused-start.ts says why the app does not start.',
  },
  { name: 'preload', mayImport: ['shared'], node: false, advice: 'the preload is a transport, nothing else.' },
  {
    name: 'preflight',
    mayImport: ['shared'],
    node: false,
    advice: 'the preflight process reads documents from outside and has nothing but what main gives it.',
  },
  {
    name: 'preflight/index.ts',
    mayImport: ['shared', 'preflight'],
    node: false,
    advice: 'it is the transport between the preflight process and main, nothing else.',
  },
  { name: 'training', mayImport: ['shared'], node: true, advice: 'the training service knows the shared room only.' },
  {
    name: 'renderer',
    mayImport: ['shared', 'messages', 'renderer/*'],
    node: false,
    advice: 'the window reaches main through renderer/lib/backend.ts.',
  },
  {
    name: 'renderer/lib',
    mayImport: ['shared', 'messages'],
    node: false,
    advice: 'lib serves every room of the window and knows none of them.',
  },
  {
    name: 'renderer/ui',
    mayImport: ['shared', 'renderer/lib', 'messages'],
    node: false,
    advice: 'ui has no domain words; a component that needs a domain belongs to that domain.',
  },
  {
    name: 'renderer/import',
    mayImport: ['shared', 'renderer/lib', 'renderer/ui', 'messages'],
    node: false,
    advice: 'import knows no kind of record; what a kind needs is in the folder import of its domain.',
  },
  {
    name: 'renderer/screens',
    mayImport: ['shared', 'messages', 'renderer/*'],
    node: false,
    advice: 'screens compose domains.',
  },
];

/** Any other folder of the window is a domain: plans, stops, orders … */
const domain = (name: string): Room => ({
  name,
  mayImport: ['shared', 'renderer/lib', 'renderer/ui', 'renderer/import', 'messages'],
  node: false,
  advice: 'no domain imports another: what joins two domains belongs to renderer/screens, what both need to ui or lib.',
});

/** Packages that may only be imported in certain rooms, and why. */
const packageRooms: Record<string, { rooms: readonly string[]; advice: string }> = {
  electron: {
    rooms: [
      ...['main/index.ts', 'main/shell.ts', 'main/refused-start.ts'],
      ...['main/platform', 'preload', 'preflight/index.ts'],
    ],
    advice: 'everything else runs under plain Node in a test; give it a function instead.',
  },
  'better-sqlite3': { rooms: ['main/db'], advice: 'SQL has one room; add a function to the table it concerns.' },
  undici: { rooms: ['main/api'], advice: 'requests have one room; add a function to the resource it concerns.' },
  keytar: { rooms: ['main/keys'], advice: 'keys have one room; use the KeyStore that app.ts gives.' },
  'electron-log': { rooms: ['main', 'main/platform'], advice: 'log through src/main/log.ts.' },
};

/**
 * The room of a file.
 * @param path relative to the project's root, with slashes
 * @returns undefined if the file is not in src/
 */
function roomOf(path: string): Room | undefined {
  if (!path.startsWith('src/')) return undefined;
  const [first = '', second = '', ...rest] = path.slice('src/'.length).split('/');
  const inFolder = rest.length > 0;
  const exact = rooms.find((room) => room.name === `${first}/${second}`);
  if (exact) return exact;
  if (first === 'renderer' && inFolder) return domain(`renderer/${second}`);
  if (first === 'main' && inFolder)
    return { ...domain(`main/${second}`), node: true, advice: 'this room is not in build/eslint/rooms.ts.' };
  return rooms.find((room) => room.name === first);
}

const matches = (name: string, patterns: readonly string[]) =>
  patterns.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern));

/**
 * Why an import is not allowed.
 * @param from path of the importing file, relative to the root
 * @param specifier as written in the import
 * @param typeOnly whether the import disappears at run time
 * @returns one sentence that says where the code belongs, or undefined if the import is allowed
 */
export function problemOf(from: string, specifier: string, typeOnly: boolean): string | undefined {
  const room = roomOf(from);
  if (!room) return undefined;
  if (specifier.startsWith('.')) {
    const path = specifier.split('?')[0] ?? specifier;
    const target = roomOf(posix.join(posix.dirname(from), path));
    if (!target) return `'${specifier}' lies outside src/. What ships stays inside src/.`;
    if (target.name === room.name || matches(target.name, room.mayImport)) return undefined;
    if (typeOnly && matches(target.name, room.mayImportTypes ?? [])) return undefined;
    return `${room.name} must not import ${target.name}: ${room.advice}`;
  }
  const name = specifier.startsWith('@') ? specifier.split('/').slice(0, 2).join('/') : (specifier.split('/')[0] ?? '');
  if (name.startsWith('node:')) {
    return room.node ? undefined : `${room.name} must not import ${specifier}: ${room.advice}`;
  }
  const home = packageRooms[name];
  if (home && !home.rooms.includes(room.name)) {
    return `${name} is imported only in ${home.rooms.map((each) => `src/${each}`).join(', ')}: ${home.advice}`;
  }
  if (room.name === 'shared' && name !== 'zod') return `shared imports the schema library (zod) and nothing else.`;
  return undefined;
}
