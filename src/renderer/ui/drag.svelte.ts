/**
 * Dragging by mouse within one screen. Pointer events instead of the browser's own drag, because Esc, the sentence
 * beside the pointer and scrolling at the edge of a list need to be ours (docs/decisions/plan-workspace.md).
 *
 * What can be dragged is found by `take`. What can be dropped on has the attribute `data-drop` with a name for it, and
 * gets `data-over` while the pointer is on it: `yes` or `no`.
 */

/** What a drop would do, said before it is made. */
export interface Dropping {
  text: string;
  /** Null: it is not possible, and the text says why. */
  drop: (() => void) | null;
}

interface DragOf<Load> {
  /** What is dragged from this element; null: nothing. */
  take: (from: Element) => Load | null;
  /** What a drop on a target would do; null: nothing, and nothing is said. @param target the value of `data-drop` */
  targetOf: (target: string, load: Load) => Dropping | null;
}

interface Point {
  x: number;
  y: number;
}

/** A press moves so far by accident, in CSS pixels. */
const threshold = 6;
/** So near to the edge of a list the list scrolls, by so much a frame; in CSS pixels. */
const edge = 28;
const scrollStep = 9;

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

/** The closest list around an element that can be scrolled. */
function scrolledBy(element: Element | null): Element | null {
  for (let at = element; at !== null; at = at.parentElement) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}

export class Drag<Load> {
  /** What is being dragged; null: nothing. */
  load = $state.raw<Load | null>(null);
  /** Where the pointer is, in CSS pixels of the window. */
  place = $state.raw<Point>({ x: 0, y: 0 });
  #target = $state.raw<string | null>(null);
  readonly #of: DragOf<Load>;
  #over: HTMLElement | null = null;
  #end: (() => void) | null = null;

  /** What a drop here would do. It follows the data, which may change while the button is held. */
  readonly over = $derived.by((): Dropping | null =>
    this.load === null || this.#target === null ? null : this.#of.targetOf(this.#target, this.load),
  );

  constructor(of: DragOf<Load>) {
    this.#of = of;
  }

  /** Attach it to the element around everything that can be dragged. */
  readonly source = (within: HTMLElement): (() => void) => {
    const down = (event: PointerEvent) => this.#pressed(event);
    within.addEventListener('pointerdown', down);
    return () => {
      within.removeEventListener('pointerdown', down);
      this.#end?.();
    };
  };

  #pressed(event: PointerEvent): void {
    const { target } = event;
    const isPlain = event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (!isPlain || !(target instanceof Element) || this.#end !== null) return;
    if (target.closest('input, textarea, select, button, a, [contenteditable]') !== null) return;
    const from = pointOf(event);
    // What is pressed, not what is there a moment later: a row that was used for another line by then is another row.
    const load = this.#of.take(target);
    if (load === null) return;
    const listening = new AbortController();
    const { signal } = listening;
    let frame = 0;
    this.#end = () => {
      listening.abort();
      cancelAnimationFrame(frame);
      this.#end = null;
      this.#leave();
      this.load = null;
    };
    const scroll = () => {
      this.#scroll();
      this.#find();
      frame = requestAnimationFrame(scroll);
    };
    const moved = (move: PointerEvent) => {
      this.place = pointOf(move);
      if (this.load !== null || distance(from, this.place) < threshold) return;
      this.load = load;
      frame = requestAnimationFrame(scroll);
    };
    const cancel = () => this.#end?.();
    window.addEventListener('pointermove', moved, { signal });
    window.addEventListener('pointerup', () => this.#released(), { signal });
    window.addEventListener('pointercancel', cancel, { signal });
    window.addEventListener('blur', cancel, { signal });
    window.addEventListener('keydown', (key) => this.#keyed(key), { signal, capture: true });
  }

  /** Esc ends it, and other keys wait: what is dragged must not change under the pointer. */
  #keyed(event: KeyboardEvent): void {
    if (this.load === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    withoutClick();
    this.#end?.();
  }

  #released(): void {
    const isDrag = this.load !== null;
    if (isDrag) this.#find();
    const drop = this.over?.drop;
    if (isDrag) withoutClick();
    this.#end?.();
    drop?.();
  }

  /** Looks for the target under the pointer: the list may have scrolled under it. */
  #find(): void {
    const found = document.elementFromPoint(this.place.x, this.place.y)?.closest('[data-drop]') ?? null;
    const target = found instanceof HTMLElement ? found : null;
    if (target !== this.#over) this.#leave();
    this.#over = target;
    this.#target = target?.dataset['drop'] ?? null;
    const { over } = this;
    if (target === null) return;
    if (over === null) delete target.dataset['over'];
    else target.dataset['over'] = over.drop === null ? 'no' : 'yes';
  }

  #leave(): void {
    delete this.#over?.dataset['over'];
    this.#over = null;
    this.#target = null;
  }

  #scroll(): void {
    const { x, y } = this.place;
    const list = scrolledBy(document.elementFromPoint(x, y));
    if (list === null) return;
    const { top, bottom } = list.getBoundingClientRect();
    if (y < top + edge) list.scrollTop -= scrollStep;
    else if (y > bottom - edge) list.scrollTop += scrollStep;
  }
}

/** The click that the browser makes of the press and the release selects nothing. */
function withoutClick(): void {
  const listening = new AbortController();
  const { signal } = listening;
  const swallow = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
    listening.abort();
  };
  window.addEventListener('click', swallow, { signal, capture: true });
  // After Esc the click comes when the button is released, which may be much later; without one, the next press ends it.
  window.addEventListener('pointerdown', () => listening.abort(), { signal, capture: true });
}
