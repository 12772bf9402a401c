import { describe, expect, it } from 'vitest';
import { earlySwitches, refusedSwitches, refuseSwitches } from '../../../../src/main/platform/refused-switches.ts';

function commandLine(...given: string[]) {
  const left = new Set(given);
  return { left, hasSwitch: (name: string) => left.has(name), removeSwitch: (name: string) => void left.delete(name) };
}

describe('15: a start with switches that would open the app', () => {
  it('loses them in the installed app, and keeps the others', () => {
    const line = commandLine(...refusedSwitches, 'user-data-dir', 'no-sandbox', 'proxy-server');
    expect(refuseSwitches(line, true, undefined)).toEqual({ removed: [...refusedSwitches], early: [] });
    expect([...line.left]).toEqual(['user-data-dir', 'no-sandbox', 'proxy-server']);
    for (const name of ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'load-extension', 'gpu-launcher'])
      expect(refusedSwitches).toContain(name);
  });

  it('names those that acted before the app could remove them, with which it must not start', () => {
    const line = commandLine('js-flags', 'single-process', 'inspect');
    const early = ['js-flags', 'single-process'];
    expect(refuseSwitches(line, true, undefined)).toEqual({ removed: ['inspect'], early });
    for (const name of ['js-flags', 'zygote-cmd-prefix', 'no-zygote', 'single-process'])
      expect(earlySwitches).toContain(name);
  });

  it('keeps them in development, and where main can be debugged anyway', () => {
    const line = commandLine('remote-debugging-port', 'js-flags');
    const none = { removed: [], early: [] };
    expect(refuseSwitches(line, false, undefined)).toEqual(none);
    expect(refuseSwitches(line, true, 'ws://127.0.0.1:9229/x')).toEqual(none);
    expect(line.left.size).toBe(2);
  });
});
