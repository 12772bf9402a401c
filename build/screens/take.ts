/** Takes the screenshots scene by scene. Each scene has its own service, profile and printer. */
import { parseArgs } from 'node:util';
import { dayCloseScenes } from './day-close.ts';
import { errorScenes } from './errors.ts';
import { importNounScenes } from './import-nouns.ts';
import { importScenes } from './import.ts';
import { keepShown, shownOnPages } from './kept.ts';
import { labelScenes } from './labels.ts';
import { manyScenes } from './many.ts';
import { orderScenes } from './orders.ts';
import { outboxScenes } from './outbox.ts';
import { paperScenes } from './papers.ts';
import { planScenes } from './plans.ts';
import { pictureFolder, Stage, type Scene } from './stage.ts';
import { tableScenes } from './tables.ts';
import { workspaceScenes } from './workspace.ts';
import { zoneScenes } from './zones.ts';

const scenes: readonly Scene[] = [
  ...planScenes,
  ...workspaceScenes,
  ...orderScenes,
  ...importScenes,
  ...importNounScenes,
  ...labelScenes,
  ...outboxScenes,
  ...dayCloseScenes,
  ...manyScenes,
  ...errorScenes,
  ...paperScenes,
  ...tableScenes,
  ...zoneScenes,
];

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, docs: { type: 'boolean', default: false } },
});
const shown = shownOnPages();
const isShown = (name: string) => shown.some((file) => [`${name}-light.png`, `${name}-dark.png`].includes(file));
const isWanted = (name: string) => (values.docs ? isShown(name) : name.startsWith(values.only));
const wanted = scenes.filter(({ pictures }) => pictures.some(isWanted));
if (wanted.length === 0) {
  process.stderr.write(`screens: there is no ${values.only}. There are:\n`);
  process.stderr.write(`${scenes.flatMap(({ pictures }) => pictures).join(', ')}\n`);
  process.exit(1);
}

const failed: string[] = [];
for (const scene of wanted) {
  const stage = new Stage(isWanted);
  try {
    await scene.take(stage);
    const missing = scene.pictures.filter((name) => isWanted(name) && !stage.taken.has(name));
    failed.push(...missing.map((name) => `${name}: not taken`));
  } catch (error) {
    const at = await stage.failed(scene.pictures[0] ?? '');
    failed.push(`${scene.pictures.join(', ')}: ${error instanceof Error ? error.message : String(error)} (${at})`);
  } finally {
    await stage.end();
  }
}
if (values.docs && failed.length === 0) {
  keepShown(pictureFolder);
  process.stdout.write(`screens: docs/pictures has the ${shown.length} pictures that the pages show\n`);
}
for (const problem of failed) process.stderr.write(`screens: FAILED ${problem}\n`);
process.exit(failed.length === 0 ? 0 : 1);
