/** The fuses of a built program, read from its file: https://www.electronjs.org/docs/latest/tutorial/fuses */
import { readFileSync } from 'node:fs';

/** In the order of Electron's first fuse wire. */
const names = [
  ...(['runAsNode', 'cookieEncryption', 'nodeOptionsEnvironmentVariable', 'nodeCliInspect'] as const),
  ...(['embeddedAsarIntegrityValidation', 'onlyLoadAppFromAsar', 'loadBrowserProcessSpecificV8Snapshot'] as const),
  'grantFileProtocolExtraPrivileges',
] as const;
export type Fuses = Record<(typeof names)[number], boolean>;

const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const on = '1'.charCodeAt(0);

/** What a release must have: it runs only its own code, not as Node, not with NODE_OPTIONS, not under a debugger. */
export const ofARelease: Partial<Fuses> = {
  runAsNode: false,
  nodeOptionsEnvironmentVariable: false,
  nodeCliInspect: false,
  embeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  grantFileProtocolExtraPrivileges: false,
};

/**
 * @param program Electron's executable, or the framework's library on macOS
 * @throws Error if it has no fuses of the known version
 */
export function readFuses(program: string): Fuses {
  const bytes = readFileSync(program);
  const at = bytes.indexOf(sentinel) + sentinel.length;
  const [version, count] = [bytes[at], bytes[at + 1] ?? 0];
  if (at < sentinel.length || version !== 1 || count < names.length) throw new Error(`no known fuses in ${program}`);
  return Object.fromEntries(names.map((name, index) => [name, bytes[at + 2 + index] === on])) as Fuses;
}

/** The fuses of a program that are not as in a release. */
export function fusesAmiss(program: string): string[] {
  const fuses: Partial<Record<string, boolean>> = readFuses(program);
  return Object.entries(ofARelease).flatMap(([name, value]) => (fuses[name] === value ? [] : [name]));
}
