/** The workspace that is open, as the window sees it. */
import type { Capabilities } from './capabilities.ts';
import type { ConnectionState, ConnectivityState, Notice } from './connections.ts';
import type { Version } from './endpoints.ts';
import type { OutboxSummary } from './outbox.ts';

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
  outbox: OutboxSummary;
  notices: Notice[];
  training: { running: boolean } | null;
  version: string;
}
