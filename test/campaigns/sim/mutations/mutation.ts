/** A mutation planted in the source: text in files below src that is replaced while they load. */

export interface Replacement {
  /** Relative to src. */
  file: string;
  /** Occurs exactly once, formatted by prettier. */
  text: string;
  becomes: string;
}

export interface Mutation {
  name: string;
  /** What the mutated code does wrong. */
  mistake: string;
  replacements: readonly Replacement[];
  /** The test that detects it, if no schedule of the simulation does yet. `--bugs` skips such a mutation. */
  seenBy?: string;
}

/** A mutation with a single replacement. */
export const mutation = (name: string, mistake: string, file: string, text: string, becomes: string): Mutation => ({
  name,
  mistake,
  replacements: [{ file, text, becomes }],
});

/** Whether a mutation changes a file. @param file relative to src */
export const changes = ({ replacements }: Mutation, file: string): boolean =>
  replacements.some((replacement) => replacement.file === file);

/**
 * Applies the mutation to the source of one file.
 *
 * @param file relative to src
 * @throws Error if a text does not occur exactly once: the code changed and the mutation must be updated
 */
export function mutated({ name, replacements }: Mutation, file: string, source: string): string {
  let result = source;
  for (const { text, becomes } of replacements.filter((replacement) => replacement.file === file)) {
    const parts = result.split(text);
    if (parts.length !== 2)
      throw new Error(`mutation ${name}: its text is found ${parts.length - 1} times in src/${file}: ${text}`);
    result = parts.join(becomes);
  }
  return result;
}
