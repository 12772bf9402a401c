/** Every kind of write that the campaign cuts. */
import { orderScenes } from './scenes-orders.ts';
import { planScenes } from './scenes-plans.ts';
import { stopScenes } from './scenes-stops.ts';
import { teamScenes } from './scenes-team.ts';
import type { SceneKind } from './scenes.ts';

export const sceneKinds: readonly SceneKind[] = [...stopScenes, ...orderScenes, ...teamScenes, ...planScenes];
