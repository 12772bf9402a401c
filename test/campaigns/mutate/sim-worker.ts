/** The process that runs slices of the simulation on instrumented source. */
import { on } from 'node:events';
import { registerHooks } from 'node:module';
import type { SliceName } from './slices.ts';
import { recordMutants, tryMutant } from './switch.ts';

export interface SimStart {
  /** Instrumented source by file, relative to src. */
  codes: ReadonlyMap<string, string>;
  /** A mutant that takes effect while its module loads. */
  mutant: number | null;
}

export type SimTask = { slice: SliceName } & ({ do: 'record' } | { do: 'try'; mutant: number });

export interface SimAnswer {
  /** What detected the fault, or null. */
  seenBy: string | null;
  met: ReadonlySet<number>;
}

/** Buffers messages that arrive while the modules load. */
const messages = on(process, 'message') as AsyncIterableIterator<[SimStart | SimTask], undefined>;
const first = await messages.next();
const { codes, mutant } = first.value?.[0] as SimStart;
const src = new URL('../../../src/', import.meta.url).href;
const loading = mutant === null ? recordMutants() : new Set<number>();
if (mutant !== null) tryMutant(mutant);

registerHooks({
  load(url, context, nextLoad) {
    const code = url.startsWith(src) ? codes.get(url.slice(src.length)) : undefined;
    const loaded = nextLoad(url, context);
    return code === undefined ? loaded : { ...loaded, source: code };
  },
});
const { runSlice } = await import('./slices.ts');

Error.stackTraceLimit = 0;

async function answer(task: SimTask): Promise<SimAnswer> {
  if (task.do === 'try') {
    tryMutant(task.mutant);
    return { seenBy: await runSlice(task.slice), met: new Set() };
  }
  const met = recordMutants();
  const seenBy = await runSlice(task.slice);
  return { seenBy, met: met.union(loading) };
}

for await (const [task] of messages) process.send?.(await answer(task as SimTask));
