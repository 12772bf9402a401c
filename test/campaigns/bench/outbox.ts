/**
 * Measures whether waiting entries are sent as fast as the rate limits allow: the real core, client and pace and a real
 * outbox on disk, in virtual time, with a service that counts every documented limit as a sliding log. Each run has its
 * own process.
 *
 *     npm run bench -- outbox
 */
import type { Drained } from './models/drain.ts';
import { drainAlone } from './models/drain-alone.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);
const roundTrip = 150;
let missed = 0;

const verdict = (passed: boolean) => {
  if (!passed) missed += 1;
  return passed ? 'pass' : 'FAIL';
};
const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`;
const minutes = (milliseconds: number) => `${(milliseconds / 60_000).toFixed(2)} min`;
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
const other = ({ requests, imports, refused, wrong, took }: Drained) =>
  `${requests} requests, ${imports} of them imports; 429s ${refused}; not as typed ${wrong}; ${took.toFixed(0)} s by the computer's clock`;
/** No input may be lost, whatever the speed. */
const isWhole = ({ wrong }: Drained) => wrong === 0;

say(`Round trip ${roundTrip} ms, one desk. Time from the line's return to the answer of the last change.`);
say('');

const creates = await drainAlone({ creates: 1_000, edits: 0, plans: 10, roundTrip, days: 0 });
say('P5. 1,000 stops typed offline in 10 plans; least: ten imports of 100 at five writes a second, 1.8 s');
say(
  `    sent ${seconds(creates.sent)} (≤ 1.9 s + round trip)  ${verdict(isWhole(creates) && creates.sent <= 1_900 + roundTrip)}`,
);
// Each plan is read once after its import was answered: ten pages of ten, one chain per plan, ten reads per second in
// total.
const least = 100 / 10;
say(
  `    ids known after ${seconds(creates.learnt)}, ratio ${(creates.learnt / 1_000 / least).toFixed(2)} to 100 pages at ten reads a second, ${least} s`,
);
say(`    ${other(creates)}`);

const edits = await drainAlone({ creates: 0, edits: 1_000, plans: 10, roundTrip, days: 0 });
const editLimit = 199_800;
say('    1,000 changes of stops on the service; least: one write each, five a second, 199.8 s');
say(
  `    sent ${seconds(edits.sent)}, ratio ${(edits.sent / editLimit).toFixed(3)} (≤ 1.05)  ${verdict(isWhole(edits) && edits.sent <= 1.05 * editLimit)}`,
);
say(`    ${other(edits)}`);
say('');

const month = await drainAlone({ creates: 20_000, edits: 0, plans: 100, roundTrip, days: 30 });
say(
  '20,000 stops typed in 30 days without a line, in 100 plans; least: imports of 100, 1,000 items in any minute, 19 min',
);
say(`    sent ${minutes(month.sent)} (≤ 25 min)  ${verdict(isWhole(month) && month.sent <= 25 * 60_000)}`);
say(`    ${other(month)}`);

const mixed = await drainAlone({ creates: 10_000, edits: 10_000, plans: 100, roundTrip, days: 0 });
// One write per edit and per import of a hundred, five per second.
const mixedLimit = ((10_000 + 10_000 / 100 - 1) / 5) * 1_000;
say(`20,000 mixed, half of them changes, in 100 plans; least: 10,100 writes, five a second, ${minutes(mixedLimit)}`);
say(
  `    sent ${minutes(mixed.sent)}, ratio ${(mixed.sent / mixedLimit).toFixed(3)} (≤ 1.05)  ${verdict(isWhole(mixed) && mixed.sent <= 1.05 * mixedLimit)}`,
);
say(`    ${other(mixed)}`);

const heap = Math.max(month.heap, mixed.heap);
const resident = Math.max(month.resident, mixed.resident);
say('');
say(
  'Memory of the runs of 20,000, each its process alone, the service and the stops that it holds included, read every',
);
say('2,000 events:');
say(
  `    JavaScript's heap at most ${megabytes(heap)} (< 200 MB)  ${verdict(heap < 200 * 2 ** 20)}; the process grew by at most ${megabytes(resident)}`,
);
say('');
say(missed === 0 ? 'All goals reached.' : `${missed} goals missed.`);
process.exitCode = missed === 0 ? 0 : 1;
