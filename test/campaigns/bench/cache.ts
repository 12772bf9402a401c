/**
 * Benchmarks the cache: writes 100,000 stops through the app's functions and worker, compared with a bare SQLite loop
 * over the same tables, then writes them again unchanged, and compares the search for recent recipients with LIKE.
 *
 *     npm run bench -- cache
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openCache, type OpenCache } from '../../../src/main/db/cache.ts';
import { storedRow, type StoredRow } from '../../../src/main/db/cache-tables.ts';
import { Database } from '../../../src/main/db/database.ts';
import { migrate } from '../../../src/main/db/migrate.ts';
import { cacheMigrations } from '../../../src/main/db/migrations/cache.ts';
import { openOutboxFile } from '../../../src/main/db/outbox-file.ts';
import { ReadList } from '../../../src/main/db/read-list.ts';
import { wordsSought } from '../../../src/main/db/search-words.ts';
import { stopColumns, stopsList } from '../../../src/main/db/stops.ts';
import { stop, type Stop } from '../../../src/shared/stops.ts';
import { temporaryFolder } from '../../support/app.ts';
import { benchStops, commonWord, rareWords } from './models/cache-stops.ts';
import { median } from './models/median.ts';

const plans = 667;
const perPlan = 150;
const total = plans * perPlan;
const rounds = 3;
const now = Date.UTC(2026, 5, 15, 6);
const worker = new URL('../../../src/main/db/cache.worker.ts', import.meta.url);
const say = (text: string) => void process.stdout.write(`${text}\n`);
let missed = 0;

const verdict = (passed: boolean) => {
  if (!passed) missed += 1;
  return passed ? 'pass' : 'FAIL';
};
const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(2)} s`;
const percentile = (values: readonly number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;
const load = () => `load ${(loadavg()[0] ?? 0).toFixed(1)}`;

/** Plans that are read concurrently, as in main/refresh/refresher.ts. */
const atOnce = 8;
/** Stops per page of the list (planning-api, Limits). */
const perPage = 10;
/** Plans per chunk, whose parsed stops are in memory at once. The clocks stop while a chunk is created. */
const chunk = 40;

interface PlanRead {
  id: string;
  items: Stop[];
}

/** Stops as the client returns them for a plan: parsed, with the raw record kept. */
const plansFrom = (first: number): PlanRead[] =>
  Array.from({ length: Math.min(chunk, plans - first) }, (_, place) => ({
    id: `plans/bench${first + place}`,
    items: benchStops(first + place, perPlan).map((said) => stop.parse(said)),
  }));

/** The same with a changed note in the last stop of each plan. */
const touched = ({ id, items }: PlanRead): PlanRead => ({
  id,
  items: [...items.slice(0, -1), stop.parse({ ...items.at(-1), notes: 'Ring once.' })],
});

/** One cache with its worker, a bare database, and the milliseconds that each took. */
class Round {
  readonly folder: ReturnType<typeof temporaryFolder>;
  written = 0;
  unchanged = 0;
  touched = 0;
  bare = 0;
  /** The longest time that main's event loop was blocked, in milliseconds. */
  blocked = 0;
  private readonly opened: OpenCache;
  private readonly sqlite: Sqlite.Database;
  private readonly insert: Sqlite.Statement;

  private constructor(opened: OpenCache, folder: ReturnType<typeof temporaryFolder>) {
    this.opened = opened;
    this.folder = folder;
    const file = join(folder.path, 'bare.db');
    const made = new Database(file, { synchronous: 'NORMAL' });
    migrate(made, cacheMigrations);
    made.close();
    this.sqlite = new Sqlite(file);
    this.sqlite.pragma('journal_mode = WAL');
    this.sqlite.pragma('synchronous = NORMAL');
    this.insert = this.sqlite.prepare(
      'INSERT INTO stops (id, plan_id, external_id, position, name, phone, address, words, body) VALUES (?,?,?,?,?,?,?,?,?)',
    );
  }

  static async open(): Promise<Round> {
    const folder = temporaryFolder('bench-cache');
    openOutboxFile(join(folder.path, 'outbox.db'), now).close();
    const files = { cacheFile: join(folder.path, 'cache.db'), outboxFile: join(folder.path, 'outbox.db'), now };
    return new Round(await openCache(worker, files, say), folder);
  }

