import { expect, it } from 'vitest';
import { hasEnded, lineOf, progressText, rowReason, rowText } from '../../../../src/renderer/import/sent-words.ts';
import type { SentImport } from '../../../../src/shared/imports.ts';
import type { Session } from '../../../../src/shared/session.ts';
import { t } from '../../../../src/messages/index.ts';

const none = { sent: 0, waiting: 0, paused: 0, asking: 0, discarded: 0 };
const sent = (counts: Partial<SentImport['counts']>, millisecondsLeft = 0): SentImport => ({
  ...{ id: 'one', noun: 'stops', place: 'plans/p1', name: 'shop.csv', at: 0, hasRows: true, millisecondsLeft },
  ...{ counts: { ...none, ...counts }, pausable: 0, discardable: 0 },
});
const session = (state: Session['connectivity']['state']) => ({ connectivity: { state } }) as unknown as Session;

it('says how much is sent, and what is with the rest', () => {
  expect(progressText(sent({ sent: 100, waiting: 500 }, 120_000), session('up'))).toBe(
    'shop.csv: 100 of 600 sent · about 2 min left',
  );
  expect(progressText(sent({ sent: 597, asking: 3 }), session('up'))).toBe(
    'shop.csv: 597 of 600 sent · 3 not accepted',
  );
  expect(progressText(sent({ sent: 1, paused: 599 }), session('up'))).toBe('shop.csv: 1 of 600 sent · 599 paused');
});

it('promises no time while nothing can be sent, or none that is worth reading', () => {
  const waiting = sent({ waiting: 600 }, 120_000);
  expect(progressText(waiting, session('down'))).toBe('shop.csv: 0 of 600 sent');
  expect(progressText(waiting, null)).toBe('shop.csv: 0 of 600 sent');
  expect(progressText(sent({ waiting: 9 }, 9_000), session('up'))).toBe('shop.csv: 0 of 9 sent');
});

it('has ended when nothing of it waits', () => {
  expect(hasEnded(sent({ sent: 5, discarded: 1 }))).toBe(true);
  for (const state of ['waiting', 'paused', 'asking'] as const) expect(hasEnded(sent({ [state]: 1 }))).toBe(false);
});

it('gives the reason of a row in one line, with the words of the service', () => {
  const reason = { code: 'service.refused', detail: { serviceMessage: 'No such street.' } } as const;
  expect(rowReason({ state: 'asking', reason })).toMatch(/^The service did not accept .* No such street\.$/);
  const known = {
    ...reason,
    detail: { serviceCode: 'address_not_found', serviceMessage: 'The address was not found.' },
  };
  expect(rowReason({ state: 'asking', reason: known }), 'said once').toBe('The address could not be found on the map.');
  expect(rowReason({ state: 'sent', reason })).toBeNull();
  expect(rowReason({ state: 'waiting', reason: null })).toBeNull();
});

it('says of a row that cannot be corrected in the table where it is decided', () => {
  const reason = { code: 'service.refused', detail: {} } as const;
  const text = rowText({ state: 'asking', reason, isCorrectable: true });
  expect(text).toBe(rowReason({ state: 'asking', reason }));
  expect(rowText({ state: 'asking', reason, isCorrectable: false })).toBe(`${text} ${t('imports.rowDecide')}`);
  expect(rowText({ state: 'sent', reason: null, isCorrectable: false })).toBe(t('imports.rowSent'));
});

it('knows the line of a row, and none of a record that was joined from several', () => {
  expect(lineOf('line-12')).toBe('12');
  expect(lineOf('lines-12-13')).toBe('');
});
