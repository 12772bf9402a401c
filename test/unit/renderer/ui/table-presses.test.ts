import { beforeEach, describe, expect, it } from 'vitest';
import { linesOf } from '../../../../src/renderer/ui/table-lines.ts';
import { TablePresses } from '../../../../src/renderer/ui/table-presses.ts';

const linesWith = (...keys: string[]) =>
  linesOf(
    keys.map((id) => ({ id })),
    ({ id }) => id,
  );
const once = { detail: 1 };
const twice = { detail: 2 };

let lines = linesWith();
let presses = new TablePresses(() => lines);

beforeEach(() => {
  lines = linesWith('first', 'second', 'third');
  presses = new TablePresses(() => lines);
});

describe('a click', () => {
  it('acts on the row under the pointer', () => {
    presses.begin(1);
    expect(presses.clicked(1, once)).toBe(1);
  });

  it('acts on the row that was pressed, though another one came under the pointer until the button went up', () => {
    presses.begin(1);
    lines = linesWith('new', 'first', 'second', 'third');
    expect(presses.clicked(1, once)).toBe(2);
    expect(presses.isDouble('second')).toBe(true);
    expect(presses.isDouble('first')).toBe(false);
  });

  it('acts on nothing if the row has left', () => {
    presses.begin(1);
    lines = linesWith('first', 'third');
    expect(presses.clicked(1, once)).toBe(-1);
    expect(presses.isDouble('third')).toBe(false);
  });

  it('acts on nothing if the button went up elsewhere', () => {
    presses.begin(1);
    expect(presses.clicked(-1, once)).toBe(-1);
  });

  it('follows a row that gets another key meanwhile', () => {
    presses.begin(1);
    lines = linesWith('new', 'first', 'stops/2', 'third');
    presses.renew((key) => (key === 'second' ? 'stops/2' : key));
    expect(presses.clicked(1, once)).toBe(2);
  });

  it('acts on what a screen reader names, whatever was pressed before', () => {
    presses.begin(0);
    presses.clicked(0, once);
    expect(presses.clicked(2, { detail: 0 })).toBe(2);
  });
});

describe('a double click', () => {
  it('opens a row if both clicks hit it', () => {
    presses.begin(1);
    presses.clicked(1, once);
    expect(presses.isDouble('second')).toBe(true);
    presses.begin(1);
    presses.clicked(1, twice);
    expect(presses.isDouble('second')).toBe(true);
  });

  it('opens nothing if another row came under the pointer in between', () => {
    presses.begin(1);
    presses.clicked(1, once);
    lines = linesWith('new', 'first', 'second');
    presses.begin(1);
    presses.clicked(1, twice);
    expect(presses.isDouble('first')).toBe(false);
  });
});
