/** Signing out with deletion leaves nobody on the disk (row 26 of the list of attacks). */
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, memoryKeyStore, startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { accessOf, startTraining, writablePlan } from './office.ts';
import { waitFor } from '../../fixtures/wait-for.ts';

const person = 'Canary Person';
const typed = 'Canary Unfinished';
const printed = 'Canary Printed';

/** The bytes of a file; null: it is none, or it went while the folder was read, like the file of a copy in the making. */
function bytesOf(file: string): Buffer | null {
  try {
    return statSync(file).isFile() ? readFileSync(file) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The names of those canaries that any file below a folder holds, in UTF-8 or UTF-16. */
function canariesIn(folder: string): string[] {
  const found = new Set<string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const bytes = bytesOf(join(folder, name));
    if (bytes === null) continue;
    for (const canary of [person, typed, printed])
      if (bytes.includes(canary) || bytes.includes(Buffer.from(canary, 'utf16le'))) found.add(canary);
  }
  return [...found].sort();
}

/** Reads what is on the disk in the place of a file, also after the file was deleted. */
function heldOpen(file: string): () => Buffer {
  const handle = openSync(file, 'r');
  onTestFinished(() => closeSync(handle));
  const { size } = statSync(file);
  return () => {
    const bytes = Buffer.alloc(size);
    readSync(handle, bytes, 0, size, 0);
    return bytes;
  };
}

async function afterADaysWork() {
  const service = await startTraining(temporaryFolder());
  const [folder, keyStore] = [temporaryFolder(), memoryKeyStore()];
  let isForgotten = false;
  let meanwhile = () => Promise.resolve();
  const forgetBrowsing = async () => {
    await meanwhile();
    isForgotten = true;
  };
  const app = await startApp({ folder, keyStore, desktop: { forgetBrowsing } });
  await connect(app, accessOf(service));
  const planId = await writablePlan(app);
  const stop = { address: { addressLineOne: 'Quay 1' }, recipient: { name: person } };
  await app.handlers.stops.add({ planId, draftId: null, stop });
  // Whether it was sent or is discarded now: settled entries stay on the disk.
  await app.handlers.outbox.giveUpAll({});
  await app.handlers.drafts.save({ id: 'draft-1', form: 'stop', planId, fields: { notes: typed } });
  mkdirSync(join(folder, 'printing', 'paper-x'), { recursive: true });
  // What a crash leaves while a paper is drawn.
  writeFileSync(join(folder, 'printing', 'paper-x', 'paper.html'), printed);
  for (const place of ['logs', 'map-tiles']) {
    mkdirSync(join(folder, place), { recursive: true });
    writeFileSync(join(folder, place, 'one'), printed);
  }
  const whileDeleting = (work: () => Promise<void>) => void (meanwhile = work);
  return { app, folder, keyStore, isForgotten: () => isForgotten, whileDeleting };
}

describe('26: signing out', () => {
  it('with deletion leaves no person in any file', async () => {
    const { app, folder, keyStore, isForgotten } = await afterADaysWork();
    expect(canariesIn(folder)).toEqual([person, printed, typed]);
    const workspace = join(folder, 'workspaces', readdirSync(join(folder, 'workspaces'))[0] ?? '');
    const kept = ['outbox.db', 'outbox.db-wal', 'outbox.db.journal', 'cache.db-wal'].map((name) => ({
      ...{ name, read: heldOpen(join(workspace, name)) },
    }));
    expect(await app.handlers.session.signOut({ deleteData: true })).toMatchObject({ mode: 'none', notices: [] });
    expect(canariesIn(folder)).toEqual([]);
    expect(readdirSync(join(folder, 'workspaces'))).toEqual([]);
    expect(keyStore.kept.size).toBe(0);
    expect(isForgotten()).toBe(true);
    // A tool that reads the disk raw finds zeros where the files were.
    const left = kept.filter(({ read }) => read().some((byte) => byte !== 0)).map(({ name }) => name);
    expect(left).toEqual([]);
  });

  it('is not told to the window before everything is done', async () => {
    const { app, keyStore, whileDeleting } = await afterADaysWork();
    const told = () => app.sessions.filter(({ mode }) => mode === 'none').length;
    const before: number[] = [];
    // Something else changes what the window shows.
    const lookAgain = async () => {
      await app.handlers.session.dismissNotice({ kind: 'outbox-newer' });
      app.tellNow();
      before.push(told());
    };
    whileDeleting(lookAgain);
    const remove = keyStore.remove.bind(keyStore);
    keyStore.remove = async (account) => {
      await lookAgain();
      await remove(account);
    };
    await app.handlers.session.signOut({ deleteData: true });
    app.tellNow();
    // Once while the data went, and once for each key.
    expect(before).toEqual([0, 0, 0]);
    expect(told()).toBe(1);
  });

  it('without it keeps everything', async () => {
    const { app, folder } = await afterADaysWork();
    await app.handlers.session.signOut({});
    expect(canariesIn(folder)).toEqual([person, printed, typed]);
  });
});

it('papers that a crash left behind are deleted at the next start', async () => {
  const { app, folder } = await afterADaysWork();
  await app.close();
  const workspace = join(folder, 'workspaces', readdirSync(join(folder, 'workspaces'))[0] ?? '');
  for (const place of ['papers', join('labels', 'placed')]) {
    mkdirSync(join(workspace, place, 'paper-x'), { recursive: true });
    writeFileSync(join(workspace, place, 'paper-x', 'paper.pdf'), printed);
  }
  const again = await startApp({ folder });
  // While it runs: what was placed for the printer is deleted once more when it closes.
  for (const place of ['papers', join('labels', 'placed')])
    await waitFor(`${place} to be deleted`, () => !existsSync(join(workspace, place)));
  await again.close();
});

it('all files are for this user alone, also those of an earlier version', async () => {
  const { app, folder } = await afterADaysWork();
  await app.close();
  const open = () =>
    ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter((name) => {
      return (statSync(join(folder, name)).mode & 0o077) !== 0;
    });
  // What this test itself has put there.
  const own = new Set(['.', 'settings.json', 'printing', 'printing/paper-x', 'printing/paper-x/paper.html']);
  for (const name of ['logs', 'logs/one', 'map-tiles', 'map-tiles/one']) own.add(name);
  expect(open().filter((name) => !own.has(name))).toEqual([]);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chmodSync(join(folder, name), statSync(join(folder, name)).isDirectory() ? 0o755 : 0o644);
  const again = await startApp({ folder });
  await again.close();
  expect(open()).toEqual([]);
});
