/** The project's folders, used by everything else in build/. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The build output, from which the app runs. */
export const out = join(root, 'out');
