/** Commands from a shortcut or a menu, dispatched to the screen in front. */
import type { Pushes } from '../../shared/contract.ts';

export type CommandName = Pushes['command']['name'];

/** Handlers by command; the one registered last handles it. */
const handlers: Partial<Record<CommandName, (() => void)[]>> = {};

/**
 * Handles a command while the component is mounted. Call it during component initialisation.
 * A dialog that opens later and handles the same command takes precedence.
 */
export function useCommand(name: CommandName, handler: () => void): void {
  $effect(() => {
    handlers[name] = [...(handlers[name] ?? []), handler];
    return () => {
      handlers[name] = handlers[name]?.filter((each) => each !== handler) ?? [];
    };
  });
}

/** @returns whether there was a handler */
export function runCommand(name: CommandName): boolean {
  const handler = handlers[name]?.at(-1);
  handler?.();
  return handler !== undefined;
}

/** The command for a key press, if any. */
export function commandOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) {
  const primary = event.ctrlKey || event.metaKey;
  if (event.altKey || event.shiftKey) return undefined;
  if (!primary && event.key === 'F5') return 'refresh';
  if (!primary) return undefined;
  switch (event.key.toLowerCase()) {
    case 'r':
      return 'refresh';
    case 'n':
      return 'new-stop';
    case 'i':
      return 'import';
    case 'f':
      return 'search';
    case ',':
      return 'settings';
    default:
      return undefined;
  }
}
