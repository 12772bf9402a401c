/**
 * The panes around the table of a plan: routes and map beside it, the timeline below it. A wide window has room for all
 * of them; in a usual one routes and map share a pane with tabs, and in a small one that pane lies over the table.
 */
import type { Settings } from '../../shared/settings.ts';
import { t } from '../../messages/index.ts';
import { Remembered } from '../lib/remembered.svelte.ts';
import { within, type Sizes } from '../ui/splitter.ts';

export const paneNames = ['routes', 'map', 'timeline', 'unassigned'] as const;
export type PaneName = (typeof paneNames)[number];
export const paneTitles: Readonly<Record<PaneName, string>> = {
  routes: t('routes.list'),
  map: t('routes.map'),
  timeline: t('routes.timeline'),
  unassigned: t('drag.beside'),
};
/** The letter that is pressed with Alt. */
export const paneKeys: Readonly<Record<PaneName, string>> = { routes: 'R', map: 'M', timeline: 'T', unassigned: 'U' };
/** The panes that share a pane with tabs in a window that is not wide. */
export const tabNames = ['routes', 'map', 'unassigned'] as const;
type TabName = (typeof tabNames)[number];
/** What has an edge to drag. Beside the table of a usual window there is one edge for routes and map. */
export type EdgeName = PaneName | 'beside';
type Layout = 'wide' | 'usual' | 'small';

/** From this width of the plan's part of the window there are three columns, in CSS pixels. */
const wideFrom = 1_400;
/** Below this width the table has no room for a pane beside it. */
const smallBelow = 760;
/** Below this height the timeline would leave no room for the table, so it is not shown unless it is asked for. */
const timelineFrom = 760;
/** What stays for the table. */
const leastTable = { width: 560, height: 190 };
const leastSize: Readonly<Record<EdgeName, number>> = {
  routes: 240,
  map: 240,
  beside: 280,
  timeline: 84,
  unassigned: 150,
};
const usualSize: Readonly<Record<EdgeName, number>> = {
  routes: 310,
  map: 440,
  beside: 400,
  timeline: 230,
  unassigned: 260,
};

type RememberedPane = Settings['panes'][string];
const unset: RememberedPane = { size: null, isShown: null };
/** Gives the focus to what takes the keys in a view. */
export function focusView(view: HTMLElement | null): void {
  view?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
}

const remembered = new Remembered('panes', {});

/** The timeline's title and hours, and a lane of it (routes/Timeline.svelte). */
const laneless = 66;
const laneHeight = 26;

interface PanesOf {
  /** The width of the form or the details that are open beside the table, in CSS pixels; 0: nothing is. */
  taken: () => number;
  /** Lanes of the timeline, which is no higher than they are until its user drags it. */
  lanes: () => number;
}

export class PlanPanes {
  /** The plan's part of the window, in CSS pixels; 0 until it is known. */
  width = $state(0);
  height = $state(0);
  /** The view that takes the focus as soon as it is there: it may still have to be loaded. */
  focusNext: PaneName | null = null;
  readonly #of: PanesOf;
  /** The sizes while an edge is being moved. */
  #moving = $state.raw<{ edge: EdgeName; size: number } | null>(null);
  /** The pane over the table of a small window. It is a look, and so not remembered. */
  #over = $state.raw<PaneName | null>(null);

