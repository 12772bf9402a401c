/** The Screen column follows from what the end-to-end tests have sent, and gives no reason that has become untrue. */
import { describe, expect, it } from 'vitest';
import { isReason, namedIn } from '../../conformance/row.ts';
import { sections } from '../../conformance/rules/index.ts';
import { screenOf, sentBy, testOfScreen, unsent } from '../../conformance/screens.ts';
import { keptTests } from '../../conformance/sent.ts';

const rules = sections.flatMap((section) => section.rules);
const screenOfRow = (id: string) => rules.find((rule) => rule.id === id)?.screen;

describe('the screen of a rule', () => {
  it('is a test that sent its operation, or the reason that none did', () => {
    const test = keptTests()['v1 plans.optimize'];
    expect(test).toMatch(/^test\/e2e\/.+ > /);
    expect(sentBy('plans.optimize')).toEqual([test]);
    expect(testOfScreen('plans.optimize', 'v1')).toBe(test);
    expect(sentBy('plans.optimize', 'plans.optimize'), 'each test once').toEqual([test]);
    expect(sentBy('depots.create')).toBe(unsent);
    expect(testOfScreen('members.create', 'v1')).toBe(unsent);
    expect(sentBy('depots.create', 'plans.optimize'), 'one that is sent is enough').toEqual([test]);
  });

  it('is its file only while a test has seen it send the operation', () => {
    expect(screenOf('src/renderer/plans/PlanDialog.svelte', 'plans.create')).toBe(
      'src/renderer/plans/PlanDialog.svelte',
    );
    expect(screenOf('src/renderer/plans/PlanDialog.svelte', 'depots.create')).toBe(unsent);
  });

  it('is named for every operation that a test has sent, and for no other', () => {
    const known = keptTests();
    const wrong = rules.filter(({ operation, screen }) => {
      if (operation === undefined) return false;
      const test = known[`${operation.version} ${operation.name}`];
      return test === undefined ? !isReason(screen) : !namedIn(screen).includes(test);
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it('is no promise: what is not there yet becomes untrue when it is', () => {
    const promised = rules.filter(({ screen }) => isReason(screen) && /\byet\b/.test(screen.none));
    expect(promised.map(({ id }) => id)).toEqual([]);
  });

  it('is the form that has the field, and a reason for a field that no form has', () => {
    expect(screenOfRow('plans.create.title')).toBe('src/renderer/plans/PlanDialog.svelte');
    expect(screenOfRow('plans.update.routeOverrides.maxStops')).toBe('src/renderer/plans/PlanRoutes.svelte');
    expect(screenOfRow('drivers.create.routeOverrides.maxStops')).toHaveProperty('none');
    expect(screenOfRow('depots.create.name')).toBe(unsent);
    expect(screenOfRow('planning.states.reoptimise')).toEqual(sentBy('plans.reoptimize'));
  });
});
