/** How large the window shows everything, in steps as browsers have them. */

/** Percent of the usual size. The first and the last are the limits of the setting. */
export const zoomSteps = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300] as const;

/** The usual size in percent. */
export const usualZoom = 100;

export const zoomChanges = ['in', 'out', 'reset'] as const;
/** in: larger · out: smaller · reset: the usual size */
export type ZoomChange = (typeof zoomChanges)[number];

/**
 * The zoom after one press. A zoom between two steps, as an edited file may hold it, goes to the next step.
 * @param percent the present zoom
 * @returns percent; the present zoom at the end of the steps
 */
export function zoomAfter(percent: number, change: ZoomChange): number {
  switch (change) {
    case 'in':
      return zoomSteps.find((step) => step > percent) ?? percent;
    case 'out':
      return zoomSteps.findLast((step) => step < percent) ?? percent;
    case 'reset':
      return usualZoom;
  }
}
