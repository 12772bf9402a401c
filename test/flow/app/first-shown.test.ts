/** At a start the first list does not wait for the keychain, the network or the training service. */
import { expect, it } from 'vitest';
import { connect, memoryKeyStore, startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, startTraining, writablePlan } from './office.ts';

/** An office that was connected before, started again; its keys are counted when they are read. */
async function startedAgain() {
  const service = await startTraining(temporaryFolder());
  const [folder, keyStore] = [temporaryFolder(), memoryKeyStore()];
  const before = await startApp({ folder, keyStore });
  await connect(before, accessOf(service));
  await writablePlan(before);
  await before.close();
  let reads = 0;
  const read = (account: string) => {
    reads += 1;
    return keyStore.read(account);
  };
  const shown = Promise.withResolvers<void>();
  const app = await startApp({ folder, keyStore: { ...keyStore, read }, firstShown: shown.promise });
  return { app, shown, reads: () => reads };
}

it('reads keys when the window has its first list', async () => {
  const { app, shown, reads } = await startedAgain();
  const { rows } = await app.handlers.plans.list();
  expect(rows.length).toBeGreaterThan(0);
  expect(reads()).toBe(0);
  shown.resolve();
  await waitFor('the keys', () => app.session().connections.every(({ kept }) => kept === 'keychain'));
  expect(reads()).toBe(2);
});

it('reads none for an app that was closed before that', async () => {
  const { app, shown, reads } = await startedAgain();
  await app.close();
  shown.resolve();
  await shown.promise;
  expect(reads()).toBe(0);
});
