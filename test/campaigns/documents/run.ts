/**
 * `npm run documents [-- --documents 5000 --seed 1 --from 0]`: label documents with small mistakes through the check
 * and through what makes of them what leaves, both in the app's own process for it, and through the preview in a real
 * window with the policy of the app's own. Nothing may end main or the window; each document takes at most five seconds
 * and 300 MB. What takes the check more memory is not drawn, as in the app. A seed repeats a run,
 * `--from 812 --documents 1` one document of it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../../build/build.ts';
import { root } from '../../../build/project.ts';
import { startApp, temporaryFolder, type App } from '../../support/app.ts';
import { buildPage } from '../../support/built-page.ts';
import { openDesktop } from '../../support/worker-desktop.ts';
import type { DocumentsStand } from '../../support/documents-window.ts';
import type { Checked } from './checks.ts';
import { longestUnchecked } from '../../../src/renderer/labels/pdf-problem.ts';
import { mutated, originals } from './mutated.ts';
import type { PreviewStand, Previewed } from '../../support/preview-page/page.svelte.ts';

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    from: { type: 'string', default: '0' },
  },
});
const [count, seed, from] = [values.documents, values.seed, values.from].map(Number) as [number, number, number];
const say = (line: string) => process.stdout.write(`${line}\n`);
/** A document that takes longer has stopped the window. */
const mostPreview = 20_000;
/** A document that takes longer has stopped main: with 500 pages it may take 55 s. */
const mostCheck = 120_000;
/** Opening and each page have five seconds, and a busy computer is late. */
const mostMilliseconds = 6_000;
const mostMemory = 300 * 1024 * 1024;
const pageSize = 4_096;
/** Documents that failed, for a look at them. */
const kept = join(root, 'out', 'documents');

const counts = new Map<string, number>();
const add = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
let faults = 0;

function fault(index: number, how: string, what: string, bytes: Uint8Array): void {
  faults += 1;
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, `${seed}-${index}.pdf`), bytes);
  say(`document ${index} (${how}): ${what}`);
}

/** Resident memory of the window's process, in bytes. */
async function memoryOf(app: App): Promise<number> {
  const pid = await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  return Number(readFileSync(`/proc/${pid ?? 0}/statm`, 'utf8').split(' ')[1]) * pageSize;
}

/** @returns what the work says, or in words that it failed or did not end */
async function told<Result>(who: string, work: Promise<Result>, most: number): Promise<Result | string> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, most, `${who} does not answer`).unref());
  return Promise.race([late, work.catch((error: unknown) => `${who} fails: ${String(error).slice(0, 200)}`)]);
}

const checkedIn = ({ electron }: App, bytes: Uint8Array, turn: number): Promise<Checked | string> => {
  const given = { text: Buffer.from(bytes).toString('base64'), turn };
  const work = electron.evaluate(
    (_electron, { text, turn: index }) =>
      (globalThis as unknown as { documents: DocumentsStand }).documents.check(text, index),
    given,
  );
  return told('main', work, mostCheck);
};

const previewed = ({ window }: App, bytes: Uint8Array): Promise<Previewed | string> => {
  const work = window.evaluate(
    (text) => (globalThis as unknown as { stand: PreviewStand }).stand.show(text),
    Buffer.from(bytes).toString('base64'),
  );
  return told('the window', work, mostPreview);
};

const began = performance.now();
const closeDesktop = await openDesktop(6);
await ensureBuilt();
const page = join(root, 'test', 'support', 'preview-page');
const entry = await buildPage(page, 'documents-page', 'documents-window.ts');
const all = await originals();
const profile = temporaryFolder('documents');
let app = await startApp({ profile: profile.path, entry });
let [windows, processes] = [1, 0];
await app.window.waitForFunction(() => 'stand' in globalThis);

/** After main or the window has failed. */
async function startAgain(): Promise<void> {
  await app.kill();
  app = await startApp({ profile: profile.path, entry });
  windows += 1;
  await app.window.waitForFunction(() => 'stand' in globalThis);
}

const before = await memoryOf(app);
const most = { check: 0, memory: 0, preview: 0, window: 0 };
say(`seed=${seed}: ${count} documents made of ${all.length}`);

for (let index = from; index < from + count; index += 1) {
  const { bytes, how } = mutated(all, seed + index);
  const checked = await checkedIn(app, bytes, index);
  if (typeof checked === 'string') {
    fault(index, how, `check: ${checked}`, bytes);
    await startAgain();
    continue;
  }
  processes += checked.starts;
  add(`check: ${checked.kind}`);
  most.check = Math.max(most.check, checked.milliseconds);
  most.memory = Math.max(most.memory, checked.memory);
  for (const what of checked.faults) fault(index, how, `check: ${what}, ${checked.milliseconds.toFixed(0)} ms`, bytes);
  if ((index - from) % 500 === 499)
    say(`… ${index + 1 - from} in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  // The app offers such a document, and does not draw it.
  if (checked.kind === 'too-large' && checked.milliseconds < longestUnchecked) {
    add('preview: not drawn, too large');
    continue;
  }
  const seen = await previewed(app, bytes);
  if (typeof seen === 'string') {
    fault(index, how, `preview: ${seen}`, bytes);
    await startAgain();
    continue;
  }
  add(`preview: ${seen.kind}${seen.pages.includes('failed') ? ', a page failed' : ''}`);
  most.preview = Math.max(most.preview, seen.milliseconds);
  if (seen.milliseconds > mostMilliseconds) fault(index, how, `preview: ${seen.milliseconds.toFixed(0)} ms`, bytes);
  const grown = (await memoryOf(app)) - before;
  most.window = Math.max(most.window, grown);
  if (grown > mostMemory) fault(index, how, `preview: ${(grown / 1e6).toFixed(0)} MB more than at first`, bytes);
}
const errors = app.windowErrors();
for (const error of errors.slice(0, 5)) say(`not caught in the window: ${error}`);

for (const [what, times] of [...counts].sort()) say(`  ${what.padEnd(40)} ${times}`);
say(
  `longest check ${most.check.toFixed(0)} ms, ${(most.memory / 1e6).toFixed(0)} MB; longest preview ${most.preview.toFixed(0)} ms; ` +
    `the window at most ${(most.window / 1e6).toFixed(0)} MB more than at first`,
);
say(
  `documents=${count} preflight-processes=${processes} windows=${windows} faults=${faults + errors.length} seed=${seed} ` +
    `seconds=${((performance.now() - began) / 1_000).toFixed(0)}`,
);
await app.kill();
profile.remove();
await closeDesktop();
process.exit(faults + errors.length === 0 ? 0 : 1);
