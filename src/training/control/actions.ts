/**
 * What happens to the data from elsewhere, on the dashboard or at the courier's, so that a trainer or a test can let it
 * happen. Each is brought by the handlers of its noun; one that is not there yet answers 501.
 */

export interface ControlActions {
  /**
   * Somebody throws the pending live changes of a plan away on the dashboard (planning-api, States: "or discarded").
   * Throws a refusal: 404 for a plan that is not there, 409 where nothing is pending.
   * @param planId `plans/<id>`
   * @returns what the control API answers: the plan
   */
  discardChanges?: (planId: string) => unknown;
  /**
   * The courier puts an order on a route: from then on it is read-only (order-api, States).
   * Throws a refusal: 404 for an order that is not there, 409 for one that was not submitted.
   * @param orderId `orders/<id>`
   * @returns what the control API answers: the order
   */
  addOrderToRoute?: (orderId: string) => unknown;
}
