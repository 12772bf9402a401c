import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { firstZoom } from '../../../src/main/app/first-zoom.ts';
import { readSettings, writeSettings } from '../../../src/main/settings-file.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

it('is what the settings have', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'settings.json');
  const stored = readSettings(file);
  writeSettings(file, { ...stored, settings: { ...stored.settings, zoom: 125 } });
  expect(firstZoom(folder)).toBe(125);
});

it.each(['', '[]', '{}', '{"zoom":"125"}', '{"zoom":125.5}', '{"zoom":49}', '{"zoom":301}'])(
  'is the usual one for %j, as in the settings',
  (text) => {
    const folder = temporaryFolder();
    const file = join(folder, 'settings.json');
    writeFileSync(file, text);
    expect(firstZoom(folder)).toBe(100);
    expect(readSettings(file).settings.zoom).toBe(100);
  },
);
