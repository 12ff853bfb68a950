/**
 * Defines a script of the command line.
 * @module
 */

/** A script and its origin. */
export interface Script {
  /** The text of the script. */
  readonly text: string;
  /** The file of the script; absent for `-e` and for typed text. */
  readonly file?: string;
}
