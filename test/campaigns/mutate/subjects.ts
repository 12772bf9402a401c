/** The code to mutate: everything that decides what is sent, settled, merged, shown as waiting, printed or counted. */
import { readFileSync, globSync } from 'node:fs';
import { join, sep } from 'node:path';

export const src = join(import.meta.dirname, '..', '..', '..', 'src');

const patterns = [
  'main/{outbox,sending,refresh,connectivity}/*.ts',
  'shared/outbox*.ts',
  'shared/entries.ts',
  'shared/errors.ts',
  'shared/order-edit.ts',
  'main/db/outbox*.ts',
  'main/db/entry-*.ts',
  'main/api/{pace,errors,answer,pages}.ts',
  'main/labels/{batch-run,batches,ledger,preflight,codes,check-document}.ts',
  'renderer/import/*.ts',
  'renderer/orders/import/*.ts',
  'renderer/lib/{typed,changed-fields}.ts',
  'renderer/{orders,stops}/*-{build,batch,edit}.ts',
  'renderer/{orders,stops,outbox}/*.svelte.ts',
];

/** Files relative to src, sorted. */
export const subjects = (): string[] =>
  globSync(patterns, { cwd: src })
    .map((file) => file.split(sep).join('/'))
    .sort();

export const sourceOf = (file: string): string => readFileSync(join(src, file), 'utf8');
