/** The visible lines of the list of routes: the routes, and below an opened one its stops. */
import type { RouteLine } from '../../shared/route-lines.ts';
import type { StopRow } from '../../shared/stops.ts';

/** A driver's id; null: the stops on no route. */
type Opened = ReadonlySet<string | null>;

interface OfRoute {
  /** Unique in the list. */
  key: string;
  line: RouteLine;
  /** The place of the route among all, from 0. */
  index: number;
}

/** `rest`: how many stops of an opened route are not listed. */
export type RouteItem =
  | (OfRoute & { kind: 'route'; isOpen: boolean; canOpen: boolean })
  | (OfRoute & { kind: 'stop'; row: StopRow })
  | (OfRoute & { kind: 'rest'; count: number });

/**
 * Stops below an opened route. A route has some hundred at most; ten thousand on no route are for the table, which draws
 * what is visible only.
 */
export const mostOpened = 300;

/**
 * @param opened the routes whose stops are listed
 * @param isShown whether a stop fits the filter of all views
 */
export function routeItems(
  lines: readonly RouteLine[],
  opened: Opened,
  isShown: (row: StopRow) => boolean,
): RouteItem[] {
  return lines.flatMap((line, index): RouteItem[] => {
    const of = { line, index };
    const key = `route ${line.driverId ?? ''}`;
    const isOpen = opened.has(line.driverId) && line.stops.length > 0;
    const route: RouteItem = { kind: 'route', key, ...of, isOpen, canOpen: line.stops.length > 0 };
    if (!isOpen) return [route];
    const stops = line.stops.filter(isShown);
    const listed = stops.slice(0, mostOpened).map((row): RouteItem => ({ kind: 'stop', key: row.id, ...of, row }));
    const count = stops.length - listed.length;
    return [route, ...listed, ...(count > 0 ? [{ kind: 'rest', key: `${key} rest`, ...of, count } as const] : [])];
  });
}

type Move =
  | { to: number }
  /** Opens or closes the route of the active line. */
  | { opens: boolean };

/**
 * What a key does in the list (WAI-ARIA, tree view): up and down go along the lines, right opens a route or goes to its
 * first stop, left goes back to the route or closes it.
 *
 * @param active index of the active line
 * @returns undefined: nothing
 */
export function moveBy(key: string, items: readonly RouteItem[], active: number): Move | undefined {
  const item = items[active];
  const last = items.length - 1;
  if (item === undefined) return undefined;
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(active + 1, last) };
    case 'ArrowUp':
      return { to: Math.max(active - 1, 0) };
    case 'Home':
      return { to: 0 };
    case 'End':
      return { to: last };
    case 'ArrowRight':
      if (item.kind !== 'route' || !item.canOpen) return { to: active };
      return item.isOpen ? { to: Math.min(active + 1, last) } : { opens: true };
    case 'ArrowLeft':
      if (item.kind === 'route') return item.isOpen ? { opens: false } : { to: active };
      return { to: items.findLastIndex(({ kind, index }) => kind === 'route' && index === item.index) };
    default:
      return undefined;
  }
}
