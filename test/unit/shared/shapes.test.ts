import { describe, expect, it } from 'vitest';
import { operation, operationResult } from '../../../src/shared/operations.ts';
import { batchResult, rawOf, text } from '../../../src/shared/shapes.ts';
import { stop } from '../../../src/shared/stops.ts';

describe('a record of the service', () => {
  it('keeps the data as received beside a view without odd values', () => {
    const said = { id: 'plans/a/stops/b', notes: 7, barcodes: ['1', 2], newField: { deep: [null] } };
    const view = stop.parse(said);
    expect(view).toMatchObject({ notes: null, barcodes: ['1'] });
    expect(rawOf(view)).toBe(said);
  });

  it('cannot be stored from a copy, which lacks the original data', () => {
    const view = stop.parse({ id: 'plans/a/stops/b', notes: 7 });
    expect(() => rawOf({ ...view })).toThrow(TypeError);
  });
});

describe('text to be sent', () => {
  it('is counted in characters like the services do', () => {
    expect(text(3).safeParse('🔑🔑🔑').success).toBe(true);
    expect(text(3).safeParse('🔑🔑🔑🔑').error?.issues[0]).toMatchObject({ code: 'too_big', maximum: 3 });
    expect(text(3).safeParse('').success).toBe(false);
  });
});

describe('a batch', () => {
  it('may lack one of its lists but not both', () => {
    expect(batchResult.parse({ success: ['a'], failed: null })).toMatchObject({ success: ['a'], failed: [] });
    expect(batchResult.parse({ failed: [] })).toMatchObject({ success: [], failed: [] });
    expect(batchResult.safeParse({}).success).toBe(false);
    expect(batchResult.safeParse({ success: null, failed: null }).success).toBe(false);
  });
});

describe('the result of an operation', () => {
  const resultOf = (result: unknown) => operationResult(operation.parse({ id: 'operations/o', result }));

  it('is absent, a summary or an error', () => {
    expect(resultOf(null)).toBeNull();
    expect(resultOf({ numOptimizedStops: 2, skippedStops: [{ id: 's', reason: 'new_reason' }, 'odd'] })).toEqual({
      kind: 'optimized',
      stops: 2,
      skipped: [{ id: 's', reason: 'new_reason' }],
    });
    expect(resultOf({ code: 'no_drivers', message: 'None.' })).toEqual({
      kind: 'failed',
      code: 'no_drivers',
      message: 'None.',
    });
    expect(resultOf({ numOptimizedStops: 0 })).toEqual({ kind: 'optimized', stops: 0, skipped: [] });
  });
});
