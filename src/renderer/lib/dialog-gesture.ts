/** The gesture of a dialog: one id from opening to closing, however often the user submits. */
import type { AppError } from '../../shared/errors.ts';

export class DialogGesture {
  id: string = crypto.randomUUID();

  /** An earlier attempt was saved after all, with other content. What the dialog says now is a new gesture. */
  refused({ code }: AppError): void {
    if (code === 'gesture.other') this.id = crypto.randomUUID();
  }
}
