/** What makes one training service this one: its keys and the seed of its data, made at the first start and kept. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chance } from '../chance.ts';
import type { Size } from '../data/size.ts';
import { writePrivateFile } from './files.ts';

export interface Identity {
  planningKey: string;
  ordersKey: string;
  /** Of the control API alone. */
  controlKey: string;
  /** Signs page tokens and label links; base64. */
  secret: string;
  seed: number;
  /** How much is generated. */
  size: Size;
  /** The day the data is built around, `2026-06-15`: the first start's, and never moved. */
  day: string;
  /** The port of the last start, taken again where it is free, so that what knows the address stays right. */
  port: number;
}

const newKey = (kind: string) => `training-${kind}-${chance.bytes(24).toString('base64url')}`;

/**
 * The identity of a service that keeps nothing: all of it follows from the seed, so that two such services give the same
 * bytes, page tokens and links included. Its keys are no secret.
 */
export function fixedIdentity(seed: number, day: string, size: Size): Identity {
  const derived = (use: string) => createHash('sha256').update(`${use} ${seed}`).digest();
  return {
    planningKey: `training-planning-${derived('planning').toString('base64url').slice(0, 32)}`,
    ordersKey: `training-orders-${derived('orders').toString('base64url').slice(0, 32)}`,
    controlKey: `training-control-${derived('control').toString('base64url').slice(0, 32)}`,
    secret: derived('secret').toString('base64'),
    seed,
    size,
    day,
    // In the range that no system gives out by itself.
    port: 20_000 + (seed % 10_000),
  };
}

function readIdentity(file: string): Identity {
  try {
    // A folder of an earlier version has no control key yet, and is of the usual size.
    const read = JSON.parse(readFileSync(file, 'utf8')) as Omit<Identity, 'controlKey' | 'size'> & Partial<Identity>;
    return { ...read, controlKey: read.controlKey ?? newKey('control'), size: read.size ?? 'usual' };
  } catch {
    throw new Error(`${file} cannot be read. Remove its folder to start over.`);
  }
}

/**
 * Reads the identity, or makes it. Throws when there is one that cannot be read.
 * @param seed day and size are used at the first start only
 */
export function openIdentity(file: string, seed: number, day: string, size: Size): Identity {
  if (existsSync(file)) return readIdentity(file);
  const identity: Identity = {
    planningKey: newKey('planning'),
    ordersKey: newKey('orders'),
    controlKey: newKey('control'),
    secret: chance.bytes(32).toString('base64'),
    seed,
    size,
    day,
    port: 0,
  };
  saveIdentity(file, identity);
  return identity;
}

export function saveIdentity(file: string, identity: Identity): void {
  writePrivateFile(file, `${JSON.stringify(identity, null, 2)}\n`);
}
