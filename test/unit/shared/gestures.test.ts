/** Which calls of the contract are gestures, and why the others may be repeated. */
import { describe, expect, it } from 'vitest';
import { contract, gestureNames } from '../../../src/shared/contract.ts';

const reads = 'reads, and changes nothing that anybody counts';
const asksAgain = 'reads once more what the service has';
const opensOnly = 'shows, fetches or looks; nothing is printed by it';
const setsOne = 'sets one thing to what it says: said again, it says the same';
const removesOne = 'removes one thing by its id: gone is gone';
const asksWhere =
  'writes a file where the person says, in a dialog in front of the window; written again it is the same file';
const typedKey = 'changes what main holds of a key that is being entered; nothing is kept, sent or opened by it';
const writesALine = 'writes a line to the log; said again, it happened again';
const stepsOn = 'shows everything one step larger or smaller; pressed again, it is meant to go on';
const steers = 'steers the training service alone, to a state that it names';

/** Every call that is no gesture, and why repeating it changes nothing. */
const mayBeRepeated: Readonly<Record<string, string>> = {
  'session.get': reads,
  'session.dismissNotice': removesOne,
  'session.tryLine': asksAgain,
  'connections.beginKeyEntry': typedKey,
  'connections.endKeyEntry': typedKey,
  'connections.pasteKey': typedKey,
  'connections.clearKey': typedKey,
  'connections.chooseAuthority': reads,
  'connections.access': reads,
  'plans.list': reads,
  'plans.get': reads,
  'plans.open': reads,
  'plans.refresh': asksAgain,
  'plans.show': setsOne,
  'plans.outcome': reads,
  'plans.cancel': setsOne,
  'stops.list': reads,
  'stops.get': reads,
  'stops.refresh': asksAgain,
  'stops.properties': reads,
  'stops.recentRecipients': reads,
  'stops.similar': reads,
  'stops.elsewhere': reads,
  'stops.readRoute': asksAgain,
  'unassignedStops.list': reads,
  'unassignedStops.get': reads,
  'unassignedStops.refresh': asksAgain,
  'drafts.list': reads,
  'drafts.save': setsOne,
  'drafts.remove': removesOne,
  'drafts.allKept': setsOne,
  'drivers.list': reads,
  'drivers.refresh': asksAgain,
  'depots.list': reads,
  'depots.setZone': setsOne,
  'orders.list': reads,
  'orders.get': reads,
  'orders.getMany': reads,
  'orders.refresh': asksAgain,
  'orders.known': reads,
  'orders.deliveries': reads,
  'orders.saveRows': asksWhere,
  'imports.list': reads,
  'imports.get': reads,
  'imports.rows': reads,
  'imports.saveRows': setsOne,
  'imports.save': setsOne,
  'imports.remove': removesOne,
  'imports.finish': setsOne,
  'imports.sent': reads,
  'imports.sentRows': reads,
  'imports.putAway': removesOne,
  'couriers.list': reads,
  'pickupLocations.list': reads,
  'labels.fetch': opensOnly,
  'labels.check': opensOnly,
  'labels.find': reads,
  'labels.open': reads,
  'labels.save': asksWhere,
  'labels.prints': reads,
  'labels.printers': reads,
  'papers.outline': reads,
  'papers.save': asksWhere,
  'batches.list': reads,
  'batches.get': reads,
  'outbox.overview': reads,
  'outbox.list': reads,
  'outbox.entry': reads,
  'outbox.history': reads,
  'outbox.historyDetail': reads,
  'outbox.detail': reads,
  'outbox.content': reads,
  'tables.save': asksWhere,
  'map.background': reads,
  'map.tile': reads,
  'map.chooseFile': asksWhere,
  'map.setAddress': setsOne,
  'map.turnOff': setsOne,
  'crashes.list': reads,
  'crashes.save': asksWhere,
  'crashes.remove': setsOne,
  'updates.get': reads,
  'updates.look': reads,
  'updates.setSource': setsOne,
  'updates.turnOff': setsOne,
  'updates.install': setsOne,
  'updates.dontInstall': setsOne,
  'training.get': reads,
  'training.setPreset': steers,
  'training.setRules': steers,
  'training.setClock': steers,
  'training.setSwitch': steers,
  'settings.get': reads,
  'settings.set': setsOne,
  'window.failed': writesALine,
  'window.zoom': stepsOn,
};

const argumentOf = (name: string) => {
  const groups: Record<
    string,
    Record<string, { argument: { safeParse(value: unknown): { success: boolean } } }>
  > = contract;
  const [group = '', call = ''] = name.split('.');
  return groups[group]![call]!.argument;
};
const id = '0197f0a4-3c1e-7d2a-9b1c-0123456789ab';

describe('the contract', () => {
  it('has a gesture or a reason for every call', () => {
    const all = Object.entries(contract).flatMap(([group, calls]) =>
      Object.keys(calls).map((call) => `${group}.${call}`),
    );
    const others = all.filter((name) => !gestureNames.some((gesture) => gesture === name));
    expect(others.toSorted()).toEqual(Object.keys(mayBeRepeated).toSorted());
    expect(gestureNames.length).toBeGreaterThan(50);
  });

  it.each([
    [{ gesture: id }, true],
    [{ gesture: `${id}:rows-1x2y` }, true],
    [{}, false],
    [{ gesture: '' }, false],
    [{ gesture: 'draft-1' }, false],
    [{ gesture: `${id}:` }, false],
    [{ gesture: `${id};rows` }, false],
    [{ gesture: id, more: 1 }, false],
  ])('takes %j as the gesture of a call: %s', (argument, fits) => {
    expect(argumentOf('outbox.giveUpAll').safeParse(argument).success).toBe(fits);
  });
});
