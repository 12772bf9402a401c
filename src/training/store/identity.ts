/** The identity of a training service: its keys and the seed of its data, created at the first start and kept. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chance } from '../chance.ts';
import type { Size } from '../data/size.ts';
import { writePrivateFile } from './files.ts';

export interface Identity {
  planningKey: string;
  ordersKey: string;
  /** Only for the control API. */
  controlKey: string;
  /** Signs page tokens and label links; base64. */
  secret: string;
  seed: number;
  /** How much data is generated. */
  size: Size;
  /** The first day of the data, `2026-06-15`: the day of the first start; it never changes. */
  day: string;
  /** The port of the last start, reused if free, so that saved addresses stay valid. */
  port: number;
}

const newKey = (kind: string) => `training-${kind}-${chance.bytes(24).toString('base64url')}`;

/**
 * The identity of a service that stores nothing. It derives from the seed, so that two such services give the same
 * bytes, including page tokens and links. Its keys are not secret.
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
    // Below the ephemeral port ranges.
    port: 20_000 + (seed % 10_000),
  };
}

function readIdentity(file: string): Identity {
  try {
    // Folders of earlier versions have no control key and are of the usual size.
    const read = JSON.parse(readFileSync(file, 'utf8')) as Omit<Identity, 'controlKey' | 'size'> & Partial<Identity>;
    return { ...read, controlKey: read.controlKey ?? newKey('control'), size: read.size ?? 'usual' };
  } catch {
    throw new Error(`${file} cannot be read. Remove its folder to start over.`);
  }
}

/**
 * Reads or creates the identity. Throws when it exists but cannot be read.
 * @param seed seed, day and size are only used at the first start
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
