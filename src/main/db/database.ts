/**
 * A thin wrapper around SQLite that asserts pragmas when it opens a file, caches prepared statements, adds the SQL text
 * to every error, and reports slow statements.
 */
import { basename } from 'node:path';
import Sqlite from 'better-sqlite3';
import { createPrivately } from '../private-files.ts';

export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;
/** Positional values for `?`, or one object for `:name` parameters. */
export type Values = Value[] | [Record<string, string | number | null>];

export interface OpenOptions {
  /** FULL: a commit survives a power cut. NORMAL: only for data that can be loaded again. */
  synchronous: 'FULL' | 'NORMAL';
  /**
   * Reopens the file after a disk error, before the next change. After a failed flush, memory and disk differ, and a
   * later flush may succeed without the lost data.
   */
  reopenAfterFailure?: boolean;
  /**
   * Takes the write lock with the first change instead of when a transaction begins. An immediate lock also covers
   * every attached file and blocks its owner. Use this only for a file with a single writer.
   */
  locksLate?: boolean;
  /** Milliseconds above which a statement is reported. */
  slow?: { milliseconds: number; report: (sql: string, milliseconds: number) => void };
}

/** SQLite's name for a database without a file. */
export const inMemory = ':memory:';

const synchronousNames = ['OFF', 'NORMAL', 'FULL', 'EXTRA'];

/** Called on each commit and rollback: once per transaction, or per change outside a transaction. */
export interface Watcher {
  committed(): void;
  undone(): void;
}

export class Database {
  private sqlite: Sqlite.Database;
  private readonly options: OpenOptions;
  private readonly statements = new Map<string, Sqlite.Statement>();
  private readonly functions = new Map<string, (...values: Value[]) => Value>();
  private watcher: Watcher | undefined;
  private hasFailed = false;

  /**
   * @param file path of the file, created if it does not exist
   * @throws SQLite's error when the file is not a database or cannot be opened; one that {@link isDamage} accepts for a
   *   link, because what it leads to is not the app's
   */
  constructor(file: string, options: OpenOptions) {
    this.options = options;
    this.sqlite = connect(file, options.synchronous);
  }

  get file(): string {
    return this.sqlite.name;
  }

  all<Result = Row>(sql: string, ...values: Values): Result[] {
    return this.run(sql, (statement) => statement.all(...values)) as Result[];
  }

  get<Result = Row>(sql: string, ...values: Values): Result | undefined {
    return this.run(sql, (statement) => statement.get(...values)) as Result | undefined;
  }

  /** Reads rows lazily. Nothing may be changed while iterating. */
  *each<Result = Row>(sql: string, ...values: Values): Generator<Result, void, void> {
    yield* this.run(sql, (statement) => statement.iterate(...values)) as IterableIterator<Result>;
  }

  /** @returns how many rows changed */
  change(sql: string, ...values: Values): number {
    if (this.sqlite.inTransaction) return this.run(sql, (statement) => statement.run(...values)).changes;
    return this.watched(() => this.run(sql, (statement) => statement.run(...values)).changes);
  }

  /** Defines a custom SQL function, called once for each row that needs it. */
  define(name: string, compute: (...values: Value[]) => Value): void {
    this.functions.set(name, compute);
    this.sqlite.function(name, { varargs: true }, compute);
  }

  watch(watcher: Watcher): void {
    this.watcher = watcher;
  }

  /**
   * Copies the live database to another file in one step, because a change between steps would restart the copy.
   *
   * @throws an error that {@link isDamage} accepts for a link, because what it leads to is not the app's
   */
  async copyTo(file: string): Promise<void> {
    if (!createPrivately(file)) throw damaged(`${basename(file)} is a link`);
    await this.sqlite.backup(file, { progress: () => 0x7fffffff });
  }

  /** Runs several statements without parameters, such as migrations. */
  script(sql: string): void {
    this.sqlite.exec(sql);
  }

  pragma(text: string): unknown {
    return this.sqlite.pragma(text, { simple: true });
  }

