/**
 * What the workspace's connections allow and, if not, why. Screens check this, never a version (planning-api,
 * Versioning).
 */
import type { ConnectionKind, ConnectionState } from './connections.ts';
import { endpoints, type Endpoint, type EndpointName, type Version } from './endpoints.ts';
import { mostBarcodes } from './stops.ts';

/**
 * no-key: no key was entered for this service · key-refused: the service refused the key · older-version: the service
 * runs v0.2b, which lacks this · newer-version: v1 no longer allows it
 */
export type WhyNot = 'no-key' | 'key-refused' | 'older-version' | 'newer-version';
export type Capability = { can: true } | { can: false; why: WhyNot };

export interface Capabilities {
  /** Each operation of the endpoint table. */
  operations: Record<EndpointName, Capability>;
  /** Route overrides on a plan. */
  planRouteOverrides: Capability;
  /** Assigning drivers of another depot to a plan. */
  driversOfOtherDepots: Capability;
  /** How many barcodes a stop may have. */
  mostBarcodes: number;
}

const can: Capability = { can: true };
const cannot = (why: WhyNot): Capability => ({ can: false, why });

/** @param session the connections of the workspace and the version found when it was connected */
export function capabilitiesOf(session: {
  connections: readonly ConnectionState[];
  planningVersion: Version;
}): Capabilities {
  const { connections, planningVersion: version } = session;
  const keyOf = (kind: ConnectionKind): Capability => {
    const connection = connections.find((each) => each.kind === kind);
    if (connection === undefined || connection.kept === 'none') return cannot('no-key');
    return connection.refused ? cannot('key-refused') : can;
  };
  const keys = { planning: keyOf('planning'), orders: keyOf('orders') };
  const planning = (has: boolean, why: WhyNot) => (has || !keys.planning.can ? keys.planning : cannot(why));
  const operation = (endpoint: Endpoint): Capability =>
    endpoint.service === 'orders'
      ? keys.orders
      : planning(endpoint.versions.includes(version), version === 'v1' ? 'newer-version' : 'older-version');
  return {
    operations: Object.fromEntries(
      Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => [name, operation(endpoint)]),
    ) as Record<EndpointName, Capability>,
    planRouteOverrides: planning(version === 'v1', 'older-version'),
    driversOfOtherDepots: planning(version === 'v0.2b', 'newer-version'),
    mostBarcodes: mostBarcodes[version],
  };
}
