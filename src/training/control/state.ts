/** The state of the running service, as the control API reports it. */
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
      /** There were rules, but none can apply any more. */
      over: faults.isOver,
    },
    presets: Object.entries(presets).map(([name, { title, sentence }]) => ({ name, title, sentence })),
    counts: { requests: faults.log.count, faults: faults.hitsByKind, pending: faults.pending },
  };
}
