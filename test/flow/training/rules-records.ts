/** As much of the records as the tests of the rules read. */
export interface Plan {
  id: string;
  title: string;
  depot: string | null;
  writable: boolean;
  distributed: boolean;
  optimization: string | null;
  drivers: string[];
  routes: string[];
}
export interface Driver {
  id: string;
  active: boolean;
  depots: string[];
}
export interface Depot {
  id: string;
  name: string;
}
export interface Courier {
  id: string;
  name: string;
}
export interface Stop {
  id: string;
  type: string;
  notes: string | null;
  deliveryInfo: { attempted: boolean | null } | null;
}
