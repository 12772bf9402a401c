/** Puts the training service together and starts it: both services over HTTPS on one address of this computer. */
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { realClock, ServiceClock, type Clock, type ServiceTime } from './clock.ts';
import type { ControlActions } from './control/actions.ts';
import { controlBase } from './control/control.ts';
import { courierSide } from './courier/side.ts';
import { dayOf } from './data/calendar.ts';
import type { Size } from './data/size.ts';
import { Day } from './day/day.ts';
import { Gate } from './faults/gate.ts';
import { FaultLayer } from './faults/layer.ts';
import { presets, type PresetName } from './faults/presets.ts';
import { withinAccess } from './handlers/access.ts';
import { courierHandlers } from './handlers/couriers.ts';
import { customPropertyHandlers } from './handlers/custom-properties.ts';
import { orderHandlers } from './handlers/orders.ts';
import { pickupLocationHandlers } from './handlers/pickup-locations.ts';
import type { Context } from './handlers/handler.ts';
import { liveHandlers } from './handlers/live.ts';
import { operationHandlers } from './handlers/operations.ts';
import { optimiseHandlers } from './handlers/optimise.ts';
import { planWriteHandlers } from './handlers/plans-write.ts';
import { planHandlers } from './handlers/plans.ts';
import { distributeHandlers } from './handlers/routes-distribute.ts';
import { routeHandlers } from './handlers/routes.ts';
import { stopWriteHandlers } from './handlers/stops-write.ts';
import { searchHandlers, type Later } from './handlers/search.ts';
import { stopHandlers } from './handlers/stops.ts';
import { teamHandlers } from './handlers/team.ts';
import { unassignedHandlers } from './handlers/unassigned.ts';
import { Blocker } from './http/block.ts';
import { Limiter } from './http/limits.ts';
import { PageTokens } from './http/page-token.ts';
import { serve, type Serving } from './http/serve.ts';
import { LabelLinks } from './labels/link.ts';
import { OpenApiDocument } from './openapi.ts';
import { discardSession } from './live/session.ts';
import { fixedIdentity, openIdentity, saveIdentity } from './store/identity.ts';
import { noJournal, openJournal } from './store/journal.ts';
import { openStore, type Change } from './store/store.ts';
import { documentedSwitches, type Switches } from './switches.ts';
import { serverCertificate } from './tls/certificates.ts';
import { untrustedCertificate } from './tls/untrusted.ts';
import { inBothVersions } from './versions/older.ts';

const host = '127.0.0.1';
const day = 86_400_000;
const defaultSeed = 1;

export interface ServiceOptions {
  /** Where everything is kept; made when it is not there. One service at a time. */
  folder: string;
  /** Fails when it is taken. Left out: the port of the last start where it is free, else any free one. */
  port?: number | undefined;
  /** Of the data; used at the first start in a folder only. */
  seed?: number | undefined;
  /** How much data; `large`: 200 plans of 150 stops. Used at the first start in a folder only. */
  size?: Size | undefined;
  /** The time that passes: limits keep to it, and the service's own time runs by it. */
  clock?: Clock;
  /** The service's own time, where it is not the one that passes. */
  time?: ServiceTime | undefined;
  /**
   * Begin with the generated data, whatever was entered before, and keep nothing: with the same seed and time two such
   * services answer the same requests with the same bytes.
   */
  fresh?: boolean | undefined;
  switches?: Partial<Switches> | undefined;
  /** Faults in force from the start. */
  preset?: PresetName | undefined;
  /** The time by which clients judge certificates: the computer's, unless a test wants to see one run out. */
  certificateClock?: Clock;
}

export interface RunningService {
  /** `https://127.0.0.1:port` */
  address: string;
  /** The certificate of the service's own authority, PEM. */
  authority: string;
  /** The same, as a file. */
  authorityFile: string;
  planningKey: string;
  ordersKey: string;
  /** Of the control API, under `/training/v1`. */
  controlKey: string;
  /** How many requests came since the start, refused ones and label links included, those of the control API not. */
  requestCount(): number;
  /** Ends at once, open connections included. */
  close(): Promise<void>;
}

/** Tries a port; false when something else has it. */
function listen(server: ReturnType<typeof createServer>, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    server.once('error', failed);
    server.listen(port, host, () => {
      server.off('error', failed);
      resolve(true);
    });
  });
}

/** Tries a port for some seconds: the service that had it before may still be ending. */
async function listenPatiently(server: ReturnType<typeof createServer>, port: number): Promise<boolean> {
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    if (await listen(server, port)) return true;
    await new Promise<void>((resolve) => void realClock.after(200, resolve));
  }
  return false;
}

interface Acting {
  movingDay: Day;
  later: Later;
}

/** A service that is left running for a year renews its certificate too. @returns what ends that */
function renewYearly(folder: string, clock: Clock, gate: Gate): () => void {
  let cancel: () => void = () => undefined;
  const renewLater = () => {
    cancel = clock.after(day, () => {
      void serverCertificate(folder, clock).then((renewed) => {
        gate.renew(renewed);
        renewLater();
      });
    });
  };
  renewLater();
  return () => cancel();
}

/** Handlers of every operation, brought by the files of their nouns. */
const handlersOf = (context: Context, { movingDay, later }: Acting) =>
  inBothVersions(
    context.store,
    withinAccess(context, {
      ...planHandlers(context),
      ...planWriteHandlers(context),
      ...stopHandlers(context),
      ...stopWriteHandlers(context),
      ...liveHandlers(context),
      ...optimiseHandlers(context, movingDay),
      ...distributeHandlers(context, movingDay),
      ...operationHandlers(context),
      ...routeHandlers(context),
      ...unassignedHandlers(context),
      ...searchHandlers(context, later),
      ...customPropertyHandlers(context),
      ...teamHandlers(context),
      ...orderHandlers(context),
      ...courierHandlers(context),
      ...pickupLocationHandlers(context),
    }),
  );

