/** Puts a mistake into the source of src while it is loaded. Nothing of src may have been loaded before. */
import { registerHooks } from 'node:module';
import { changes, mutated, type Mutation } from './mutations/mutation.ts';

const src = new URL('../../../src/', import.meta.url).href;

/** From now on what this thread loads from src has the mistake in it. */
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
