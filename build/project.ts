/** Where the project's parts are; everything else in build/ starts from here. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** What the build writes and the app runs from. */
export const out = join(root, 'out');
