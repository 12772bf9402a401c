/** The tests' own configuration, and tests of what only Windows has. */
import { defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
import { root } from '../../../build/project.ts';
import plain from '../../../vitest.config.ts';

const setup = 'test/campaigns/windows/setup.ts';
/** Under Wine everything that waits for the disk or the network takes several times as long. */
const times = 4;
const projects = (plain.test?.projects ?? []) as ViteUserConfig[];

const slower = ({ test }: ViteUserConfig): ViteUserConfig => ({
  test: {
    setupFiles: [setup],
    testTimeout: (test?.testTimeout ?? 10_000) * times,
    hookTimeout: (test?.hookTimeout ?? 10_000) * times,
    maxWorkers: 2,
  },
});

export default defineConfig({
  root,
  test: {
    ...plain.test,
    projects: [
      ...projects.map((project) => mergeConfig(project, slower(project))),
      {
        test: {
          name: 'windows',
          include: ['test/campaigns/windows/tests/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
        },
      },
    ],
  },
});
