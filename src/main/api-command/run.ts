/** Runs one command, from its arguments to its exit code. All side effects are injected for tests. */
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { Client } from '../api/client.ts';
import { Pace } from '../api/pace.ts';
import { pages } from '../api/pages.ts';
import { authoritiesOf } from '../api/transport.ts';
import { transportsOver, type Network } from '../api/transports.ts';
import { keyAccount } from '../handlers/context.ts';
import { readJsonFile } from '../json-file.ts';
import { belongsTo, readStoredKey, type KeyPlace } from '../keys/key-place.ts';
import { cleanKey, keyProblem, type KeyStore } from '../keys/key-store.ts';
import { redact, redacted } from '../log.ts';
import { readSettings, settingsFileOf } from '../settings-file.ts';
import type { System } from '../system.ts';
import { connectionKinds, readAddress } from '../../shared/connections.ts';
import { AppError } from '../../shared/errors.ts';
import { readArguments, type Command } from './arguments.ts';
import { fields, jsonLine, recordsOf, table } from './output.ts';
import { errorWords, exitCodeOf, exitCodes, helpText, inDoubtWords, type ExitCode } from './words.ts';

export interface Surroundings {
  /** The app's folder on this computer, unless the command names another. */
  folder: string;
  system: System;
  network: Network;
  keyStore: KeyStore;
  print(text: string): void;
  say(text: string): void;
  standardInput(): Promise<string>;
  readFile(path: string): Promise<string>;
}

/** The part of the app's saved workspace that the command needs. */
const remembered = z.looseObject({
  workspace: z
    .looseObject({
      id: z.string(),
      mode: z.enum(['connected', 'training']),
      origin: z.string(),
      authority: z.string().nullable(),
      kinds: z.array(z.enum(connectionKinds)),
      version: z.enum(['v1', 'v0.2b']).optional().catch(undefined),
    })
    .nullable(),
});
type Remembered = NonNullable<z.infer<typeof remembered>['workspace']>;

const mostBusyAnswers = 5;

/** Runs a command; never throws. */
export async function runCommand(args: readonly string[], around: Surroundings): Promise<ExitCode> {
  const read = readArguments(args);
  if ('help' in read) {
    around.print(helpText(read.help));
    return exitCodes.done;
  }
  if ('problem' in read) return misunderstood(around, read.problem);
  try {
    return await perform(read.command, around);
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('internal');
    around.say(redacted(errorWords(known)));
    return exitCodeOf(known);
  }
}

function misunderstood(around: Surroundings, problem: string): ExitCode {
  around.say(`${problem}\n`);
  return exitCodes.usage;
}

async function perform(command: Command, around: Surroundings): Promise<ExitCode> {
  const { operation } = command;
  const { endpoint } = operation;
  const folder = command.profile ?? around.folder;
  const saved = readJsonFile(join(folder, 'workspace.json'), remembered, { workspace: null }).workspace;
  const target = await readTarget(command, saved, around);
  if ('problem' in target) return misunderstood(around, target.problem);
  if (endpoint.method !== 'GET' && !command.yes) {
    return misunderstood(
      around,
      `This changes data at ${target.origin} (${endpoint.method} ${endpoint.path}). Nothing was sent. Add --yes to do it.`,
    );
  }
  const body = await readBody(command, around);
  if ('problem' in body) return misunderstood(around, body.problem);
  const key = await readKey(command, target, saved, around);
  redact(key);

  const { settings } = readSettings(settingsFileOf(folder));
  const { system } = around;
  const { open } = transportsOver(around.network, () => settings.proxy, system);
  const transport = open({ origin: target.origin, authorities: authoritiesOf(target) });
  // The app may be running too, so this command takes its share as one more desk.
  const desks = settings.desksBehindThisAddress + 1;
  const pace = new Pace({ system, desks });
  const version = command.version ?? target.version;
  const client = new Client({
    transport,
    pace,
    signal: new AbortController().signal,
    host: new URL(target.origin).host,
    key: () => key,
    scheme: command.basic ? 'basic' : 'bearer',
    ...(version === undefined ? {} : { version }),
    observe: () => undefined,
  });
  try {
    return endpoint.method === 'GET'
      ? await readAndPrint(command, client, around)
      : await writeAndPrint(command, client, body.json, around);
  } finally {
    pace.close();
    await transport.close();
  }
}

interface Target {
  /** The workspace's id in the keychain; null if the app is not connected to this address. */
  id: string | null;
  origin: string;
  mode: Remembered['mode'];
  authority: string | null;
  version?: 'v1' | 'v0.2b' | undefined;
}

