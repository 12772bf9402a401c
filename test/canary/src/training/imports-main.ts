/** Must fail lint: the training service knows the shared room only. */
import { count } from '../main/db/count.ts';

export const twice = () => count() + count();
