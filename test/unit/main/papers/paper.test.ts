/** The printed documents of a plan: whose stops, in which order, and with input as plain text. */
import { describe, expect, it } from 'vitest';
import { outboxDetail, serviceRow } from '../../../../src/main/db/stop-rows.ts';
import { paper } from '../../../../src/main/papers/paper.ts';
import { partsOf } from '../../../../src/main/papers/parts.ts';
import { t } from '../../../../src/messages/index.ts';
import { noDriver, type PaperKind } from '../../../../src/shared/papers.ts';
import { stop, type StopDetail } from '../../../../src/shared/stops.ts';

const names = new Map([
  ['drivers/a', 'Zoë'],
  ['drivers/b', 'Adam'],
]);

function known(position: number | null, recipient: string, driver: string | null, more: object = {}): StopDetail {
  const item = stop.parse({
    id: `plans/p/stops/${recipient}`,
    type: 'stop',
    stopPosition: position,
    recipient: { name: recipient, phone: '+49 30 23125001' },
    address: { address: `${recipient}weg 1` },
    packageCount: 2,
    ...(driver === null ? {} : { route: { id: 'routes/r', driver } }),
    ...more,
  });
  return { row: serviceRow(item, names, undefined), stop: item, draft: null, changed: [] };
}

const waiting = (recipient: string): StopDetail =>
  outboxDetail({
    id: 'local',
    body: JSON.stringify({ recipient: { name: recipient }, address: {} }),
    entry_id: 'e',
    state: 'queued',
  });

const plan = { title: 'Monday <North>', starts: '2026-06-15', depotName: 'Depot "East"' };
const print = (kind: PaperKind, stops: readonly StopDetail[], asOf: number | null = null) =>
  paper({ kind, plan, parts: partsOf(stops), asOf, zone: 'Europe/Berlin' });
/** The words, in the order of their first occurrence. */
const orderOf = (text: string, words: readonly string[]) =>
  words.filter((word) => text.includes(word)).sort((one, other) => text.indexOf(one) - text.indexOf(other));

describe('the parts of a plan', () => {
  it('are the drivers by name, with unassigned stops last and without the ends of a route', () => {
    const parts = partsOf([
      known(0, 'Depot', 'drivers/a', { type: 'start' }),
      known(1, 'Berg', 'drivers/a'),
      known(1, 'Tal', 'drivers/b', { packageCount: null }),
      known(null, 'Neu', null),
      waiting('Offen'),
    ]);
    expect(
      parts.map(({ driverId, name, stops, packages, lines }) => [driverId, name, stops, packages, lines.length]),
    ).toEqual([
      ['drivers/b', 'Adam', 1, 0, 1],
      ['drivers/a', 'Zoë', 1, 2, 2],
      [noDriver, null, 2, 2, 2],
    ]);
  });

  it('are empty for a route with only its ends', () => {
    expect(partsOf([known(0, 'Depot', 'drivers/a', { type: 'start' })])).toEqual([]);
  });
});