  /**
   * Runs `body` atomically. Takes the write lock immediately, so that it cannot fail halfway for lack of it. For a file
   * with a single writer see `locksLate`.
   */
  transaction<Result>(body: () => Result): Result {
    if (this.sqlite.inTransaction) return body();
    const { locksLate = false } = this.options;
    return this.watched(() => this.sqlite.transaction(body)[locksLate ? 'deferred' : 'immediate']());
  }

  close(): void {
    this.statements.clear();
    this.sqlite.close();
  }

  /** @throws an error that {@link isDamage} accepts when the disk failure damaged the file */
  private reopen(): void {
    const { name } = this.sqlite;
    this.statements.clear();
    this.sqlite.close();
    this.sqlite = connect(name, this.options.synchronous);
    for (const [called, compute] of this.functions) this.sqlite.function(called, { varargs: true }, compute);
    const said = String(this.sqlite.pragma('integrity_check(1)', { simple: true }));
    if (said !== 'ok') throw damaged(said);
    this.hasFailed = false;
  }

  private watched<Result>(work: () => Result): Result {
    if (this.hasFailed) this.reopen();
    let done: Result;
    try {
      done = work();
    } catch (error) {
      this.watcher?.undone();
      if (this.options.reopenAfterFailure === true && codeOf(error).startsWith('SQLITE_IOERR')) this.hasFailed = true;
      throw error;
    }
    this.watcher?.committed();
    return done;
  }

  private run<Result>(sql: string, use: (statement: Sqlite.Statement) => Result): Result {
    const before = performance.now();
    try {
      let statement = this.statements.get(sql);
      if (statement === undefined) {
        statement = this.sqlite.prepare(planned(sql));
        this.statements.set(sql, statement);
      }
      return use(statement);
    } catch (error) {
      if (error instanceof Error) error.message = `${error.message} in: ${sql.replace(/\s+/g, ' ').trim()}`;
      throw error;
    } finally {
      const took = performance.now() - before;
      const { slow } = this.options;
      if (slow !== undefined && took > slow.milliseconds) slow.report(sql, took);
    }
  }
}

/**
 * SQLite 3.54 plans by the value of a parameter that a join compares with `=` or that limits it, and so prepares the
 * statement again each time: 36 µs for a query that takes 3. A unary plus before the parameter prevents that.
 */
const planned = (sql: string) => sql.replaceAll(/(= |LIMIT )(?=[?:])/g, '$1+');

function connect(file: string, synchronous: OpenOptions['synchronous']): Sqlite.Database {
  if (file !== inMemory && !createPrivately(file)) throw damaged(`${basename(file)} is a link`);
  const sqlite = new Sqlite(file);
  try {
    sqlite.pragma('journal_mode = WAL');
    // What is deleted is not left in the file's free pages.
    sqlite.pragma('secure_delete = ON');
    // Set for each connection, because the library's default in WAL mode is NORMAL.
    sqlite.pragma(`synchronous = ${synchronous}`);
    sqlite.pragma('fullfsync = ON');
    sqlite.pragma('foreign_keys = ON');
    sqlite.pragma('busy_timeout = 5000');
    const level = synchronousNames[Number(sqlite.pragma('synchronous', { simple: true }))];
    if (level !== synchronous) throw new Error(`synchronous is ${level}, not ${synchronous}`);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** An error with the code that SQLite uses for a damaged file. */
export const damaged = (text: string) => Object.assign(new Error(text), { code: 'SQLITE_CORRUPT' });

/**
 * Turns an SQL error into damage. The statements are known to be valid, so an error means that the file lost something.
 */
export const asDamage = (error: unknown): unknown =>
  codeOf(error) === 'SQLITE_ERROR' ? damaged(`not what was written: ${String(error)}`) : error;

/** Whether SQLite's error says that the disk does not give what is in the file, which no other start would change. */
export const isUnreadable = (error: unknown): boolean =>
  /^SQLITE_IOERR_(READ|SHORT_READ|CORRUPTFS)$/.test(codeOf(error));

/** Whether SQLite's error says that the file is damaged or not a database. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB');
}
