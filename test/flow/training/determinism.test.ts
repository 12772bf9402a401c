import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { realClock } from '../../../src/training/clock.ts';
import { startService, type RunningService } from '../../../src/training/server.ts';
import { ownPort } from '../../support/own-port.ts';
import { learn, step, type Known } from './determinism-requests.ts';
import { ask, handClock, morning, temporaryFolder } from './support.ts';

const bases = { planning: '/public/v1', older: '/public/v0.2b', orders: '/connect/v1', link: '' };

type Keys = Pick<RunningService, 'address' | 'authority' | 'planningKey' | 'ordersKey'>;

/**
 * Sends the requests and gives each with every byte of its answer but the connection's own: status, headers, body.
 * @param pause between two of them
 */
async function play(keys: Keys, count: number, pause: () => Promise<void> | void): Promise<string[]> {
  const known: Known = { ids: new Map(), token: null, link: null };
  const answers: string[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const { service, path, asking } = step(known, turn);
    const key = service === 'orders' ? keys.ordersKey : keys.planningKey;
    const url = service === 'link' ? path || `${keys.address}/files/none` : `${keys.address}${bases[service]}${path}`;
    const authorization = service === 'link' ? undefined : `Bearer ${key}`;
    await pause();
    const answer = await ask(url, { authority: keys.authority, authorization, ...asking });
    learn(known, answer.body);
    answers.push(
      [
        `${turn} ${asking.method ?? 'GET'} ${url}`,
        answer.status,
        JSON.stringify(answer.headers),
        answer.bytes.toString('base64'),
      ].join('\n'),
    );
  }
  return answers;
}

/** Addresses are in the bytes, so both services are told the same port. */
async function samePort(): Promise<number> {
  const own = await ownPort();
  onTestFinished(() => own.release());
  return own.port;
}

const statusOf = (answer: string) => Number(answer.split('\n')[1]);

describe('the same requests', () => {
  it('get the same bytes from two fresh services of the same seed and time: status, headers and body', async () => {
    const port = await samePort();
    const run = async (seed: number, count: number) => {
      const clock = handClock();
      const time = { now: morning, speed: 0, step: 1_000 };
      const service = await startService({ folder: temporaryFolder(), fresh: true, port, seed, clock, time });
      onTestFinished(() => service.close());
      const answers = await play(service, count, () => clock.pass(61_000));
      await service.close();
      return answers;
    };
    const first = await run(7, 300);
    expect(await run(7, 300)).toEqual(first);
    expect(first).toHaveLength(300);
    const statuses = new Map<number, number>();
    for (const answer of first) statuses.set(statusOf(answer), (statuses.get(statusOf(answer)) ?? 0) + 1);
    // Not a test of refusals: most of them do something.
    expect(statuses.get(200), JSON.stringify([...statuses])).toBeGreaterThan(200);
    expect(statuses.get(429)).toBeUndefined();

    const other = await run(8, 60);
    expect(other.filter((answer, turn) => answer === first[turn]).length).toBeLessThan(10);
  }, 120_000);

  it('get them from two processes that are told the same seed and time', async () => {
    const port = await samePort();
    const entry = join(import.meta.dirname, '../../../src/training/main.ts');
    const run = async () => {
      const home = temporaryFolder();
      const args = [entry, '--seed', '7', '--at', '2026-06-15T06:00', '--port', String(port), '--json'];
      const child = spawn(process.execPath, args, {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, XDG_DATA_HOME: home, LOCALAPPDATA: home, HOME: home },
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const said = await new Promise<string>((resolve) =>
        createInterface({ input: child.stdout }).once('line', resolve),
      );
      const { authorityFile, ...keys } = JSON.parse(said) as Keys & { authorityFile: string };
      // The limits keep to the computer's clock, whatever the service's own says: four a second they do not mind.
      const pause = () => new Promise<void>((resolve) => void realClock.after(250, resolve));
      // Everything of one round but what is limited to a few a minute comes once.
      const answers = await play({ ...keys, authority: readFileSync(authorityFile, 'utf8') }, 30, pause);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      return answers;
    };
    const first = await run();
    expect(await run()).toEqual(first);
    expect(first.map(statusOf)).not.toContain(429);
    expect(first.filter((answer) => statusOf(answer) === 200).length).toBeGreaterThan(15);
  }, 120_000);
});
