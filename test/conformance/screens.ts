/**
 * The Screen column of rows that name their operation. What it says follows from operations-sent.json, which every run
 * of the end-to-end tests is compared with, so that it cannot become untrue unseen.
 */
import type { EndpointName } from '../../src/shared/endpoints.ts';
import { none, type Cell } from './row.ts';
import { keptTests } from './sent.ts';

const tests = keptTests();

/** Stands for an operation that no screen sends. */
export const unsent = none('no screen sends it; npm run api does');

/**
 * A test in which a screen sent an operation.
 *
 * @param version of the planning service; the order service has v1 alone
 */
export const testOfScreen = (name: EndpointName, version: string): Cell => tests[`${version} ${name}`] ?? unsent;

/** The tests in which a screen sent one of these operations in v1, each once. */
export function sentBy(...operations: readonly EndpointName[]): Cell {
  const found = [...new Set(operations.flatMap((name) => tests[`v1 ${name}`] ?? []))];
  return found.length === 0 ? unsent : found;
}

/** A file of a screen, as long as a test has seen a screen send the operation in v1. */
export const screenOf = (file: string, operation: EndpointName): Cell =>
  tests[`v1 ${operation}`] === undefined ? unsent : file;
