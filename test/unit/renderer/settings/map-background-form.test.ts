/** Setting the background of the map. */
import { expect, it } from 'vitest';
import { MapBackgroundForm } from '../../../../src/renderer/settings/map-background-form.svelte.ts';
import type { Backend } from '../../../../src/shared/contract.ts';
import { AppError } from '../../../../src/shared/errors.ts';
import type { MapBackground } from '../../../../src/shared/map-background.ts';

const tiles = { format: 'raster', least: 0, most: 19, attribution: null } as const;
const atAddress = (address: string): MapBackground => ({ kind: 'address', address, host: 'tiles.example.org', tiles });
const address = 'https://tiles.example.org/{z}/{x}/{y}.png';

/** Main, with the user's answers to its dialogs. */
function formWith(answers: { file?: MapBackground; isConfirmed?: boolean; fails?: AppError } = {}) {
  let set: MapBackground = { kind: 'none' };
  const calls: string[] = [];
  const answer = (name: string, next: MapBackground) => {
    calls.push(name);
    if (answers.fails !== undefined) return Promise.reject(answers.fails);
    set = next;
    return Promise.resolve({ ...set });
  };
  const backend: Backend['map'] = {
    background: () => Promise.resolve({ ...set }),
    chooseFile: () => answer('file', answers.file ?? set),
    setAddress: (given) => answer('address', answers.isConfirmed === false ? set : atAddress(given.address)),
    turnOff: () => answer('off', { kind: 'none' }),
    tile: () => Promise.resolve(null),
  };
  return { form: new MapBackgroundForm(backend), calls };
}

it('sets nothing by choosing a kind, except none', async () => {
  const { form, calls } = formWith();
  await form.load();
  form.kind = 'address';
  await form.chooseKind();
  form.kind = 'none';
  await form.chooseKind();
  expect(calls).toEqual([]);
  form.kind = 'address';
  form.address = ` ${address} `;
  await form.useAddress();
  expect([form.isUsed, form.value?.kind]).toEqual([true, 'address']);
  form.kind = 'none';
  await form.chooseKind();
  expect(calls).toEqual(['address', 'off']);
});

it('keeps what was typed when main’s question is answered with no', async () => {
  const { form } = formWith({ isConfirmed: false });
  await form.load();
  form.kind = 'address';
  form.address = address;
  await form.useAddress();
  await form.load();
  expect([form.kind, form.address, form.isUsed, form.isWorking]).toEqual(['address', address, false, false]);
});

it('shows what is set when it is opened, and after it was changed', async () => {
  const file: MapBackground = { kind: 'file', name: 'region.pmtiles', tiles };
  const { form } = formWith({ file });
  await form.load();
  form.kind = 'file';
  await form.chooseFile();
  const { form: other } = formWith();
  expect([form.kind, form.value]).toEqual(['file', file]);
  await other.load();
  expect(other.kind).toBe('none');
});

it('says why it was not set', async () => {
  const { form } = formWith({ fails: new AppError('map.address') });
  await form.load();
  form.kind = 'address';
  form.address = address;
  await form.useAddress();
  expect([form.failed?.code, form.value, form.isWorking]).toEqual(['map.address', { kind: 'none' }, false]);
});
