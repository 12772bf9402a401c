import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConnectForm } from '../../../../src/renderer/connections/connect-form.svelte.ts';
import type { ConnectResult } from '../../../../src/shared/connections.ts';
import { AppError, encodeError, type ErrorCode } from '../../../../src/shared/errors.ts';
import { standIn } from '../../../fixtures/backend-stand-in.ts';

let main: ReturnType<typeof standIn>;
beforeEach(() => {
  main = standIn();
  vi.stubGlobal('window', { backend: main });
});
afterEach(() => vi.unstubAllGlobals());

const failed = (code: ErrorCode): ConnectResult => ({
  connected: false,
  checks: [
    { kind: 'planning', result: 'accepted', kept: 'keychain' },
    { kind: 'orders', result: 'failed', error: encodeError(new AppError(code)) },
  ],
});

async function filled(address = 'planning.example.com'): Promise<ConnectForm> {
  const form = new ConnectForm(address);
  await form.paste('planning');
  return form;
}

describe('the connect form', () => {
  it('passes main the bare address and no key', async () => {
    const form = await filled('  planning.example.com/v1/plans ');
    const connect = vi.spyOn(main.handlers.connections, 'connect');
    expect(await form.connect()).toBe(true);
    expect(connect.mock.calls).toEqual([
      [{ address: 'https://planning.example.com', authority: null, gesture: expect.stringMatching(/./) as string }],
    ]);
  });

  it('knows the length of a key but not the key', async () => {
    const form = await filled();
    expect(form.entries.planning).toEqual({ kind: 'planning', length: 40, note: 'none' });
    await form.clear('planning');
    expect(form.entries.planning.length).toBe(0);
  });

  it('shows missing input at each field without calling main', async () => {
    const form = new ConnectForm('');
    const connect = vi.spyOn(main.handlers.connections, 'connect');
    expect(await form.connect()).toBe(false);
    expect(form.errors).toEqual({
      address: 'Enter the address of the service.',
      planning: 'Enter the planning key, the orders key, or both.',
    });
    expect(connect).not.toHaveBeenCalled();
  });

  it('shows an invalid address as an error when the field loses focus', () => {
    const form = new ConnectForm('http://planning.example.com');
    form.checkAddress();
    expect(form.errors.address).toMatch(/must begin with https/);
    form.address = 'planning.example.com';
    form.checkAddress();
    expect(form.errors.address).toBeUndefined();
  });

  it('shows a refused key as an error at its field, and that the other was accepted', async () => {
    vi.spyOn(main.handlers.connections, 'connect').mockImplementation(async () => failed('service.key-refused'));
    const form = await filled();
    expect(await form.connect()).toBe(false);
    expect(form.errors).toEqual({
      orders: 'The service rejected this key. Copy the whole key again, or ask your administrator for a new one.',
    });
    expect(form.noteOf('planning')).toBe('Accepted and saved in the keychain.');
  });

  it.each<[ErrorCode, string]>([
    ['line.unreachable', 'address'],
    ['line.timeout', 'address'],
    ['line.certificate', 'address'],
    ['line.odd-answer', 'address'],
    ['connection.authority', 'authority'],
    ['service.forbidden', 'orders'],
  ])('shows %s at the field %s', async (code, field) => {
    vi.spyOn(main.handlers.connections, 'connect').mockImplementation(async () => failed(code));
    const form = await filled();
    await form.connect();
    expect(Object.keys(form.errors)).toEqual([field]);
  });

  it('opens the advanced section if the certificate is not trusted', async () => {
    vi.spyOn(main.handlers.connections, 'connect').mockImplementation(async () => failed('line.certificate'));
    const form = await filled();
    await form.connect();
    expect(form.advancedOpen).toBe(true);
  });

  it('explains a corrected key after pasting and clears its error', async () => {
    const form = new ConnectForm('');
    await form.connect();
    form.takeEntry({ kind: 'planning', length: 40, note: 'trimmed' });
    expect(form.errors.planning).toBeUndefined();
    expect(form.noteOf('planning')).toBe('Spaces around the key were removed.');
  });

  it('can be submitted again after any error', async () => {
    vi.spyOn(main.handlers.connections, 'connect').mockImplementation(async () => {
      throw new Error('unforeseen');
    });
    const form = await filled();
    expect(await form.connect()).toBe(false);
    expect(form.busy).toBe(false);
    expect(form.errors.form).toMatch(/Something went wrong/);
  });

  it('calls main once when it is submitted twice', async () => {
    const told = Promise.withResolvers<undefined>();
    const { connect } = main.handlers.connections;
    const asked = vi.spyOn(main.handlers.connections, 'connect').mockImplementation(async (argument) => {
      await told.promise;
      return connect(argument);
    });
    const form = await filled();
    const results = [form.connect(), form.connect()];
    told.resolve(undefined);
    expect(await Promise.all(results)).toEqual([true, false]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('asks about the key of the next form while the check of the first goes on', async () => {
    const told = Promise.withResolvers<undefined>();
    const asked = vi.spyOn(main.handlers.connections, 'connect').mockImplementation(async () => {
      await told.promise;
      return failed('service.key-refused');
    });
    const first = await filled();
    const firstAnswer = first.connect();
    await first.leave();
    const secondAnswer = (await filled()).connect();
    told.resolve(undefined);
    expect(await Promise.all([firstAnswer, secondAnswer])).toEqual([false, false]);
    expect(new Set(asked.mock.calls.map(([{ gesture }]) => gesture)).size).toBe(2);
    expect(first.noteOf('planning'), 'its key was cleared').toBeNull();
  });
});
