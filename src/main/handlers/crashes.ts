import type { Handlers } from '../../shared/contract.ts';
import type { Context } from './context.ts';
import { saveFile } from './save-file.ts';

export function crashesHandlers(context: Context): Handlers['crashes'] {
  const { crashes } = context;
  return {
    list: async () => crashes.list,
    async save() {
      const text = crashes.list.map((report) => report.text).join('\n');
      const saved = await saveFile(context, 'Depot Desk crash report', 'txt', text);
      if (saved !== null) crashes.remove();
      return crashes.list;
    },
    async remove() {
      crashes.remove();
      return crashes.list;
    },
  };
}
