/** The form of a dialog: all of its fields are kept, in a draft too, and so are those before an edit. */
import { keptEdit, keptFields } from './kept-fields.ts';
import { KeptForm } from './kept-form.svelte.ts';

/** The record being edited, as it was when the form was filled. */
export interface Edited<Fields> {
  id: string;
  before: Fields;
}

/** Subclasses define the fields, their problems, and what saving does. */
export abstract class DialogForm<Fields extends object, Row> extends KeptForm<
  Fields,
  keyof Fields & string,
  Edited<Fields>,
  Row
> {
  /** In display order: the first invalid one gets the focus. */
  protected abstract readonly fieldOrder: readonly (keyof Fields & string)[];

  protected firstWrong(): (keyof Fields & string) | undefined {
    return this.fieldOrder.find((name) => this.found[name]);
  }

  protected fieldFor(path: string): (keyof Fields & string) | undefined {
    const parts = path.split('.');
    return this.fieldOrder.find((name) => parts.includes(name));
  }

  protected remembered(): Record<string, unknown> {
    return this.edited === null ? {} : { edited: this.edited };
  }

  protected restore(draft: Readonly<Record<string, unknown>>): void {
    const fields = (kept: Readonly<Record<string, unknown>>) => keptFields(kept, this.empty());
    this.edited = keptEdit(draft['edited'], fields);
    this.fill(fields(draft), this.edited?.before ?? this.empty());
  }
}
