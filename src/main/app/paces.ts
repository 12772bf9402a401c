/**
 * One rate limiter per address, kept while the app runs, so that a reopened workspace still counts its recent requests
 * (planning-api and order-api, Limits).
 */
import { Pace } from '../api/pace.ts';
import type { Log } from '../log.ts';
import type { System } from '../system.ts';
import type { WorkspaceDefinition } from '../workspace/options.ts';

export class Paces {
  private readonly system: System;
  private readonly log: Log;
  private readonly desks: () => number;
  private readonly known = { connected: new Map<string, Pace>(), training: new Map<string, Pace>() };

  /** @param desks returns how many computers share the limits of an address */
  constructor(system: System, log: Log, desks: () => number) {
    this.system = system;
    this.log = log;
    this.desks = desks;
  }

  of = ({ mode, origin }: Pick<WorkspaceDefinition, 'mode' | 'origin'>): Pace => {
    const known = this.known[mode].get(origin);
    if (known !== undefined) return known;
    const pace = new Pace({
      system: this.system,
      desks: mode === 'training' ? 1 : this.desks(),
      blocked: (service, until) => {
        const moment = new Date(until).toISOString();
        this.log.warn(`the ${service} service seems to block this address; silent until ${moment}`);
      },
    });
    this.known[mode].set(origin, pace);
    return pace;
  };

  /** Applies a new number of desks. The training service always has one. */
  desksChanged(): void {
    for (const pace of this.known.connected.values()) pace.shareWith(this.desks());
  }

  close(): void {
    for (const pace of [...this.known.connected.values(), ...this.known.training.values()]) pace.close();
  }
}
