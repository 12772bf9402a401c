/** The bounds of the preflight process: for its start, and for a document from when it is ready. */
import { describe, expect, it } from 'vitest';
import { Preflight } from '../../../../src/main/labels/preflight.ts';
import type { PreflightListener, StartPreflight } from '../../../../src/main/labels/preflight-process.ts';
import type { PreflightRequest } from '../../../../src/preflight/messages.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { DocumentCheck } from '../../../../src/shared/label-check.ts';
import { VirtualSystem } from '../../../fixtures/virtual-system.ts';

interface Process {
  listener: PreflightListener;
  sent: PreflightRequest[];
  isEnded: boolean;
}

function desk() {
  const system = new VirtualSystem();
  const processes: Process[] = [];
  const reports: string[] = [];
  /** Of the process, in bytes. */
  const memory: { inUse: number | null } = { inUse: null };
  const start: StartPreflight = (listener) => {
    const one: Process = { listener, sent: [], isEnded: false };
    processes.push(one);
    return {
      send: (request) => void one.sent.push(request),
      memory: () => memory.inUse,
      end() {
        if (one.isEnded) return;
        one.isEnded = true;
        listener.ended();
      },
    };
  };
  const preflight = new Preflight({ start, system, report: (text) => void reports.push(text) });
  /** The result, or the code of the error. */
  const prepare = () =>
    preflight
      .prepare(new Uint8Array(), 203, { way: 'file' })
      .catch((error: unknown) => (error instanceof AppError ? error.code : error));
  return { system, processes, reports, memory, preflight, prepare };
}

const check: DocumentCheck = { kind: 'read', dotsPerInch: 203, total: 0, bytesAfterEnd: 0, pages: [] };

