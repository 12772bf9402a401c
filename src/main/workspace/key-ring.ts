/** The keys in use, where each is stored, and which ones the service has refused. */
import type { ConnectionKind, ConnectionState } from '../../shared/connections.ts';

interface KeyState {
  key: string | null;
  kept: ConnectionState['kept'];
  refused: boolean;
}

export class KeyRing {
  private readonly keys: Record<ConnectionKind, KeyState> = {
    planning: { key: null, kept: 'none', refused: false },
    orders: { key: null, kept: 'none', refused: false },
  };

  /** @returns null if the key is missing or refused */
  given(kind: ConnectionKind): string | null {
    const { key, refused } = this.keys[kind];
    return refused ? null : key;
  }

  /** Records a 401 from the service. @returns false if the key was already refused */
  refuse(kind: ConnectionKind): boolean {
    if (this.keys[kind].refused) return false;
    this.keys[kind].refused = true;
    return true;
  }

  set(kind: ConnectionKind, key: string | null, kept: ConnectionState['kept']): void {
    this.keys[kind] = { key, kept, refused: false };
  }

  /** The state of a key, without the key itself. */
  state(kind: ConnectionKind): Pick<ConnectionState, 'kind' | 'kept' | 'refused'> {
    const { kept, refused } = this.keys[kind];
    return { kind, kept, refused };
  }

  /** The available keys, for main only. */
  known(kinds: readonly ConnectionKind[]): { kind: ConnectionKind; key: string; kept: 'keychain' | 'session' }[] {
    return kinds.flatMap((kind) => {
      const { key, kept } = this.keys[kind];
      return key === null || kept === 'none' || kept === 'unread' ? [] : [{ kind, key, kept }];
    });
  }
}
