/**
 * The cache by the clock: 100,000 stops written through the app's own functions and worker, beside a bare loop of the same
 * SQLite over the same tables; the same again unchanged; and the search of recent recipients beside LIKE.
 *
 *     npm run bench -- cache
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openCache, type OpenCache } from '../../src/main/db/cache.ts';
import { Database } from '../../src/main/db/database.ts';
import { migrate } from '../../src/main/db/migrate.ts';
import { cacheMigrations } from '../../src/main/db/migrations/cache.ts';
import { openOutboxFile } from '../../src/main/db/outbox-file.ts';
import { wordsSought } from '../../src/main/db/search-words.ts';
import { storedStop } from '../../src/main/db/stops.ts';
import { stop, type Stop } from '../../src/shared/stops.ts';
import { temporaryFolder } from '../support/app.ts';
import { benchStops, commonWord, rareWords } from './models/cache-stops.ts';

const plans = 667;
const perPlan = 150;
const total = plans * perPlan;
const now = Date.UTC(2026, 5, 15, 6);
const worker = new URL('../../src/main/db/cache.worker.ts', import.meta.url);
const say = (text: string) => void process.stdout.write(`${text}\n`);
let missed = 0;

const verdict = (passed: boolean) => {
  if (!passed) missed += 1;
  return passed ? 'pass' : 'FAIL';
};
const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`;
const median = (values: readonly number[]) => [...values].sort((one, other) => one - other)[values.length >> 1] ?? NaN;
const percentile = (values: readonly number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;

/** Plans that are read at the same time, as main/sync/pull.ts does. */
const atOnce = 8;
/** Plans whose stops are held typed in memory at the same time; the clock stands while they are made. */
const chunk = 40;

/** As the client gives them to what reads a plan: typed, with the service's own record kept. */
const plansFrom = (first: number) =>
  Array.from({ length: Math.min(chunk, plans - first) }, (_, place): { id: string; items: Stop[] } => ({
    id: `plans/bench${first + place}`,
    items: benchStops(first + place, perPlan).map((said) => stop.parse(said)),
  }));

/** All plans through the cache. @returns milliseconds in it, and the longest that main was kept from its events */
async function putAll(cache: OpenCache['cache']): Promise<{ took: number; blocked: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let took = 0;
  for (let first = 0; first < plans; first += chunk) {
    const next = plansFrom(first).values();
    const chain = async () => {
      for (const { id, items } of next) {
        // Each plan's last page arrives by itself, as from the network.
        await new Promise((resolve) => setImmediate(resolve));
        await cache.putStops(id, items.map(storedStop), now);
      }
    };
    delay.enable();
    const started = performance.now();
    await Promise.all(Array.from({ length: atOnce }, chain));
    took += performance.now() - started;
    delay.disable();
  }
  return { took, blocked: delay.max / 1e6 };
}

/** The columns of the table, made before the clock starts: what the bare loop writes. */
function bareRows(folder: string): (string | number | null)[][] {
  const file = new Sqlite(join(folder, 'cache.db'), { readonly: true });
  const rows = file
    .prepare('SELECT id, plan_id, external_id, position, name, phone, address, words, body FROM stops ORDER BY row')
    .raw()
    .all() as (string | number | null)[][];
  file.close();
  return rows;
}

