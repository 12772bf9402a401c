import { setOf } from '../lib/sets.ts';

/** What is open in the list of routes, and where its user is. The list itself goes while details take its place. */
export class RouteListPlace {
  /** The routes whose stops are listed, by driver; null: the stops on no route. */
  opened = $state.raw(setOf<string | null>());
  /** The key of the line that the keyboard acts on: lines come and go above it. */
  at = $state.raw<string | null>(null);
  /** How far the list is scrolled, in CSS pixels. */
  top = 0;
}
