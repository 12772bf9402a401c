import { AppError } from '../../shared/errors.ts';
import { mostKeptCharacters, mostKeptRows, rowsAtOnce } from '../../shared/imports.ts';
import type { Context } from './context.ts';
import type { MainHandlers } from './gestures.ts';
import { save } from './rows.ts';
import { atPlaceNow, sentImportHandlers } from './sent-imports.ts';

const mostParts = Math.ceil((mostKeptRows + 1) / rowsAtOnce);

export function importHandlers(context: Context): MainHandlers['imports'] {
  const drafts = () => context.workspace().outboxFile.drafts;
  return {
    async list() {
      const workspace = context.workspace();
      return workspace.outboxFile.drafts.imports().map((each) => atPlaceNow(workspace, each));
    },

    async get({ id }) {
      const kept = drafts().findImport(id);
      if (kept === undefined) throw new AppError('record.not-found');
      return { work: kept.work, parts: drafts().importParts(id) };
    },

    rows: async ({ id, part }) => drafts().importRows(id, part),

    async saveRows({ id, part, rows }) {
      if (part >= mostParts) throw new AppError('input.invalid', { detail: { field: 'part' } });
      save(() => drafts().saveImportRows(id, part, rows));
    },

    async save({ id, work }) {
      if (JSON.stringify(work).length > 2 * mostKeptCharacters) {
        throw new AppError('input.invalid', { detail: { field: 'work' } });
      }
      // Rows that were already taken stay taken, even if the window did not know that yet.
      const taken = new Set([...drafts().taken(id), ...work.taken]);
      save(() => drafts().saveImport(id, context.system.now(), { ...work, taken: [...taken] }));
    },

    async remove({ id }) {
      drafts().removeImport(id);
    },

    async finish({ id, changed }) {
      const { drafts, sentImports } = context.workspace().outboxFile;
      const sent = sentImports.find(id);
      save(() => {
        if (sent === undefined) {
          drafts.removeImport(id);
          return;
        }
        if (changed.length > 0) drafts.addTaken(id, `${id}:changed`, changed);
        sentImports.add({ ...sent, isWhole: true }, '', []);
      });
    },

    ...sentImportHandlers(context),
  };
}
