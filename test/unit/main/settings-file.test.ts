/** The file of the settings, which another version of the app may have written. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SavedSettings } from '../../../src/main/app/saved.ts';
import { readSettings } from '../../../src/main/settings-file.ts';
import { defaultSettings } from '../../../src/shared/settings.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

function fileWith(content: string) {
  const folder = temporaryFolder();
  const file = join(folder, 'settings.json');
  writeFileSync(file, content);
  return { folder, file };
}

describe('the settings in their file', () => {
  it('of an earlier version get the defaults of newer ones', () => {
    const { file } = fileWith(JSON.stringify({ desksBehindThisAddress: 7 }));
    expect(readSettings(file).settings).toEqual({ ...defaultSettings, desksBehindThisAddress: 7 });
  });

  it('of a later version are read as far as they are known, and the rest is kept', () => {
    const { folder, file } = fileWith(JSON.stringify({ labelPrinter: 'Zebra', nightShift: { from: '22:00' } }));
    const saved = new SavedSettings(folder);
    expect(saved.now).toEqual({ ...defaultSettings, labelPrinter: 'Zebra' });
    saved.save({ zoom: 150 });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      ...defaultSettings,
      labelPrinter: 'Zebra',
      zoom: 150,
      nightShift: { from: '22:00' },
    });
    expect(new SavedSettings(folder).now.zoom).toBe(150);
  });

  it('lose only the setting that cannot be read', () => {
    const odd = { labelPrinter: 'Zebra', zoom: 'large', proxy: { kind: 'carrier pigeon' } };
    const { file } = fileWith(JSON.stringify(odd));
    expect(readSettings(file).settings).toEqual({ ...defaultSettings, labelPrinter: 'Zebra' });
  });

  it('are the defaults when the file is damaged or missing', () => {
    const { folder, file } = fileWith('{"zoom": 1');
    expect(readSettings(file)).toEqual({ settings: defaultSettings, others: {} });
    expect(readSettings(join(folder, 'none.json'))).toEqual({ settings: defaultSettings, others: {} });
  });

  it.each(['{"zoom": 125', '["zoom", 125]'])('are not overwritten when they cannot be read: %s', (content) => {
    const { folder, file } = fileWith(content);
    const saved = new SavedSettings(folder);
    saved.save({ zoom: 150 });
    saved.save({ labelPrinter: 'Zebra' });
    expect(readFileSync(`${file}.unreadable`, 'utf8')).toBe(content);
    expect(readSettings(file).settings).toEqual({ ...defaultSettings, zoom: 150, labelPrinter: 'Zebra' });
  });
});
