/** Data that persists between two starts: the settings, and the open workspace. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { connectionKinds } from '../../shared/connections.ts';
import { versions } from '../../shared/endpoints.ts';
import { settings as settingsSchema, type Settings } from '../../shared/settings.ts';
import { contentOfJsonFile, writeJsonFile } from '../json-file.ts';
import { readSettings, settingsFileOf, writeSettings, type StoredSettings } from '../settings-file.ts';
import type { WorkspaceDefinition } from '../workspace/options.ts';

/** Another version of the app may have written it: what this one does not know must not cost the connection. */
const savedWorkspace = z.object({
  id: z.string().regex(/^[a-z0-9._-]{1,80}$/i),
  mode: z.enum(['connected', 'training']),
  origin: z.string(),
  authority: z.string().nullable(),
  kinds: z.array(z.string()).transform((names) => connectionKinds.filter((kind) => names.includes(kind))),
  /** Missing in files of an earlier app, which supported v1 only; a later app may know more versions. */
  version: z.enum(versions).catch('v1'),
});
const savedState = z.object({ workspace: savedWorkspace.nullable() });

type SettingsChange = { [Field in keyof Settings]?: Settings[Field] | undefined };

/** Undefined fields stay unchanged. */
function merged(before: Settings, change: SettingsChange): Settings {
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return settingsSchema.parse({ ...before, ...defined });
}

export class SavedSettings {
  private readonly file: string;
  private stored: StoredSettings;

  /** @param folder the app's own folder */
  constructor(folder: string) {
    this.file = settingsFileOf(folder);
    this.stored = readSettings(this.file);
  }

  get now(): Settings {
    return this.stored.settings;
  }

  save(change: SettingsChange): Settings {
    const next = { ...this.stored, settings: merged(this.now, change) };
    writeSettings(this.file, next);
    this.stored = next;
    return next.settings;
  }
}

export class SavedWorkspace {
  private readonly file: string;

  /** @param folder the app's own folder */
  constructor(folder: string) {
    this.file = join(folder, 'workspace.json');
  }

  /** @returns null if none was open; `unreadable`: one may have been, but the file does not say which */
  read(): WorkspaceDefinition | 'unreadable' | null {
    const content = contentOfJsonFile(this.file, savedState);
    if (content.kind === 'unreadable') return 'unreadable';
    return content.kind === 'read' ? content.value.workspace : null;
  }

  /** @param workspace to open at the next start; null: none */
  write(workspace: WorkspaceDefinition | null): void {
    // Deleted instead of written: that also works on a full disk.
    if (workspace === null) rmSync(this.file, { force: true });
    else writeJsonFile(this.file, { workspace });
  }
}
