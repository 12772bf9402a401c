/** What the documents say that a record has: plain data, from which rows of the page and tests are made. */

/** What a value is, when it is not null. */
export type Kind =
  | 'text'
  | 'text, maybe empty'
  | 'number'
  | 'whole'
  | 'truth'
  | 'texts'
  | 'object'
  | 'objects'
  | 'date'
  | 'time'
  | 'texts by name'
  | { ids: string }
  | { id: string }
  | { oneOf: readonly string[] };

/** A field that is answered. */
export interface Answered {
  /** Dotted from the record: `deliveryInfo.state`; `0` stands for each item of a list. */
  name: string;
  is: Kind;
  /** In our words. */
  rule: string;
  /** Why it has never a value here, where that is so. */
  alwaysNull?: string;
}

/** A record as it is answered, under a name of the documents. */
export interface AnsweredShape {
  record: string;
  from: string;
  fields: readonly Answered[];
}

export const answered = (name: string, is: Kind, rule: string): Answered => ({ name, is, rule });
