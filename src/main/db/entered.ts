/** What was entered here of a record that the service has, to tell what the service corrected. */
import { correctedFields, type Corrected } from '../../shared/corrected.ts';
import type { Fields } from '../../shared/outbox-merge.ts';
import { withFields } from '../../shared/pending-content.ts';
import { editKinds } from './changes.ts';
import type { Database } from './database.ts';
import { fields as storedObject, fromStoredOr } from '../stored-json.ts';

/** The content of the record and the edits that the service confirmed, later ones over earlier ones. */
function enteredHere(database: Database, serverId: string): Fields {
  const rows = database.all<{ said: string }>(
    `SELECT content AS said, 0 AS sequence FROM outbox.records WHERE server_id = :serverId
     UNION ALL
     SELECT entries.body, entries.sequence FROM outbox.records JOIN outbox.entries ON entries.record_id = records.id
       WHERE records.server_id = :serverId AND entries.kind IN (${editKinds}) AND entries.state = 'acknowledged'
     ORDER BY sequence`,
    { serverId },
  );
  return rows.reduce<Fields>((entered, { said }) => {
    const fields: Fields = fromStoredOr(storedObject, said, {});
    // An address is entered as a whole.
    const address = fields['address'] === undefined ? {} : { address: fields['address'] };
    return { ...withFields(entered, fields), ...address };
  }, {});
}

/** @param item the record as read from the service, without waiting edits */
export const correctedHere = (database: Database, item: Fields & { id: string }): Corrected[] =>
  correctedFields(enteredHere(database, item.id), item);
