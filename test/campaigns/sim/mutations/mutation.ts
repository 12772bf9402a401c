/** A mistake planted in the source: texts of files below src that are replaced while they are loaded. */

export interface Replacement {
  /** Relative to src. */
  file: string;
  /** Stands there exactly once, as prettier writes it. */
  text: string;
  becomes: string;
}

export interface Mutation {
  name: string;
  /** What the code does wrong then. */
  mistake: string;
  replacements: readonly Replacement[];
  /** The test that sees it, where no schedule of the simulation shows it yet: it is passed over by `--bugs`. */
  seenBy?: string;
}

/** One mistake in one place. */
export const mutation = (name: string, mistake: string, file: string, text: string, becomes: string): Mutation => ({
  name,
  mistake,
  replacements: [{ file, text, becomes }],
});

/** Whether a mutation changes a file. @param file relative to src */
export const changes = ({ replacements }: Mutation, file: string): boolean =>
  replacements.some((replacement) => replacement.file === file);

/**
 * The source of one file with the mistake in it.
 *
 * @param file relative to src
 * @throws Error when a text is not found exactly once: the code was changed and the mutation has to follow
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
