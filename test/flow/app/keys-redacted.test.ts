/** However a key enters the app, every later line of the log is redacted. */
import { afterAll, expect, it } from 'vitest';
import { redacted } from '../../../src/main/log.ts';
import { connect, memoryKeyStore, startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { innerTraining } from '../../fixtures/training-launcher.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { accessOf, startTraining } from './office.ts';

/** The forms of a key that a log line still shows: plain, base64, URL-encoded, and the first characters alone. */
function leftOf(key: string): string[] {
  const forms = [key, Buffer.from(key).toString('base64'), encodeURIComponent(key), key.slice(0, 8)];
  return forms.filter((form) => redacted(`before ${form} after`) !== 'before [key] after');
}

const allForms = 4;
const tried: string[] = [];
/** A key that this process has not seen before. */
function fresh(name: string): string {
  const key = `${name}+/=${'x7Qv-2mZ9'.repeat(3)}`;
  expect(new Set(leftOf(key)).size, 'not seen before').toBe(allForms);
  tried.push(key);
  return key;
}

it('17: redacts a key that the keychain returned at start', async () => {
  const service = await startTraining(temporaryFolder());
  const folder = temporaryFolder();
  const keyStore = memoryKeyStore();
  const before = await startApp({ folder, keyStore });
  await connect(before, accessOf(service));
  await before.close();
  // Another program has replaced the keys meanwhile.
  const accounts = [...keyStore.kept.keys()];
  const keys = accounts.map((account, index) => fresh(`keychain${index}${account.length}`));
  for (const [index, account] of accounts.entries()) keyStore.kept.set(account, keys[index] ?? '');
  const app = await startApp({ folder, keyStore });
  await waitFor('the keys', () => app.session().connections.every(({ kept }) => kept === 'keychain'));
  expect(keys).toHaveLength(2);
  for (const key of keys) expect(leftOf(key)).toEqual([]);
});

it('17: redacts an entered key before the service has checked it', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  const planningKey = fresh('entered');
  const result = await connect(app, { address: service.address, authority: service.authority, planningKey });
  expect(result.connected).toBe(false);
  expect(leftOf(planningKey)).toEqual([]);
});

it('17: redacts a malformed key that the app rejects', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  const planningKey = `${fresh('malformed')}\u{1F511}`;
  await connect(app, { address: service.address, authority: service.authority, planningKey });
  expect(redacted(`before ${planningKey} after`)).toBe('before [key] after');
});

it('17: redacts the keys of the training service and its control key', async () => {
  const training = innerTraining({ folder: temporaryFolder(), seed: 20_261 });
  const app = await startApp({ folder: temporaryFolder(), training });
  await app.handlers.session.startTraining();
  const { planningKey, ordersKey, controlKey } = training.service();
  for (const key of [planningKey, ordersKey, controlKey]) expect(leftOf(key)).toEqual([]);
});

afterAll(() => expect(new Set(tried).size).toBe(tried.length));
