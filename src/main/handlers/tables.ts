import type { Handlers } from '../../shared/contract.ts';
import type { Context } from './context.ts';
import { asCsv, saveFile } from './save-file.ts';

export function tableHandlers(context: Pick<Context, 'desktop'>): Handlers['tables'] {
  return {
    save: ({ name, file }) => saveFile(context, name, file.kind, file.kind === 'csv' ? asCsv(file.text) : file.bytes),
  };
}