/** What is kept in the folder between starts, and the data made of it. */
function openData(options: ServiceOptions, clock: ServiceClock) {
  const { folder, fresh = false, size = 'usual', seed = defaultSeed } = options;
  const identityFile = join(folder, 'service.json');
  const today = dayOf(clock.now());
  const identity = fresh ? fixedIdentity(seed, today, size) : openIdentity(identityFile, seed, today, size);
  const { journal, changes } = fresh
    ? { journal: noJournal, changes: [] }
    : openJournal<Change>(join(folder, 'journal.jsonl'), clock.now());
  const store = openStore({
    seed: identity.seed,
    size: identity.size,
    firstDay: identity.day,
    journal,
    changes,
    clock,
  });
  const savePort = (port: number) => {
    if (!fresh) saveIdentity(identityFile, { ...identity, port });
  };
  return { identity, journal, store, savePort };
}

interface ServingOptions {
  data: ReturnType<typeof openData>;
  clock: ServiceClock;
  passing: Clock;
  switches: Switches;
  faults: FaultLayer;
  /** `https://127.0.0.1:port`, once the service listens. */
  address: () => string;
  /** The gate exists once the server does. */
  gate: () => Gate;
  later: Later;
}

/** Everything that answers a request: both APIs, the label links and the control API. */
function servingOf({ data, clock, passing, switches, faults, address, gate, later }: ServingOptions): Serving {
  const { identity, store } = data;
  const links = new LabelLinks(identity.secret, clock, () => store.newId(), address);
  const context: Context = { store, clock, switches, links, address };
  const courier = courierSide(context);
  const movingDay = new Day(store, clock);
  const actions: ControlActions = {
    discardChanges: (planId) => discardSession(context, planId),
    addOrderToRoute: (orderId) => courier.addToRoute(orderId),
  };
  return {
    openapi: new OpenApiDocument(address),
    exchange: {
      keys: { planning: identity.planningKey, orders: identity.ordersKey },
      limiter: new Limiter(passing, switches),
      blocker: new Blocker(passing),
      switches,
      pageTokens: new PageTokens(identity.secret),
      handlers: handlersOf(context, { movingDay, later }),
    },
    links,
    store,
    address,
    switches,
    clock,
    faults,
    passing: [() => courier.advance(), () => movingDay.advance()],
    control: {
      key: identity.controlKey,
      clock,
      switches,
      faults,
      actions,
      async setFaults(plan, preset) {
        await gate().prepare(plan);
        faults.set(plan, preset);
        gate().changed();
      },
    },
  };
}

/** An HTTPS server that counts its requests, those of the control API excepted. */
function serverFor(serving: Serving, { certificate, key }: { certificate: string; key: string }) {
  let requests = 0;
  const server = createServer({ cert: certificate, key }, (request, response) => {
    if (request.url?.startsWith(`${controlBase}/`) !== true) requests += 1;
    serve(serving, request, response).catch((error: unknown) => {
      process.stderr.write(`training service: ${error instanceof Error ? (error.stack ?? error.message) : 'failed'}\n`);
      response.destroy();
    });
  });
  return { server, requestCount: () => requests };
}

/** Starts the service. Throws when the folder cannot be written or the given port is taken. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { folder, clock: passing = realClock, certificateClock = realClock } = options;
  const clock = new ServiceClock(passing, options.time);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const data = openData(options, clock);
  const { identity, journal } = data;
  const certificate = await serverCertificate(folder, certificateClock);
  const faults = new FaultLayer({ serviceClock: clock, clock: passing });

  let address = '';
  let ended = false;
  const later: Later = (milliseconds, action) => {
    passing.after(milliseconds, () => {
      if (!ended) action();
    });
  };
  const switches: Switches = { ...documentedSwitches, ...options.switches };
  const serving = servingOf({
    ...{ data, clock, passing, switches, faults, later },
    address: () => address,
    gate: () => gate,
  });
  const { server, requestCount } = serverFor(serving, certificate);
  const gate = new Gate(server, faults, {
    right: certificate,
    make: (problem) => untrustedCertificate(problem, folder, certificateClock),
  });
  if (options.preset !== undefined) await serving.control.setFaults(presets[options.preset].plan, options.preset);

  const listening =
    options.port === undefined
      ? (await listen(server, identity.port)) || (await listen(server, 0))
      : await listenPatiently(server, options.port);
  if (!listening) {
    journal.close();
    throw new Error(`Port ${String(options.port)} is taken by something else.`);
  }
  const { port } = server.address() as AddressInfo;
  address = `https://${host}:${port}`;
  data.savePort(port);

  const cancelRenewal = renewYearly(folder, certificateClock, gate);
  const close = () =>
    new Promise<void>((resolve) => {
      ended = true;
      cancelRenewal();
      faults.close();
      gate.close();
      server.close(() => {
        journal.close();
        resolve();
      });
      server.closeAllConnections();
    });
  let closed: Promise<void> | undefined;

  return {
    address,
    authority: certificate.authority,
    authorityFile: join(folder, 'authority.pem'),
    planningKey: identity.planningKey,
    ordersKey: identity.ordersKey,
    controlKey: identity.controlKey,
    requestCount,
    close: () => (closed ??= close()),
  };
}
