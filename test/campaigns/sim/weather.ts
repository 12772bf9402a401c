/** Faults on the way to the services: planned ones, and in some schedules an unstable connection. */
import type { BadLine } from './surroundings.ts';

export const faultKinds = [
  /** the request never arrives, and no answer comes */
  'request lost',
  /** the request is applied, and its answer is lost */
  'answer lost',
  /** 5xx, not applied */
  'error without effect',
  /** 5xx, but applied */
  'error with effect',
  /** no answer comes, and the request is applied later */
  'late',
  /** 200 without the expected content */
  'answer truncated',
  /** 200 to an import that neither applies nor mentions one item */
  'item left out',
  /** no connection: nothing was sent */
  'not sent',
  /** 429 for a while */
  'too many',
  /** a read fails */
  'read failed',
  /** the answer to a read or an applied write takes up to a minute */
  'answer slow',
  /** a list ignores its filter */
  'filter ignored',
  /** 401: the key is invalid until the user enters another */
  'key refused',
  /** the computer's clock is set */
  'clock set',
  /** 5xx to each request that would create one record, until somebody mends the service */
  'record failed',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface PlannedFault {
  /** Number of successful requests before it. */
  after: number;
  kind: FaultKind;
  /** Share of the maximum duration of a timeout, a delay or a storm, in [0, 1]. */
  size: number;
}

const ofTheLine = faultKinds.filter((kind) => kind !== 'clock set' && kind !== 'record failed');

/** The connection's state across requests and processes: faults strike requests of any process. */
export class Weather {
  /** Remaining faults in order. */
  readonly plan: PlannedFault[];
  stormUntil = 0;
  /** The plan whose next sent stops arrive late, or null. */
  lateIn: string | null = null;
  isKeyRefused = false;
  /** The service fails each request that would create the record with this tag. Null: it takes all. */
  fails: string | null = null;
  /** The next record to be created is the one that the service fails. */
  failsNext = false;
  /** How often the service failed each record that should be created, by tag. */
  readonly failures = new Map<string, number>();
  /** Successful requests since the last fault. */
  well = 0;
  /** Requests that may still be applied although no client waits for them. */
  coming = 0;
  private readonly badLine: BadLine | null;

  constructor(random: () => number, badLine: BadLine | null) {
    this.plan = plannedFaults(random);
    this.badLine = badLine;
  }

  /** The fault of the unstable connection for a request made now. */
  badLineFault(now: number, isWrite: boolean): PlannedFault | null {
    const { badLine } = this;
    if (badLine === null || now < badLine.from || now >= badLine.until) return null;
    const luck = badLine.chance();
    if (luck < 0.7) return { after: 0, kind: 'not sent', size: 0 };
    if (!isWrite || luck > 0.82) return null;
    return { after: 0, kind: luck < 0.78 ? 'late' : 'answer lost', size: badLine.chance() };
  }
}

/** Three to eight faults, each after up to three successful requests. */
function plannedFaults(random: () => number): PlannedFault[] {
  return Array.from({ length: 3 + Math.floor(random() * 6) }, () => ({
    after: Math.floor(random() * 4),
    kind: ofTheLine[Math.floor(random() * ofTheLine.length)] ?? 'late',
    size: random(),
  }));
}
