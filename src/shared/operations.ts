/** Long-running operations on the service: optimisations (planning-api, Operation). */
import { z } from './schemas.ts';
import { read, readArray, record, timestamp } from './shapes.ts';

/** Either the optimised and skipped stops, or an error. {@link operationResult} tells which. */
const result = z.looseObject({
  numOptimizedStops: read(z.number()),
  /** Undocumented reasons are shown raw. */
  skippedStops: readArray(z.looseObject({ id: read(z.string()), reason: read(z.string()) })),
  code: read(z.string()),
  message: read(z.string()),
});

export const operation = record({
  type: read(z.string()),
  done: read(z.boolean()),
  metadata: read(
    z.looseObject({
      canceled: read(z.boolean()),
      /** seconds since the epoch */
      startedAt: read(timestamp),
      finishedAt: read(timestamp),
      /** `dispatcher`, `api` or another value */
      startedBy: read(z.string()),
      targetPlanId: read(z.string()),
    }),
  ),
  /** Null until it is done. */
  result: read(result),
});
export type Operation = z.infer<typeof operation>;

export type OperationResult =
  | { kind: 'optimized'; stops: number | null; skipped: { id: string | null; reason: string | null }[] }
  | { kind: 'failed'; code: string | null; message: string | null };

/**
 * Which of the two kinds an operation's result is, or null if there is none. A result with a code and no stop count is
 * the error: a summary never has a code (planning-api, Errors 6).
 */
export function operationResult(of: Pick<Operation, 'result'>): OperationResult | null {
  const { result: found } = of;
  if (found == null) return null;
  const { numOptimizedStops: stops, skippedStops: skipped, code, message } = found;
  if (stops == null && skipped == null && (code != null || message != null)) {
    return { kind: 'failed', code: code ?? null, message: message ?? null };
  }
  return {
    kind: 'optimized',
    stops: stops ?? null,
    skipped: (skipped ?? []).map(({ id, reason }) => ({ id: id ?? null, reason: reason ?? null })),
  };
}

/** How a distributed plan can be optimised again (planning-api, Live plans and live stops). */
export const optimizationTypes = [
  'reorder_changed_stops',
  'reorder_all_stops',
  'redistribute_stops_between_drivers',
] as const;
export const reoptimize = z.strictObject({ optimizationType: z.enum(optimizationTypes).optional() });
