/**
 * The control API under `/training/v1`: the clock, faults and switches of the running service, for trainers and tests.
 * It has a separate key, and the faults and limits it controls never affect it. Neither document describes it.
 */
import { switchChoices, type Switches } from '../switches.ts';
import { faultPlan } from '../faults/check.ts';
import type { FaultPlan } from '../faults/faults.ts';
import { noFaults } from '../faults/faults.ts';
import { presetNames, presets, type PresetName } from '../faults/presets.ts';
import { checkContentType, parseBody } from '../http/body.ts';
import { invalid, Refusal } from '../http/errors.ts';
import { keyOf, sameKey } from '../http/keys.ts';
import { fields, number, oneOf, type Check } from '../validate/check.ts';
import type { ControlActions } from './actions.ts';
import { stateOf, type Controlled } from './state.ts';

export const controlBase = '/training/v1';

export interface ControlOptions extends Controlled {
  key: string;
  actions: ControlActions;
  /** Activates rules; resolves when everything they need is ready. */
  setFaults(plan: FaultPlan, preset: PresetName | null): Promise<void>;
}

export interface ControlRequest {
  method: string;
  url: URL;
  authorization: string | undefined;
  contentType: string | undefined;
  body: Buffer;
}

const fastest = 3_600;
const times = { least: Date.UTC(2000, 0), most: Date.UTC(2100, 0) };

/** Milliseconds since the epoch, or ISO 8601 with a zone (`2026-06-15T06:00:00Z`). */
const moment: Check<number> = (value, path) => {
  const zoned = typeof value === 'string' && /T.*(Z|[+-]\d{2}:\d{2})$/.test(value) ? Date.parse(value) : NaN;
  return Math.round(number(times.least, times.most)(Number.isNaN(zoned) ? value : zoned, path));
};

const clockInput = fields({ now: moment, speed: number(0, fastest) });

const switchesInput = fields(
  Object.fromEntries(Object.entries(switchChoices).map(([name, choices]) => [name, oneOf<string>(...choices)])),
);

type Act = (options: ControlOptions, segment: string, request: ControlRequest) => unknown;

const bodyOf = ({ contentType, body }: ControlRequest): unknown => {
  checkContentType(contentType);
  return parseBody(body);
};

const notYet = () => new Refusal(501, 'not_implemented', 'The training service does not have this yet.');

const whole = (text: string | null): number => {
  if (text !== null && !/^\d{1,15}$/.test(text)) throw invalid('after', 'after must be a whole number.');
  return Number(text ?? 0);
};

/** By method and path; `*` stands for one segment. */
const routes: Record<string, Act> = {
  'GET /state': (options) => stateOf(options),
  'PUT /clock': (options, _segment, request) => {
    options.clock.set(clockInput(bodyOf(request), ''));
    return stateOf(options);
  },
  'PUT /switches': (options, _segment, request) => {
    Object.assign(options.switches, switchesInput(bodyOf(request), '') as Partial<Switches>);
    return stateOf(options);
  },
  'PUT /faults': async (options, _segment, request) => {
    await options.setFaults(faultPlan(bodyOf(request), ''), null);
    return stateOf(options);
  },
  'DELETE /faults': async (options) => {
    await options.setFaults(noFaults, null);
    return stateOf(options);
  },
  'POST /faults/presets/*': async (options, segment) => {
    const name = presetNames.find((each) => each === segment);
    if (name === undefined) throw new Refusal(404, 'preset_not_found', `Presets are ${presetNames.join(', ')}.`);
    await options.setFaults(presets[name].plan, name);
    return stateOf(options);
  },
  'GET /requests': ({ faults }, _segment, { url }) => ({
    requests: faults.log.after(whole(url.searchParams.get('after'))),
    count: faults.log.count,
  }),
  'GET /plans/*': ({ actions }, segment) => {
    if (!actions.showPlan) throw notYet();
    return actions.showPlan(segment);
  },
  'POST /plans/*:discard': ({ actions }, segment) => {
    if (!actions.discardChanges) throw notYet();
    return actions.discardChanges(`plans/${segment}`);
  },
  'POST /orders/*:addToRoute': ({ actions }, segment) => {
    if (!actions.addOrderToRoute) throw notYet();
    return actions.addOrderToRoute(`orders/${segment}`);
  },
};

const patterns = Object.entries(routes).map(([route, act]) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, pattern: new RegExp(`^${controlBase}${path.replace('*', '([A-Za-z0-9_-]{1,50})')}$`), act };
});

/** Executes a control request. @returns the body of a 200; throws a refusal */
export async function control(options: ControlOptions, request: ControlRequest): Promise<unknown> {
  if (!sameKey(keyOf(request.authorization), options.key)) {
    throw new Refusal(401, 'unauthorized', 'The control key is missing or wrong.');
  }
  const onPath = patterns.filter(({ pattern }) => pattern.test(request.url.pathname));
  const found = onPath.find(({ method }) => method === request.method);
  if (!found) {
    if (onPath.length > 0) throw new Refusal(405, 'method_not_allowed', `${request.method} is not possible here.`);
    throw new Refusal(404, 'not_found', 'There is nothing at this path.');
  }
  return found.act(options, found.pattern.exec(request.url.pathname)?.[1] ?? '', request);
}
