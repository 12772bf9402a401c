/**
 * Symbols that many rows show. An icon's component takes as long as a whole row, and each of its paths is laid out and
 * painted for itself; so it is made once, with one path, and copied.
 */
import { type Component, mount, unmount, untrack } from 'svelte';

/** A lucide icon. */
export type Icon = Component<{ size?: number | string; 'aria-hidden'?: boolean | 'true' | 'false' }>;

function make(icon: Icon): Element {
  const room = document.createElement('div');
  const mounted = mount(icon, { target: room, props: { size: 14, 'aria-hidden': 'true' } });
  const symbol = room.firstElementChild?.cloneNode(true);
  void unmount(mounted);
  if (!(symbol instanceof Element)) throw new Error('An icon drew nothing.');
  const [first, ...others] = symbol.querySelectorAll('path');
  for (const path of others) {
    // A path that begins with a relative move begins where the whole picture does.
    first?.setAttribute('d', `${first.getAttribute('d') ?? ''}M0 0${path.getAttribute('d') ?? ''}`);
    path.remove();
  }
  return symbol;
}

/** Returns what removes the icon again. */
type Show = (room: Element) => () => void;

const shown = new Map<Icon, Show>();

/**
 * Shows an icon before the text of an element, 14 pixels wide, hidden from screen readers.
 *
 * @returns the same function for the same icon, so that a row that is used again keeps its symbol
 */
export function symbol(icon: Icon): Show {
  const known = shown.get(icon);
  if (known !== undefined) return known;
  let made: Element | null = null;
  const show: Show = (room) => {
    made ??= untrack(() => make(icon));
    const copy = made.cloneNode(true) as Element;
    room.prepend(copy);
    return () => copy.remove();
  };
  shown.set(icon, show);
  return show;
}
