import { describe, expect, it } from 'vitest';
import { commandOf } from '../../../../src/renderer/lib/commands.svelte.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

describe('shortcuts', () => {
  it('map to commands', () => {
    expect(press('F5')).toBe('refresh');
    expect(press('n', { ctrlKey: true })).toBe('new-stop');
    expect(press('N', { metaKey: true })).toBe('new-stop');
    expect(press('f', { ctrlKey: true })).toBe('search');
  });

  it('are never a letter alone, because scanners type letters', () => {
    for (const key of 'abcdefghijklmnopqrstuvwxyz0123456789') expect(press(key)).toBeUndefined();
    expect(press('n', { ctrlKey: true, altKey: true })).toBeUndefined();
  });
});
