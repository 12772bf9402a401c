/** How the training service that was started last is steered. */
import { controlOrigin, TrainingControl } from '../api/training-control.ts';
import type { Transports } from '../api/transports.ts';
import { redact } from '../log.ts';
import type { TrainingService } from '../training-service.ts';

export class TrainingSteering {
  private readonly transports: Transports;
  private steered: { service: TrainingService; control: TrainingControl } | null = null;

  constructor(transports: Transports) {
    this.transports = transports;
  }

  /** Steers nothing once its service has ended; null before the first was started. */
  get control(): TrainingControl | null {
    return this.steered?.control ?? null;
  }

  /** From now on it steers this service. */
  of(service: TrainingService): void {
    const known = this.steered?.service;
    if (known?.controlKey === service.controlKey && known.origin === service.origin) return;
    void this.steered?.control.close();
    redact(service.controlKey);
    const { origin, authority } = service;
    const transport = this.transports.open({ origin: controlOrigin(origin), authorities: [authority] });
    this.steered = { service, control: new TrainingControl(transport, service.controlKey) };
  }

  async close(): Promise<void> {
    await this.steered?.control.close();
  }
}
