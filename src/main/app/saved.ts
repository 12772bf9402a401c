/** What the app remembers between two starts: the settings, and the workspace that was open. */
import { join } from 'node:path';
import { z } from 'zod';
import { connectionKinds } from '../../shared/connections.ts';
import { versions } from '../../shared/endpoints.ts';
import { defaultSettings, settings as settingsSchema, type Settings } from '../../shared/settings.ts';
import { readJsonFile, writeJsonFile } from '../json-file.ts';
import type { WorkspaceDefinition } from '../workspace/options.ts';

const savedWorkspace = z.strictObject({
  id: z.string().regex(/^[a-z0-9._-]{1,80}$/i),
  mode: z.enum(['connected', 'training']),
  origin: z.string(),
  authority: z.string().nullable(),
  kinds: z.array(z.enum(connectionKinds)),
  /** Files of an earlier app have none: it spoke v1 only. */
  version: z.enum(versions).default('v1'),
});
const savedState = z.strictObject({ workspace: savedWorkspace.nullable() });

type SettingsChange = { [Field in keyof Settings]?: Settings[Field] | undefined };

/** Fields that are undefined stay as they are. */
function merged(before: Settings, change: SettingsChange): Settings {
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return settingsSchema.parse({ ...before, ...defined });
}

export class SavedSettings {
  private readonly file: string;
  private current: Settings;

  /** @param folder the app's own */
  constructor(folder: string) {
    this.file = join(folder, 'settings.json');
    // A file of an earlier version lacks what came later.
    this.current = merged(defaultSettings, readJsonFile(this.file, settingsSchema.partial(), {}));
  }

  get now(): Settings {
    return this.current;
  }

  save(change: SettingsChange): Settings {
    const next = merged(this.current, change);
    writeJsonFile(this.file, next);
    this.current = next;
    return next;
  }
}

export class SavedWorkspace {
  private readonly file: string;

  /** @param folder the app's own */
  constructor(folder: string) {
    this.file = join(folder, 'workspace.json');
  }

  /** @returns null when none was open */
  read(): WorkspaceDefinition | null {
    return readJsonFile(this.file, savedState, { workspace: null }).workspace;
  }

  /** @param workspace null: none is opened at the next start */
  write(workspace: WorkspaceDefinition | null): void {
    writeJsonFile(this.file, { workspace });
  }
}
