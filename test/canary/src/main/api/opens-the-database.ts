/** Must fail lint: api and db never import each other. */
import { count } from '../db/count.ts';

export const double = () => 2 * count();
