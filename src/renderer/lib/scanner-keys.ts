/**
 * Tells a barcode scanner from a person: a scanner types a code in quick succession and ends it with Enter, which must
 * not save what has the focus (ui/save-key.ts).
 */
export class ScannerKeys {
  /** Scanners leave at most so many milliseconds between two keys. */
  private static readonly gap = 50;
  /** Fewer keys in a row can be a person's. */
  private static readonly least = 6;
  private times: readonly number[] = [];

  /** Takes every key press of the element. @returns whether it is the Enter at the end of a code */
  ends({ key, timeStamp }: Pick<KeyboardEvent, 'key' | 'timeStamp'>): boolean {
    const last = this.times.at(-1);
    const isNext = last !== undefined && timeStamp - last <= ScannerKeys.gap;
    if (key !== 'Enter') {
      if (key.length === 1) this.times = isNext ? [...this.times, timeStamp] : [timeStamp];
      return false;
    }
    return isNext && this.times.length >= ScannerKeys.least;
  }
}
