/** The tests' own configuration with one guard removed from the source. */
import { defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
import plain from '../../../vitest.config.ts';
import { root, withoutGuard } from './without-guard.ts';

const projects = (plain.test?.projects ?? []) as ViteUserConfig[];
export default defineConfig({
  root,
  // A cache on disk would return the source without another guard.
  test: {
    restoreMocks: true,
    fsModuleCache: false,
    projects: projects.map((project) =>
      mergeConfig(project, { plugins: [withoutGuard], test: { fsModuleCache: false } }),
    ),
  },
});
