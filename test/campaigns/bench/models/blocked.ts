/** Measures how long main's event loop is blocked, by its own work or by other load on the processor. */

export interface Kept {
  /** The longest gap between two ticks of a one-millisecond timer, in milliseconds. */
  longest: number;
  /** The largest part of such a gap in which this thread itself worked, in milliseconds. */
  worked: number;
  /** Number of gaps above {@link limit}, by wall clock and by this thread's own work. */
  over: number;
  workedOver: number;
  looks: number;
  /** What was running in the worst gaps, the longest first. */
  worst: string[];
}

export const limit = 25;

export class BlockedWatch {
  private timer: NodeJS.Timeout | undefined;
  private before = { at: 0, cpu: 0 };
  private worstTimes: { gap: number; worked: number; doing: string }[] = [];
  private looks = 0;
  /** What was started last. */
  doing = '';

  begin(): void {
    this.looks = 0;
    this.worstTimes = [];
    this.before = this.now();
    this.timer = setInterval(() => this.look(), 1);
  }

  end(): Kept {
    clearInterval(this.timer);
    const gaps = this.worstTimes.toSorted((one, other) => other.gap - one.gap);
    return {
      longest: gaps[0]?.gap ?? 0,
      worked: Math.max(0, ...gaps.map(({ worked }) => worked)),
      over: gaps.filter(({ gap }) => gap > limit).length,
      workedOver: gaps.filter(({ worked }) => worked > limit).length,
      looks: this.looks,
      worst: gaps
        .slice(0, 8)
        .map(({ gap, worked, doing }) => `${gap.toFixed(0)} ms (${worked.toFixed(0)} of its own) ${doing}`),
    };
  }

  private now() {
    const { user, system } = process.threadCpuUsage();
    return { at: performance.now(), cpu: (user + system) / 1_000 };
  }

  private look(): void {
    const now = this.now();
    const gap = now.at - this.before.at;
    this.looks += 1;
    if (gap > 10) this.worstTimes.push({ gap, worked: now.cpu - this.before.cpu, doing: this.doing });
    this.before = now;
  }
}
