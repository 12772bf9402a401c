import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Plan, Stop } from '../../../src/training/model.ts';
import { noJournal, openJournal } from '../../../src/training/store/journal.ts';
import type { StoredStop } from '../../../src/training/store/records.ts';
import { openStore, type Change } from '../../../src/training/store/store.ts';
import { emptyWorld } from './empty-world.ts';
import { clientOf, handClock, temporaryFolder, training, type Client } from './support.ts';

const entry = join(import.meta.dirname, '../../../src/training/main.ts');

interface Announced {
  address: string;
  authorityFile: string;
  planningKey: string;
  ordersKey: string;
  controlKey: string;
}

const exited = (child: ChildProcess) =>
  new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );

/** The service as a process of its own. */
async function startProcess(folder: string) {
  const child = spawn(process.execPath, [entry, '--data', folder, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const announced = await new Promise<Announced>((resolve, reject) => {
    lines.once('line', (line) => resolve(JSON.parse(line) as Announced));
    child.once('exit', () => reject(new Error('the service ended before it was ready')));
  });
  const service = {
    ...announced,
    authority: readFileSync(announced.authorityFile, 'utf8'),
    requestCount: () => 0,
    close: async () => undefined,
  };
  // The process has its own clock; the client's moves in vain, so few requests are made.
  return { child, client: clientOf(service, handClock()) };
}

const planFor = async (client: Client) => {
  const { body } = await client.planning('/plans?maxPageSize=20');
  return (body as { plans: Plan[] }).plans.find(({ optimization }) => optimization === 'creating')!;
};

const stop = (externalId: string) => ({ address: { addressLineOne: 'Am Teich 3' }, recipient: { externalId } });

const found = async (client: Client, plan: Plan, externalId: string) =>
  (await client.all<Stop>('planning', `/${plan.id}/stops?filter.externalId=${externalId}`, 'stops')).length;

/** The lines of a journal in which stops were written; the service itself writes others as its time passes. */
const stopLines = (text: string) => text.split('\n').filter((line) => line.includes('"put":{"stops"'));

it('keeps what it answered when it is killed at once, and ends cleanly when asked', async () => {
  const folder = temporaryFolder();
  const first = await startProcess(folder);
  const plan = await planFor(first.client);
  expect((await first.client.post(`/${plan.id}/stops`, stop('alone'))).status).toBe(200);
  expect((await first.client.post(`/${plan.id}/stops:import`, [stop('many'), stop('many')])).status).toBe(200);
  const killed = exited(first.child);
  first.child.kill('SIGKILL');
  expect(await killed).toEqual({ code: null, signal: 'SIGKILL' });

  const second = await startProcess(folder);
  expect(second.client.service).toMatchObject({
    address: first.client.service.address,
    authority: first.client.service.authority,
    planningKey: first.client.service.planningKey,
  });
  expect(await found(second.client, plan, 'alone')).toBe(1);
  expect(await found(second.client, plan, 'many')).toBe(2);
  const ended = exited(second.child);
  second.child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, signal: null });
});

it('builds its data around the day of the first start, also when it is started later', async () => {
  const folder = temporaryFolder();
  const clock = handClock();
  const client = await training({ folder, clock });
  const before = await client.all<Plan>('planning', '/plans', 'plans');
  await client.service.close();
  clock.pass(40 * 86_400_000);
  const later = await training({ folder, clock });
  expect(await later.all<Plan>('planning', '/plans', 'plans')).toEqual(before);
});

it('drops a half-written last line and goes on after it', async () => {
  const folder = temporaryFolder();
  const journal = join(folder, 'journal.jsonl');
  const first = await training({ folder });
  const plan = await planFor(first);
  await first.post(`/${plan.id}/stops`, stop('kept'));
  await first.service.close();
  const whole = readFileSync(journal, 'utf8');
  appendFileSync(journal, stopLines(whole)[0]!.replace('kept', 'half').slice(0, -40));

  const second = await training({ folder, clock: first.clock });
  expect([await found(second, plan, 'kept'), await found(second, plan, 'half')]).toEqual([1, 0]);
  expect(readFileSync(journal, 'utf8')).toBe(whole);
  await second.post(`/${plan.id}/stops`, stop('next'));
  await second.service.close();

  const third = await training({ folder, clock: first.clock });
  expect([await found(third, plan, 'kept'), await found(third, plan, 'next')]).toEqual([1, 1]);
});

