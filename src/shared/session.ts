/** The workspace that is open, as the window sees it. */
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

/** The workspace that is open, or none. */
export interface Session {
  mode: 'none' | 'connected' | 'training';
  /** `https://host`, without a path. */
  address: string | null;
  connections: ConnectionState[];
  /** What the planning service was found to speak; only capabilities.ts makes anything of it. */
  planningVersion: Version;
  /** What can be done over the connections and, where not, why. */
  capabilities: Capabilities;
  connectivity: ConnectivityState;
  reading: ReadingState;
  outbox: OutboxSummary;
  notices: Notice[];
  training: { running: boolean } | null;
  version: string;
}
