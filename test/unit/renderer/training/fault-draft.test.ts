import { describe, expect, it } from 'vitest';
import {
  draftOf,
  faultKinds,
  fieldsOf,
  hasFurther,
  newDraft,
  problemsOf,
  ruleOf,
} from '../../../../src/renderer/training/fault-draft.ts';
import {
  choiceTitle,
  faultTitle,
  fieldTitle,
  switchTitle,
  valueTitle,
} from '../../../../src/renderer/training/training-words.ts';
import type { FaultRule } from '../../../../src/shared/training.ts';
import { presets } from '../../../../src/training/faults/presets.ts';

const presetRules: readonly FaultRule[] = Object.values(presets).flatMap(({ plan }) =>
  plan.rules.map((rule) => structuredClone(rule) as FaultRule),
);

describe('a draft of a rule', () => {
  it.each(presetRules)('converts back to the same rule: $fault.kind', (rule) => {
    expect(ruleOf(draftOf(rule))).toEqual(rule);
  });

  it.each(faultKinds)('is valid when added: %s', (kind) => {
    const draft = newDraft(kind);
    expect(problemsOf(draft)).toEqual({});
    expect(ruleOf(draft)?.fault.kind).toBe(kind);
  });

  it('shows seconds and minutes, and accepts a comma or a point', () => {
    const draft = newDraft('latency');
    expect(draft.texts).toEqual({ least: '0.5', most: '3', direction: 'both' });
    draft.texts['least'] = '0,25';
    expect(ruleOf(draft)?.fault).toMatchObject({ least: 250, most: 3_000 });
    const clock = newDraft('clock-skew');
    expect(clock.texts).toEqual({ by: '120' });
    clock.texts['by'] = '-5';
    expect(ruleOf(clock)?.fault).toEqual({ kind: 'clock-skew', by: -300_000 });
  });

  it('reports a field outside its bounds, and is no rule until it is valid', () => {
    const draft = newDraft('late');
    for (const typed of ['', 'soon', '-1', '601', '1e3']) {
      draft.texts['after'] = typed;
      expect(problemsOf(draft), typed).toEqual({ after: 'Enter a number from 0 to 600.' });
      expect(ruleOf(draft), typed).toBeUndefined();
    }
    draft.texts['after'] = '600';
    expect(ruleOf(draft)?.fault).toEqual({ kind: 'late', after: 600_000, connection: 'cut' });
  });

  it('requires the minimum wait not to exceed the maximum', () => {
    const draft = newDraft('latency');
    draft.texts['least'] = '4';
    expect(problemsOf(draft)).toEqual({ least: 'Not more than the longest.' });
    expect(ruleOf(draft)).toBeUndefined();
  });

  it('allows an empty optional field: no Retry-After', () => {
    const draft = newDraft('too-many');
    expect(draft.texts).toEqual({ retryAfter: '' });
    expect(ruleOf(draft)?.fault).toEqual({ kind: 'too-many', retryAfter: null });
    draft.texts['retryAfter'] = '30';
    expect(ruleOf(draft)?.fault).toEqual({ kind: 'too-many', retryAfter: 30 });
  });

  it('has a share and a kind of requests, unless they make no sense', () => {
    const draft = newDraft('loss-after');
    draft.percent = 35;
    draft.which = 'writes';
    expect(ruleOf(draft)?.hits).toEqual({ share: 0.35, methods: ['POST', 'PATCH', 'DELETE'] });
    draft.which = 'reads';
    draft.percent = 100;
    expect(ruleOf(draft)?.hits).toEqual({ methods: ['GET'] });
    const refused = newDraft('refused');
    refused.percent = 35;
    refused.which = 'writes';
    expect(ruleOf(refused)?.hits).toEqual({});
  });

  it('keeps conditions that it does not show, and says that there are some', () => {
    const hits = { path: '/public/*', methods: ['POST' as const], endsAfter: 5_000, share: 0.5 };
    const draft = draftOf({ hits, fault: { kind: 'loss-before' } });
    expect(draft.which).toBe('others');
    expect(hasFurther(draft)).toBe(true);
    expect(hasFurther(newDraft('loss-before'))).toBe(false);
    draft.percent = 80;
    expect(ruleOf(draft)?.hits).toEqual({ ...hits, share: 0.8 });
  });
});

describe('texts', () => {
  it('exist for each fault, each of its fields and each choice', () => {
    for (const kind of faultKinds) {
      expect(faultTitle(kind), kind).not.toBe(kind);
      for (const field of fieldsOf[kind]) {
        expect(fieldTitle(field.name), field.name).not.toBe(field.name);
        if (field.type === 'number') continue;
        for (const value of field.values) expect(valueTitle(field.name, value), value).not.toBe(value);
      }
    }
  });

  it('fall back to the raw name of an unknown switch', () => {
    expect(switchTitle('lists')).toBe('Lists show a change');
    expect(choiceTitle('lists', 'a-second-late')).toBe('A second late');
    expect([switchTitle('brandNew'), choiceTitle('brandNew', 'this-way')]).toEqual(['brandNew', 'this-way']);
  });
});
