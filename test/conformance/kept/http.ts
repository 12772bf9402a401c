/** What the door of the service keeps: keys, bodies, paths, pages. */
import { keptIn } from './kept.ts';

const door = 'test/flow/training/door.test.ts';
const keys = `${door} > keys > are taken as Basic and as Bearer, each by its own service only`;

export const planningHttp = {
  ...keptIn('src/training/http/keys.ts', {
    'planning.authentication.bearer': [
      'keyOf',
      "if (scheme.toLowerCase() === 'bearer') return value;",
      "if (scheme.toLowerCase() === 'bearer') return undefined;",
      keys,
    ],
  }),
};
