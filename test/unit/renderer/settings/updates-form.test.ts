/** Setting where updates of the app come from, and the words for how far the newest one is. */
import { expect, it } from 'vitest';
import { UpdatesForm } from '../../../../src/renderer/settings/updates-form.svelte.ts';
import { updateWords } from '../../../../src/renderer/settings/update-words.ts';
import type { Backend } from '../../../../src/shared/contract.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { readUpdateAddress, type UpdateState, type UpdatesView } from '../../../../src/shared/updates.ts';

const off: UpdatesView = { source: null, state: { kind: 'off', why: 'no-address' } };
const current: UpdateState = { kind: 'current', checkedAt: null };

/** Main, with the user's answer to its dialog. */
function formWith(answers: { isConfirmed?: boolean; fails?: AppError; looked?: Promise<UpdatesView> } = {}) {
  let view = off;
  const calls: string[] = [];
  const answer = (name: string, next: UpdatesView = view) => {
    calls.push(name);
    if (answers.fails !== undefined) return Promise.reject(answers.fails);
    view = next;
    return Promise.resolve(view);
  };
  const backend: Backend['updates'] = {
    get: () => Promise.resolve(view),
    look: () => answers.looked ?? answer('look'),
    setSource({ address, channel }) {
      const read = readUpdateAddress(address);
      if ('problem' in read || answers.isConfirmed === false) return answer('set');
      return answer('set', { source: { ...read, channel, setBy: 'user' }, state: current });
    },
    turnOff: () => answer('off', off),
    install: () => answer('install'),
    dontInstall: () => answer('dont'),
  };
  return { form: new UpdatesForm(backend), calls };
}

it('is in use once main’s question is answered with yes', async () => {
  const { form } = formWith();
  await form.load();
  form.address = ' https://updates.example.org/desk ';
  expect(form.isUsed).toBe(false);
  await form.use();
  expect(form.isUsed).toBe(true);
  form.channel = 'early';
  expect(form.isUsed).toBe(false);
  await form.turnOff();
  expect([form.address, form.value]).toEqual(['', off]);
});

it('keeps what was typed when it is answered with no, and says why a call failed', async () => {
  const { form } = formWith({ isConfirmed: false });
  await form.load();
  form.address = 'https://updates.example.org/';
  await form.use();
  expect([form.address, form.isUsed, form.isWorking]).toEqual(['https://updates.example.org/', false, false]);
  const failing = formWith({ fails: new AppError('storage.not-saved') });
  await failing.form.load();
  failing.form.address = 'https://updates.example.org/';
  await failing.form.turnOff();
  expect(failing.form.failed?.code).toBe('storage.not-saved');
  expect(failing.form.address).toBe('https://updates.example.org/');
});

it('is turned off while a look and its download go on, whatever the look answers then', async () => {
  const looked = Promise.withResolvers<UpdatesView>();
  const { form, calls } = formWith({ looked: looked.promise });
  await form.load();
  form.address = 'https://updates.example.org/';
  await form.use();
  const looking = form.look();
  expect([form.isLooking, form.isWorking]).toEqual([true, false]);
  const { source } = form.value ?? off;
  const fetching: UpdatesView = { source, state: { kind: 'fetching', version: '1.1.0', done: 0, bytes: 9_000_000 } };
  form.take(fetching);
  await form.turnOff();
  expect(calls).toEqual(['set', 'off']);
  looked.resolve(fetching);
  await looking;
  expect([form.value, form.isLooking]).toEqual([off, false]);
});

it('says why it could not look', async () => {
  const { form } = formWith({ fails: new AppError('call.too-many') });
  await form.load();
  await form.look();
  expect([form.failed?.code, form.isLooking]).toEqual(['call.too-many', false]);
});

it.each([
  ['https://updates.example.org', { address: 'https://updates.example.org/', host: 'updates.example.org' }],
  [
    ' https://updates.example.org:8443/a/b ',
    { address: 'https://updates.example.org:8443/a/b/', host: 'updates.example.org:8443' },
  ],
  ['http://updates.example.org/', { problem: 'not-https' }],
  ['https://desk:secret@updates.example.org/', { problem: 'credentials' }],
  ['https://updates.example.org/?channel=early', { problem: 'not-an-address' }],
  ['updates.example.org', { problem: 'not-an-address' }],
  ['', { problem: 'not-an-address' }],
])('reads the address %j', (typed, read) => {
  expect(readUpdateAddress(typed)).toEqual(read);
});

it('has words for every state', () => {
  const now = Date.UTC(2026, 5, 15, 6);
  const at = now - 60_000;
  const states: UpdateState[] = [
    ...(['no-key', 'not-here', 'no-address', 'policy'] as const).map((why) => ({ kind: 'off' as const, why })),
    { kind: 'current', checkedAt: null },
    { kind: 'current', checkedAt: at },
    { kind: 'checking' },
    { kind: 'fetching', version: '1.1.0', done: 4_194_304, bytes: 9_000_000 },
    { kind: 'ready', version: '1.1.0' },
    { kind: 'waiting', version: '1.1.0' },
    { kind: 'installing', version: '1.1.0' },
    ...(['malformed', 'not-signed', 'other-channel', 'replayed', 'expired', 'older'] as const).map((why) => ({
      ...{ kind: 'refused' as const, why, at },
    })),
    { kind: 'failed', error: { code: 'update.no-parts', retry: 'no', detail: {} }, at },
  ];
  const texts = states.map((state) => updateWords(state, now).text);
  expect(new Set(texts).size).toBe(states.length);
  expect(texts).toContain('Downloading version 1.1.0: 46 %');
});
