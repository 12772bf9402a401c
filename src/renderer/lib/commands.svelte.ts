/** What the person asks for by key or menu, handed to whichever screen is in front. */
import type { Pushes } from '../../shared/contract.ts';

export type CommandName = Pushes['command']['name'];

/** Handlers by command; the one registered last is in front. */
const handlers: Partial<Record<CommandName, (() => void)[]>> = {};

/**
 * Handles a command for as long as the component lives. Call while the component is set up.
 * A dialog that opens later and handles the same command comes before it.
 */
export function useCommand(name: CommandName, handler: () => void): void {
  $effect(() => {
    handlers[name] = [...(handlers[name] ?? []), handler];
    return () => {
      handlers[name] = handlers[name]?.filter((each) => each !== handler) ?? [];
    };
  });
}

/** @returns whether somebody handled it */
export function runCommand(name: CommandName): boolean {
  const handler = handlers[name]?.at(-1);
  handler?.();
  return handler !== undefined;
}

/** The command a key press stands for, if any. */
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
    case 'f':
      return 'search';
    case ',':
      return 'settings';
    default:
      return undefined;
  }
}
