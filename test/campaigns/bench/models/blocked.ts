/** How long main's event loop is blocked, and whether by work of its own or by others on the same processor. */

export interface Kept {
  /** Milliseconds between two looks at a timer of one millisecond, the longest. */
  longest: number;
  /** The most of such a time that this thread itself has worked, in milliseconds. */
  worked: number;
  /** Times above {@link limit} by the clock, and by this thread's own work. */
  over: number;
  workedOver: number;
  looks: number;
  /** What was begun before the worst times, the longest first. */
  worst: string[];
}

export const limit = 25;

export class BlockedWatch {
  private timer: NodeJS.Timeout | undefined;
  private before = { at: 0, cpu: 0 };
  private worstTimes: { gap: number; worked: number; doing: string }[] = [];
  private looks = 0;
  /** What was begun last. */
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
