/** Holds the control client of the most recently started training service. */
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

  /** Null before the first start. Its calls fail once the service has ended. */
  get control(): TrainingControl | null {
    return this.steered?.control ?? null;
  }

  /** Switches to this service. */
  of(service: TrainingService): void {
    const known = this.steered?.service;
    if (known?.controlKey === service.controlKey && known.origin === service.origin) return;
    void this.steered?.control.close();
    redact(service.controlKey);
    const { origin, authority } = service;
    const transport = this.transports.open({ origin: controlOrigin(origin), authorities: [authority], direct: true });
    this.steered = { service, control: new TrainingControl(transport, service.controlKey) };
  }

  async close(): Promise<void> {
    await this.steered?.control.close();
  }
}
