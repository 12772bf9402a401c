/** The read limit as a service sees requests arrive when connections open slowly. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { Client } from '../../../src/main/api/client.ts';
import { Pace } from '../../../src/main/api/pace.ts';
import { memoryStore, type Counted } from '../../../src/main/api/pace/state.ts';
import { plainNetwork, transportsOver } from '../../../src/main/api/transports.ts';
import { realSystem } from '../../../src/main/system.ts';
import { limits } from '../../../src/shared/endpoints.ts';
import { issue } from '../../fixtures/certificates.ts';
import { canaryKey, testAuthority } from '../../fixtures/network-paths.ts';
import { json, startScriptedServer } from '../../fixtures/scripted-server.ts';

/** Forwards connections to a port, the first ones with a delay. @returns its port */
async function slowToOpen(port: number, delays: readonly number[]): Promise<number> {
  let opened = 0;
  const sockets = new Set<Socket>();
  const relay = createServer((from) => {
    const delay = delays[opened++] ?? 0;
    const to = connect(port, '127.0.0.1');
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    to.pipe(from);
    realSystem.after(delay, () => from.pipe(to));
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    relay.close();
  });
  return (relay.address() as AddressInfo).port;
}

/** The shortest window with one request more than the limit allows, in milliseconds. */
function shortest(moments: readonly number[], limit: number): number {
  const sorted = moments.toSorted((a, b) => a - b);
  return Math.min(...sorted.slice(limit).map((last, index) => last - (sorted[index] ?? 0)));
}

it('sends at most ten reads in any second although the first connections open slowly', async () => {
  const authority = await testAuthority();
  const arrivals: number[] = [];
  const server = await startScriptedServer(
    (incoming, response, socket) => {
      arrivals.push(performance.now());
      void json(200, { plans: [], nextPageToken: null })(incoming, response, socket);
    },
    await issue(authority),
  );
  const port = await slowToOpen(Number(new URL(server.origin).port), [180, 120]);
  const origin = `https://127.0.0.1:${port}`;
  const { open } = transportsOver(plainNetwork, () => ({ kind: 'none' }), realSystem);
  const transport = open({ origin, authorities: [authority.pem] });
  onTestFinished(() => transport.close());
  const store = memoryStore();
  const pace = new Pace({ system: realSystem, desks: 1, store });
  onTestFinished(() => pace.close());
  const client = new Client({
    transport,
    pace,
    signal: new AbortController().signal,
    host: '127.0.0.1',
    key: () => canaryKey,
    observe: () => undefined,
  });
  const log = new Map<number, Counted>();
  const note = () =>
    store.change(({ classes }) => {
      for (const one of classes['planning.read']?.counted ?? []) log.set(one.id, { ...one });
    });
  await Promise.all(Array.from({ length: 25 }, () => client.read('plans.list', { priority: 'background' }).then(note)));

  const limit = limits['planning.read'][0].limit;
  const own = [...log.values()];
  const departures = own.map(({ leftAt }) => leftAt ?? Number.NaN);
  // The app's log of what it sent: released on time, but the first two had to wait for their connections.
  expect(Math.max(...own.map(({ sentAt, leftAt }) => (leftAt ?? Number.NaN) - sentAt))).toBeGreaterThan(100);
  expect(departures).toHaveLength(25);
  expect(shortest(departures, limit)).toBeGreaterThanOrEqual(1_000);
  expect(arrivals).toHaveLength(25);
  // A busy machine may notice an arrival tens of milliseconds late; counted from when they were let go, it was 870.
  expect(shortest(arrivals, limit)).toBeGreaterThanOrEqual(920);
});
