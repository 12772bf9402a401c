/** What the refresher is given. */
import type { ReadableList } from '../../shared/connections.ts';
import type { Changed } from '../../shared/contract.ts';
import type { ServiceName } from '../../shared/endpoints.ts';
import type { Stop } from '../../shared/stops.ts';
import type { Attendance } from '../attendance.ts';
import type { System } from '../system.ts';
import type { ListReading } from './lists.ts';

type OfLists = 'client' | 'cache' | 'ordersRead' | 'unassignedRead' | 'driversRead';

export interface RefresherOptions extends Pick<ListReading, OfLists> {
  system: System;
  attendance: Attendance;
  /** Whether a service can be read now: online and with a key. */
  mayRead(service: ServiceName): boolean;
  /** Whether the service has a search (planning-api, Versioning 2). */
  hasSearch: boolean;
  changed(what: Changed[], planId: string | null): void;
  /** Gets the stops that were read, to learn ids by marker. */
  stopsRead(planId: string, stops: readonly Stop[]): Promise<void>;
  /** Gets a plan that was read by itself. */
  planRead(planId: string, plan: { optimization?: string | null | undefined }): void;
  failed(error: unknown): void;
  /** Called when `reading` has changed. */
  readingChanged(): void;
  /** Called with the lists that the key may not read, each time they change. */
  forbidden(lists: ReadableList[]): void;
}