describe('the preflight process', () => {
  it('has its time for a document from when it is ready, however long its start took', async () => {
    const { system, processes, preflight, prepare } = desk();
    const prepared = prepare();
    await system.advance(50_000);
    expect(processes[0]?.sent).toEqual([]);
    processes[0]?.listener.said({ kind: 'ready' });
    await system.advance(4_900);
    expect(processes[0]?.sent).toHaveLength(1);
    processes[0]?.listener.said({ kind: 'prepared', check, documents: [null] });
    expect(await prepared).toEqual({ check, documents: [null] });
    expect(processes[0]?.isEnded).toBe(false);
    await preflight.close();
    expect(system.timerCount).toBe(0);
  });

  it('is ended if a document takes longer, and the next one gets another process', async () => {
    const { system, processes, preflight, prepare } = desk();
    const slow = prepare();
    await system.advance(0);
    processes[0]?.listener.said({ kind: 'ready' });
    await system.advance(0);
    processes[0]?.listener.said({ kind: 'opened', pages: 10 });
    await system.advance(5_900);
    expect(processes[0]?.isEnded).toBe(false);
    await system.advance(200);
    expect(await slow).toEqual({ check: { kind: 'problem', problem: 'too-slow' }, documents: [] });
    expect(processes[0]?.isEnded).toBe(true);
    const next = prepare();
    await system.advance(0);
    processes[1]?.listener.said({ kind: 'ready' });
    await system.advance(0);
    processes[1]?.listener.said({ kind: 'prepared', check, documents: [] });
    expect(await next).toEqual({ check, documents: [] });
    await preflight.close();
  });

  it('is ended if a document takes more than 300 MB beyond what the process had', async () => {
    const { system, processes, memory, preflight, prepare } = desk();
    const megabyte = 1024 * 1024;
    memory.inUse = 150 * megabyte;
    const large = prepare();
    await system.advance(0);
    processes[0]?.listener.said({ kind: 'ready' });
    await system.advance(0);
    memory.inUse = 450 * megabyte;
    await system.advance(100);
    expect(processes[0]?.isEnded).toBe(false);
    memory.inUse = 451 * megabyte;
    await system.advance(100);
    expect(processes[0]?.isEnded).toBe(true);
    expect(await large).toEqual({ check: { kind: 'problem', problem: 'too-large' }, documents: [] });
    await preflight.close();
  });

  it('is ended after a document that left it large, because its libraries give no memory back', async () => {
    const { system, processes, memory, preflight, prepare } = desk();
    const megabyte = 1024 * 1024;
    memory.inUse = 100 * megabyte;
    const answer = async (index: number, prepared: Promise<unknown>) => {
      await system.advance(100);
      processes[index]?.listener.said({ kind: 'prepared', check, documents: [] });
      expect(await prepared).toEqual({ check, documents: [] });
    };
    const first = prepare();
    await system.advance(0);
    processes[0]?.listener.said({ kind: 'ready' });
    await answer(0, first);
    memory.inUse = 250 * megabyte;
    await answer(0, prepare());
    expect(processes[0]?.isEnded).toBe(false);
    const second = prepare();
    await system.advance(0);
    memory.inUse = 251 * megabyte;
    await answer(0, second);
    expect(processes[0]?.isEnded).toBe(true);
    await preflight.close();
  });

  it('is ended if a library got no more memory for a document', async () => {
    const { system, processes, preflight, prepare } = desk();
    const large = prepare();
    await system.advance(0);
    processes[0]?.listener.said({ kind: 'ready' });
    await system.advance(0);
    processes[0]?.listener.said({ kind: 'full' });
    expect(await large).toEqual({ check: { kind: 'problem', problem: 'too-large' }, documents: [] });
    expect(processes[0]?.isEnded).toBe(true);
    await preflight.close();
  });

  it('that does not start in a minute refuses no document, and the next one tries again', async () => {
    const { system, processes, reports, preflight, prepare } = desk();
    const prepared = prepare();
    await system.advance(59_000);
    expect(processes[0]?.isEnded).toBe(false);
    await system.advance(1_000);
    expect(await prepared).toBe('label.not-checked');
    expect(processes[0]?.isEnded).toBe(true);
    expect(reports).toEqual(['preflight: the process did not start']);
    const next = prepare();
    await system.advance(0);
    expect(processes).toHaveLength(2);
    processes[1]?.listener.said({ kind: 'failed', text: 'no library' });
    expect(await next).toBe('label.not-checked');
    await preflight.close();
    expect(system.timerCount).toBe(0);
  });

  it('notes what is not understood, and reports a document that makes it fail as damaged', async () => {
    const { system, processes, reports, preflight, prepare } = desk();
    const prepared = prepare();
    await system.advance(0);
    processes[0]?.listener.said({ kind: 'ready' });
    await system.advance(0);
    processes[0]?.listener.said({ kind: 'note', text: 'odd' });
    processes[0]?.listener.said({ kind: 'failed', text: 'broken' });
    expect(await prepared).toEqual({ check: { kind: 'problem', problem: 'damaged' }, documents: [] });
    expect(reports).toEqual(['preflight: odd', 'preflight: broken']);
    await preflight.close();
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'prepared'],
    ['an unknown reply', { kind: 'print', pages: 1 }],
    ['a check without its pages', { kind: 'prepared', check: { ...check, pages: undefined }, documents: [] }],
    ['a number that is none', { kind: 'prepared', check: { ...check, dotsPerInch: Number.NaN }, documents: [] }],
    ['a document that is a path', { kind: 'prepared', check, documents: ['/etc/passwd'] }],
    ['more documents than pages can be', { kind: 'prepared', check, documents: Array(501).fill(null) }],
    ['more than it was asked for', { kind: 'prepared', check, documents: [], printer: 'Labels' }],
    ['an unknown problem', { kind: 'prepared', check: { kind: 'problem', problem: 'none' }, documents: [] }],
  ])('that says %s is ended, and its document is damaged', async (_what, said) => {
    const { system, processes, reports, preflight, prepare } = desk();
    const prepared = prepare();
    await system.advance(0);
    processes[0]?.listener.said({ kind: 'ready' });
    await system.advance(0);
    processes[0]?.listener.said(said);
    expect(await prepared).toEqual({ check: { kind: 'problem', problem: 'damaged' }, documents: [] });
    expect(reports).toEqual(['preflight: the process said what it cannot say']);
    expect(processes[0]?.isEnded).toBe(true);
    await preflight.close();
  });

  it('gets no more time by saying how many pages there are again, or that there are millions', async () => {
    const { system, processes, preflight, prepare } = desk();
    const slow = prepare();
    await system.advance(0);
    processes[0]?.listener.said({ kind: 'ready' });
    await system.advance(0);
    for (let time = 0; time < 10; time += 1) processes[0]?.listener.said({ kind: 'opened', pages: 1e9 });
    await system.advance(54_900);
    expect(processes[0]?.isEnded).toBe(false);
    await system.advance(200);
    expect(await slow).toEqual({ check: { kind: 'problem', problem: 'too-slow' }, documents: [] });
    expect(processes[0]?.isEnded).toBe(true);
    await preflight.close();
  });

  it('writes a bounded number of short lines to the log', async () => {
    const { system, processes, reports, preflight, prepare } = desk();
    const prepared = prepare();
    await system.advance(0);
    processes[0]?.listener.said({ kind: 'ready' });
    for (let line = 0; line < 1_000; line += 1) processes[0]?.listener.said({ kind: 'note', text: 'x'.repeat(10_000) });
    await system.advance(0);
    processes[0]?.listener.said({ kind: 'prepared', check, documents: [] });
    await prepared;
    expect(reports).toHaveLength(50);
    expect(new Set(reports)).toEqual(new Set([`preflight: ${'x'.repeat(500)}`]));
    await preflight.close();
  });

  it('that is closed while it starts leaves nothing behind', async () => {
    const { system, processes, preflight, prepare } = desk();
    const prepared = prepare();
    await system.advance(0);
    await preflight.close();
    expect(await prepared).toBe('internal');
    expect(processes[0]?.isEnded).toBe(true);
    expect(system.timerCount).toBe(0);
  });
});
