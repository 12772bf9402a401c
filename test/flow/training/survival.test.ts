import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import type { Plan, Stop } from '../../../src/training/model.ts';
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
  appendFileSync(journal, whole.replace('kept', 'half').slice(0, -40));

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
  const lines = readFileSync(journal, 'utf8').split('\n');
  const damaged = [lines[0], lines[1]!.slice(20), lines[2], ''].join('\n');
  writeFileSync(journal, damaged);

  const second = await training({ folder, clock: first.clock });
  expect([await found(second, plan, 'one'), await found(second, plan, 'two')]).toEqual([1, 0]);
  const aside = readdirSync(folder).find((name) => name.startsWith('journal.jsonl.damaged-'));
  expect(readFileSync(join(folder, aside!), 'utf8')).toBe(damaged);
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
