/** The keys in use: which there are, where each is kept, and which the service has refused. */
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

  /** @returns null where there is no key, or a refused one */
  given(kind: ConnectionKind): string | null {
    const { key, refused } = this.keys[kind];
    return refused ? null : key;
  }

  /** The service said 401. @returns false when it has refused the key before */
  refuse(kind: ConnectionKind): boolean {
    if (this.keys[kind].refused) return false;
    this.keys[kind].refused = true;
    return true;
  }

  set(kind: ConnectionKind, key: string | null, kept: ConnectionState['kept']): void {
    this.keys[kind] = { key, kept, refused: false };
  }

  /** What may be told of a key: everything but the key. */
  state(kind: ConnectionKind): Pick<ConnectionState, 'kind' | 'kept' | 'refused'> {
    const { kept, refused } = this.keys[kind];
    return { kind, kept, refused };
  }

  /** Those that are there, for main alone. */
  known(kinds: readonly ConnectionKind[]): { kind: ConnectionKind; key: string; kept: 'keychain' | 'session' }[] {
    return kinds.flatMap((kind) => {
      const { key, kept } = this.keys[kind];
      return key === null || kept === 'none' ? [] : [{ kind, key, kept }];
    });
  }
}
