/** Calls for the training depot and the settings. */
import { z } from '../schemas.ts';
import { call } from '../calls.ts';
import { settings, type Settings } from '../settings.ts';
import { faultRule, presetNames, type TrainingView } from '../training.ts';
import { nothing } from './arguments.ts';

export const settingsCalls = {
  /** What a trainer controls. Each call fails with `training.not-open` outside the training depot. */
  training: {
    get: call<TrainingView>()(nothing),
    /** Replaces the active faults. Null: none. */
    setPreset: call<TrainingView>()(z.strictObject({ preset: z.enum(presetNames).nullable() })),
    setRules: call<TrainingView>()(z.strictObject({ rules: z.array(faultRule).max(50) })),
    /** `now`: milliseconds since the epoch. Omitted fields stay as they are. */
    setClock: call<TrainingView>()(
      z.strictObject({ now: z.number().int().optional(), speed: z.number().min(0).max(3_600).optional() }),
    ),
    setSwitch: call<TrainingView>()(
      z.strictObject({ name: z.string().regex(/^\w{1,50}$/), choice: z.string().max(50) }),
    ),
  },
  settings: {
    get: call<Settings>()(nothing),
    /**
     * Main asks the user in a dialog of its own before it uses another explicit proxy, and fails with
     * `proxy.not-confirmed` if that is answered with no.
     */
    set: call<Settings>()(settings.partial()),
  },
} as const;
