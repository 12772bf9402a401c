/** At a start the first list does not wait for the keychain, the network or the training service. */
import { expect, it } from 'vitest';
import { connect, memoryKeyStore, startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, startTraining, writablePlan } from './office.ts';

it('reads keys when the window has its first list', async () => {
  const service = await startTraining(temporaryFolder());
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const before = await startApp({ folder, keyStore });
  await connect(before, accessOf(service));
  await writablePlan(before);
  await before.close();
  let reads = 0;
  const counted = {
    ...keyStore,
    read: (account: string) => {
      reads += 1;
      return keyStore.read(account);
    },
  };
  const shown = Promise.withResolvers<void>();
  const app = await startApp({ folder, keyStore: counted, firstShown: shown.promise });
  const { rows } = await app.handlers.plans.list();
  expect(rows.length).toBeGreaterThan(0);
  expect(reads).toBe(0);
  shown.resolve();
  await waitFor('the keys', () => app.session().connections.every(({ kept }) => kept === 'keychain'));
  expect(reads).toBe(2);
});

it('reads none for an office that was left before that', async () => {
  const service = await startTraining(temporaryFolder());
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const before = await startApp({ folder, keyStore });
  await connect(before, accessOf(service));
  await before.close();
  let reads = 0;
  const counted = { ...keyStore, read: () => Promise.resolve(String((reads += 1))) };
  const shown = Promise.withResolvers<void>();
  const app = await startApp({ folder, keyStore: counted, firstShown: shown.promise });
  await app.close();
  shown.resolve();
  await shown.promise;
  expect(reads).toBe(0);
});
