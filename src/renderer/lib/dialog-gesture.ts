/** The gesture of a dialog: one from its opening to its end, however often it is tried. */
import type { AppError } from '../../shared/errors.ts';

export class DialogGesture {
  id: string = crypto.randomUUID();

  /** What was tried first was saved after all, with other content: what the dialog says now is something else. */
  refused({ code }: AppError): void {
    if (code === 'gesture.other') this.id = crypto.randomUUID();
  }
}
