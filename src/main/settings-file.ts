/**
 * The settings in their file. Another version of the app may have written it: a setting that this version does not know
 * is kept as it is, and one that it cannot read has its default, without taking the others with it.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { defaultSettings, settings as settingsSchema, type Settings } from '../shared/settings.ts';
import { contentOfJsonFile, readJsonFile, writeJsonFile } from './json-file.ts';
import { renameFileSync } from './rename-file.ts';

/** @param folder the app's own folder */
export const settingsFileOf = (folder: string): string => join(folder, 'settings.json');

const storedFile = z.record(z.string(), z.unknown());

export interface StoredSettings {
  settings: Settings;
  /** The settings of other versions, by name. */
  others: Readonly<Record<string, unknown>>;
}

/** @returns the defaults for what the file does not hold; a file that is missing or damaged holds nothing */
export function readSettings(file: string): StoredSettings {
  const stored = readJsonFile(file, storedFile, {});
  const known = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(stored[name]);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  const others = Object.entries(stored).filter(([name]) => !Object.hasOwn(settingsSchema.shape, name));
  return {
    settings: settingsSchema.parse({ ...defaultSettings, ...Object.fromEntries(known) }),
    others: Object.fromEntries(others),
  };
}

/**
 * A file that cannot be read is kept beside the new one as `settings.json.unreadable`: somebody may still find out what
 * it said.
 *
 * @throws the file system's error when the file cannot be written
 */
export function writeSettings(file: string, { settings, others }: StoredSettings): void {
  if (contentOfJsonFile(file, storedFile).kind === 'unreadable') renameFileSync(file, `${file}.unreadable`);
  writeJsonFile(file, { ...others, ...settings });
}
