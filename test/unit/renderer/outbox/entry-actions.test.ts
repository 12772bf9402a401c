import { beforeEach, describe, expect, it } from 'vitest';
import { EntryActions } from '../../../../src/renderer/outbox/entry-actions.svelte.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { EntryRow } from '../../../../src/shared/entries.ts';

const entry: EntryRow = {
  id: 'e1',
  sequence: 1,
  kind: 'stops.create',
  state: 'refused',
  reason: { code: 'service.refused', detail: {} },
  createdAt: 0,
  attempts: 1,
  lastAttemptAt: 0,
  notBefore: null,
  planId: 'plans/p1',
  planTitle: 'North tour',
  recordId: 'record-1',
  name: 'Anna Berger',
  address: 'Lindenweg 3',
  ways: ['send-again', 'other-plan', 'unassigned', 'give-up'],
  heldBy: null,
  waitsFor: null,
};
const asking: EntryRow = { ...entry, state: 'decision', reason: { code: 'outbox.other-content', detail: {} } };

const alone = (row: EntryRow) => ({ entry: row, count: 1 });

let log: string[];
let refusal: AppError | null;
let actions: EntryActions;

beforeEach(() => {
  log = [];
  refusal = null;
  const answer = async (line: string) => {
    log.push(line);
    if (refusal) throw refusal;
  };
  actions = new EntryActions(
    {
      retry: ({ entryId }) => answer(`retry ${entryId}`),
      giveUp: ({ entryId }) => answer(`giveUp ${entryId}`),
      decide: async ({ entryIds, choice }) => {
        await answer(`decide ${entryIds.join(',')} ${JSON.stringify(choice)}`);
        return { done: entryIds.length };
      },
      decideAlike: async ({ entryId, choice }) => {
        await answer(`decide like ${entryId} ${JSON.stringify(choice)}`);
        return { done: 2 };
      },
    },
    {
      correct: ({ id }) => log.push(`correct ${id}`),
      say: (kind, text) => log.push(`${kind}: ${text}`),
    },
  );
});

describe('EntryActions', () => {
  it('retries immediately and says so', async () => {
    await actions.start(alone(entry), 'retry');
    expect(log).toEqual(['retry e1', 'info: Trying again: New stop: Anna Berger']);
    expect(actions.question).toBeNull();
  });

  it('opens the form to correct an entry and sends nothing', async () => {
    await actions.start(alone(entry), 'correct');
    expect(log).toEqual(['correct e1']);
  });

  it('asks before discarding and names what will not be sent', async () => {
    await actions.start(alone(entry), 'give-up');
    expect(log).toEqual([]);
    expect(actions.question?.text).toContain('Anna Berger');
    expect(actions.question?.text).toContain('Lindenweg 3');
    expect(actions.question?.text).toContain('North tour');
    expect(actions.question?.text).toContain('NOT');
    await actions.confirm();
    expect(log).toEqual(['decide e1 {"way":"give-up"}', 'info: Discarded: New stop: Anna Berger']);
    expect(actions.question).toBeNull();
  });

  it('does nothing if the question is dismissed', async () => {
    await actions.start(alone(entry), 'give-up');
    actions.dismiss();
    await actions.confirm();
    expect(log).toEqual([]);
  });

  it('discards a waiting entry with the call for unsent entries', async () => {
    await actions.start(alone({ ...entry, state: 'queued', reason: null, ways: [] }), 'give-up');
    await actions.confirm();
    expect(log[0]).toBe('giveUp e1');
  });

  it('asks before resending what may be on the service, and resends other entries immediately', async () => {
    await actions.start(alone(asking), 'send-again');
    expect(log).toEqual([]);
    await actions.confirm();
    expect(log[0]).toBe('decide e1 {"way":"send-again"}');
    await actions.start(alone(entry), 'send-again');
    expect(log.filter((line) => line.startsWith('decide'))).toHaveLength(2);
    await actions.start(alone(asking), 'on-service');
    expect(log.filter((line) => line.startsWith('decide')).at(-1)).toBe('decide e1 {"way":"on-service"}');
  });

  it('moves many to the chosen plan or keeps them unassigned', async () => {
    const many = { entry, count: 3 };
    await actions.start(many, 'other-plan');
    expect(actions.question).toMatchObject({ choose: 'plan' });
    expect(actions.question?.text).toContain('3 entries');
    await actions.confirm('plans/p9');
    await actions.start(many, 'unassigned');
    await actions.confirm(null);
    expect(log.filter((line) => line.startsWith('decide'))).toEqual([
      'decide like e1 {"way":"other-plan","planId":"plans/p9"}',
      'decide like e1 {"way":"unassigned","depot":null}',
    ]);
    // For one of them this choice was no longer available.
    expect(log.at(-1)).toBe('info: Becomes an unassigned stop: 2 entries');
  });

  it('resolves a conflict field by field', async () => {
    await actions.resolve(alone(entry), { notes: 'theirs' }, 'mine');
    expect(log).toEqual([
      'decide e1 {"way":"resolve","fields":{"notes":"theirs"},"others":"mine"}',
      'info: Resolved: New stop: Anna Berger',
    ]);
  });

  it('shows an error of main as a message', async () => {
    refusal = new AppError('record.not-editable');
    await actions.start(alone(entry), 'retry');
    expect(log.at(-1)).toMatch(/^error: This can no longer be changed\./);
    expect(actions.busy).toBeNull();
  });

  it('runs one action at a time', async () => {
    const first = actions.start(alone(entry), 'retry');
    const second = actions.start(alone(entry), 'retry');
    await Promise.all([first, second]);
    expect(log.filter((line) => line === 'retry e1')).toHaveLength(1);
  });
});
