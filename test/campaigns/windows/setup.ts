/** Skips what the table of differences names, with its reason. */
import { relative, sep } from 'node:path';
import { beforeEach } from 'vitest';
import { differenceOf } from './differences.ts';

beforeEach(({ task, skip }) => {
  const names = [task.name];
  for (let suite = task.suite; suite !== undefined; suite = suite.suite) names.unshift(suite.name);
  const file = relative(process.cwd(), task.file.filepath).split(sep).join('/');
  const difference = differenceOf(file, names.join(' > '));
  if (difference !== undefined) skip(difference.reason);
});
