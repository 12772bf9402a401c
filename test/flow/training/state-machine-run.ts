/** A service that is asked ten thousand things at random: a fast client, a time that moves only when told, and a trail. */
import { Agent, request } from 'node:https';
import { onTestFinished } from 'vitest';
import { dice, type Dice } from '../../../src/training/data/dice.ts';
import { startService } from '../../../src/training/server.ts';
import { handClock, morning, temporaryFolder } from './support.ts';

export interface Said {
  status: number;
  body: unknown;
}

export interface Machine {
  chance: Dice;
  /** Milliseconds since the epoch: the service's time. */
  now(): number;
  /** One request with the right key, at a pace that no limit minds. `path` begins with `/plans` or the like. */
  ask(service: 'planning' | 'orders', method: string, path: string, body?: unknown): Promise<Said>;
  control(method: string, path: string, body?: unknown): Promise<Said>;
  /** Lets the service's time go on. */
  pass(milliseconds: number): Promise<void>;
  /** All items of a list. */
  all<Item>(service: 'planning' | 'orders', path: string, items: string): Promise<Item[]>;
}

/** Starts a service of its own with generated data, which ends with the test. */
export async function startMachine(seed: number): Promise<Machine> {
  const clock = handClock();
  const service = await startService({
    folder: temporaryFolder(),
    fresh: true,
    port: 0,
    clock,
    // It stands still between steps, so that nothing ends between a look and the step that follows it.
    time: { now: morning, speed: 0 },
    switches: { sustainedUse: 'tolerated' },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: service.authority });
  onTestFinished(async () => {
    agent.destroy();
    await service.close();
  });

  const send = (path: string, key: string, method: string, body: unknown): Promise<Said> =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${key}`,
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      const outgoing = request(`${service.address}${path}`, { agent, method, headers }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const said = Buffer.concat(chunks).toString('utf8');
          resolve({ status: incoming.statusCode ?? 0, body: said === '' ? undefined : (JSON.parse(said) as unknown) });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(text);
    });

  let time = morning;
  const machine: Machine = {
    chance: dice(seed, 'steps'),
    now: () => time,
    ask(kind, method, path, body) {
      // Imports, optimisations and submissions are the slowest of all limits: a hundred in ten minutes.
      clock.pass(method === 'GET' ? 150 : 7_000);
      const [base, key] =
        kind === 'planning' ? ['/public/v1', service.planningKey] : ['/connect/v1', service.ordersKey];
      return send(`${base}${path}`, key, method, body);
    },
    control: (method, path, body) => send(`/training/v1${path}`, service.controlKey, method, body),
    async pass(milliseconds) {
      time += milliseconds;
      await machine.control('PUT', '/clock', { now: time });
    },
    async all<Item>(kind: 'planning' | 'orders', path: string, items: string) {
      const found: Item[] = [];
      let token: string | null = null;
      do {
        const more: string = token === null ? '' : `${path.includes('?') ? '&' : '?'}pageToken=${token}`;
        const { status, body } = await machine.ask(kind, 'GET', `${path}${more}`);
        if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
        const page = body as Record<string, unknown>;
        found.push(...(page[items] as Item[]));
        token = page['nextPageToken'] as string | null;
      } while (token !== null);
      return found;
    },
  };
  return machine;
}

/** Takes so many steps; a failure says the seed, the step and what came before it. @param step gives what it did */
export async function takeSteps(
  seed: number,
  count: number,
  step: (note: (did: string) => void) => Promise<void>,
): Promise<void> {
  const trail: string[] = [];
  for (let index = 0; index < count; index += 1) {
    try {
      await step((did) => trail.push(`${index}: ${did}`));
    } catch (error) {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const before = trail.slice(-25).join('\n');
      throw new Error(`seed ${seed}, step ${index} (STATE_SEED=${seed} repeats it)\n${before}\n${why}`, {
        cause: error,
      });
    }
  }
}

/** Another seed each time, said aloud, unless one is asked for by `STATE_SEED`. */
export function freshSeed(of: string): number {
  const asked = process.env['STATE_SEED'];
  const seed = asked === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(asked);
  process.stdout.write(`state machine of ${of}: seed ${seed}\n`);
  return seed;
}
