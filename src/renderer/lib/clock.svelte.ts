/** The present time as a value that components follow: ages on the screen grow by themselves. */
class Clock {
  /** milliseconds since the epoch, renewed every 15 seconds while somebody looks */
  now = $state(Date.now());

  /** Begins to tick; give the result to `$effect`. */
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
