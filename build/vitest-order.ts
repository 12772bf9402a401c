/** The order of the files of tests: the longest begin first, so that no worker is left with one of them at the end. */
import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Vitest knows how long a file took only where it ran before, and otherwise goes by its size. Files that keep a core
 * busy stand between others that mostly wait.
 */
const longest = [
  'leaves-as-checked-4x6-203',
  'rules-bounds',
  'change-feed',
  'freshness',
  'leaves-as-checked-a6-300',
  'batches',
  'gestures',
  'replay',
  'leaves-as-checked-4x6-300',
  'no-word-afterwards',
  'offline',
  'labels',
  'leaves-as-checked-a6-203',
  'crash',
  'bad-documents',
  'idle',
  'stop-changes',
  'cut',
  'connect',
  'determinism',
].map((name) => `${name}.test.ts`);

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = longest.indexOf(basename(moduleId));
  return place === -1 ? longest.length : place;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Projects run one after the other, so that each keeps its place.
    return [...Map.groupBy(sorted, ({ project }) => project).values()].flatMap((each) =>
      each.sort((one, other) => placeOf(one) - placeOf(other)),
    );
  }
}
