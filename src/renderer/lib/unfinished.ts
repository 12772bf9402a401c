/** Input that is neither saved nor discarded: forms, and imports. */
import { importNames, type ImportName } from '../../shared/imports.ts';
import { draftForms, type DraftForm } from '../../shared/outbox.ts';
import { backend } from './backend.ts';

/** How many of one kind are unfinished. */
export interface Unfinished {
  kind: DraftForm | `import.${ImportName}`;
  count: number;
}

/** The kinds of which there are any. @throws AppError as main reports it */
export async function readUnfinished(): Promise<Unfinished[]> {
  const [drafts, imports] = await Promise.all([backend.drafts.list(), backend.imports.list()]);
  const forms = draftForms.map((kind) => ({ kind, count: drafts.filter(({ form }) => form === kind).length }));
  const files = importNames.map((name) => ({
    kind: `import.${name}` as const,
    count: imports.filter(({ noun }) => noun === name).length,
  }));
  return [...forms, ...files].filter(({ count }) => count > 0);
}

/** All kinds together. */
export const totalUnfinished = (unfinished: readonly Unfinished[]): number =>
  unfinished.reduce((sum, { count }) => sum + count, 0);
