/** Signing out with deletion leaves nobody on the disk (row 26 of the list of attacks). */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, memoryKeyStore, startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { accessOf, startTraining, writablePlan } from './office.ts';

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

async function afterADaysWork() {
  const service = await startTraining(temporaryFolder());
  const [folder, keyStore] = [temporaryFolder(), memoryKeyStore()];
  const app = await startApp({ folder, keyStore });
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
  return { app, folder, keyStore };
}

describe('26: signing out', () => {
  it('with deletion leaves no person in any file', async () => {
    const { app, folder, keyStore } = await afterADaysWork();
    expect(canariesIn(folder)).toEqual([person, printed, typed]);
    expect(await app.handlers.session.signOut({ deleteData: true })).toMatchObject({ mode: 'none', notices: [] });
    expect(canariesIn(folder)).toEqual([]);
    expect(readdirSync(join(folder, 'workspaces'))).toEqual([]);
    expect(keyStore.kept.size).toBe(0);
  });

  it('without it keeps everything', async () => {
    const { app, folder } = await afterADaysWork();
    await app.handlers.session.signOut({});
    expect(canariesIn(folder)).toEqual([person, printed, typed]);
  });
});
