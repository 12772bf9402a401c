/**
 * What happens outside the API, on the dashboard or by the courier, for trainers and tests to see and to trigger. The
 * handlers of each resource provide it; a missing one answers 501.
 */

export interface ControlActions {
  /**
   * A plan as the dashboard shows it: unlike a read over the API it does not count towards the limits. Throws a
   * refusal: 404 for an unknown plan.
   * @param segment the plan's id without `plans/`
   * @returns the control API's response: the plan
   */
  showPlan?: (segment: string) => unknown;
  /**
   * A dashboard user discards the pending live changes of a plan (planning-api, States: "or discarded"). Throws a
   * refusal: 404 for an unknown plan, 409 when nothing is pending.
   * @param planId `plans/<id>`
   * @returns the control API's response: the plan
   */
  discardChanges?: (planId: string) => unknown;
  /**
   * The courier puts an order on a route, which makes it read-only (order-api, States). Throws a refusal: 404 for an
   * unknown order, 409 for one that was not submitted.
   * @param orderId `orders/<id>`
   * @returns the control API's response: the order
   */
  addOrderToRoute?: (orderId: string) => unknown;
}
