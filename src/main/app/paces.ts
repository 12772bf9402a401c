/**
 * One pace an address, kept while the app runs: a workspace that is opened again has not forgotten what it just sent
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

  /** @param desks how many computers share the limits of an address */
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

  /** The number of desks was set; the training service has one. */
  desksChanged(): void {
    for (const pace of this.known.connected.values()) pace.shareWith(this.desks());
  }

  close(): void {
    for (const pace of [...this.known.connected.values(), ...this.known.training.values()]) pace.close();
  }
}
