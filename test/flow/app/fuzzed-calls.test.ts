/** 2,000 calls of the campaign `npm run attacks -- --fuzz 100000` (row 6 of the list of attacks). */
import { describe, expect, it } from 'vitest';
import { CallRate, mostCalls, period } from '../../../src/main/call-rate.ts';
import { answerCall } from '../../../src/main/calls.ts';
import { channels } from '../../campaigns/attacks/arguments.ts';
import { fuzz } from '../../campaigns/attacks/fuzz.ts';
import { startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const mostSeed = 1_000_000;

/** A clock that only the test sets, in milliseconds. */
let elapsed = 0;

async function desk() {
  const app = await startApp({ folder: temporaryFolder() });
  const lines: string[] = [];
  const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) };
  const rate = new CallRate(() => elapsed);
  const handlers = () => Promise.resolve(app.withGestures);
  return { app, lines, answering: { handlers, tell: app.tellNow, isClosing: () => false, rate, log } };
}

describe('6: calls with any argument', () => {
  it('are answered with a typed error or a right result, within 50 ms, on every channel', async () => {
    const { answering } = await desk();
    const seed = Number(process.env['DEPOT_DESK_FUZZ_SEED'] ?? Math.floor(Math.random() * mostSeed));
    process.stdout.write(`seed ${seed}\n`);
    // Calls of the campaign come faster than the bound allows.
    const fuzzed = await fuzz(
      { ...answering, rate: new CallRate(() => (elapsed += period)) },
      seed,
      Number(process.env['DEPOT_DESK_FUZZ'] ?? 2_000),
    );
    const told = `seed ${seed}: ${JSON.stringify(fuzzed)}`;
    process.stdout.write(`${told}\n`);
    expect(fuzzed.errors['internal'] ?? 0, told).toBe(0);
    expect(fuzzed.p99, told).toBeLessThanOrEqual(50);
    expect(fuzzed.grown, told).toBeLessThan(50_000_000);
    expect(channels.length).toBeGreaterThan(100);
  });

  it.each([
    ['a text of 50 MB', 'x'.repeat(50_000_000), 'text'],
    ['a million elements', Array.from({ length: 1_000_000 }, () => 0), 'values'],
    ['bytes', { file: { bytes: new Uint8Array(8) } }, 'kind'],
    ['a map', new Map(), 'kind'],
    ['a large number', 1n, 'kind'],
    ['a foreign prototype', { planId: JSON.parse('{"__proto__":1}') as unknown }, 'kind'],
  ])('%s is refused before the schema', async (_name, argument, cause) => {
    const { answering } = await desk();
    const times: number[] = [];
    // The best of three, because other programs use the computer too.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const began = performance.now();
      await answerCall(answering, true, { group: 'stops', name: 'list', argument });
      times.push(performance.now() - began);
    }
    expect(Math.min(...times)).toBeLessThan(50);
    const answer = await answerCall(answering, true, { group: 'stops', name: 'list', argument });
    expect(answer).toMatchObject({ ok: false, error: { code: 'input.invalid', detail: { cause } } });
  });

  it('without end are refused at once from some number on, each name for itself and for ten seconds', async () => {
    const { answering, lines } = await desk();
    const ask = (name: string) => answerCall(answering, true, { group: 'drafts', name, argument: 'not one' });
    for (let count = 0; count < mostCalls; count += 1) expect((await ask('save')).ok).toBe(false);
    const before = lines.length;
    for (let count = 0; count < 100; count += 1) {
      expect(await ask('save')).toMatchObject({ ok: false, error: { code: 'call.too-many' } });
    }
    expect(lines.length - before, 'the log is not filled').toBe(1);
    expect(await ask('list'), 'another call').not.toMatchObject({ error: { code: 'call.too-many' } });
    elapsed += period;
    expect(await ask('save')).toMatchObject({ ok: false, error: { code: 'input.invalid' } });
  });

  it.each([
    ['to names that do not exist', true, 'call.unknown', 'call.too-many'],
    ['from elsewhere', false, 'call.refused', 'call.refused'],
  ])('without end %s write no more lines than those of one name', async (_from, isOurs, code, later) => {
    const { answering, lines } = await desk();
    let number = 0;
    const ask = () => {
      number += 1;
      return answerCall(answering, isOurs, { group: `group-${number}`, name: `name-${number}`, argument: null });
    };
    for (let count = 0; count < mostCalls; count += 1) expect(await ask()).toMatchObject({ error: { code } });
    expect(lines).toHaveLength(mostCalls);
    for (let count = 0; count < 100; count += 1) expect(await ask()).toMatchObject({ error: { code: later } });
    expect(lines, 'the log is not filled').toHaveLength(mostCalls + 1);
    const own = await answerCall(answering, true, { group: 'session', name: 'get', argument: undefined });
    expect(own, 'the calls of the window').toMatchObject({ ok: true });
    elapsed += period;
    expect(await ask()).toMatchObject({ error: { code } });
    expect(lines).toHaveLength(mostCalls + 2);
  });

  it('bytes in place of a saved file are refused, and at their place they are not', async () => {
    const { answering } = await desk();
    const bytes = new Uint8Array(50_000_000);
    const save = (argument: unknown) => answerCall(answering, true, { group: 'tables', name: 'save', argument });
    for (const argument of [bytes, [bytes], { file: bytes }, { name: 'x', file: bytes }]) {
      const began = performance.now();
      expect(await save(argument)).toMatchObject({ ok: false, error: { detail: { cause: 'kind' } } });
      expect(performance.now() - began).toBeLessThan(50);
    }
    // The user cancels the dialog.
    expect(await save({ name: 'x', file: { kind: 'xlsx', bytes } })).toEqual({ ok: true, value: null });
  });

  it('cycles, shared parts and too many fields are refused', async () => {
    const { answering } = await desk();
    const cycle: unknown[] = [];
    cycle.push(cycle);
    let shared: unknown = 'leaf';
    for (let level = 0; level < 22; level += 1) shared = [shared, shared];
    for (const [argument, cause] of [
      [cycle, 'depth'],
      [shared, 'values'],
      [Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`f${index}`, 0])), 'values'],
    ] as const) {
      const answer = await answerCall(answering, true, { group: 'stops', name: 'list', argument });
      expect(answer).toMatchObject({ ok: false, error: { code: 'input.invalid', detail: { cause } } });
    }
  });

  it('5: a call that is not of the window is refused, and its argument is not logged', async () => {
    const { answering, lines } = await desk();
    const call = { group: 'stops', name: 'list', argument: { planId: 'Canary Person' } };
    expect(await answerCall(answering, false, call)).toMatchObject({ ok: false, error: { code: 'call.refused' } });
    expect(await answerCall(answering, true, { ...call, argument: 7 })).toMatchObject({ ok: false });
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toContain('Canary');
  });
});
