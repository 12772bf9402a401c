/** The fuses of a built program, read from its file: https://www.electronjs.org/docs/latest/tutorial/fuses */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** In the order of Electron's first fuse wire. */
const names = [
  ...(['runAsNode', 'cookieEncryption', 'nodeOptionsEnvironmentVariable', 'nodeCliInspect'] as const),
  ...(['embeddedAsarIntegrityValidation', 'onlyLoadAppFromAsar', 'loadBrowserProcessSpecificV8Snapshot'] as const),
  'grantFileProtocolExtraPrivileges',
] as const;
export type Fuses = Record<(typeof names)[number], boolean>;

const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const on = '1'.charCodeAt(0);
const off = '0'.charCodeAt(0);

/** What a release must have: it runs only its own code, not as Node, not with NODE_OPTIONS, not under a debugger. */
export const ofARelease: Partial<Fuses> = {
  runAsNode: false,
  nodeOptionsEnvironmentVariable: false,
  nodeCliInspect: false,
  embeddedAsarIntegrityValidation: true,
  onlyLoadAppFromAsar: true,
  grantFileProtocolExtraPrivileges: false,
};

/** The bytes of the wire, one for each fuse, and where they lie in the file. */
function wireOf(program: string): { at: number; wire: Uint8Array } {
  const bytes = readFileSync(program);
  const at = bytes.indexOf(sentinel) + sentinel.length;
  const [version, count] = [bytes[at], bytes[at + 1] ?? 0];
  if (at < sentinel.length || version !== 1 || count < names.length) throw new Error(`no known fuses in ${program}`);
  return { at: at + 2, wire: bytes.subarray(at + 2, at + 2 + names.length) };
}

/**
 * @param program Electron's executable, or the framework's library on macOS
 * @throws Error if it has no fuses of the known version
 */
export function readFuses(program: string): Fuses {
  const { wire } = wireOf(program);
  return Object.fromEntries(names.map((name, index) => [name, wire[index] === on])) as Fuses;
}

/** Sets some fuses in a program's file. @throws Error if it has no fuses of the known version */
export function setFuses(program: string, wanted: Partial<Fuses>): void {
  const { at, wire } = wireOf(program);
  const set = names.map((name, index) => (wanted[name] === undefined ? (wire[index] ?? off) : wanted[name] ? on : off));
  const file = openSync(program, 'r+');
  try {
    writeSync(file, Uint8Array.from(set), 0, set.length, at);
  } finally {
    closeSync(file);
  }
}

/** The fuses of a program that are not as in a release. */
export function fusesAmiss(program: string): string[] {
  const fuses: Partial<Record<string, boolean>> = readFuses(program);
  return Object.entries(ofARelease).flatMap(([name, value]) => (fuses[name] === value ? [] : [name]));
}