it('sets a journal aside that is damaged in the middle, and keeps what stands before', async () => {
  const folder = temporaryFolder();
  const journal = join(folder, 'journal.jsonl');
  const first = await training({ folder });
  const plan = await planFor(first);
  for (const name of ['one', 'two', 'three']) await first.post(`/${plan.id}/stops`, stop(name));
  await first.service.close();
  const lines = stopLines(readFileSync(journal, 'utf8'));
  const damaged = [lines[0], lines[1]!.slice(20), lines[2], ''].join('\n');
  writeFileSync(journal, damaged);

  const second = await training({ folder, clock: first.clock });
  expect([await found(second, plan, 'one'), await found(second, plan, 'two')]).toEqual([1, 0]);
  const aside = readdirSync(folder).find((name) => name.startsWith('journal.jsonl.damaged-'));
  expect(readFileSync(join(folder, aside!), 'utf8')).toBe(damaged);
});

it('cuts, replaces and extends a journal where files behave as on Windows', async () => {
  const folder = temporaryFolder();
  const journal = join(folder, 'journal.jsonl');
  const linesAfter = async (before: string) => {
    writeFileSync(journal, before);
    const child = spawn(process.execPath, [join(import.meta.dirname, 'windows-process.ts'), journal], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect(await exited(child)).toEqual({ code: 0, signal: null });
    return readFileSync(journal, 'utf8').trimEnd().split('\n');
  };
  expect(await linesAfter('"first"\n"hal')).toEqual(['"first"', '"kept"', '"after"']);
  expect(await linesAfter('"first"\ndamaged\n"last"\n')).toEqual(['"first"', '"kept"', '"after"']);
  expect(readdirSync(folder).toSorted()).toEqual(['journal.jsonl', 'journal.jsonl.damaged-7']);
});

it('does not start on a port that something else has', async () => {
  const folder = temporaryFolder();
  const { service } = await training();
  const child = spawn(process.execPath, [entry, '--data', folder, '--port', new URL(service.address).port], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  expect((await exited(child)).code).toBe(1);
  expect(said).toContain('is taken by something else');
});

/** Lines of a journal in which so many stops of a plan are written so often, the last time with their final notes. */
function manyChanges(line: string, stops: number, times: number): string {
  const change = JSON.parse(line) as { made: number; put: { stops: StoredStop[] } };
  const [stored] = change.put.stops;
  const { id } = stored!.stop;
  const lines = Array.from({ length: times }, (_time, time) =>
    Array.from({ length: stops }, (_stop, index) => {
      const notes = time === times - 1 ? `final ${index}` : 'x'.repeat(1_000);
      const stop = { ...stored!.stop, id: index === 0 ? id : `${id}${index}`, notes };
      return `${JSON.stringify({ ...change, put: { stops: [{ ...stored, stop }] } })}\n`;
    }),
  );
  return lines.flat().join('');
}

const megabytes = (file: string) => statSync(file).size / 1024 / 1024;

it('rewrites a journal that has outgrown what it holds, with every record at its place', async () => {
  const folder = temporaryFolder();
  const journal = join(folder, 'journal.jsonl');
  const first = await training({ folder });
  const plan = await planFor(first);
  const { stops } = (await first.planning(`/${plan.id}/stops`)).body as { stops: Stop[] };
  await first.planning(`/${stops[0]!.id}`, { method: 'DELETE' });
  await first.post(`/${plan.id}/stops`, stop('deleted again'));
  const [again] = await first.all<Stop>('planning', `/${plan.id}/stops?filter.externalId=deleted%20again`, 'stops');
  await first.planning(`/${again!.id}`, { method: 'DELETE' });
  await first.post(`/${plan.id}/stops`, stop('edited often'));
  await first.service.close();
  const line = stopLines(readFileSync(journal, 'utf8')).at(-1)!;
  appendFileSync(journal, manyChanges(line, 30, 200));
  expect(megabytes(journal)).toBeGreaterThan(8);
  const before = readFileSync(journal);

  const second = await training({ folder, clock: first.clock });
  expect(megabytes(journal)).toBeLessThan(0.2);
  const kept = await second.all<Stop>('planning', `/${plan.id}/stops`, 'stops');
  expect(kept.slice(-30).map(({ notes }) => notes)).toEqual(Array.from({ length: 30 }, (_, index) => `final ${index}`));
  expect(kept.some(({ id }) => id === stops[0]!.id || id === again!.id)).toBe(false);
  const page = (await second.planning(`/${plan.id}/stops`)).body as { nextPageToken: string };
  await second.post(`/${plan.id}/stops`, stop('after'));
  await second.service.close();

  const third = await training({ folder, clock: first.clock });
  const all = await third.all<Stop>('planning', `/${plan.id}/stops`, 'stops');
  expect(all.slice(0, -1)).toEqual(kept);
  expect([all.at(-1)!.recipient?.externalId, new Set(all.map(({ id }) => id)).size]).toEqual(['after', all.length]);
  const next = await third.planning(`/${plan.id}/stops?pageToken=${page.nextPageToken}`);
  expect((next.body as { stops: Stop[] }).stops).toEqual(all.slice(10, 20));
  expect(before.length).toBeGreaterThan(statSync(journal).size);
});

it('leaves a journal alone that is small, or that holds little more than is needed', async () => {
  const folder = temporaryFolder();
  const journal = join(folder, 'journal.jsonl');
  const first = await training({ folder });
  const plan = await planFor(first);
  await first.post(`/${plan.id}/stops`, stop('one'));
  await first.service.close();
  const [line] = stopLines(readFileSync(journal, 'utf8'));
  for (const [stops, times] of [
    [1, 3_000],
    [6_000, 1],
  ] as const) {
    writeFileSync(journal, manyChanges(line!, stops, times));
    const before = readFileSync(journal);
    const again = await training({ folder, clock: first.clock });
    expect(readFileSync(journal).equals(before), `${stops} stops, ${times} times, ${megabytes(journal)} MB`).toBe(true);
    await again.service.close();
  }
});

describe('a kill while the journal is rewritten', () => {
  /** Everything the journal holds, and the next id. */
  function stateIn(journal: string): string {
    const { journal: open, changes } = openJournal<Change>(journal, 0);
    open.close();
    const given = { seed: 1, firstDay: '2026-06-15', world: emptyWorld, clock: { now: () => 0 } };
    const store = openStore({ ...given, changes, journal: noJournal });
    return JSON.stringify([store.stops.all(), store.stops.nextPlace, store.newId()]);
  }

  it('leaves the old one or the new one, at whatever step it comes', async () => {
    const folder = temporaryFolder();
    const journal = join(folder, 'journal.jsonl');
    const stored: Partial<StoredStop> = {
      stop: { id: 'plans/a/stops/b', plan: 'plans/a' } as Stop,
      routeId: null,
      createdAt: 0,
    };
    const line = JSON.stringify({ kind: 'records', made: 7, at: 0, put: { stops: [stored] } });
    const grown = manyChanges(line, 2_500, 5);
    writeFileSync(journal, grown);
    const state = stateIn(journal);
    expect(state).toContain('final 2499');

    for (const [step, isNew] of [
      ['before the file is made', false],
      ['before anything is written', false],
      ['in the middle of a line', false],
      ['before it is flushed', false],
      ['before it takes the place of the old one', false],
      ['after it took the place of the old one', true],
      // With what the kills before have left lying about.
      ['never', true],
    ] as const) {
      writeFileSync(journal, grown);
      const child = spawn(process.execPath, [join(import.meta.dirname, 'killed-process.ts'), journal, step], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      expect(await exited(child), step).toMatchObject(step === 'never' ? { code: 0 } : { signal: 'SIGKILL' });
      expect(statSync(journal).size < grown.length / 2, step).toBe(isNew);
      expect(stateIn(journal), step).toBe(state);
    }
    expect(readdirSync(folder)).toEqual(['journal.jsonl']);
  });
});
