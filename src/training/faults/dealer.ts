/** Picks the faults of each request: tracks the active rules, their hit counts and their dice. */
import { dice, type Dice } from '../data/dice.ts';
import { isOfConnection, noFaults, type Fault, type FaultKind, type FaultPlan, type FaultRule } from './faults.ts';
import { isAbout, isTime, type Asked, type Moment } from './match.ts';

type Ending = Exclude<Fault, { kind: 'latency' | 'clock-skew' | 'refused' | 'certificate' }>;

/** The faults of one request. */
export interface Dealt {
  /** Milliseconds of delay on the way to the service and back. */
  up: number;
  down: number;
  /** Milliseconds by which dates and timestamps are off. */
  skew: number;
  /** What happens to the response; undefined: it arrives. */
  ending: Ending | undefined;
  /** All faults that hit, for the request log. */
  kinds: FaultKind[];
}

interface Watched extends FaultRule {
  dice: Dice;
  hitCount: number;
}

export class Dealer {
  #plan: FaultPlan = noFaults;
  #rules: Watched[] = [];

  get plan(): FaultPlan {
    return this.#plan;
  }

  get hitCounts(): number[] {
    return this.#rules.map(({ hitCount }) => hitCount);
  }

  /** Replaces the rules and resets hit counts and dice. */
  set(plan: FaultPlan): void {
    this.#plan = plan;
    this.#rules = plan.rules.map((rule, index) => ({
      ...rule,
      dice: dice(plan.seed, `fault ${index}`),
      hitCount: 0,
    }));
  }

  /** Whether no rule can hit any more. */
  isOver(moment: Moment): boolean {
    return this.#rules.every(
      ({ hits, hitCount }) =>
        hitCount >= (hits.atMost ?? Infinity) ||
        moment.inForce >= (hits.endsAfter ?? Infinity) ||
        moment.service >= (hits.until ?? Infinity),
    );
  }

  /** The fault of a new connection, before a request is known. */
  ofConnection(moment: Moment): Extract<Fault, { kind: 'refused' | 'certificate' }> | undefined {
    return this.#rules
      .filter(({ hits }) => isTime(hits, moment))
      .map(({ fault }) => fault)
      .find(isOfConnection);
  }

  /** Picks the faults of a request. Each rule draws from its own dice, whatever the others do: runs repeat. */
  deal(asked: Asked, moment: Moment): Dealt {
    const dealt: Dealt = { up: 0, down: 0, skew: 0, ending: undefined, kinds: [] };
    for (const rule of this.#rules) {
      const { hits, fault } = rule;
      if (isOfConnection(fault) || !isTime(hits, moment) || !isAbout(hits, asked)) continue;
      if (!rule.dice.chance(hits.share ?? 1) || rule.hitCount >= (hits.atMost ?? Infinity)) continue;
      const decides = fault.kind !== 'latency' && fault.kind !== 'clock-skew';
      if (decides && dealt.ending !== undefined) continue;
      rule.hitCount += 1;
      dealt.kinds.push(fault.kind);
      if (fault.kind === 'latency') {
        if (fault.direction !== 'down') dealt.up += rule.dice.whole(fault.least, fault.most);
        if (fault.direction !== 'up') dealt.down += rule.dice.whole(fault.least, fault.most);
      } else if (fault.kind === 'clock-skew') dealt.skew += fault.by;
      else dealt.ending = fault;
    }
    return dealt;
  }
}
