/** What leaves for 4 × 6 inch paper at 203 dpi is what was checked. */
import { describeLeaving } from './leaving-rows.ts';

describeLeaving({ stock: '4x6', dotsPerInch: 203 });
