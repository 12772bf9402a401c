import { describe, expect, it } from 'vitest';
import { TrainingPanel } from '../../../../src/renderer/training/training-panel.svelte.ts';
import {
  answerOf,
  doneOf,
  faultsLine,
  faultsOf,
  nextMorning,
  requestOf,
  timeNow,
} from '../../../../src/renderer/training/training-words.ts';
import { screensOf } from '../../../../src/renderer/screens/navigation.svelte.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import { standInNow } from '../../../fixtures/backend-stand-in.ts';
import { trainingStandIn, trainingView } from '../../../fixtures/training-stand-in.ts';

const standIn = () => ({ ...trainingStandIn(trainingView(standInNow), () => undefined) });

describe('the training panel', () => {
  it('shows the loaded state and keeps it when the next read fails', async () => {
    const calls = standIn();
    const panel = new TrainingPanel(calls, () => standInNow);
    await panel.load();
    expect(panel.view?.requests).toHaveLength(40);
    const view = panel.view;
    calls.get = () => Promise.reject(new AppError('line.timeout'));
    await panel.load();
    expect(panel.error?.code).toBe('line.timeout');
    expect(panel.view).toBe(view);
  });

  it('shows the result of a change, or why it failed', async () => {
    const calls = standIn();
    const panel = new TrainingPanel(calls, () => standInNow);
    await panel.load();
    await panel.setClock({ speed: 60 });
    expect(panel.view?.state.clock).toEqual({ now: standInNow, speed: 60 });
    await panel.setSwitch('lists', 'a-second-late');
    expect(panel.view?.state.switches['lists']).toBe('a-second-late');
    calls.setPreset = () => Promise.reject(new AppError('training.not-started'));
    await panel.setPreset('slow');
    expect(panel.notDone?.code).toBe('training.not-started');
    await panel.setClock({ speed: 1 });
    expect(panel.notDone).toBeNull();
  });

  it('makes a change that is pressed while another is under way, after that one', async () => {
    const calls = standIn();
    const panel = new TrainingPanel(calls, () => standInNow);
    await panel.load();
    const { setClock } = calls;
    const held = Promise.withResolvers<undefined>();
    calls.setClock = async (clock) => {
      const view = await setClock(clock);
      await held.promise;
      return view;
    };
    const slow = panel.setPreset('slow');
    const stopped = panel.setClock({ speed: 0 });
    const off = panel.setPreset(null);
    await slow;
    expect(panel.view?.state.faults.preset).toBe('slow');
    held.resolve(undefined);
    await Promise.all([stopped, off]);
    expect(panel.view?.state).toMatchObject({ clock: { speed: 0 }, faults: { preset: null, rules: [] } });
  });

  it('ignores an older read that arrives after the answer to a change', async () => {
    const calls = standIn();
    const panel = new TrainingPanel(calls, () => standInNow);
    await panel.load();
    let answer: (view: Awaited<ReturnType<typeof calls.get>>) => void = () => undefined;
    const old = await calls.get();
    calls.get = () => new Promise((resolve) => (answer = resolve));
    const reading = panel.load();
    await panel.setPreset('slow');
    answer(old);
    await reading;
    expect(panel.view?.state.faults.preset).toBe('slow');
  });

  it('fills the fields with the active rules, but not while the user types', async () => {
    const panel = new TrainingPanel(standIn(), () => standInNow);
    await panel.load();
    expect([panel.drafts.length, panel.isChanged]).toEqual([0, false]);
    panel.addFault('late');
    expect(panel.isChanged).toBe(true);
    await panel.load();
    expect(panel.drafts).toHaveLength(1);
    panel.drafts[0]!.texts['after'] = 'soon';
    expect(panel.isWhole).toBe(false);
    await panel.apply();
    expect(panel.view?.state.faults.rules).toEqual([]);
    panel.drafts[0]!.texts['after'] = '12';
    await panel.apply();
    expect(panel.view?.state.faults.rules).toEqual([
      { hits: {}, fault: { kind: 'late', after: 12_000, connection: 'cut' } },
    ]);
    expect(panel.isChanged).toBe(false);
  });

  it('replaces edited rules with those of a preset, and restores the active ones', async () => {
    const panel = new TrainingPanel(standIn(), () => standInNow);
    await panel.load();
    panel.addFault('refused');
    await panel.setPreset('line-bad');
    expect(panel.drafts.map(({ kind, percent }) => [kind, percent])).toEqual([['loss-before', 10]]);
    panel.drafts[0]!.percent = 90;
    expect(panel.isChanged).toBe(true);
    panel.undo();
    expect([panel.drafts[0]?.percent, panel.isChanged]).toEqual([10, false]);
    panel.removeFault(0);
    expect(panel.isChanged).toBe(true);
  });
});

describe('texts of the training screen', () => {
  const state = trainingView(standInNow).state;
  const withFaults = (faults: Partial<typeof state.faults>) =>
    faultsLine({ ...state, faults: { ...state.faults, ...faults } });
  const rules = [{ hits: {}, fault: { kind: 'loss-before' as const } }];

  it('say what is on', () => {
    expect(withFaults({})).toBe('No fault is on.');
    expect(withFaults({ rules })).toBe('1 fault of your own is on.');
    expect(withFaults({ rules, preset: 'line-down' })).toBe('“Network down” is on.');
    expect(withFaults({ rules, preset: 'restart', over: true })).toBe('“Service restarts” is over.');
  });

  it('show the answer to a request and whether it was applied', () => {
    const [request] = trainingView(standInNow).requests;
    expect([answerOf(request!), doneOf(request!)]).toEqual(['none', 'Yes']);
    const many = { ...request!, faults: ['latency', 'clock-skew', 'html'] };
    expect(faultsOf(many)).toBe('Sign-in page answers, Slow network, Wrong clock');
    expect(answerOf({ ...request!, status: 503 })).toBe('503');
    expect(answerOf({ ...request!, ended: false })).toBe('…');
    expect(answerOf({ ...request!, ended: false, applied: 'later' })).toBe('none');
    const path = '/public/v1/plans/CDeJe4G5gETUNPJgRLPe/stops:import';
    expect(requestOf({ ...request!, path })).toBe('POST /public/v1/plans/CDeJ…/stops:import');
    expect((['no', 'later', null] as const).map((applied) => doneOf({ ...request!, applied }))).toEqual([
      'No',
      'Later',
      '',
    ]);
  });

  it('advance the time at the speed of the depot', () => {
    const readAt = 1_000;
    expect(timeNow({ now: standInNow, speed: 60 }, readAt, readAt + 2_000)).toBe(standInNow + 120_000);
    expect(timeNow({ now: standInNow, speed: 0 }, readAt, readAt + 2_000)).toBe(standInNow);
  });

  it('find the next morning even across the change of summer time', () => {
    expect(nextMorning(new Date(2026, 5, 15, 14, 5).getTime())).toBe(new Date(2026, 5, 16, 6).getTime());
    expect(nextMorning(new Date(2026, 9, 24, 23, 59).getTime())).toBe(new Date(2026, 9, 25, 6).getTime());
  });
});

describe('the training screen', () => {
  it('exists only in the training depot, and last, so that the other screens keep their shortcuts', () => {
    const everywhere = ['plans', 'drivers', 'orders', 'outbox', 'labels', 'dayClose', 'settings'];
    expect(screensOf({ mode: 'connected' })).toEqual(everywhere);
    expect(screensOf({ mode: 'training' })).toEqual([...everywhere, 'training']);
  });
});
