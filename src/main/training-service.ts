/** The training service as main sees it; started as a process of its own by the platform. */

export interface TrainingService {
  /** `https://127.0.0.1:port` */
  origin: string;
  /** Its certificate authority in PEM form. */
  authority: string;
  planningKey: string;
  ordersKey: string;
  /** Of its control API; stays in main. */
  controlKey: string;
}

export interface TrainingLauncher {
  /**
   * Starts it, or gives the one that runs. It comes back on the port it had, where that is free.
   *
   * @throws AppError `training.not-started`
   */
  start(): Promise<TrainingService>;
  /** Ends it and waits for its end. */
  stop(): Promise<void>;
  isRunning(): boolean;
}
