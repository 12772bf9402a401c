import { AppError } from '../../shared/errors.ts';
import { driverCreate, type DriverRow } from '../../shared/drivers.ts';
import { isLocalId } from '../../shared/outbox-kinds.ts';
import type { Context } from './context.ts';
import { once, type Gesture, type MainHandlers } from './gestures.ts';
import { addPart, editRows, type TakenPart } from './imported.ts';
import { correctEntry, eachRow, forget, idsOf, restored, rowResults, type RowErrors } from './rows.ts';
import { fromStored } from '../stored-json.ts';

export function driverHandlers(context: Context): MainHandlers['drivers'] {
  async function saved({ recordId }: { recordId: string }): Promise<DriverRow> {
    const { cache, outboxFile } = context.workspace();
    const { rows } = await cache.listDrivers();
    const ids = [recordId, outboxFile.entries.record(recordId)?.serverId];
    const row = rows.find((each) => ids.includes(each.id));
    if (row === undefined) throw new AppError('record.not-found');
    return row;
  }

  return {
    async list() {
      const { cache, refresher: pull } = context.workspace();
      const { rows, asOf } = await cache.listDrivers();
      return { rows, asOf, refreshing: pull.isRefreshing('drivers'), cursor: null, total: rows.length };
    },
    refresh: async () => context.workspace().refresher.refresh('drivers', 'click'),

    ...newDrivers(context, saved),

    ...changedDrivers(context, saved),

    correct: once(context, 'drivers.correct', {
      work({ entryId, driver, draftId }, gesture) {
        gesture.commit(() =>
          correctEntry(context.workspace(), entryId, draftId, ({ content }) => {
            // The form has no fields for the route overrides.
            const { routeOverrides } = fromStored(driverCreate.pick({ routeOverrides: true }).loose(), content);
            return routeOverrides == null ? driver : { ...driver, routeOverrides };
          }),
        );
      },
      answer: saved,
    }),

    remove: once(context, 'drivers.remove', {
      work({ ids }, gesture: Gesture<RowErrors>) {
        const removed = (id: string) => {
          if (!id.includes('/') && !isLocalId(id)) throw new AppError('record.not-found');
          context.workspace().intake().remove('drivers.delete', id, '');
        };
        gesture.commit(() => eachRow(ids, removed));
      },
      answer: (errors, { ids }) => rowResults(ids, errors),
    }),

    restore: once(context, 'drivers.restore', {
      work({ ids }, gesture: Gesture<RowErrors>) {
        gesture.commit(() => eachRow(ids, (id) => restored(context, id)));
      },
      answer: (errors, { ids }) => rowResults(ids, errors),
    }),
  };
}

/** @param saved reads a new driver as it is listed */
function newDrivers(
  context: Context,
  saved: (outcome: { recordId: string }) => Promise<DriverRow>,
): Pick<MainHandlers['drivers'], 'create' | 'addMany'> {
  return {
    create: once(context, 'drivers.create', {
      work({ driver, draftId }, gesture) {
        const workspace = context.workspace();
        gesture.commit(() => {
          forget(workspace, draftId);
          const { recordId } = workspace.intake().create('drivers.create', '', driver);
          return { recordId };
        });
      },
      answer: saved,
    }),

    addMany: once(context, 'drivers.addMany', {
      work({ drivers: items, of, gesture: id }, gesture: Gesture<TakenPart>) {
        const workspace = context.workspace();
        const part = { gesture: id, items, of, place: '', at: context.system.now() };
        addPart(workspace, 'drivers.addMany', part, gesture, (driver) =>
          workspace.intake().create('drivers.create', '', driver),
        );
      },
      answer: ({ count }) => count,
    }),
  };
}

/** @param saved reads a changed driver as it is listed */
function changedDrivers(
  context: Context,
  saved: (outcome: { recordId: string }) => Promise<DriverRow>,
): Pick<MainHandlers['drivers'], 'edit' | 'editMany'> {
  return {
    edit: once(context, 'drivers.edit', {
      work({ id, change, base, draftId }, gesture) {
        const workspace = context.workspace();
        gesture.commit(() => {
          forget(workspace, draftId);
          const { recordId } = workspace.intake().edit('drivers.update', id, '', change, base);
          return { recordId };
        });
      },
      answer: saved,
    }),

    editMany: once(context, 'drivers.editMany', {
      async work({ edits, of, gesture: id }, gesture: Gesture<RowErrors>) {
        const workspace = context.workspace();
        const { rows } = await workspace.cache.listDrivers();
        const known = new Map(rows.map((row) => [row.id, row]));
        const byId = new Map(edits.map((edit) => [edit.id, edit]));
        const edited = (driverId: string) => {
          const edit = byId.get(driverId);
          const row = known.get(driverId);
          if (edit === undefined || row === undefined) throw new AppError('record.not-found');
          if (row.change === 'delete') throw new AppError('record.not-editable');
          return workspace.intake().edit('drivers.update', driverId, '', edit.change, edit.base);
        };
        const [at, ids] = [context.system.now(), edits.map((edit) => edit.id)];
        const part = { gesture: id, noun: 'drivers', of, place: '', at, ids } as const;
        gesture.commit(() => editRows(workspace, part, edited));
      },
      answer: (errors, { edits }) => rowResults(idsOf(edits), errors),
    }),
  };
}
