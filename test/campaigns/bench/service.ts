/**
 * Measures how long the training service with its large data set takes for each kind of request, compared with a bare
 * HTTPS server that answers a constant.
 *
 *     npm run bench -- service [--times 200]
 */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../src/training/clock.ts';
import { startService } from '../../../src/training/server.ts';
import { temporaryFolder } from '../../support/app.ts';
import type { Asked, Task } from './models/service-client.ts';

const { values } = parseArgs({ options: { times: { type: 'string', default: '200' } } });
const times = Number(values.times);
const goalMilliseconds = 5;
/** Uncounted requests of each kind. */
const warmUp = 5;

const say = (text = '') => void process.stdout.write(`${text}\n`);

/** Time in the server from a request's head to the last byte of its answer, by kind, in order of arrival. */
const inServer = new Map<string, { wall: number; cpu: number }[]>();
const started = new WeakMap<IncomingMessage, { at: number; cpu: NodeJS.CpuUsage }>();
interface Message {
  request: IncomingMessage;
}
subscribe('http.server.request.start', (message) => {
  started.set((message as Message).request, { at: performance.now(), cpu: process.threadCpuUsage() });
});
subscribe('http.server.response.finish', (message) => {
  const { request } = message as Message;
  const begun = started.get(request);
  const kind = decodeURIComponent(String(request.headers['x-kind'] ?? ''));
  if (!begun || kind === '') return;
  const { user, system } = process.threadCpuUsage(begun.cpu);
  const taken = { wall: performance.now() - begun.at, cpu: (user + system) / 1_000 };
  inServer.set(kind, [...(inServer.get(kind) ?? []), taken]);
});

function ask(task: Task): Promise<Asked[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./models/service-client.ts', import.meta.url), { workerData: task });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;
const shown = (value: number) => value.toFixed(2).padStart(7);

/** @returns the 95th percentile of the server's time, and its mean CPU time, which systems count in coarse steps */
function report(kind: string, asked: readonly Asked[]): { wall: number; cpu: number } {
  const taken = (inServer.get(kind) ?? []).slice(warmUp);
  const walls = taken.map(({ wall }) => wall);
  const roundTrips = asked.slice(warmUp).map(({ roundTrip }) => roundTrip);
  const statuses = new Map<number, number>();
  for (const { status } of asked) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const answers = [...statuses].map(([status, count]) => (statuses.size === 1 ? `${status}` : `${count} × ${status}`));
  const p95 = quantile(walls, 0.95);
  const cpu = taken.reduce((sum, each) => sum + each.cpu, 0) / taken.length;
  say(
    [
      kind.padEnd(38),
      String(walls.length).padStart(4),
      ...[quantile(walls, 0.5), p95, Math.max(...walls)].map(shown),
      shown(cpu),
      ...[quantile(roundTrips, 0.5), quantile(roundTrips, 0.95)].map(shown),
      ` ${answers.join(', ')}${p95 > goalMilliseconds ? '  MISSED' : ''}`,
    ].join(' '),
  );
  return { wall: p95, cpu };
}

/**
 * Each request advances the clock by a minute, so that no limit applies. The service's own time advances by a second.
 */
function steppingClock(): Clock {
  let at = new Date(2026, 5, 15, 13).getTime();
  return { now: () => at, after: () => () => undefined, step: () => (at += 60_000) } as Clock & { step(): void };
}

const folder = temporaryFolder('bench-service');
const clock = steppingClock() as Clock & { step(): void };
subscribe('http.server.request.start', () => {
  clock.step();
});
const began = performance.now();
const service = await startService({ folder: folder.path, port: 0, size: 'large', clock, time: { speed: 1 / 60 } });
const { address, authority, planningKey, ordersKey } = service;
const keys = { authority, planningKey, ordersKey };

say(
  'The training service with 200 plans of 150 stops, 5,000 orders, 2,000 unassigned stops and 300 drivers, in a process',
);
say(
  'with its journal on the disk; a client in a thread of its own asks one thing after another on one connection, all of',
);
say('one kind, then the next. Server: from the head of the request to the last byte of the answer, body, check, work,');
say(`journal and JSON included (p50, p95, most; CPU of its thread, mean). Round trip: over HTTPS, seen by the client.`);
say(
  `The first ${warmUp} of each kind are not counted. Goal: p95 of the server at most ${goalMilliseconds} ms. Milliseconds.`,
);
say(`Started in ${((performance.now() - began) / 1_000).toFixed(1)} s.`);
say();
say(`${'kind'.padEnd(38)}    n     p50     p95    most     cpu  trip50  trip95  answers`);

const certificate = readFileSync(join(folder.path, 'server-with-key.pem'), 'utf8');
const constant = Buffer.from(JSON.stringify({ constant: 'x'.repeat(2_000) }));
const bare = createServer({ cert: certificate, key: certificate }, (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': constant.length });
  response.end(constant);
});
await new Promise<void>((resolve) => void bare.listen(0, '127.0.0.1', resolve));
const bareAddress = `https://127.0.0.1:${(bare.address() as AddressInfo).port}`;
report('constant', await ask({ address: bareAddress, ...keys, times, constant: true }));
await new Promise((resolve) => bare.close(resolve));

const asked = await ask({ address, ...keys, times, constant: false });
const late = { wall: [] as string[], cpu: [] as string[] };
for (const kind of new Set(asked.map((each) => each.kind))) {
  if (kind === '') continue;
  const p95 = report(
    kind,
    asked.filter((each) => each.kind === kind),
  );
  if (p95.wall > goalMilliseconds) late.wall.push(kind);
  if (p95.cpu > goalMilliseconds) late.cpu.push(kind);
}
await service.close();
folder.remove();
const named = (missed: readonly string[]) => (missed.length === 0 ? 'none' : `${missed.length}: ${missed.join(' · ')}`);
say();
say(`Over ${goalMilliseconds} ms: ${named(late.wall)}.`);
say(`Over it by the processor's time alone, in the mean: ${named(late.cpu)}.`);
say(
  `Load of the computer over the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}; where other work shares it, only that is the service's own.`,
);
process.exitCode = late.wall.length === 0 ? 0 : 1;
