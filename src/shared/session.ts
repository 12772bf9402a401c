/** The open workspace as the window sees it. */
import type { Capabilities } from './capabilities.ts';
import type { ConnectionState, ConnectivityState, Notice, ReadableList } from './connections.ts';
import type { Version } from './endpoints.ts';
import type { OutboxSummary } from './outbox.ts';

/** What is known of the reading in the background. */
export interface ReadingState {
  /** The first reading: how many plans have their stops in the cache, of all; null: every plan has been read once. */
  first: { done: number; of: number; secondsLeft: number | null } | null;
  /** Lists whose last read failed though the service could be reached; the cache has an older state, or none. */
  failed: ReadableList[];
}

/** The open workspace, or none. */
export interface Session {
  mode: 'none' | 'connected' | 'training';
  /** `https://host`, without a path. */
  address: string | null;
  connections: ConnectionState[];
  /** The detected version of the planning service. Only capabilities.ts interprets it. */
  planningVersion: Version;
  /** What the connections allow and, if not, why. */
  capabilities: Capabilities;
  connectivity: ConnectivityState;
  reading: ReadingState;
  outbox: OutboxSummary;
  notices: Notice[];
  training: { running: boolean } | null;
  version: string;
}
