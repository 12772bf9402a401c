import { defineConfig } from 'playwright/test';

/** End-to-end tests drive the built app; one at a time on each desktop, because they share its display and its keychain. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
});
