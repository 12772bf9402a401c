/** The current time as reactive state, so that ages on the screen update by themselves. */
class Clock {
  /** Milliseconds since the epoch, updated every 15 seconds while the window is visible. */
  now = $state(Date.now());

  /** Starts the clock; return the result from `$effect`. */
  start = (): (() => void) => {
    this.now = Date.now();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') this.now = Date.now();
    }, 15_000);
    const heard = () => {
      this.now = Date.now();
    };
    document.addEventListener('visibilitychange', heard);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', heard);
    };
  };
}

export const clock = new Clock();