/** Prepared statement, one transaction a plan, the same pragmas, tables, indexes and triggers; nothing else. */
function bareLoop(file: string, rows: readonly (string | number | null)[][]): number {
  const made = new Database(file, { synchronous: 'NORMAL' });
  migrate(made, cacheMigrations);
  made.close();
  const sqlite = new Sqlite(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = NORMAL');
  const insert = sqlite.prepare(
    'INSERT INTO stops (id, plan_id, external_id, position, name, phone, address, words, body) VALUES (?,?,?,?,?,?,?,?,?)',
  );
  const write = sqlite.transaction((from: number) => {
    for (let index = from; index < from + perPlan; index += 1) insert.run(...(rows[index] ?? []));
  });
  const started = performance.now();
  for (let plan = 0; plan < plans; plan += 1) write(plan * perPlan);
  const took = performance.now() - started;
  sqlite.close();
  return took;
}

async function main(): Promise<void> {
  say(
    `${total.toLocaleString('en')} stops in ${plans} plans, as the service says them; SQLite in WAL, synchronous NORMAL.`,
  );
  const rounds: { written: number; bare: number; unchanged: number; blocked: number }[] = [];
  const kept = temporaryFolder('bench-cache');
  let rows: (string | number | null)[][] = [];
  for (let round = 0; round < 3; round += 1) {
    const own = round === 0 ? kept : temporaryFolder('bench-cache');
    openOutboxFile(join(own.path, 'outbox.db'), now).close();
    const files = { cacheFile: join(own.path, 'cache.db'), outboxFile: join(own.path, 'outbox.db'), now };
    const opened = await openCache(worker, files, say);
    const { cache } = opened;
    const written = await putAll(cache);
    const unchanged = await putAll(cache);
    await opened.close();
    if (round === 0) rows = bareRows(own.path);
    const beside = temporaryFolder('bench-bare');
    const bare = bareLoop(join(beside.path, 'cache.db'), rows);
    beside.remove();
    if (round > 0) own.remove();
    rounds.push({
      written: written.took,
      bare,
      unchanged: unchanged.took,
      blocked: Math.max(written.blocked, unchanged.blocked),
    });
  }
  const written = median(rounds.map((each) => each.written));
  const bare = median(rounds.map((each) => each.bare));
  const unchanged = median(rounds.map((each) => each.unchanged));
  const blocked = Math.max(...rounds.map((each) => each.blocked));
  say('');
  say(
    "P7. Written through main's async functions and the worker (median of 3 rounds, each with a bare loop after it),",
  );
  say(
    '    to a bare better-sqlite3 loop of prepared rows in one thread over the same tables, indexes and full-text index.',
  );
  say(
    `    written ${seconds(written)} (${Math.round(total / (written / 1_000))} stops a second), bare ${seconds(bare)}`,
  );
  say(`    ratio ${(bare / written).toFixed(2)} (≥ 0.85)  ${verdict(bare / written >= 0.85)}`);
  say(
    `    unchanged again ${seconds(unchanged)}: ${(written / unchanged).toFixed(1)} times faster (≥ 8)  ${verdict(written / unchanged >= 8)}`,
  );
  say(`    main blocked at most ${blocked.toFixed(1)} ms (≤ 25, event loop delay at 1 ms)  ${verdict(blocked <= 25)}`);

  const files = { cacheFile: join(kept.path, 'cache.db'), outboxFile: join(kept.path, 'outbox.db'), now };
  const opened = await openCache(worker, files, say);
  const { cache } = opened;
  const like = new Sqlite(files.cacheFile, { readonly: true });
  const byLike = like.prepare(
    "SELECT body FROM stops WHERE words LIKE '% ' || ? || '%' AND name IS NOT NULL ORDER BY row DESC LIMIT 60",
  );
  const words = [
    commonWord,
    commonWord.slice(0, 1),
    commonWord.slice(0, 2),
    commonWord.slice(0, 6),
    `${commonWord} 7`,
    'lindenallee weiss',
    'hoffmann',
    ...rareWords,
    'zzzz',
  ];
  for (const word of words) for (let round = 0; round < 20; round += 1) await cache.recentRecipients(word, 8);
  const worst: { word: string; own: number; like: number }[] = [];
  for (const word of words) {
    const own: number[] = [];
    const other: number[] = [];
    for (let round = 0; round < 100; round += 1) {
      let started = performance.now();
      await cache.recentRecipients(word, 8);
      own.push(performance.now() - started);
      started = performance.now();
      if (round < 5) {
        byLike.all(wordsSought(word).join('% '));
        other.push(performance.now() - started);
      }
    }
    worst.push({ word, own: percentile(own, 0.95), like: median(other) });
  }
  await opened.close();
  like.close();
  kept.remove();
  say('');
  say(
    `P8. Recent recipients over ${total.toLocaleString('en')} stops, as the form asks (worker and message included), 100 times a word after 20;`,
  );
  say("    beside it LIKE '% word%' over the same column in one thread, 5 times a word.");
  for (const { word, own, like: other } of worst) {
    say(`    ${word.padEnd(16)} p95 ${own.toFixed(2).padStart(6)} ms   LIKE ${other.toFixed(2).padStart(7)} ms`);
  }
  const p95 = Math.max(...worst.map((each) => each.own));
  const slowest = Math.max(...worst.map((each) => each.like));
  say(`    worst word p95 ${p95.toFixed(2)} ms (≤ 5)  ${verdict(p95 <= 5)}`);
  say(`    to LIKE's worst word: 1/${(slowest / p95).toFixed(0)} (≤ 1/20)  ${verdict(slowest / p95 >= 20)}`);
  say('');
  say(missed === 0 ? 'All goals reached.' : `${missed} goals missed.`);
  process.exitCode = missed === 0 ? 0 : 1;
}

await main();
