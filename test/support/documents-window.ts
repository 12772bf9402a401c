/**
 * The window of the label preview, and beside it the check of label documents as the app has it: in a process of its
 * own, in Chromium's sandbox, which this main starts, watches and ends.
 */
import './page-window.ts';
import { join } from 'node:path';
import { preflightLibraries } from '../../src/main/labels/preflight-libraries.ts';
import { preflightStarter } from '../../src/main/platform/preflight.ts';
import { DocumentChecks, type Checked } from '../campaigns/documents/checks.ts';

// The app's own, as it was built.
const program = join(import.meta.dirname, '..', 'preload', 'preflight.cjs');
const checks = new DocumentChecks(preflightStarter({ program, libraries: preflightLibraries }));

const documents = {
  /** @param text the document in base64 @param turn chooses the way and the printer */
  check: (text: string, turn: number): Promise<Checked> => checks.check(Buffer.from(text, 'base64'), turn),
};
export type DocumentsStand = typeof documents;
Object.assign(globalThis, { documents });
