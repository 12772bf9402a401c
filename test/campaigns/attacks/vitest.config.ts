/** The tests' own configuration with one guard removed from the source, if DEPOT_DESK_GUARD names one. */
import { join, relative } from 'node:path';
import { defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
import plain from '../../../vitest.config.ts';
import { changes, mutated } from '../sim/mutations/mutation.ts';
import { guards } from './guards.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const guard = guards.find(({ name }) => name === process.env['DEPOT_DESK_GUARD']);

const plugin = {
  name: 'guards',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    const file = relative(join(root, 'src'), id.split('?')[0] ?? '');
    return guard !== undefined && changes(guard, file) ? mutated(guard, file, code) : undefined;
  },
};

const projects = (plain.test?.projects ?? []) as ViteUserConfig[];
export default defineConfig({
  root,
  // A cache on disk would return the source without another guard.
  test: {
    restoreMocks: true,
    fsModuleCache: false,
    projects: projects.map((project) => mergeConfig(project, { plugins: [plugin], test: { fsModuleCache: false } })),
  },
});
