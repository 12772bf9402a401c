/**
 * Client for the control API of the training service. It uses the common transport but trusts only the certificate
 * authority of that service. Its key stays in main.
 */
import type { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import {
  trainingRequests,
  trainingState,
  type FaultRule,
  type PresetName,
  type TrainingRequest,
  type TrainingState,
} from '../../shared/training.ts';
import { readBody } from './answer.ts';
import type { Request, Transport } from './transport.ts';

const deadlineMilliseconds = 8_000;
const mostBytes = 4 * 1024 * 1024;

/** Under this host name the API answers even while the training services simulate being offline. */
export function controlOrigin(origin: string): string {
  const url = new URL(origin);
  url.hostname = 'localhost';
  return url.origin;
}

export class TrainingControl {
  private readonly transport: Transport;
  private readonly key: string;

  constructor(transport: Transport, key: string) {
    this.transport = transport;
    this.key = key;
  }

  state(): Promise<TrainingState> {
    return this.call('GET', '/state', trainingState);
  }

  /** The latest requests after a given one, oldest first. */
  async requests(after = 0): Promise<TrainingRequest[]> {
    return (await this.call('GET', `/requests?after=${after}`, trainingRequests)).requests;
  }

  setClock(clock: { now?: number | undefined; speed?: number | undefined }): Promise<TrainingState> {
    return this.call('PUT', '/clock', trainingState, clock);
  }

  setSwitches(switches: Readonly<Record<string, string>>): Promise<TrainingState> {
    return this.call('PUT', '/switches', trainingState, switches);
  }

  /** @param preset null: no faults */
  setPreset(preset: PresetName | null): Promise<TrainingState> {
    return preset === null
      ? this.call('DELETE', '/faults', trainingState)
      : this.call('POST', `/faults/presets/${preset}`, trainingState);
  }

  setRules(rules: readonly FaultRule[]): Promise<TrainingState> {
    return this.call('PUT', '/faults', trainingState, { rules });
  }

  close(): Promise<void> {
    return this.transport.close();
  }

  /** @throws AppError the network's error; `input.invalid` with the status when the service rejected the input */
  private async call<Schema extends z.ZodType>(
    method: Request['method'],
    path: string,
    schema: Schema,
    body?: unknown,
  ): Promise<z.infer<Schema>> {
    const exchange = await this.transport.exchange({
      method,
      path: `/training/v1${path}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${this.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      deadlineMilliseconds,
      mostBytes,
    });
    if (exchange.kind !== 'answered') {
      throw new AppError(exchange.code, { retry: 'later', detail: { cause: exchange.cause, phase: exchange.phase } });
    }
    const { status } = exchange;
    if (status === 400) throw new AppError('input.invalid', { retry: 'after-change', detail: { status } });
    const value = status === 200 ? readBody(schema, exchange.body) : undefined;
    if (value === undefined) throw new AppError('line.odd-answer', { retry: 'later', detail: { status } });
    return value;
  }
}
