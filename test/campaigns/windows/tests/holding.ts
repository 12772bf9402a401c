/** Holds a file as SQLite does: `holding.ts FILE MILLISECONDS`. */
import { setTimeout as after } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';

const [file = '', milliseconds = '0'] = process.argv.slice(2);
const held = new Sqlite(file);
// SQLite opens the file when it is first asked for something. It need not be a database.
try {
  held.pragma('schema_version');
} catch {
  // It is held anyway.
}
process.send?.('held');
await after(Number(milliseconds));
held.close();
process.disconnect();
