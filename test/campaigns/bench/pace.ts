/**
 * Benchmarks the real pace in virtual time against six ways of counting a limit: how close it gets to the limit, how
 * many 429s it receives, how long a click waits behind a bulk job, and how five desks behind one address share one
 * budget.
 *
 *     npm run bench -- pace [--hours 1000]
 */
import { parseArgs } from 'node:util';
import { shareAddress } from './models/desks.ts';
import { bulk, clicks, lowJitter, quantile, submits } from './models/races.ts';
import { models, sustained, type ModelName } from './models/servers.ts';

const { values } = parseArgs({ options: { hours: { type: 'string', default: '1000' } } });
const hours = Number(values.hours);
const names = Object.keys(models) as ModelName[];
let missed = 0;

const say = (text = '') => void process.stdout.write(`${text}\n`);
const percent = (part: number) => `${(part * 100).toFixed(2)} %`;
function verdict(passed: boolean): string {
  if (!passed) missed += 1;
  return passed ? 'pass' : 'FAIL';
}

const jitters = [
  { name: 'low', network: lowJitter, ratio: 1.04, refused: 0.005 },
  { name: 'medium', network: { least: 35, jitter: 80 }, ratio: 1.1, refused: 0.007 },
  { name: 'high', network: { least: 35, jitter: 200 }, ratio: 1.25, refused: 0.01 },
];

say('P1. A bulk job that takes five minutes at the limit (3,000 reads, 1,500 writes), sent whenever the pace lets it;');
say(
  'each way takes 35 ms and an even chance of up to 10 (low), 80 (medium), 200 ms (high) for each request by itself.',
);
say('Ratio: first to last request taken, by the least the documented limit allows; the worst of five seeds. 429s: of');
say(
  'everything sent. "refuses sustained use" is a sliding log that closes above 98 % of the limit over thirty windows.',
);
for (const name of ['planning.read', 'planning.write'] as const) {
  for (const jitter of jitters) {
    for (const model of names) {
      const result = await bulk(models[model], name, jitter.network, name === 'planning.read' ? 3_000 : 1_500, 5);
      const refused = result.refused / result.sent;
      const passed = result.ratio <= jitter.ratio && refused <= jitter.refused;
      say(
        `  ${name.padEnd(15)} ${jitter.name.padEnd(7)} ${model.padEnd(22)} ratio ${result.ratio.toFixed(3)} ` +
          `(≤ ${jitter.ratio.toFixed(2)})  429s ${percent(refused).padStart(7)} (≤ ${percent(jitter.refused)})  ${verdict(passed)}`,
      );
    }
  }
}
const harsh = await bulk(sustained(0.9), 'planning.read', lowJitter, 3_000, 5);
say(
  `  For information, without a goal: a service that closes above 90 % of its limit: ratio ${harsh.ratio.toFixed(3)} ` +
    `(1.111 is the least it allows), 429s ${percent(harsh.refused / harsh.sent)}`,
);

say();
say(
  'P2. 5,000 orders submitted by the hundred, ten requests a minute, low jitter; first click to last answer, the worst',
);
say('of twenty seeds. The strictest is the sliding counter: of a minute it takes only what the last one leaves.');
for (const model of names.filter((name) => name !== 'refuses sustained use')) {
  const strictest = model === 'sliding counter';
  const goal = strictest ? 1.02 * 294 : 1.01 * 240;
  const { seconds, refused } = await submits(models[model], lowJitter, 20, false);
  const passed = seconds <= goal && (strictest || refused === 0);
  say(
    `  ${model.padEnd(22)} ${seconds.toFixed(1)} s (≤ ${goal.toFixed(1)})  429s ${refused} in 20 runs` +
      `${strictest ? '' : ' (none)'}  ${verdict(passed)}`,
  );
}
const both = await submits(models['sliding log'], lowJitter, 20, true);
say(`  For information: imported and submitted, one behind the other, on a sliding log: ${both.seconds.toFixed(1)} s`);

say();
say(
  'P3. A person reads something every 10 to 20 s, or writes every 20 to 40 s, behind a bulk job of the same kind that',
);
say('has 73 requests waiting (sliding log, low jitter).');
say(
  'Wait: from the click to the leave to send; the round trip comes on top. Loss: time of the job beside nobody clicking.',
);
for (const { name, goal, every } of [
  { name: 'planning.read', goal: 110, every: 10_000 },
  { name: 'planning.write', goal: 210, every: 20_000 },
] as const) {
  const requests = name === 'planning.read' ? 12_000 : 9_000;
  const quiet = await clicks(models['sliding log'], name, null, requests, every);
  const clicked = await clicks(models['sliding log'], name, 'click', requests, every);
  const queued = await clicks(models['sliding log'], name, 'background', requests, every);
  const p95 = quantile(clicked.waits, 0.95);
  const loss = clicked.took / quiet.took - 1;
  say(
    `  ${name.padEnd(15)} ${clicked.waits.length} clicks, p95 ${p95.toFixed(0)} ms (≤ ${goal})  job loses ${percent(loss)} (≤ 1 %)  ` +
      `${verdict(p95 <= goal && loss <= 0.01)}   first in, first out: p95 ${(quantile(queued.waits, 0.95) / 1_000).toFixed(1)} s`,
  );
}

const mean = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0) / parts.length;
for (const { setting, its } of [
  { setting: 5, its: hours },
  { setting: 3, its: Math.ceil(hours / 5) },
]) {
  say();
  say(
    `Five desks behind one address for ${its} virtual hours, each told "${setting} desks"; nothing shared between them.`,
  );
  say(
    'Each hour all drain for a quarter, then one alone; reads, writes and submits, five ways of counting in turn. A breach',
  );
  say('goes on as long as no ten seconds pass without a 429; three minutes of it block the address for twenty.');
  const result = await shareAddress(its, setting, 42);
  const all: number[] = [];
  const one: number[] = [];
  for (const [model, use] of result.use) {
    all.push(...use.all);
    one.push(...use.one);
    say(
      `  ${model.padEnd(22)} used by all ${percent(mean(use.all))} (worst hour ${percent(Math.min(...use.all))}), by one ${percent(mean(use.one))}`,
    );
  }
  say(
    `  requests ${result.sent}, 429s ${percent(result.refused / result.sent)}, longest breach ${(result.longestBreach / 1_000).toFixed(0)} s of 180`,
  );
  say(`  blocks ${result.blocks} (0)  ${verdict(result.blocks === 0)}`);
  const refusal = result.longestRefusal / 1_000;
  say(`  longest stretch of nothing but 429s ${refusal.toFixed(1)} s (≤ 30)  ${verdict(refusal <= 30)}`);
  say(`  budget used while all drain ${percent(mean(all))} (≥ 85 %)  ${verdict(mean(all) >= 0.85)}`);
  say(`  budget used while one drains alone ${percent(mean(one))} (≥ 85 %)  ${verdict(mean(one) >= 0.85)}`);
}

say();
say(missed === 0 ? 'All goals reached.' : `${missed} goals missed.`);
process.exitCode = missed === 0 ? 0 : 1;