  readonly layout: Layout = $derived.by(() => {
    if (this.width >= wideFrom) return 'wide';
    return this.width < smallBelow ? 'small' : 'usual';
  });
  /** The panes can be shown: their sizes are loaded, and there is a window. */
  readonly isReady = $derived.by(() => remembered.value !== undefined && this.width > 0);
  /** What the pane with tabs shows; null: it is closed, or the layout has none. */
  readonly front = $derived.by((): TabName | null =>
    this.layout === 'wide' ? null : (tabNames.findLast((pane) => this.#isOpen(pane)) ?? null),
  );
  /** The form or the details stand where the pane with tabs would be. */
  readonly isCovered = $derived.by(() => this.layout !== 'wide' && this.#of.taken() > 0);
  /**
   * Its user has asked for the pane with tabs, so a click on a row selects and does not put the details in its place:
   * Enter and a double click do.
   */
  readonly staysBeside = $derived.by(
    () => this.layout === 'usual' && this.front !== null && this.#saved(this.front).isShown === true,
  );

  constructor(of: PanesOf) {
    this.#of = of;
  }

  /** Whether a pane can be seen now. */
  isShown(pane: PaneName): boolean {
    if (!this.isReady || !this.#isOpen(pane)) return false;
    if (pane === 'timeline' || this.layout === 'wide') return true;
    return this.front === pane && !this.isCovered;
  }

  /** Shows a pane. Routes and map take each other's place where they share one. */
  show(pane: PaneName): Promise<void> {
    return this.#set(pane, true);
  }

  hide(pane: PaneName): Promise<void> {
    return this.#set(pane, false);
  }

  /** The size of a pane and its bounds, in CSS pixels. */
  sizes(edge: EdgeName): Sizes {
    const bounds = { least: leastSize[edge], most: Math.max(leastSize[edge], this.#room(edge)) };
    const moving = this.#moving?.edge === edge ? this.#moving.size : null;
    return { value: within(moving ?? this.#saved(edge).size ?? this.#usual(edge), bounds), ...bounds };
  }

  /** An edge is being moved. */
  move(edge: EdgeName, size: number): void {
    this.#moving = { edge, size };
  }

  /** A size was chosen. @param size in CSS pixels; null: the app chooses it again */
  async choose(edge: EdgeName, size: number | null): Promise<void> {
    const chosen = remember({ [this.#key(edge)]: { size } });
    this.#moving = null;
    await chosen;
  }

  #usual(edge: EdgeName): number {
    return edge === 'timeline'
      ? Math.min(usualSize.timeline, laneless + this.#of.lanes() * laneHeight)
      : usualSize[edge];
  }

  /** What is left for a pane when the table and the other panes have their least. */
  #room(edge: EdgeName): number {
    if (edge === 'timeline') return this.height - leastTable.height;
    if (edge === 'unassigned') return this.height - leastTable.height;
    const left = this.width - this.#of.taken() - leastTable.width;
    if (edge === 'beside') return this.width - leastTable.width;
    const isLeftShown = this.#isOpen('routes') || this.#isOpen('unassigned');
    if (edge === 'map') return left - (isLeftShown ? this.sizes('routes').value : 0);
    return left - (this.#isOpen('map') ? leastSize.map : 0);
  }

  #isOpen(pane: PaneName): boolean {
    if (this.layout === 'small') return this.#over === pane;
    const { isShown } = this.#saved(pane);
    if (pane === 'timeline') return isShown ?? (this.layout === 'wide' && this.height >= timelineFrom);
    if (this.layout === 'wide') return isShown ?? (pane !== 'unassigned' || this.height >= timelineFrom);
    // The map is in front until its user chooses.
    return isShown ?? (pane === 'map' && tabNames.every((other) => this.#saved(other).isShown !== true));
  }

  async #set(pane: PaneName, isShown: boolean): Promise<void> {
    if (this.layout === 'small') {
      this.#over = isShown ? pane : null;
      return;
    }
    const others = this.layout === 'usual' && pane !== 'timeline' ? tabNames.filter((other) => other !== pane) : [];
    await remember({
      ...Object.fromEntries(others.map((other) => [this.#key(other), { isShown: false }])),
      [this.#key(pane)]: { isShown },
    });
  }

  /** Each layout remembers its own. */
  #key = (edge: EdgeName): string => `plan-${this.layout}-${edge}`;

  #saved(edge: EdgeName): RememberedPane {
    return remembered.value?.[this.#key(edge)] ?? unset;
  }
}

/** @param changes what changes of each pane, by its name in the settings */
const remember = (changes: Readonly<Record<string, Partial<RememberedPane>>>): Promise<void> =>
  remembered.change((saved) => ({
    ...saved,
    ...Object.fromEntries(
      Object.entries(changes).map(([key, change]) => [key, { ...(saved[key] ?? unset), ...change }]),
    ),
  }));
