/** What goes wrong on the way to the services: planned faults, and in some schedules a line that comes and goes. */
import type { BadLine } from './surroundings.ts';

export const faultKinds = [
  /** the request never arrives, and no answer comes */
  'request lost',
  /** it is done, and the answer does not come */
  'answer lost',
  /** 5xx, nothing was done */
  'error without effect',
  /** 5xx, and it was done */
  'error with effect',
  /** no answer comes, and it is done later */
  'late',
  /** 200 without what was asked for */
  'answer truncated',
  /** 200 that says of one item of an import neither that it was done nor that it was not, and it was not */
  'item left out',
  /** no connection: nothing left */
  'not sent',
  /** 429 for a while */
  'too many',
  /** a read fails */
  'read failed',
  /** what was read, or done, is answered up to a minute later */
  'answer slow',
  /** a list gives everything, whatever was asked for */
  'filter ignored',
  /** 401: the key is not good any more, until there is another */
  'key refused',
  /** the computer's clock is set */
  'clock set',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface PlannedFault {
  /** Requests that go well before it. */
  after: number;
  kind: FaultKind;
  /** Part of the longest time that giving up, coming late or a storm take, in [0, 1]. */
  size: number;
}

const ofTheLine = faultKinds.filter((kind) => kind !== 'clock set');

/** What the way there has to remember between requests and processes: faults happen to requests, whoever makes them. */
export class Weather {
  /** Faults that are still to come, in this order. */
  readonly plan: PlannedFault[];
  stormUntil = 0;
  /** A plan of which the next stops that are sent come late; null: none. */
  lateIn: string | null = null;
  isKeyRefused = false;
  /** Requests that went well since the last fault. */
  well = 0;
  /** Requests that may still be applied although nobody waits for them. */
  coming = 0;
  private readonly badLine: BadLine | null;

  constructor(random: () => number, badLine: BadLine | null) {
    this.plan = plannedFaults(random);
    this.badLine = badLine;
  }

  /** What the line does to a request that is made now. */
  badLineFault(now: number, isWrite: boolean): PlannedFault | null {
    const { badLine } = this;
    if (badLine === null || now < badLine.from || now >= badLine.until) return null;
    const luck = badLine.chance();
    if (luck < 0.7) return { after: 0, kind: 'not sent', size: 0 };
    if (!isWrite || luck > 0.82) return null;
    return { after: 0, kind: luck < 0.78 ? 'late' : 'answer lost', size: badLine.chance() };
  }
}

/** Three to eight faults, each after one to four requests that go well. */
function plannedFaults(random: () => number): PlannedFault[] {
  return Array.from({ length: 3 + Math.floor(random() * 6) }, () => ({
    after: Math.floor(random() * 4),
    kind: ofTheLine[Math.floor(random() * ofTheLine.length)] ?? 'late',
    size: random(),
  }));
}
