/**
 * A row of the conformance page: one operation, one numbered rule or one row of a table of the documents, in our own
 * words, and where it is kept, tried and seen. The documents themselves do not ship. Plain data: `npm run conformance`
 * reads it, checks every cell and makes docs/conformance of it.
 */

/** Stands in a cell that has nothing to name; the reason is printed on the page. */
export interface Reason {
  none: string;
}

/** What a cell names: one thing, several, or a reason why none. */
export type Cell = string | readonly string[] | Reason;

/** A change to the service's source that breaks this rule and no other more than it must. */
export interface Teeth {
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
}

export interface Rule {
  /** Unique, dotted: `planning.limits.write`. */
  id: string;
  /** In our words. */
  rule: string;
  /** The section: `planning-api, Limits`. */
  from: string;
  /** `src/main/api/pace.ts Pace`: a file and a symbol that it exports. */
  client: Cell;
  /** `src/training/http/limits.ts Limiter`: a file and a text in it. */
  service: Cell;
  /** `test/flow/training/limits.test.ts > limits > let five writes …`: a file, its groups and the test's name. */
  test: Cell;
  /** `src/renderer/screens/PlanScreen.svelte`: a file. */
  screen: Cell;
  /** Missing where the service has nothing to break. */
  teeth?: Teeth;
  /** For rows of operations: the name in the endpoint table and the version. */
  operation?: { name: string; version: string };
}

export interface Section {
  title: string;
  rules: Rule[];
}

/** What the rows of a table have in common, and what each says of its own. */
export type Common = Pick<Rule, 'from'> & Partial<Pick<Rule, 'client' | 'service' | 'test' | 'screen'>>;
export type Own = Partial<Omit<Rule, 'id'>> & Pick<Rule, 'rule'>;

export const none = (reason: string): Reason => ({ none: reason });

export const breaking = (file: string, find: string, replace: string): Teeth => ({ file, find, replace });

/**
 * A table's rows. What neither the row nor the common part says stays empty, and the check finds it.
 * @param prefix of the ids: `planning.limits`
 */
export function section(title: string, prefix: string, common: Common, rows: Record<string, Own>): Section {
  const empty = { client: '', service: '', test: '', screen: '' };
  return {
    title,
    rules: Object.entries(rows).map(([name, own]) => ({ ...empty, ...common, ...own, id: `${prefix}.${name}` })),
  };
}

export const isReason = (cell: Cell): cell is Reason => typeof cell === 'object' && 'none' in cell;

/** The things a cell names; none where it gives a reason or is empty. */
export function namedIn(cell: Cell): readonly string[] {
  if (typeof cell === 'string') return cell === '' ? [] : [cell];
  return isReason(cell) ? [] : cell;
}

/** `file > groups > name` → the file and the rest. */
export function testOf(text: string): { file: string; title: string } {
  const at = text.indexOf(' > ');
  return at === -1 ? { file: text, title: '' } : { file: text.slice(0, at), title: text.slice(at + 3) };
}

/** `file symbol` → both. */
export function placeOf(text: string): { file: string; symbol: string } {
  const at = text.indexOf(' ');
  return at === -1 ? { file: text, symbol: '' } : { file: text.slice(0, at), symbol: text.slice(at + 1) };
}