describe('printed documents', () => {
  const route = [
    known(0, 'Depot', 'drivers/a', { type: 'start' }),
    known(1, 'Berg', 'drivers/a', {
      notes: 'Ring <b>twice</b>',
      timing: { earliestAttemptTime: { hour: 9, minute: 0 }, latestAttemptTime: { hour: 12, minute: 30 } },
      paymentOnDelivery: { amount: 1_250, currency: 'EUR' },
      proofOfAttemptRequirements: { enabled: true },
      packageLabel: 'A-17',
      placeInVehicle: { x: 'left', y: 'front', z: 'floor' },
      deliveryInfo: {
        attempted: true,
        succeeded: true,
        state: 'delivered_to_recipient',
        attemptedAt: 1_781_500_000,
        signeeName: 'Ö. Berg',
      },
    }),
    known(2, 'Tal', 'drivers/a', {
      deliveryInfo: {
        attempted: true,
        succeeded: false,
        state: 'failed_not_home',
        attemptedAt: 1_781_500_500,
        driverProvidedInternalNotes: 'Gate shut',
      },
    }),
    known(3, 'Wald', 'drivers/a'),
  ];

  it('1: show user input as plain text', () => {
    const text = print('driver-sheet', route);
    expect(text).toContain('Monday &lt;North&gt;');
    expect(text).toContain('Ring &lt;b&gt;twice&lt;/b&gt;');
    expect(text).toContain('Depot &quot;East&quot;');
    expect(text).not.toContain('<b>');
    expect(text).not.toContain('<script');
  });

  it('list the stops for the driver in order, with times, money and requirements', () => {
    const text = print('driver-sheet', route);
    expect(orderOf(text, ['Waldweg', 'Talweg', 'Bergweg', 'Depotweg'])).toEqual([
      'Depotweg',
      'Bergweg',
      'Talweg',
      'Waldweg',
    ]);
    expect(text).toContain('09:00–12:30');
    expect(text).toContain(t('papers.collect', { amount: 'EUR 12.50' }));
    expect(text).toContain(t('papers.proofNeeded'));
    expect(text.match(/class="signature"/g)).toHaveLength(4);
  });

  it('list the load of the van in reverse, without the ends of the route', () => {
    const text = print('loading-list', route);
    expect(orderOf(text, ['Bergweg', 'Talweg', 'Waldweg', 'Depotweg'])).toEqual(['Waldweg', 'Talweg', 'Bergweg']);
    expect(text).toContain('A-17');
    expect(text).toContain('left · front · floor');
  });

  it('load only what is delivered, and say that pickups are not listed', () => {
    const pickup = known(2, 'Hol', 'drivers/a', { activity: 'pickup', packageCount: 5 });
    const stops = [known(1, 'Berg', 'drivers/a'), pickup, known(3, 'Wald', 'drivers/a')];
    const loading = print('loading-list', stops);
    expect(orderOf(loading, ['Bergweg', 'Holweg', 'Waldweg'])).toEqual(['Waldweg', 'Bergweg']);
    expect(loading).toContain('<p class="quiet">2 stops · 4 packages · ');
    expect(loading).toContain(t('papers.pickupsNotListed', { count: 1 }));
    const sheet = print('driver-sheet', stops);
    expect(orderOf(sheet, ['Bergweg', 'Holweg', 'Waldweg'])).toEqual(['Bergweg', 'Holweg', 'Waldweg']);
    expect(sheet).toContain('<p class="quiet">3 stops · 9 packages · ');
    const nothing = print('loading-list', [pickup]);
    expect(nothing).toContain(t('papers.nothingToLoad'));
    expect(nothing).not.toContain('Holweg');
    expect(nothing).toContain('<p class="quiet">0 stops · ');
    const usual = print('loading-list', route);
    for (const text of [t('papers.nothingToLoad'), 'not listed']) expect(usual).not.toContain(text);
  });

  it('report completed, failed with reason, and open stops', () => {
    const text = print('day-report', route);
    const sums = [...text.matchAll(/<td>([^<]+)<\/td>\s*<td class="number">(\d+)<\/td>\s*<td class="number">(\d+)</g)];
    expect(sums.map(([, name, stops, packages]) => [name, stops, packages])).toEqual([
      [t('papers.done'), '1', '2'],
      [t('papers.failed'), '1', '2'],
      [t('papers.open'), '1', '2'],
      [t('papers.total'), '3', '6'],
    ]);
    // Stops that need attention come first.
    expect(orderOf(text, ['Bergweg', 'Talweg', 'Waldweg'])).toEqual(['Talweg', 'Waldweg', 'Bergweg']);
    expect(text).toContain(t('stops.stateFailedNotHome'));
    expect(text).toContain(t('papers.driverSays', { text: 'Gate shut' }));
    expect(text).toContain(t('papers.signedBy', { name: 'Ö. Berg' }));
  });

  it('count a stop as the screens do, whatever the service leaves out of its result', () => {
    const result = (deliveryInfo: object) => known(1, 'Tal', 'drivers/a', { deliveryInfo });
    const sums = (line: StopDetail) => {
      const counts = print('day-report', [line]).matchAll(/<td>([^<]+)<\/td>\s*<td class="number">1</g);
      return [...counts].map(([, name]) => name);
    };
    const unnamed = result({ attempted: true, succeeded: false, state: null });
    expect(sums(unnamed)).toEqual([t('papers.failed'), t('papers.total')]);
    expect(print('day-report', [unnamed])).toContain(t('stops.stateFailedOther'));
    expect(sums(result({ attempted: true, state: 'delivered_to_mailbox' }))).toEqual([
      ...[t('papers.done'), t('papers.total')],
    ]);
    expect(sums(result({ state: 'returned_to_depot', succeeded: false }))[0]).toBe(t('papers.failed'));
  });

  it('say nothing of packages whose number is not known, as the screens do', () => {
    const text = print('driver-sheet', [known(1, 'Tal', 'drivers/b', { packageCount: null })]);
    expect(text).toContain('<p class="quiet">1 stop · ');
    expect(text).toMatch(/Talweg 1[^]*?<\/td>\s*<td class="number"><\/td>/);
  });

  it('name the day and the time at the depot at which the stops were read', () => {
    const text = (asOf: number | null) => print('driver-sheet', [known(1, 'Berg', 'drivers/a')], asOf);
    expect(text(Date.UTC(2026, 5, 15, 22, 30))).toContain(t('papers.asOf', { moment: '16 Jun, 00:30' }));
    expect(text(Date.UTC(2026, 5, 15, 15, 5))).toContain(t('papers.asOf', { moment: '15 Jun, 17:05' }));
    expect(text(null)).toContain(t('papers.asOfNever'));
  });

  it('mark changes that have not reached the service', () => {
    expect(print('driver-sheet', [waiting('Offen')])).toContain(t('papers.notSent'));
  });
});
