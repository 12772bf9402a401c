/** Assembles and starts the training service: both services over HTTPS on one local address. */
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
import { makeWorld } from './data/world.ts';
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
import { findPlan, planHandlers } from './handlers/plans.ts';
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
  /** Where all data is stored; created if missing. Only one service may use it at a time. */
  folder: string;
  /** Startup fails when it is taken. If omitted: the port of the last start if free, otherwise any free port. */
  port?: number | undefined;
  /** Seed of the data. Only used at the first start in a folder. */
  seed?: number | undefined;
  /** How much data; `large` is 200 plans of 150 stops. Only used at the first start in a folder. */
  size?: Size | undefined;
  /** Generates the data. Tests that start many services give one that returns the same data again. */
  generate?: typeof makeWorld | undefined;
  /** The underlying clock: rate limits use it, and the service's own time derives from it. */
  clock?: Clock;
  /** The service's own time, if it differs from the clock's. */
  time?: ServiceTime | undefined;
  /**
   * Starts with the generated data regardless of earlier changes, and stores nothing. Two such services with the same
   * seed and time answer the same requests with the same bytes.
   */
  fresh?: boolean | undefined;
  switches?: Partial<Switches> | undefined;
  /** Faults active from the start. */
  preset?: PresetName | undefined;
  /** The time by which clients judge certificates: the computer's, unless a test needs an expired one. */
  certificateClock?: Clock;
}

export interface RunningService {
  /** `https://127.0.0.1:port` */
  address: string;
  /** The certificate of the service's own authority, PEM. */
  authority: string;
  /** The same certificate, as a file. */
  authorityFile: string;
  planningKey: string;
  ordersKey: string;
  /** Key of the control API under `/training/v1`. */
  controlKey: string;
  /** Requests since the start, including rejected ones and label links, excluding the control API. */
  requestCount(): number;
  /** Closes immediately, including open connections. */
  close(): Promise<void>;
}

/** Tries a port. @returns false when it is taken */
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

/** Retries a port for two seconds: the service that used it before may still be shutting down. */
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

/** A service that runs for a year also renews its certificate. @returns a function that cancels the renewal */
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

/** The handlers of all operations, from one file per resource. */
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

/** Loads what the folder keeps between starts and builds the data from it. */
function openData(options: ServiceOptions, clock: ServiceClock) {
  const { folder, fresh = false, size = 'usual', seed = defaultSeed, generate = makeWorld } = options;
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
    world: generate(identity.seed, identity.day, identity.size),
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

/** Assembles everything that answers requests: both APIs, the label links and the control API. */
function servingOf({ data, clock, passing, switches, faults, address, gate, later }: ServingOptions): Serving {
  const { identity, store } = data;
  const links = new LabelLinks(identity.secret, clock, () => store.newId(), address);
  const context: Context = { store, clock, switches, links, address };
  const courier = courierSide(context);
  const movingDay = new Day(store, clock);
  const actions: ControlActions = {
    showPlan: (segment) => findPlan(store, segment).plan,
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

/** An HTTPS server that counts its requests, except those to the control API. */
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
  const waiting = new Set<() => void>();
  const later: Later = (milliseconds, action) => {
    const cancel: () => void = passing.after(milliseconds, () => {
      waiting.delete(cancel);
      action();
    });
    waiting.add(cancel);
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
      for (const cancel of waiting) cancel();
      cancelRenewal();
      faults.close();
      server.close(() => {
        journal.close();
        resolve();
      });
      gate.close();
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
