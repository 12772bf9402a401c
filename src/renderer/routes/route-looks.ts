/** How a route looks on every view: one colour a driver, and a pattern beside it once the colours are used up. */

/** How many colours there are: `--route-1` and so on (ui/tokens.css). */
export const routeColours = 12;

const patterns = ['plain', 'striped', 'dotted'] as const;

/** How many routes look different. */
export const routeLooks = routeColours * patterns.length;

export interface RouteLook {
  /** From 1, for `--route-1`. */
  colour: number;
  pattern: (typeof patterns)[number];
}

/**
 * The look of a route.
 *
 * @param index of the driver in the plan, from 0, so that a driver keeps the look while routes change
 */
export const routeLook = (index: number): RouteLook => ({
  colour: (index % routeColours) + 1,
  pattern: patterns[Math.floor(index / routeColours) % patterns.length] ?? 'plain',
});
