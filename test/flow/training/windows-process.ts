/**
 * A process that keeps a journal where files behave as on Windows: what is opened to be appended to cannot be cut, and
 * another program holds a file for a moment after it was written. The disk is full while its second line is written.
 *
 *     node windows-process.ts JOURNAL
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { openJournal } from '../../../src/training/store/journal.ts';

const [file = ''] = process.argv.slice(2);
const { openSync, writeSync, ftruncateSync, renameSync } = fs;
const failure = (code: string) => Object.assign(new Error(code), { code });
Object.defineProperty(process, 'platform', { value: 'win32' });

const appending = new Set<number>();
fs.openSync = (path, flags, mode) => {
  const handle = openSync(path, flags, mode);
  if (flags === 'a') appending.add(handle);
  else appending.delete(handle);
  return handle;
};
fs.ftruncateSync = (handle, length) => {
  if (appending.has(handle)) throw failure('EPERM');
  ftruncateSync(handle, length);
};

let isFull = false;
fs.writeSync = ((handle: number, bytes: Buffer, given?: number | null) => {
  const from = given ?? 0;
  if (!isFull) return writeSync(handle, bytes, from);
  writeSync(handle, bytes, from, 4);
  throw failure('ENOSPC');
}) as typeof fs.writeSync;

let refusals = 0;
fs.renameSync = (from, to) => {
  refusals = (refusals + 1) % 3;
  if (refusals > 0) throw failure(refusals === 1 ? 'EPERM' : 'EBUSY');
  renameSync(from, to);
};
syncBuiltinESMExports();

const { journal } = openJournal<string>(file, 7);
journal.append('kept');
isFull = true;
try {
  journal.append('not written');
  process.exitCode = 2;
} catch {
  isFull = false;
}
journal.append('after');
journal.close();
