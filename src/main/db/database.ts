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
  /** Milliseconds above which a statement is reported. */
  slow?: { milliseconds: number; report: (sql: string, milliseconds: number) => void };
}

const synchronousNames = ['OFF', 'NORMAL', 'FULL', 'EXTRA'];

/** Told what became of what was changed: once for each transaction, or for each change outside of one. */
export interface Watcher {
  committed(): void;
  undone(): void;
}

export class Database {
  private readonly sqlite: Sqlite.Database;
  private readonly statements = new Map<string, Sqlite.Statement>();
  private readonly slow: OpenOptions['slow'];
  private watcher: Watcher | undefined;

  /**
   * @param file path of the file, made when it is not there
   * @throws what SQLite says when the file is no database or cannot be opened
   */
  constructor(file: string, options: OpenOptions) {
    this.sqlite = new Sqlite(file);
    this.slow = options.slow;
    try {
      this.sqlite.pragma('journal_mode = WAL');
      // Stated for each connection: in WAL mode the library's own default is NORMAL.
      this.sqlite.pragma(`synchronous = ${options.synchronous}`);
      this.sqlite.pragma('fullfsync = ON');
      this.sqlite.pragma('foreign_keys = ON');
      this.sqlite.pragma('busy_timeout = 5000');
      const level = synchronousNames[Number(this.sqlite.pragma('synchronous', { simple: true }))];
      if (level !== options.synchronous) throw new Error(`synchronous is ${level}, not ${options.synchronous}`);
    } catch (error) {
      this.sqlite.close();
      throw error;
    }
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

  /** @returns how many rows changed */
  change(sql: string, ...values: Values): number {
    if (this.sqlite.inTransaction) return this.run(sql, (statement) => statement.run(...values)).changes;
    return this.watched(() => this.run(sql, (statement) => statement.run(...values)).changes);
  }

  /** A function of one's own for SQL, called once for each row that needs it. */
  define(name: string, compute: (...values: Value[]) => Value): void {
    this.sqlite.function(name, { varargs: true }, compute);
  }

  watch(watcher: Watcher): void {
    this.watcher = watcher;
  }

  /** Copies the database as it stands into another file, some pages at a time, while it goes on being used. */
  async copyTo(file: string): Promise<void> {
    await this.sqlite.backup(file, { progress: () => 200 });
  }

  /** Runs several statements without values: migrations and the like. */
  script(sql: string): void {
    this.sqlite.exec(sql);
  }

  pragma(text: string): unknown {
    return this.sqlite.pragma(text, { simple: true });
  }

  /** Everything in `body` or nothing of it. Takes the write lock at once, so that it cannot fail half-way for want of it. */
  transaction<Result>(body: () => Result): Result {
    if (this.sqlite.inTransaction) return body();
    return this.watched(() => this.sqlite.transaction(body).immediate());
  }

  close(): void {
    this.statements.clear();
    this.sqlite.close();
  }

  private watched<Result>(work: () => Result): Result {
    let done: Result;
    try {
      done = work();
    } catch (error) {
      this.watcher?.undone();
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
        statement = this.sqlite.prepare(sql);
        this.statements.set(sql, statement);
      }
      return use(statement);
    } catch (error) {
      if (error instanceof Error) error.message = `${error.message} in: ${sql.replace(/\s+/g, ' ').trim()}`;
      throw error;
    } finally {
      const took = performance.now() - before;
      if (this.slow !== undefined && took > this.slow.milliseconds) this.slow.report(sql, took);
    }
  }
}

/** True for the errors by which SQLite says that the file is damaged or no database at all. */
export function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_CORRUPT') || code.startsWith('SQLITE_NOTADB');
}
