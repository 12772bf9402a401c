import { describe, expect, it } from 'vitest';
import { defaultSettings, settings } from '../../../src/shared/settings.ts';
import { zoomAfter, zoomSteps } from '../../../src/shared/window-zoom.ts';

const limits = { smallest: 50, largest: 300 };

describe('the zoom', () => {
  it('goes through every step and stays at the ends', () => {
    let percent = limits.smallest;
    const seen = [percent];
    for (let presses = 0; presses < zoomSteps.length + 2; presses += 1) {
      percent = zoomAfter(percent, 'in');
      seen.push(percent);
    }
    expect([...new Set(seen)]).toEqual([50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300]);
    expect(percent).toBe(limits.largest);
    expect(zoomAfter(limits.smallest, 'out')).toBe(limits.smallest);
  });

  it('comes back on the same steps, and to the usual size from anywhere', () => {
    for (const [at, step] of zoomSteps.entries()) {
      const next = zoomSteps[at + 1];
      if (next !== undefined) expect(zoomAfter(next, 'out')).toBe(step);
      expect(zoomAfter(step, 'reset')).toBe(100);
    }
  });

  it('goes to the next step from between two', () => {
    expect([zoomAfter(120, 'in'), zoomAfter(120, 'out')]).toEqual([125, 110]);
  });

  it('is a setting within its limits', () => {
    expect(defaultSettings.zoom).toBe(100);
    const isSetting = (zoom: number) => settings.safeParse({ ...defaultSettings, zoom }).success;
    expect([49, 50, 100, 300, 301, 110.5].map(isSetting)).toEqual([false, true, true, true, false, false]);
  });
});
