/**
 * A process that opens a store, whose journal is rewritten, and is killed on the way by itself: at a named step of
 * writing the new file, so that each is tried and not only those that a signal from outside happens to hit.
 *
 *     node killed-process.ts JOURNAL STEP
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [journal = '', step = ''] = process.argv.slice(2);
const fresh = `${journal}.new`;
const { openSync, writeSync, fsyncSync, renameSync } = fs;
const die = () => process.kill(process.pid, 'SIGKILL');

let handle: number | undefined;
let writes = 0;
fs.openSync = (path, ...rest) => {
  if (path === fresh && step === 'before the file is made') die();
  const opened = openSync(path, ...rest);
  if (path === fresh) handle = opened;
  return opened;
};
fs.writeSync = ((to: number, bytes: Buffer, given?: number | null) => {
  const from = given ?? 0;
  if (to === handle) writes += 1;
  if (to === handle && step === 'before anything is written') die();
  if (to === handle && writes === 3 && step === 'in the middle of a line') {
    writeSync(to, bytes, from, Math.floor((bytes.length - from) / 2));
    die();
  }
  return writeSync(to, bytes, from);
}) as typeof fs.writeSync;
fs.fsyncSync = (to) => {
  if (to === handle && step === 'before it is flushed') die();
  fsyncSync(to);
};
fs.renameSync = (from, to) => {
  if (from === fresh && step === 'before it takes the place of the old one') die();
  renameSync(from, to);
  if (from === fresh && step === 'after it took the place of the old one') die();
};
syncBuiltinESMExports();

const { openJournal } = await import('../../../src/training/store/journal.ts');
const { openStore } = await import('../../../src/training/store/store.ts');
const { emptyWorld } = await import('./empty-world.ts');
type Change = import('../../../src/training/store/store.ts').Change;

const opened = openJournal<Change>(journal, 0);
openStore({ seed: 1, firstDay: '2026-06-15', world: emptyWorld, ...opened, clock: { now: () => 0 } });
