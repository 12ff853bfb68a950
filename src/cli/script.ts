/**
 * A script of the command line.
 * @module
 */

/** A script and where it came from. */
export interface Script {
  /** What to run. */
  readonly text: string;
  /** Absent for `-e` and for what is typed. */
  readonly file?: string;
}
