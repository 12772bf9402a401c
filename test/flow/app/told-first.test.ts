/** What a call has changed is told to the window before the call is answered, so that no screen shows what was before. */
import { expect, it } from 'vitest';
import { CallRate } from '../../../src/main/call-rate.ts';
import { answerCall } from '../../../src/main/calls.ts';
import { newId, realSystem, type System } from '../../../src/main/system.ts';
import { connect, startApp } from '../../fixtures/app.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { accessOf, goOffline, startTraining, writablePlan } from './office.ts';

it('counts a stop as waiting when its save is answered', async () => {
  const service = await startTraining(temporaryFolder());
  // Short waits become long ones, so that nothing is told by the way before the call is answered.
  let least = 0;
  const after: System['after'] = (wait, action) => realSystem.after(Math.max(wait, least), action);
  const app = await startApp({ folder: temporaryFolder(), system: { ...realSystem, after } });
  await connect(app, accessOf(service));
  const planId = await writablePlan(app);
  await goOffline(app, service);
  const answering = {
    handlers: () => Promise.resolve(app.withGestures),
    tell: app.tellNow,
    isClosing: () => false,
    rate: new CallRate(() => realSystem.elapsed()),
    log: { info: () => undefined, warn: () => undefined },
  };
  const stop = { address: { addressLineOne: 'Quay 1' }, recipient: { name: 'Anna Waiting' } };
  const argument = { planId, stop, draftId: null, gesture: newId(realSystem) };
  const before = app.changes.length;
  least = 2_000;
  const answer = await answerCall(answering, true, { group: 'stops', name: 'add', argument });
  expect(answer).toMatchObject({ ok: true });
  expect(app.sessions.at(-1)?.outbox.waiting).toBe(1);
  expect(app.changes.slice(before).flatMap(({ what }) => what)).toContain('outbox');
});
