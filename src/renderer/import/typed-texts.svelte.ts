/** What the person typed instead of the file's text, step by step, so that each step can be undone. */
import type { Corrections, ItemField } from './fields.ts';
import { added, lacking, none } from './import-rows.ts';

/** A text for one field of one record. */
export interface Typed {
  key: string;
  field: ItemField;
  value: string;
  /** What the field had before. */
  was: string;
}

/** The corrections before a step; undefined: the file's text. */
type Step = readonly { key: string; field: ItemField; before: string | undefined }[];

/** Older steps cannot be undone. */
const mostSteps = 200;

export class TypedTexts {
  /** By record key; they survive a new mapping. */
  by = $state.raw<ReadonlyMap<string, Corrections>>(none());
  #steps = $state.raw<readonly Step[]>([]);
  /** What the field of a record had before its first correction, by key and field. */
  #first: ReadonlyMap<string, string> = none();

  readonly canUndo = $derived(this.#steps.length > 0);

  /** Starts with another file, or with the corrections of a saved import. */
  begin(by: ReadonlyMap<string, Corrections> = none()): void {
    this.by = by;
    this.#steps = [];
    this.#first = none();
  }

  /** Sets texts as one step. Typing on in the same field belongs to the step before. */
  set(texts: readonly Typed[]): void {
    const step = texts.map(({ key, field }) => ({ key, field, before: this.by.get(key)?.[field] }));
    const last = this.#steps.at(-1);
    const [one] = step;
    const goesOn =
      last?.length === 1 && step.length === 1 && last[0]?.key === one?.key && last[0]?.field === one?.field;
    if (!goesOn) this.#steps = [...this.#steps, step].slice(-mostSteps);
    const unknown = texts.filter(({ key, field }) => !this.#first.has(`${key} ${field}`));
    this.#first = added(
      this.#first,
      unknown.map(({ key, field, was }) => [`${key} ${field}`, was] as const),
    );
    this.by = added(
      this.by,
      texts.map(({ key, field, value }) => [key, { ...this.by.get(key), [field]: value }] as const),
    );
  }

  /** What a field had before it was corrected; undefined when it was not, or by a work that was resumed. */
  before(key: string, field: ItemField): string | undefined {
    return this.#first.get(`${key} ${field}`);
  }

  /** Undoes the last step. @returns the keys of its records */
  undo(): string[] {
    const step = this.#steps.at(-1) ?? [];
    this.#steps = this.#steps.slice(0, -1);
    for (const { key, field, before } of step) {
      const { [field]: _typed, ...rest } = this.by.get(key) ?? {};
      const texts: Corrections = before === undefined ? rest : { ...rest, [field]: before };
      this.by = Object.keys(texts).length === 0 ? lacking(this.by, [key]) : added(this.by, [[key, texts]]);
    }
    return step.map(({ key }) => key);
  }
}
