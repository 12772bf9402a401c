/** The trainer's side of the app: main controls the training service, and its key never leaves main. */
import { describe, expect, it } from 'vitest';
import { presetNames as presetsOfService, presets } from '../../../src/training/faults/presets.ts';
import { switchChoices } from '../../../src/training/switches.ts';
import { faultRule, presetNames } from '../../../src/shared/training.ts';
import { connect, startApp, type TestApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { innerTraining, type InnerTraining } from '../../fixtures/training-launcher.ts';
import { waitFor } from '../../fixtures/wait-for.ts';

async function trainingApp(): Promise<{ app: TestApp; launcher: InnerTraining }> {
  const launcher = innerTraining({ folder: temporaryFolder() });
  const app = await startApp({ folder: temporaryFolder(), training: launcher });
  await app.handlers.session.startTraining();
  return { app, launcher };
}

describe('the names shared by app and service', () => {
  it('are the same, as are the rules of the presets', () => {
    expect(presetNames).toEqual(presetsOfService);
    for (const name of presetNames) {
      for (const rule of presets[name].plan.rules) expect(faultRule.parse(rule)).toEqual(rule);
    }
  });
});

describe('the training group', () => {
  it('reads the state and the latest requests, newest first', async () => {
    const { app } = await trainingApp();
    // The workspace is open before its first read has left.
    await waitFor('two requests', async () => (await app.handlers.training.get()).requests.length > 1);
    const { state, requests } = await app.handlers.training.get();
    expect(state).toMatchObject({ clock: { speed: 1 }, faults: { preset: null, rules: [], over: false } });
    expect(Math.abs(state.clock.now - Date.now())).toBeLessThan(60_000);
    expect(state.choices).toEqual(switchChoices);
    const numbers = requests.map(({ number }) => number);
    expect(numbers).toEqual([...numbers].sort((one, other) => other - one));
  });

  it('sets the clock, switches, presets and rules, and returns the new state each time', async () => {
    const { app } = await trainingApp();
    const { training } = app.handlers;
    const now = Date.UTC(2026, 5, 15, 6);
    expect((await training.setClock({ now, speed: 0 })).state.clock).toEqual({ now, speed: 0 });
    expect((await training.setClock({ speed: 60 })).state.clock.speed).toBe(60);
    expect((await training.setSwitch({ name: 'lists', choice: 'a-second-late' })).state.switches).toMatchObject({
      lists: 'a-second-late',
      deletion: 'message',
    });
    expect((await training.setPreset({ preset: 'slow' })).state.faults).toMatchObject({ preset: 'slow' });
    const rules = [{ hits: { share: 0.5 }, fault: { kind: 'loss-after' as const } }];
    expect((await training.setRules({ rules })).state.faults).toMatchObject({ preset: null, rules });
    expect((await training.setPreset({ preset: null })).state.faults).toMatchObject({ preset: null, rules: [] });
    expect(app.changes.filter(({ what }) => what.includes('training'))).toHaveLength(6);
  });

  it('reaches the control API while the services are offline, and goes online again afterwards', async () => {
    const { app } = await trainingApp();
    await waitFor('the line', () => app.session().connectivity.state === 'up');
    await app.handlers.training.setPreset({ preset: 'line-down' });
    await waitFor('the line to be down', () => app.session().connectivity.state === 'down');
    expect((await app.handlers.training.get()).state.faults.preset).toBe('line-down');
    await app.handlers.training.setPreset({ preset: null });
    await waitFor('the line to be up', () => app.session().connectivity.state === 'up');
  });

  it('reaches the control API while the certificate has expired, which connectivity reports', async () => {
    const { app } = await trainingApp();
    await waitFor('the line', () => app.session().connectivity.state === 'up');
    await app.handlers.training.setPreset({ preset: 'certificate' });
    // An open connection closes after its next answer, so the following request meets the certificate and no other
    // fault.
    const { error } = await waitFor('the line to be down', () => {
      const { connectivity: line } = app.session();
      return line.state === 'down' && line;
    });
    expect(error).toMatchObject({ code: 'line.certificate', detail: { cause: 'CERT_HAS_EXPIRED' } });
    await app.handlers.training.setPreset({ preset: null });
    await waitFor('the line to be up', () => app.session().connectivity.state === 'up');
  });

  it('refuses an unknown switch and an unknown choice of a switch', async () => {
    const { app } = await trainingApp();
    for (const given of [
      { name: 'lists', choice: 'never' },
      { name: 'nothing', choice: 'at-once' },
    ]) {
      await expect(app.handlers.training.setSwitch(given)).rejects.toMatchObject({ code: 'input.invalid' });
    }
  });

  it('fails with training.not-open in a connected workspace and without a workspace', async () => {
    const { app, launcher } = await trainingApp();
    const { address, authority, planningKey, ordersKey } = launcher.service();
    const plain = await startApp({ folder: temporaryFolder() });
    const refused = { code: 'training.not-open' };
    await expect(plain.handlers.training.get()).rejects.toMatchObject(refused);
    await connect(plain, { address, authority, planningKey, ordersKey });
    expect(plain.session().mode).toBe('connected');
    const { training } = plain.handlers;
    await expect(training.get()).rejects.toMatchObject(refused);
    await expect(training.setPreset({ preset: 'line-down' })).rejects.toMatchObject(refused);
    await expect(training.setRules({ rules: [] })).rejects.toMatchObject(refused);
    await expect(training.setClock({ speed: 0 })).rejects.toMatchObject(refused);
    await expect(training.setSwitch({ name: 'lists', choice: 'at-once' })).rejects.toMatchObject(refused);
    expect((await app.handlers.training.get()).state.faults.preset).toBeNull();
  });

  it('fails with training.not-started while the service is stopped, and works again after its start', async () => {
    const { app } = await trainingApp();
    await app.handlers.session.stopTrainingService();
    await expect(app.handlers.training.get()).rejects.toMatchObject({ code: 'training.not-started' });
    await app.handlers.session.startTraining();
    expect((await app.handlers.training.get()).state.faults.preset).toBeNull();
  });

  it('never shows the control key in an answer, an event or the log', async () => {
    const { app, launcher } = await trainingApp();
    const views = [await app.handlers.training.get(), await app.handlers.training.setPreset({ preset: 'slow' })];
    const { controlKey } = launcher.service();
    expect(controlKey).toMatch(/^training-control-.{20}/);
    const said = JSON.stringify([views, app.changes, app.sessions, app.log, await app.handlers.session.get()]);
    expect(said).not.toContain(controlKey);
  });
});
