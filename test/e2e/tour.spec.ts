/** The tour of the README (`npm start -- --tour`), without its pauses for a viewer. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from '../../build/project.ts';
import { expect, test } from '../support/fixtures.ts';

test('gives the tour from the first stop to the printed label', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['build/tour.ts', '--fast'], {
    cwd: root,
    env: process.env,
    timeout: 85_000,
  });
  expect(stdout).toContain('pictures and the label are in out/tour');
});
