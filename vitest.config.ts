import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// A zone with summer time and an offset in winter too, so that a mistake with zones shows on every machine.
process.env['TZ'] = 'Europe/Berlin';

/** `unit` mirrors src and touches nothing outside the process; `flow` runs main's parts on real SQLite and real HTTPS. */
export default defineConfig({
  test: {
    restoreMocks: true,
    projects: [
      {
        plugins: [svelte()],
        // Runes of the window's controllers behave as in the window, not as on a server.
        resolve: { conditions: ['browser'] },
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], environment: 'node', testTimeout: 10_000 },
      },
      {
        test: {
          name: 'flow',
          include: ['test/flow/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'test/fixtures/programs-setup.ts',
          setupFiles: 'test/fixtures/leak-check.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // More than the cores: most of a test's time is waiting for the limits of the services.
          maxWorkers: 4,
        },
      },
    ],
  },
});
