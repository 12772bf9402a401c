import type { ConnectionKind, Session } from '../../shared/connections.ts';

/** Whether the open workspace has a key of this kind; the training depot has both. */
export function hasKey(session: Session | null, kind: ConnectionKind): boolean {
  if (session === null || session.mode === 'training') return true;
  return session.connections.some((connection) => connection.kind === kind && connection.kept !== 'none');
}