  /** Writes the plans to the cache like main/refresh/refresher.ts. @returns milliseconds */
  async put(read: readonly PlanRead[]): Promise<number> {
    const { cache } = this.opened;
    const next = read.values();
    const chain = async () => {
      for (const { id, items } of next) {
        const list = new ReadList(stopColumns);
        for (let from = 0; from < items.length; from += perPage) {
          // Each page arrives separately, as from the network.
          await new Promise((resolve) => setImmediate(resolve));
          list.add(items.slice(from, from + perPage));
        }
        await list.put(cache, stopsList(id), now, (rows, digest) => cache.putStops(id, rows, now, digest));
      }
    };
    // A new monitor each time: a paused one would report the pause as one long delay.
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const started = performance.now();
    await Promise.all(Array.from({ length: atOnce }, chain));
    const took = performance.now() - started;
    delay.disable();
    this.blocked = Math.max(this.blocked, delay.max / 1e6);
    return took;
  }

  /** Prepared statement, one transaction per plan, the same pragmas, tables, indexes and triggers. */
  bareLoop(read: readonly { id: string; rows: readonly StoredRow[] }[]): number {
    const write = this.sqlite.transaction((planId: string, rows: readonly StoredRow[]) => {
      for (const { id, columns, body } of rows) this.insert.run(id, planId, ...columns, body);
    });
    const started = performance.now();
    for (const { id, rows } of read) write(id, rows);
    return performance.now() - started;
  }

  async close(): Promise<void> {
    this.sqlite.close();
    await this.opened.close();
  }
}

/**
 * Each chunk is written in every round before the next chunk is created, so that all rounds run under the same
 * conditions.
 */
async function writeAll(all: readonly Round[]): Promise<void> {
  for (let first = 0; first < plans; first += chunk) {
    const read = plansFrom(first);
    const again = read.map(touched);
    const rows = read.map(({ id, items }) => ({ id, rows: items.map((item) => storedRow(item, stopColumns(item))) }));
    for (const round of all) {
      round.written += await round.put(read);
      round.bare += round.bareLoop(rows);
      round.unchanged += await round.put(read);
      round.touched += await round.put(again);
    }
  }
}

async function main(): Promise<void> {
  say(
    `${total.toLocaleString('en')} stops in ${plans} plans, as the service says them; SQLite in WAL, synchronous NORMAL.`,
  );
  const startedAt = performance.now();
  const began = load();
  const all: Round[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await Round.open());
  await writeAll(all);
  for (const round of all) await round.close();
  const written = median(all.map((each) => each.written));
  const bare = median(all.map((each) => each.bare));
  const unchanged = median(all.map((each) => each.unchanged));
  const someTouched = median(all.map((each) => each.touched));
  const blocked = Math.max(...all.map((each) => each.blocked));
  say('');
  say(
    `P7. Written through main's async functions and the worker (median of ${rounds} rounds, each with a bare loop in turn with it),`,
  );
  say(
    '    to a bare better-sqlite3 loop of prepared rows in one thread over the same tables, indexes and full-text index.',
  );
  say(
    `    written ${seconds(written)} (${Math.round(total / (written / 1_000))} stops a second), bare ${seconds(bare)}; ${began} before, ${load()} after`,
  );
  say(`    ratio ${(bare / written).toFixed(2)} (≥ 0.85)  ${verdict(bare / written >= 0.85)}`);
  say(
    `    unchanged again ${seconds(unchanged)}: ${(written / unchanged).toFixed(1)} times faster (≥ 8)  ${verdict(written / unchanged >= 8)}`,
  );
  say(`    with one stop of each plan changed ${seconds(someTouched)}: every row of it is compared`);
  say(`    main blocked at most ${blocked.toFixed(1)} ms, the answers to eight plans coming at once (goal: see main)`);

  const [kept, ...others] = all.map((each) => each.folder);
  for (const folder of others) folder.remove();
  if (kept === undefined) return;
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
  say(`Took ${seconds(performance.now() - startedAt)}; ${load()}.`);
  say(missed === 0 ? 'All goals reached.' : `${missed} goals missed.`);
  process.exitCode = missed === 0 ? 0 : 1;
}

await main();
