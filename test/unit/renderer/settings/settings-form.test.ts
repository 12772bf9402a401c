import { describe, expect, it } from 'vitest';
import { SettingsForm } from '../../../../src/renderer/settings/settings.svelte.ts';
import { AppError, type ErrorCode } from '../../../../src/shared/errors.ts';
import { defaultSettings, type Settings } from '../../../../src/shared/settings.ts';

function form(fails?: ErrorCode) {
  const saved: unknown[] = [];
  let value = defaultSettings;
  const made = new SettingsForm({
    get: () => Promise.resolve(value),
    set: (part) => {
      if (fails !== undefined) return Promise.reject(new AppError(fails));
      saved.push(part);
      value = { ...value, ...part } as Settings;
      return Promise.resolve(value);
    },
  });
  return { made, saved };
}

describe('SettingsForm', () => {
  it('saves the number of desks when the field loses focus', async () => {
    const { made, saved } = form();
    await made.load();
    expect(made.desks).toBe('3');
    made.desks = ' 5 ';
    await made.leaveDesks();
    expect(saved).toEqual([{ desksBehindThisAddress: 5 }]);
    expect(made.desks).toBe('5');
  });

  it('saves the proxy setting when it is complete', async () => {
    const { made, saved } = form();
    await made.load();
    expect(made.proxyKind).toBe('system');
    made.proxyKind = 'explicit';
    expect(made.proxyFits).toBe(false);
    await made.leaveProxy();
    expect(saved).toEqual([]);
    made.proxyAddress = ' http://proxy.example:3128 ';
    await made.leaveProxy();
    await made.leaveProxy();
    expect(saved).toEqual([{ proxy: { kind: 'explicit', address: 'http://proxy.example:3128' } }]);
    made.proxyKind = 'none';
    await made.leaveProxy();
    expect(saved.at(-1)).toEqual({ proxy: { kind: 'none' } });
  });

  it('shows what is used when main’s question about a proxy is answered with no, and keeps the address', async () => {
    const { made } = form('proxy.not-confirmed');
    await made.load();
    made.proxyKind = 'explicit';
    made.proxyAddress = 'http://proxy.example:3128';
    await made.leaveProxy();
    expect([made.proxyKind, made.proxyAddress]).toEqual(['system', 'http://proxy.example:3128']);
    expect(made.notSaved?.code).toBe('proxy.not-confirmed');
  });

  it.each(['proxy:3128', 'socks://proxy:1', 'http://name:word@proxy:1', 'http://proxy:1/path'])(
    'rejects %j as the address of a proxy',
    async (typed) => {
      const { made, saved } = form();
      await made.load();
      made.proxyKind = 'explicit';
      made.proxyAddress = typed;
      await made.leaveProxy();
      expect(made.proxyFits).toBe(false);
      expect(saved).toEqual([]);
    },
  );

  it.each(['0', '51', '2.5', '-1', 'three', '', '1e1'])('rejects %j and says so', async (typed) => {
    const { made, saved } = form();
    await made.load();
    made.desks = typed;
    expect(made.desksFit).toBe(false);
    await made.leaveDesks();
    expect(saved).toEqual([]);
  });

  it('saves an offset of labels when it is valid, and leaves the rest of the profile', async () => {
    const { made, saved } = form();
    await made.load();
    expect([made.right, made.down]).toEqual(['0', '0']);
    made.right = '-1,5';
    await made.leaveOffset('right');
    await made.leaveOffset('right');
    expect(saved).toEqual([{ labelProfile: { ...defaultSettings.labelProfile, right: -1.5 } }]);
    expect(made.right).toBe('-1.5');
    for (const typed of ['', '11', 'two']) {
      made.down = typed;
      expect(made.downFits, typed).toBe(false);
      await made.leaveOffset('down');
    }
    expect(saved).toHaveLength(1);
  });

  it('keeps what is half typed when another setting is saved, or read again', async () => {
    const { made } = form();
    await made.load();
    made.proxyKind = 'explicit';
    made.proxyAddress = 'http://proxy.exa';
    made.desks = '';
    made.right = '-';
    await made.change({ labelPrinter: 'Labels' });
    await made.load();
    expect([made.proxyKind, made.proxyAddress, made.desks, made.right]).toEqual([
      'explicit',
      'http://proxy.exa',
      '',
      '-',
    ]);
    await made.change({ desksBehindThisAddress: 8, proxy: { kind: 'none' } });
    expect([made.proxyKind, made.desks, made.right]).toEqual(['none', '8', '-']);
  });

  it('saves nothing without a change', async () => {
    const { made, saved } = form();
    await made.load();
    await made.leaveDesks();
    expect(saved).toEqual([]);
  });

  it('keeps the input and shows the error if it could not be saved', async () => {
    const { made } = form('storage.not-saved');
    await made.load();
    made.desks = '7';
    await made.leaveDesks();
    expect(made.notSaved?.code).toBe('storage.not-saved');
    expect(made.desks).toBe('7');
    expect(made.value?.desksBehindThisAddress).toBe(3);
  });
});
