import type { Handlers } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import type { DriverCreate, DriverRow } from '../../shared/drivers.ts';
import { isLocalId } from '../../shared/outbox-kinds.ts';
import { restore } from '../sync/restore.ts';
import type { Context } from './context.ts';
import { correctEntry, eachRow, save } from './rows.ts';

export function driverHandlers(context: Context): Handlers['drivers'] {
  const changed = () => {
    context.changed(['drivers', 'plans', 'outbox'], null);
    context.workspace().loop.wake();
  };
  async function savedDriver(id: string): Promise<DriverRow> {
    const { cache, outboxFile } = context.workspace();
    const { rows } = await cache.listDrivers();
    const ids = [id, outboxFile.entries.record(id)?.serverId];
    const row = rows.find((each) => ids.includes(each.id));
    if (row === undefined) throw new AppError('record.not-found');
    return row;
  }

  return {
    async list() {
      const { cache, pull } = context.workspace();
      const { rows, asOf } = await cache.listDrivers();
      return { rows, asOf, refreshing: pull.isRefreshing('drivers'), cursor: null, total: rows.length };
    },
    refresh: async () => context.workspace().pull.refresh('drivers', 'click'),

    async create({ driver }) {
      const { recordId } = save(() => context.workspace().intake().create('drivers.create', '', driver));
      changed();
      return savedDriver(recordId);
    },

    async edit({ id, change, base }) {
      const { recordId } = save(() => context.workspace().intake().edit('drivers.update', id, '', change, base));
      changed();
      return savedDriver(context.workspace().outboxFile.entries.record(recordId)?.serverId ?? recordId);
    },

    async correct({ entryId, driver }) {
      const { recordId } = correctEntry(context.workspace(), entryId, null, ({ content }) => {
        // The form does not know of them.
        const { routeOverrides } = JSON.parse(content) as DriverCreate;
        return routeOverrides == null ? driver : { ...driver, routeOverrides };
      });
      changed();
      return savedDriver(recordId);
    },

    async remove({ ids }) {
      const workspace = context.workspace();
      const results = eachRow(workspace, ids, (id) => {
        if (!id.includes('/') && !isLocalId(id)) throw new AppError('record.not-found');
        workspace.intake().remove('drivers.delete', id, '');
      });
      changed();
      return results;
    },

    async restore({ ids }) {
      const workspace = context.workspace();
      const { outboxFile, choices } = workspace;
      const now = context.system.now();
      const results = eachRow(workspace, ids, (id) => {
        const how = { storage: outboxFile.entries, choices, now };
        if (restore(how, id) === null) throw new AppError('record.not-editable');
      });
      changed();
      return results;
    },
  };
}

export function depotHandlers(context: Context): Handlers['depots'] {
  return {
    async list() {
      const { cache, pull } = context.workspace();
      const { rows, asOf } = await cache.listDepots();
      return { rows, asOf, refreshing: pull.isRefreshing('depots'), cursor: null, total: rows.length };
    },
  };
}
