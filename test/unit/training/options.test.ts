import { expect, it } from 'vitest';
import { optionsFrom } from '../../../src/training/options.ts';

it('reads folder, port, seed and the wish for JSON', () => {
  expect(optionsFrom(['--data', '/data', '--port', '8443', '--seed', '7', '--json'])).toEqual({
    folder: '/data',
    port: 8443,
    seed: 7,
    json: true,
  });
});

it('has a folder of the user’s own when none is given', () => {
  const { folder } = optionsFrom([], { XDG_DATA_HOME: '/home/u/data', LOCALAPPDATA: 'C:\\u' }) as { folder: string };
  expect(folder).toMatch(/depot-desk-training$/);
});

it('says what it cannot read', () => {
  for (const args of [['--port', '65536'], ['--port', 'x'], ['--seed', '-1'], ['--colour'], ['left', 'over']]) {
    expect(optionsFrom(args), args.join(' ')).toHaveProperty('problem');
  }
});
