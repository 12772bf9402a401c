import { expect, it } from 'vitest';
import { optionsFrom } from '../../../src/training/options.ts';

it('parses folder, port, seed and the JSON option', () => {
  expect(optionsFrom(['--data', '/data', '--port', '8443', '--seed', '7', '--json'])).toEqual({
    folder: '/data',
    port: 8443,
    seed: 7,
    time: undefined,
    fresh: false,
    json: true,
  });
});

it('defaults to a folder in the user’s home', () => {
  const { folder } = optionsFrom([], { XDG_DATA_HOME: '/home/u/data', LOCALAPPDATA: 'C:\\u' }) as { folder: string };
  expect(folder).toMatch(/depot-desk-training$/);
});

it('reports what it cannot parse', () => {
  for (const args of [['--port', '65536'], ['--port', 'x'], ['--seed', '-1'], ['--colour'], ['left', 'over']]) {
    expect(optionsFrom(args), args.join(' ')).toHaveProperty('problem');
  }
});

it('starts over at a fixed time that only requests advance, unless a folder or speed is given', () => {
  const now = new Date(2026, 5, 15, 6).getTime();
  expect(optionsFrom(['--seed', '7', '--at', '2026-06-15T06:00'])).toMatchObject({
    seed: 7,
    fresh: true,
    time: { now, speed: 0, step: 1_000 },
  });
  expect(optionsFrom(['--at', '2026-06-15T06:00', '--speed', '60'])).toMatchObject({
    fresh: true,
    time: { now, speed: 60, step: undefined },
  });
  expect(optionsFrom(['--data', '/data', '--at', '2026-06-15T06:00'])).toMatchObject({
    folder: '/data',
    fresh: false,
    time: { now, speed: undefined, step: undefined },
  });
  for (const at of ['tomorrow', '2026-06-15', '2026-13-40T06:00']) {
    expect(optionsFrom(['--at', at])).toMatchObject({ problem: expect.stringContaining('--at') as string });
  }
});

it('accepts a preset of faults by its name', () => {
  expect(optionsFrom(['--preset', 'line-bad'])).toMatchObject({ preset: 'line-bad' });
  expect(optionsFrom([])).toMatchObject({ preset: undefined });
  expect(optionsFrom(['--preset', 'flood'])).toHaveProperty('problem');
});
