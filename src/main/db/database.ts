/**
 * A thin wrapper over SQLite: pragmas asserted at open, prepared statements kept, the SQL text in every error, slow
 * statements reported.
 */
import Sqlite from 'better-sqlite3';

export type Value = string | number | null | Uint8Array;
export type Row = Record<string, Value>;
/** Values in the order of the question marks, or one object for `:names`. */
export type Values = Value[] | [Record<string, string | number | null>];

export interface OpenOptions {
  /** FULL: a commit survives a power cut. NORMAL: only for what can be read again. */
  synchronous: 'FULL' | 'NORMAL';
  /**
   * After the disk has failed, opens the file again before the next change: what a failed flush has left in memory is not
   * what is on the disk, and a later flush may succeed without it.
   */
  reopenAfterFailure?: boolean;
  /**
   * Takes the write lock with the first change instead of at once: the lock that is taken at once is that of every attached
   * file too, and keeps their owner waiting. For a file that nobody else writes.
   */
  locksLate?: boolean;
  /** Milliseconds above which a statement is reported. */
  slow?: { milliseconds: number; report: (sql: string, milliseconds: number) => void };
}

const synchronousNames = ['OFF', 'NORMAL', 'FULL', 'EXTRA'];

/** Told of each commit and rollback: once for each transaction, or for each change outside of one. */
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
   * @param file path of the file, made when it is not there
   * @throws what SQLite says when the file is no database or cannot be opened
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

  /** Row by row, as far as somebody asks for more. Nothing may be changed meanwhile. */
  *each<Result = Row>(sql: string, ...values: Values): Generator<Result, void, void> {
    yield* this.run(sql, (statement) => statement.iterate(...values)) as IterableIterator<Result>;
  }

  /** @returns how many rows changed */
  change(sql: string, ...values: Values): number {
    if (this.sqlite.inTransaction) return this.run(sql, (statement) => statement.run(...values)).changes;
    return this.watched(() => this.run(sql, (statement) => statement.run(...values)).changes);
  }

  /** A function of one's own for SQL, called once for each row that needs it. */
  define(name: string, compute: (...values: Value[]) => Value): void {
    this.functions.set(name, compute);
    this.sqlite.function(name, { varargs: true }, compute);
  }

  watch(watcher: Watcher): void {
    this.watcher = watcher;
  }

  /** Copies the database as it stands into another file, in one read: in parts, each change meanwhile would restart it. */
  async copyTo(file: string): Promise<void> {
    await this.sqlite.backup(file, { progress: () => 0x7fffffff });
  }

  /** Runs several statements without values: migrations and the like. */
  script(sql: string): void {
    this.sqlite.exec(sql);
  }

  pragma(text: string): unknown {
    return this.sqlite.pragma(text, { simple: true });
  }

  /**
   * Everything in `body` or nothing of it. Takes the write lock at once, so that it cannot fail half-way for want of it; for
   * a file that nobody else writes see `locksLate`.
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

  /** @throws what {@link isDamage} knows when the file did not survive the failure */
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
 * SQLite 3.54 looks at the value of a parameter that a join compares with `=` or that limits it, and prepares the
 * statement again each time: 36 µs where the query itself takes 3. Behind a sign that changes nothing it does not look.
 */
const planned = (sql: string) => sql.replaceAll(/(= |LIMIT )(?=[?:])/g, '$1+');

function connect(file: string, synchronous: OpenOptions['synchronous']): Sqlite.Database {
  const sqlite = new Sqlite(file);
  try {
    sqlite.pragma('journal_mode = WAL');
    // Stated for each connection: in WAL mode the library's own default is NORMAL.
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

/** An error as SQLite would say it of a file that is not what was written. */
export const damaged = (text: string) => Object.assign(new Error(text), { code: 'SQLITE_CORRUPT' });

/**
 * What went wrong with statements that are right, on a file that is checked: what they do not find was there, so it is damage.
 */
export const asDamage = (error: unknown): unknown =>
  codeOf(error) === 'SQLITE_ERROR' ? damaged(`not what was written: ${String(error)}`) : error;

/** True for the errors by which SQLite says that the file is damaged or no database at all. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB');
}
