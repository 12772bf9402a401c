/** The zoom of the first document, which is shown before the settings are read (settings-file.ts). */
import { join } from 'node:path';
import { readJsonFile, type Check } from '../json-file.ts';
import { isObject } from '../../shared/outbox-merge.ts';
import { usualZoom, zoomSteps } from '../../shared/window-zoom.ts';

const stored: Check<number> = {
  safeParse(value) {
    const zoom = isObject(value) ? value['zoom'] : undefined;
    const isZoom =
      typeof zoom === 'number' &&
      Number.isInteger(zoom) &&
      zoom >= Math.min(...zoomSteps) &&
      zoom <= Math.max(...zoomSteps);
    return isZoom ? { success: true, data: zoom } : { success: false };
  },
};

/**
 * @param folder the app's own folder
 * @returns percent of the usual size, as the settings have it
 */
export const firstZoom = (folder: string): number => readJsonFile(join(folder, 'settings.json'), stored, usualZoom);
