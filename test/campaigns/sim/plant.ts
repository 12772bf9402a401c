/** Applies a mutation to src while it loads. No file of src may be loaded before. */
import { registerHooks } from 'node:module';
import { changes, mutated, type Mutation } from './mutations/mutation.ts';

const src = new URL('../../../src/', import.meta.url).href;

/** From now on this thread loads the mutated source. */
export function plant(mutation: Mutation): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const file = url.startsWith(src) ? url.slice(src.length) : '';
      if (!changes(mutation, file)) return loaded;
      const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
      return { ...loaded, source: mutated(mutation, file, source) };
    },
  });
}
