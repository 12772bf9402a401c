/** The training service as main sees it; started as a process of its own by the platform. */

export interface TrainingService {
  /** `https://127.0.0.1:port` */
  origin: string;
  /** Its certificate authority in PEM form. */
  authority: string;
  planningKey: string;
  ordersKey: string;
}

export interface TrainingLauncher {
  /**
   * Starts it, or gives the one that runs.
   *
   * @param port the one it had before, so that an open workspace finds it again; null at the first start
   * @throws AppError `training.not-started`
   */
  start(port: number | null): Promise<TrainingService>;
  /** Ends it and waits for its end. */
  stop(): Promise<void>;
  isRunning(): boolean;
}
