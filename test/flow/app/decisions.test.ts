import { describe, expect, it, onTestFinished } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { realSystem } from '../../../src/main/system.ts';
import { startService } from '../../../src/training/server.ts';
import { connect, startApp, type TestApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { calendarDateOf } from '../../../src/shared/time.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import { PlainClient } from '../../support/plain-client.ts';
import { accessOf, goOffline, namesOnService, startTraining } from './office.ts';

const type = (app: TestApp, planId: string, name: string) =>
  app.handlers.stops.add({
    planId,
    draftId: null,
    stop: {
      address: { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' },
      recipient: { name },
    },
  });

describe('stops of a past day', () => {
  it('need a decision together and move to the plan that the user chooses', async () => {
    const folder = temporaryFolder();
    const first = await startService({ folder, seed: 1 });
    let later = 0;
    const system = { ...realSystem, now: () => realSystem.now() + later };
    const app = await startApp({ folder: temporaryFolder(), system });
    expect(await connect(app, first)).toMatchObject({ connected: true });
    const today = new Intl.DateTimeFormat('sv-SE').format(new Date());
    const { id } = await app.handlers.plans.create({
      plan: { title: 'This very day', starts: calendarDateOf(Date.now()) },
      draftId: null,
    });
    const past = await waitFor('the plan to be there', async () => {
      const plan = await app.handlers.plans.get({ planId: id });
      return plan.id.includes('/') ? plan : undefined;
    });
    const coming = await waitFor('a plan that takes stops', async () => {
      const { rows } = await app.handlers.plans.list();
      return rows.find(({ writable, starts }) => writable && starts !== null && starts > today);
    });
    await first.close();
    for (const name of ['Late 1', 'Late 2']) await type(app, past.id, name);
    // The computer sleeps for two days.
    later = 2 * 86_400_000;
    const service = await startService({ folder, seed: 1 });
    onTestFinished(() => service.close());
    const asking = await waitFor('both to ask', async () => {
      const rows = (await allEntries(app)).filter(({ kind }) => kind === 'stops.create');
      return rows.every(({ state }) => state === 'decision') ? rows : undefined;
    });
    expect(
      asking.map(({ kind, name, address, planTitle, reason, ways }) => ({
        kind,
        name,
        address,
        planTitle,
        reason,
        ways,
      })),
    ).toEqual(
      ['Late 1', 'Late 2'].map((name) => ({
        kind: 'stops.create',
        name,
        address: 'Güterstraße 52, 41742 Aldermünde',
        planTitle: past.title,
        reason: { code: 'outbox.day-passed', detail: {} },
        ways: ['other-plan', 'unassigned', 'send-again', 'give-up'],
      })),
    );
    expect(await app.handlers.outbox.detail({ entryId: asking[0]!.id })).toMatchObject({
      typed: { recipient: { name: 'Late 1' } },
      base: null,
      conflicts: [],
    });

    // A choice that the entries do not offer is refused and changes nothing.
    const entryIds = asking.map(({ id }) => id);
    await expect(app.handlers.outbox.decide({ entryIds, choice: { way: 'live' } })).rejects.toMatchObject({
      code: 'record.not-editable',
    });
    expect(await app.handlers.outbox.decide({ entryIds, choice: { way: 'other-plan', planId: coming.id } })).toEqual({
      done: 2,
    });
    await waitFor('both sent', async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged'));
    const history = await app.handlers.outbox.history({ text: 'late', noun: 'stops', state: null, before: null });
    expect(history.map(({ state, name, planTitle }) => [state, name, planTitle]).sort()).toEqual([
      ['acknowledged', 'Late 1', coming.title],
      ['acknowledged', 'Late 2', coming.title],
      ['decision', 'Late 1', past.title],
      ['decision', 'Late 2', past.title],
    ]);

    await app.close();
    const authorityFile = join(temporaryFolder(), 'authority.pem');
    writeFileSync(authorityFile, service.authority);
    const reader = new PlainClient({ ...service, authorityFile });
    const names = async (planId: string) =>
      (await reader.stops(planId)).map(({ recipient }) => recipient?.name).filter((name) => name?.startsWith('Late'));
    expect((await names(coming.id)).sort()).toEqual(['Late 1', 'Late 2']);
    expect(await names(past.id)).toEqual([]);
    reader.close();
  });

  it('need a decision in a plan that was created here offline, too', async () => {
    const folder = temporaryFolder();
    const first = await startTraining(folder);
    let later = 0;
    const system = { ...realSystem, now: () => realSystem.now() + later };
    const app = await startApp({ folder: temporaryFolder(), system });
    expect(await connect(app, accessOf(first))).toMatchObject({ connected: true });
    await goOffline(app, first);
    const { id } = await app.handlers.plans.create({
      plan: { title: 'Made offline', starts: calendarDateOf(Date.now() + 86_400_000) },
      draftId: null,
    });
    for (const name of ['Late 1', 'Late 2']) await type(app, id, name);
    // The computer is offline until two days after the plan's day.
    later = 3 * 86_400_000;
    const service = await startTraining(folder);
    await app.handlers.session.tryLine();
    const asking = await waitFor(
      'both to ask',
      async () => {
        const rows = (await allEntries(app)).filter(({ kind }) => kind === 'stops.create');
        return rows.every(({ state }) => state === 'decision') ? rows : undefined;
      },
      40_000,
    );
    expect(asking.map(({ name, reason, ways }) => ({ name, reason, ways }))).toEqual(
      ['Late 1', 'Late 2'].map((name) => ({
        name,
        reason: { code: 'outbox.day-passed', detail: {} },
        ways: ['other-plan', 'unassigned', 'send-again', 'give-up'],
      })),
    );
    const plan = await app.handlers.plans.get({ planId: id });
    expect(plan).toMatchObject({ title: 'Made offline', change: null });
    expect(await namesOnService(service, plan.id, 'Late')).toEqual([]);
  }, 60_000);
});
