import { defineConfig } from 'playwright/test';

/** These take longest, so they begin first and no worker has one of them left at the end. */
const longest = [
  ...['evening-600', 'shelf', 'doubled', 'accessibility', 'planner-day', 'connect', 'workspace', 'doubled-plans'],
  ...['map-ground', 'installed', 'import-stops', 'evening-keyboard', 'evening-mouse', 'drag', 'correct', 'table'],
  ...['window-life', 'zoom'],
].map((name) => `**/${name}.spec.ts`);

/**
 * Nothing may run beside these, see `alone` in build/test.ts: the first measures how soon a press is noticed, the second ends
 * the system's bus, and in the third GTK sometimes loses a page on a busy computer.
 */
const alone = ['**/day.spec.ts', '**/updated.spec.ts', '**/print-chromium.spec.ts'];

/** End-to-end tests drive the built app. Each worker has a desktop of its own, and runs one test at a time on it. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  projects: [
    { name: 'alone', testMatch: alone },
    { name: 'longest', testMatch: longest },
    { name: 'others', testMatch: '**/*.spec.ts', testIgnore: [...alone, ...longest] },
  ],
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
});
