/** What leaves for A6 paper at 300 dpi is what was checked. */
import { describeLeaving } from './leaving-rows.ts';

describeLeaving({ stock: 'a6', dotsPerInch: 300 });
