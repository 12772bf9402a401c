import type { Handlers } from '../../shared/contract.ts';
import { zoomAfter } from '../../shared/window-zoom.ts';
import type { Context } from './context.ts';

/** Lines of one window in the log: an error that repeats with every frame would push everything else out of it. */
const mostFailures = 100;

export function windowHandlers(context: Context): Handlers['window'] {
  let failures = 0;
  return {
    async zoom({ change }) {
      const before = context.settings().zoom;
      const percent = zoomAfter(before, change);
      if (percent !== before) {
        context.saveSettings({ zoom: percent });
        context.changed(['settings'], null);
      }
      return { percent };
    },

    async failed({ kind, name, code, frames }) {
      failures += 1;
      if (failures > mostFailures) return;
      const what = [kind, name, code].filter((part) => part !== null).join(' ');
      context.log.warn(`window: ${what}${frames.map((frame) => `; ${frame}`).join('')}`);
    },
  };
}
