// Count of the crashes of the server, independent of the editor.

/** A server that crashes more often than this in this time would probably crash again. */
const LIMIT = 4;
const WINDOW_MS = 3 * 60 * 1000;

export class Crashes {
  private times: number[] = [];

  /** Number of recent crashes. */
  get count(): number {
    return this.times.length;
  }

  /** Counts a crash; returns whether the server is started again. */
  add(now: number): boolean {
    this.times = [...this.times.filter((time) => now - time < WINDOW_MS), now];
    return this.times.length <= LIMIT;
  }

  forget(): void {
    this.times = [];
  }
}
