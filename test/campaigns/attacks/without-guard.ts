/** The plugin of builds and tests that takes one guard out of the source, the one that DEPOT_DESK_GUARD names. */
import { join, relative } from 'node:path';
import { changes, mutated } from '../sim/mutations/mutation.ts';
import { guards } from './guards.ts';

export const root = join(import.meta.dirname, '..', '..', '..');
const guard = guards.find(({ name }) => name === process.env['DEPOT_DESK_GUARD']);

export const withoutGuard = {
  name: 'without-guard',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    const [path = '', query = ''] = id.split('?');
    // The style of a component comes under the component's own name.
    if (query.includes('type=style')) return undefined;
    const file = relative(join(root, 'src'), path);
    return guard !== undefined && changes(guard, file) ? mutated(guard, file, code) : undefined;
  },
};
