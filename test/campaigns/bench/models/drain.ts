/**
 * Sends waiting entries with the real core, client and pace and a real outbox on disk, to a service in virtual time.
 */
import { join } from 'node:path';
import { Client } from '../../../../src/main/api/client.ts';
import { Pace } from '../../../../src/main/api/pace.ts';
import { pages } from '../../../../src/main/api/pages.ts';
import { openOutboxFile } from '../../../../src/main/db/outbox-file.ts';
import type { Core } from '../../../../src/main/outbox/core.ts';
import { Intake } from '../../../../src/main/outbox/intake.ts';
import { Sender } from '../../../../src/main/sending/sender.ts';
import { SendLoop } from '../../../../src/main/sending/send-loop.ts';
import type { StorageChange, StoredEntry } from '../../../../src/main/db/outbox-storage.ts';
import { turn } from '../../sim/turn.ts';
import { temporaryFolder } from '../../../support/app.ts';
import { CountedStops } from './counted-stops.ts';
import { VirtualClock } from './virtual-clock.ts';
import { learnIds } from '../../../../src/main/refresh/learned-ids.ts';
import { nothingKnown, quietParts } from '../../../fixtures/core-parts.ts';

export interface Wanted {
  creates: number;
  edits: number;
  plans: number;
  roundTrip: number;
  /** The days over which the input was entered offline. 0: all at once. */
  days: number;
}

export interface Drained {
  /** From going online to the answer to the last change, in milliseconds. */
  sent: number;
  /** From going online to the last page of the lists that reveal the new ids, in milliseconds. */
  learnt: number;
  requests: number;
  imports: number;
  refused: number;
  /** Stops that are not on the service as entered. */
  wrong: number;
  /** Peak memory in bytes: the JavaScript heap, and the growth of the whole process. */
  heap: number;
  resident: number;
  /** Real time in seconds. */
  took: number;
}

const day = 86_400_000;

export async function drain(wanted: Wanted): Promise<Drained> {
  const folder = temporaryFolder('bench-outbox');
  const began = performance.now();
  const clock = new VirtualClock(wanted.creates + wanted.edits + wanted.roundTrip, turn);
  const service = new CountedStops(clock, wanted.roundTrip);
  const file = openOutboxFile(join(folder.path, 'sender.db'), clock.now());
  const pace = new Pace({ system: clock, desks: 1 });
  const client = new Client({
    transport: service,
    pace,
    signal: new AbortController().signal,
    host: 'service',
    key: () => 'key',
    observe: () => undefined,
  });
  let reads = 0;
  const core: Core = {
    system: clock,
    storage: file.entries,
    service: client,
    ...quietParts,
    cached: { ...nothingKnown, idsByMarker: () => Promise.resolve([]) },
    imported: (planId) => {
      reads += 1;
      void learn(planId).finally(() => (reads -= 1));
    },
  };
  const sender = new Sender(core);
  // Like the app: reads the plan next and learns the ids by marker.
  async function learn(planId: string): Promise<void> {
    const path = { planId: planId.slice('plans/'.length) };
    const found: { marker: string; view: { id: string } }[] = [];
    for await (const page of pages(client, 'stops.list', { path, priority: 'background' })) {
      for (const view of page.stops ?? []) {
        const marker = view.recipient?.externalId;
        if (marker != null) found.push({ marker, view });
      }
    }
    learnIds(core, found, planId);
  }
  const failures: unknown[] = [];
  let isUp = false;
  const loop = new SendLoop<StoredEntry>({
    system: clock,
    maySend: () => isUp,
    groups: (wanted) => sender.groups(wanted),
    doubtful: () => sender.doubtful(),
    send: (group) => sender.send(group),
    reconcile: (entry) => sender.reconcile(entry),
    nextDue: (since) => sender.nextDue(since),
    failed: (error) => failures.push(error),
  });

  await type(wanted, core, service, clock);
  (globalThis as { gc?: () => void }).gc?.();
  const before = process.memoryUsage().rss;
  let [heap, resident, events] = [0, 0, 0];
  isUp = true;
  const from = clock.now();
  loop.wake();
  await clock.run(from + 10 * day, () => {
    events += 1;
    if (events % 2_000 === 1) {
      const used = process.memoryUsage();
      heap = Math.max(heap, used.heapUsed);
      resident = Math.max(resident, used.rss - before);
    }
    const { waiting, asking } = events % 50 === 0 ? file.entries.summary() : { waiting: 1, asking: 0 };
    return failures.length > 0 || (waiting === 0 && asking === 0 && reads === 0);
  });
  if (failures.length > 0) throw failures[0];
  const stops = [...service.plans.values()].flatMap((plan) => [...plan.values()]);
  const markers = new Set(stops.flatMap(({ recipient }) => recipient.externalId ?? []));
  const edited = stops.filter(({ notes }) => notes === 'Back door').length;
  const result: Drained = {
    sent: service.changedAt - from,
    learnt: service.listedAt - from,
    requests: service.requests,
    imports: service.imports,
    refused: service.refused,
    wrong:
      Math.abs(stops.length - wanted.creates - wanted.edits) +
      Math.abs(markers.size - wanted.creates) +
      Math.abs(edited - wanted.edits),
    heap,
    resident,
    took: (performance.now() - began) / 1_000,
  };
  await loop.close();
  pace.close();
  file.close();
  folder.remove();
  return result;
}

/** Enters new stops and edits of existing stops in turn, spread over the days. */
async function type({ creates, edits, plans, days }: Wanted, core: Core, service: CountedStops, clock: VirtualClock) {
  const gathered: StorageChange[] = [];
  // The app would commit each one. Committing in batches is fine because entering is not measured.
  const intake = new Intake(core, (changes) => void gathered.push(...changes));
  const commit = () => core.storage.commit(gathered.splice(0));
  const perPlan = Math.ceil(edits / plans);
  const there = Array.from({ length: plans }, (_, number) => service.fill(`plans/p${number}`, perPlan)).flat();
  service.plans.forEach((plan, id) =>
    [...plan.keys()].slice(Math.max(0, edits - Number(id.slice(7)) * perPlan)).forEach((stop) => plan.delete(stop)),
  );
  const total = creates + edits;
  const pause = (days * day) / total;
  let edited = 0;
  for (let number = 0; number < total; number += 1) {
    const planId = `plans/p${number % plans}`;
    if (edited < edits && (number % 2 === 1 || number - edited >= creates)) {
      const id = there[edited] ?? '';
      edited += 1;
      intake.edit('stops.update', id, id.slice(0, id.indexOf('/stops')), { notes: 'Back door' }, { notes: null });
    } else {
      const address = { addressLineOne: `Lindenallee ${number}`, zip: '41731', city: 'Aldermünde' };
      intake.create('stops.create', planId, {
        address,
        recipient: { name: `Recipient ${number}` },
        notes: 'Ring twice',
      });
    }
    if (gathered.length > 500) commit();
    if (pause > 0) await clock.run(clock.now() + pause);
  }
  commit();
}
