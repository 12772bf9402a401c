/** Exports the rows of a table as they are shown. */
import { t } from '../../messages/index.ts';
import { backend } from '../lib/backend.ts';
import type { TableContent } from '../lib/sheet/table-file.ts';
import { contentOf } from './table-content.ts';
import type { TableView } from './table-view.svelte.ts';
import { toasts } from './toasts.svelte.ts';

/** Never throws: a failure is shown. */
export async function exportTable<Row>(view: TableView<Row>, kind: TableContent['kind']): Promise<void> {
  const name = view.fileName;
  if (name === null) return;
  await toasts.attempt('tables.save', async () => {
    const { makeTableFile } = await import('../lib/sheet/make-table-file.ts');
    const saved = await backend.tables.save({ name, file: await makeTableFile(contentOf(view, kind)) });
    if (saved) toasts.show('positive', 'tables.saved', t('tables.exported', { name: saved.name }));
  });
}
