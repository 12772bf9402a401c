/**
 * The real client against the whole training service over real HTTPS, with a clock that advances only when something
 * waits.
 */
import { onTestFinished } from 'vitest';
import { Client, type CallOptions } from '../../../src/main/api/client.ts';
import { bareId } from '../../../src/shared/ids.ts';
import { Pace } from '../../../src/main/api/pace.ts';
import { pages } from '../../../src/main/api/pages.ts';
import { HttpsTransport } from '../../../src/main/api/transport.ts';
import { realSystem } from '../../../src/main/system.ts';
import type { EndpointName, ResponseOf, Version } from '../../../src/shared/endpoints.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { startService } from '../../../src/training/server.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

type Call = Omit<CallOptions, 'priority'>;

/** The operations that were answered and parsed, as `v1 plans.list`, over all tests of the file. */
export const understood = new Set<string>();

export interface Desk {
  version: Version;
  /** Advances the service's clock, in milliseconds. */
  pass(milliseconds: number): void;
  read<Name extends EndpointName>(name: Name, call?: Call): Promise<ResponseOf<Name>>;
  /** Throws with the outcome when the write is not answered. */
  write<Name extends EndpointName>(name: Name, call?: Call): Promise<ResponseOf<Name>>;
  /** The error code of a read of a missing record. */
  missing(name: EndpointName, call: Call): Promise<unknown>;
  /** Reads a list to its end. */
  all<Name extends EndpointName, Item>(
    name: Name,
    itemsOf: (page: ResponseOf<Name>) => readonly Item[] | null | undefined,
    call?: Call,
  ): Promise<Item[]>;
}

export async function openDesk(version: Version): Promise<Desk> {
  let now = Date.UTC(2026, 5, 15, 6);
  const clock = { now: () => now, after: () => () => undefined };
  const service = await startService({ folder: temporaryFolder(), clock });
  const transport = new HttpsTransport({
    origin: service.address,
    authorities: [service.authority],
    system: realSystem,
  });
  // A wait of the rate limiter advances the clock, so the limits hold without real delays.
  const system = {
    ...realSystem,
    now: () => now,
    elapsed: () => now,
    after(milliseconds: number, action: () => void) {
      let canceled = false;
      queueMicrotask(() => {
        if (canceled) return;
        now += milliseconds;
        action();
      });
      return () => {
        canceled = true;
      };
    },
  };
  const pace = new Pace({ system, desks: 1 });
  onTestFinished(async () => {
    pace.close();
    await transport.close();
    await service.close();
  });
  const client = new Client({
    transport,
    pace,
    version,
    signal: new AbortController().signal,
    host: 'training',
    key: (of) => (of === 'planning' ? service.planningKey : service.ordersKey),
    observe: () => undefined,
  });
  const priority = 'click';
  return {
    version,
    pass(milliseconds) {
      now += milliseconds;
    },
    async read(name, call = {}) {
      const answer = await client.read(name, { ...call, priority });
      understood.add(`${version} ${name}`);
      return answer;
    },
    async write(name, call = {}) {
      const outcome = await client.write(name, { ...call, priority });
      if (outcome.kind !== 'answered') {
        const { code, detail } = outcome.error;
        throw new Error(`${version} ${name} was ${outcome.kind}: ${code} ${JSON.stringify(detail)}`);
      }
      understood.add(`${version} ${name}`);
      return outcome.value;
    },
    async missing(name, call) {
      return client.read(name, { ...call, priority }).then(
        () => 'is there',
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      );
    },
    async all(name, itemsOf, call = {}) {
      const found = [];
      for await (const page of pages(client, name, { ...call, priority })) found.push(...(itemsOf(page) ?? []));
      understood.add(`${version} ${name}`);
      return found;
    },
  };
}

/** The path of a record of a collection. */
export const at = (name: string, id: string) => ({ [name]: bareId(id) });

/** The path of a stop: `plans/<planId>/stops/<stopId>`. */
export function atStop(id: string): { planId: string; stopId: string } {
  const [, planId = '', , stopId = ''] = id.split('/');
  return { planId, stopId };
}
