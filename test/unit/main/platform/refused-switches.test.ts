import { describe, expect, it } from 'vitest';
import { refusedSwitches, refuseSwitches } from '../../../../src/main/platform/refused-switches.ts';

function commandLine(...given: string[]) {
  const left = new Set(given);
  return { left, hasSwitch: (name: string) => left.has(name), removeSwitch: (name: string) => void left.delete(name) };
}

describe('15: a start with switches that would open the app', () => {
  it('loses them in the installed app, and keeps the others', () => {
    const line = commandLine(...refusedSwitches, 'user-data-dir', 'no-sandbox', 'proxy-server');
    expect(refuseSwitches(line, true, undefined)).toEqual([...refusedSwitches]);
    expect([...line.left]).toEqual(['user-data-dir', 'no-sandbox', 'proxy-server']);
    for (const name of ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'js-flags', 'load-extension'])
      expect(refusedSwitches).toContain(name);
  });

  it('keeps them in development, and where main can be debugged anyway', () => {
    const line = commandLine('remote-debugging-port');
    expect(refuseSwitches(line, false, undefined)).toEqual([]);
    expect(refuseSwitches(line, true, 'ws://127.0.0.1:9229/x')).toEqual([]);
    expect(line.left.size).toBe(1);
  });
});
