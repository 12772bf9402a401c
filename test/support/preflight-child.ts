/** The preflight program as a child of plain Node: the entry that test/fixtures/programs.ts builds. */
import type { PreflightMessage } from '../../src/preflight/messages.ts';
import { preflightProgram } from '../../src/preflight/program.ts';

const hear = preflightProgram((reply) => process.send?.(reply));

process.on('message', (message) => hear(message as PreflightMessage));
