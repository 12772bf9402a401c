/**
 * Finds new drivers on the service. They carry no marker, so they are recognised by email and phone: after a lost
 * answer, and after an import, whose answer does not say which id belongs to which driver (outbox, By operation).
 */
import type { CallOptions } from '../api/client.ts';
import { pages } from '../api/pages.ts';
import { inChunks } from '../chunks.ts';
import { reachKeys } from '../../shared/driver-reach.ts';
import type { Driver } from '../../shared/drivers.ts';
import type { EndpointName, ResponseOf } from '../../shared/endpoints.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import type { StorageChange, StoredRecord } from '../db/outbox-storage.ts';
import type { Core, ServiceClient } from '../outbox/core.ts';
import { contentOf, saysSame } from '../outbox/entry-request.ts';
import { isAcceptedDriver } from './readiness.ts';

/** Drivers who get their id in one turn of the event loop. */
const learntAtOnce = 20;

/** @throws AppError when the list cannot be read to its end */
export async function listedDrivers({ service }: Pick<Core, 'service'>): Promise<Driver[]> {
  const found: Driver[] = [];
  for await (const page of pages(service, 'drivers.list', { priority: 'outbox' })) found.push(...(page.drivers ?? []));
  return found;
}

/** Whether a listed driver may be the one that was sent. Rather one too many than one too few. */
export function mayBeDriver(sent: Fields, found: { email?: unknown; phone?: unknown }): boolean {
  const isSame = (name: 'email' | 'phone') => typeof sent[name] === 'string' && sent[name] === found[name];
  const keys = reachKeys(found);
  return isSame('email') || isSame('phone') || reachKeys(sent).some((key) => keys.includes(key));
}

/** The same service, whose list of drivers is read once, however many entries of one request ask for it. */
export function readingDriversOnce(service: ServiceClient): ServiceClient {
  const reads = new Map<string, Promise<unknown>>();
  return {
    read<Name extends EndpointName>(name: Name, call: CallOptions): Promise<ResponseOf<Name>> {
      if (name !== 'drivers.list') return service.read(name, call);
      const page = JSON.stringify(call.query ?? {});
      const known = reads.get(page) as Promise<ResponseOf<Name>> | undefined;
      if (known !== undefined) return known;
      const read = service.read(name, call);
      reads.set(page, read);
      // Who asks again after a failure gets another answer.
      read.catch(() => reads.delete(page));
      return read;
    },
    write: (name, call) => service.write(name, call),
  };
}

/**
 * Gives drivers that were acknowledged without an id the one that the list shows.
 *
 * @param listed read after the answer to their import
 * @param wanted one more, whose create another outbox may have sent
 * @param isOver true once nothing may be written
 */
export async function learnDriverIds(
  core: Core,
  listed: readonly Driver[],
  wanted?: StoredRecord,
  isOver: () => boolean = () => false,
): Promise<void> {
  const { storage, system } = core;
  const isAwaited = ({ noun, id }: StoredRecord) => noun === 'drivers' && isAcceptedDriver(core, id);
  const without = storage.withoutId('').filter(isAwaited);
  if (wanted !== undefined && !without.some(({ id }) => id === wanted.id)) without.push(wanted);
  if (without.length === 0) return;
  const pairs = listed.flatMap((driver) => reachKeys(driver).map((key) => ({ key, driver })));
  const byKey = Map.groupBy(pairs, ({ key }) => key);
  const sharing = (sent: Fields) =>
    new Set(reachKeys(sent).flatMap((key) => (byKey.get(key) ?? []).map(({ driver }) => driver)));
  await inChunks(system, without, learntAtOnce, (part) => {
    if (isOver()) return;
    const changes = idsOf(core, part, (sent) => [...sharing(sent)]);
    if (changes.length > 0) storage.commit(changes);
  });
}

/** @param sharing returns the listed drivers with the email or the phone of one that was sent */
function idsOf(
  core: Core,
  records: readonly StoredRecord[],
  sharing: (sent: Fields) => readonly Driver[],
): StorageChange[] {
  const { storage } = core;
  const learnt = new Set<string>();
  return records.flatMap((record): StorageChange[] => {
    const [first] = storage.entriesOf(record.id);
    if (first === undefined || first.serverId !== null) return [];
    const sent = contentOf(core, first);
    const known = new Set(first.knownIds);
    const found = sharing(sent).filter(
      (each) =>
        !hasOtherEmail(sent, each) &&
        !known.has(each.id) &&
        !learnt.has(each.id) &&
        storage.ownerOf(each.id) === undefined,
    );
    // Somebody may have changed a new driver since. Of several, only one with the same content is certainly ours.
    const ours = found.length === 1 ? found[0] : found.find((each) => saysSame(sent, each));
    if (ours === undefined) return [];
    learnt.add(ours.id);
    return [{ do: 'change-record', id: record.id, set: { serverId: ours.id } }];
  });
}

/** Colleagues may share a phone. */
function hasOtherEmail(sent: Fields, { email }: { email?: unknown }): boolean {
  const own = sent['email'];
  return typeof own === 'string' && typeof email === 'string' && own.toLowerCase() !== email.toLowerCase();
}
