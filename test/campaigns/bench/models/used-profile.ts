/** A profile as on a morning in the office: the app was connected, and its plans are in the cache. */
import { startApp } from '../../../support/app.ts';
import { connect, planList } from '../../../support/screens.ts';
import type { TrainingService } from '../../../support/training-service.ts';

/** @param profile the app's data folder, new */
export async function useOnce(profile: string, service: TrainingService): Promise<void> {
  const app = await startApp({ profile });
  await connect(app.window, app.electron, service);
  await planList(app.window).waitFor();
  await app.close();
}
