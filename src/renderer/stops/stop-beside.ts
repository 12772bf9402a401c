/** What opens beside a list of stops. */
import type { FieldName } from './stop-build.ts';

/** What the form opens for: a new stop when all are null. */
export interface FormFor {
  entryId: string | null;
  stopId: string | null;
  draftId: string | null;
  /** The field that gets the focus. Default: the first. */
  field?: FieldName;
}

export type Beside = { kind: 'nothing' } | { kind: 'detail' } | ({ kind: 'form' } & FormFor);
