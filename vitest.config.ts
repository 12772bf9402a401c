import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './build/vitest-order.ts';

// A zone with summer time and an offset in winter too, so that a mistake with zones shows on every machine.
process.env['TZ'] = 'Europe/Berlin';

/**
 * `unit` mirrors src and touches nothing outside the process; `flow` runs main's parts on real SQLite and real HTTPS. A
 * worker goes through many files (`isolate`), and each file has modules of its own (`fresh-modules`).
 */
export default defineConfig({
  test: {
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [svelte()],
        // Runes of the window's controllers behave as in the window, not as on a server.
        resolve: { conditions: ['browser'] },
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          environment: './test/fixtures/window-environment.ts',
          isolate: false,
          setupFiles: 'test/fixtures/fresh-modules.ts',
          testTimeout: 10_000,
        },
      },
      {
        test: {
          name: 'flow',
          include: ['test/flow/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'test/fixtures/programs-setup.ts',
          isolate: false,
          setupFiles: ['test/fixtures/fresh-modules.ts', 'test/fixtures/leak-check.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // More than the cores: most of a test's time is waiting for the limits of the services.
          maxWorkers: 5,
        },
      },
    ],
  },
});