async function readTarget(
  command: Command,
  saved: Remembered | null,
  around: Surroundings,
): Promise<Target | { problem: string }> {
  let authority: string | null = null;
  if (command.authority !== null) {
    authority = await around.readFile(command.authority).catch(() => null);
    if (authority === null || !isCertificate(authority))
      return { problem: `${command.authority} is no certificate in PEM form.` };
  }
  if (command.address === null) {
    if (saved === null) return { problem: 'The app is not connected. Name a service with --address URL.' };
    return authority === null ? saved : { ...saved, authority, mode: 'connected' };
  }
  const read = readAddress(command.address);
  if ('problem' in read) return { problem: `--address is no https address (${read.problem}).` };
  const same = saved?.origin === read.origin ? saved : null;
  if (same === null && !command.keyStdin)
    return { problem: 'The app has no key for this address. Write it to standard input with --key-stdin.' };
  if (same !== null && authority === null) return same;
  return { id: same?.id ?? null, origin: read.origin, mode: 'connected', authority };
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}

async function readBody(command: Command, around: Surroundings): Promise<{ json: unknown } | { problem: string }> {
  if (command.body === null) return { json: undefined };
  let text: string;
  try {
    text = command.body === '-' ? await around.standardInput() : await around.readFile(command.body);
  } catch {
    return { problem: `${command.body} cannot be read.` };
  }
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { problem: `${command.body === '-' ? 'Standard input' : command.body} is no JSON.` };
  }
}

/** The app's key. @throws AppError `connection.not-confirmed` if it was entered for another address or authority */
async function keyOf(around: Surroundings, account: string, place: KeyPlace): Promise<string | null> {
  const text = await around.keyStore.read(account);
  if (text === null) return null;
  const stored = readStoredKey(text);
  redact(stored.key);
  if (!belongsTo(stored, place)) throw new AppError('connection.not-confirmed');
  return stored.key;
}

/** @throws AppError when the key is missing, malformed, or of another address */
async function readKey(
  command: Command,
  { id, origin }: Pick<Target, 'id' | 'origin'>,
  saved: KeyPlace | null,
  around: Surroundings,
): Promise<string> {
  const { service } = command.operation.endpoint;
  const stored =
    command.keyStdin || id === null
      ? await around.standardInput()
      : await keyOf(around, keyAccount(id, service), { origin, authority: saved?.authority ?? null });
  if (stored === null) throw new AppError('connection.no-key', { detail: { name: service } });
  const key = cleanKey(stored);
  const problem = keyProblem(key);
  if (problem !== null)
    throw new AppError(problem === 'empty' ? 'key.empty' : 'key.malformed', { detail: { cause: problem } });
  return key;
}

async function readAndPrint(command: Command, client: Client, around: Surroundings): Promise<ExitCode> {
  const { operation, path, json, all } = command;
  const query = { ...command.query };
  const size = operation.endpoint.pageMaximum;
  if (size !== undefined) query['maxPageSize'] ??= String(size);
  const call = { path, priority: 'background' as const, ...(Object.keys(query).length === 0 ? {} : { query }) };
  const collected: unknown[] = [];
  const take = (answer: unknown) => {
    const records = recordsOf(answer, operation.isList);
    if (json) for (const record of records) around.print(jsonLine(record));
    else collected.push(...records);
  };
  if (all) {
    for await (const answer of pages(patient(client), operation.name, call)) take(answer);
  } else {
    const answer: unknown = await patient(client).read(operation.name, call);
    take(answer);
    const { nextPageToken: token } = answer as { nextPageToken?: string | null };
    if (operation.isList && typeof token === 'string')
      around.say(`There is more: --all, or --page-token '${token.replaceAll("'", '')}'\n`);
  }
  if (!json) around.print(operation.isList ? table(collected) : fields(collected[0]));
  return exitCodes.done;
}

/** Retries immediately, because the rate limiter already pauses after a 429. */
function patient(client: Client): Pick<Client, 'read'> {
  return {
    async read(name, call) {
      for (let busy = 1; ; busy += 1) {
        try {
          return await client.read(name, call);
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'service.busy' || busy >= mostBusyAnswers) throw error;
        }
      }
    },
  };
}

async function writeAndPrint(
  { operation, path, json }: Command,
  client: Client,
  body: unknown,
  around: Surroundings,
): Promise<ExitCode> {
  const outcome = await client.write(operation.name, {
    path,
    priority: 'background',
    ...(body === undefined ? {} : { body }),
  });
  if (outcome.kind === 'answered') {
    const [answer] = recordsOf(outcome.value, false);
    around.print(json ? jsonLine(answer) : fields(answer));
    return exitCodes.done;
  }
  around.say(redacted(errorWords(outcome.error)));
  if (outcome.kind !== 'in-doubt') return exitCodeOf(outcome.error);
  around.say(inDoubtWords);
  return exitCodes.inDoubt;
}
