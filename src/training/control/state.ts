/** What the control API says of the service as it is now. */
import type { ServiceClock } from '../clock.ts';
import type { FaultLayer } from '../faults/layer.ts';
import { presets } from '../faults/presets.ts';
import { switchChoices, type Switches } from '../switches.ts';

export interface Controlled {
  clock: ServiceClock;
  switches: Switches;
  faults: FaultLayer;
}

/** Times in milliseconds since the epoch. */
export function stateOf({ clock, switches, faults }: Controlled) {
  return {
    clock: { now: clock.now(), speed: clock.speed },
    switches: { ...switches },
    choices: switchChoices,
    faults: {
      preset: faults.preset,
      ...faults.plan,
      hits: faults.hitCounts,
      /** There were rules, and none of them can hit any more. */
      over: faults.isOver,
    },
    presets: Object.entries(presets).map(([name, { title, sentence }]) => ({ name, title, sentence })),
    counts: { requests: faults.log.count, faults: faults.hitsByKind, pending: faults.pending },
  };
}
