/** A sample of `npm run crash -- damage`, with a new seed each time. */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { damageOnce, makeTemplate, type Damage } from '../../campaigns/crash/damage-run.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

/** All of them take twenty seconds on a slow computer, which has other tests beside. */
const mostMilliseconds = 180_000;

it(
  '20: opens all of 100 damaged outboxes and keeps each waiting entry unchanged or asks about it',
  { timeout: mostMilliseconds },
  async () => {
    const seed = randomInt(2 ** 30);
    process.stdout.write(`damage: seed ${seed}\n`);
    const folder = temporaryFolder();
    const templates = [
      await makeTemplate(join(folder, 'closed'), false),
      await makeTemplate(join(folder, 'killed'), true),
    ] as const;
    const damages: (Damage & { index: number })[] = [];
    for (let index = 0; index < 100; index += 1) {
      const template = templates[index % 2 === 0 ? 0 : 1];
      damages.push({ index, ...damageOnce(template, seed + index, join(folder, 'work')) });
    }
    expect(damages.filter((each) => each.crashed !== null || each.false > 0 || each.lost > 0)).toEqual([]);
    const recovered = damages.reduce((sum, each) => sum + each.recovered, 0);
    // In ten thousand files 99.98 % are recovered. An entry asks if both of its copies were hit, and one file can have
    // several of those: a hundred files of seed 519822867 have nine.
    expect(recovered / (100 * templates[0].entries.size)).toBeGreaterThanOrEqual(0.99);
  },
);
