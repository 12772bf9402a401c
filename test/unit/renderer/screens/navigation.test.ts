import { beforeEach, describe, expect, it } from 'vitest';
import { navigation } from '../../../../src/renderer/screens/navigation.svelte.ts';

beforeEach(() => navigation.reset());

describe('a number of the end of the day', () => {
  it('opens the list of plans with the open ones only, once, whatever plan was open', () => {
    navigation.openPlan('plans/p1');
    navigation.openOpenPlans();
    expect([navigation.screen, navigation.planId]).toEqual(['plans', null]);
    expect([navigation.takeOpenPlans(), navigation.takeOpenPlans()]).toEqual([true, false]);
  });

  it('opens the orders with one issue of their labels, once', () => {
    navigation.openOrdersWith('stale');
    expect(navigation.screen).toBe('orders');
    expect([navigation.takeEntryGroup(), navigation.takeOpenPlans()]).toEqual([null, false]);
    expect([navigation.takeLabelIssue(), navigation.takeLabelIssue()]).toEqual(['stale', null]);
  });

  it('is forgotten when the workspace changes', () => {
    navigation.openOrdersWith('doubt');
    navigation.reset();
    expect(navigation.takeLabelIssue()).toBeNull();
  });

  it('opens the outbox with one group of entries, once', () => {
    navigation.openEntries('in-doubt');
    expect(navigation.screen).toBe('outbox');
    expect(navigation.takeLabelIssue()).toBeNull();
    expect([navigation.takeEntryGroup(), navigation.takeEntryGroup()]).toEqual(['in-doubt', null]);
  });
});
