/** The custom properties of the team: read with the depots, and sent by their ids. */
import { expect, it } from 'vitest';
import { connect, startApp } from '../../fixtures/app.ts';
import { allEntries } from '../../fixtures/entries.ts';
import { refresherInProcess } from '../../fixtures/refresher-in-process.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { waitFor } from '../../fixtures/wait-for.ts';
import type { Exchange, Request } from '../../../src/main/api/transport.ts';
import { VirtualService } from '../../campaigns/bench/models/virtual-service.ts';
import { accessOf, readList, startTraining, writablePlan } from './office.ts';

it('are listed by name with the ids by which the service takes them', async () => {
  const service = await startTraining(temporaryFolder());
  const app = await startApp({ folder: temporaryFolder() });
  await connect(app, accessOf(service));
  const { stops } = app.handlers;
  const planId = await writablePlan(app);
  const rows = await waitFor('the definitions', async () => {
    const listed = await stops.properties();
    return listed.length > 0 && listed;
  });
  expect(rows.map(({ name }) => name)).toEqual(['Bell', 'Cooled', 'Door code', 'Floor', 'Gate']);
  const { id: gate } = rows.find(({ name }) => name === 'Gate')!;
  const address = { addressLineOne: 'Güterstraße 52', city: 'Aldermünde', zip: '41742', country: 'Germany' };
  const stop = { address, recipient: { name: 'Behind the gate' }, customProperties: { [gate]: '3' } };
  await stops.add({ planId, stop, draftId: null });
  const isSent = async () => (await allEntries(app)).every(({ state }) => state === 'acknowledged');
  await waitFor('it to be sent', isSent, 40_000);
  interface Read {
    recipient: { name: string } | null;
    customProperties: Record<string, string> | null;
  }
  const there = await readList<Read>(service, `${planId}/stops`, 'stops');
  const found = there.find(({ recipient }) => recipient?.name === 'Behind the gate');
  expect(found?.customProperties).toEqual({ p4711: '3' });
});

/** Lists two properties, or answers 403, as the service does for a key without the right to read them. */
class WithProperties extends VirtualService {
  isForbidden = false;

  override async exchange(request: Request): Promise<Exchange> {
    const answered = await super.exchange(request);
    if (!request.path.includes('/team/customStopProperties')) return answered;
    const said = this.isForbidden
      ? { message: 'No.', code: 'forbidden' }
      : { customStopProperties: ['b', 'a'].map((id) => ({ id, name: `Property ${id}` })) };
    const body = Buffer.from(JSON.stringify(said));
    return { kind: 'answered', status: this.isForbidden ? 403 : 200, contentType: 'application/json', body };
  }
}

it('leave the depots readable where the key may not read them, and stay known then', async () => {
  const size = { plans: 1, stopsInPlan: 1, unassignedStops: 0, drivers: 1 };
  const { clock, cache, pull, service, failures } = refresherInProcess(
    (virtual) => new WithProperties(virtual, size, 20),
  );
  const read = async () => {
    await Promise.all([pull.refresh('depots', 'click'), clock.run(clock.now() + 5_000)]);
    return [(await cache.listDepots()).rows.length, (await cache.listCustomProperties()).map(({ id }) => id)];
  };
  service.isForbidden = true;
  expect(await read()).toEqual([3, []]);
  service.isForbidden = false;
  expect(await read()).toEqual([3, ['a', 'b']]);
  service.isForbidden = true;
  expect(await read()).toEqual([3, ['a', 'b']]);
  expect(failures).toEqual([]);
});
