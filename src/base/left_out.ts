/**
 * What suppressions leave out of the leaks.
 * @module
 */

/**
 * Leaks that a result leaves out because a suppression file lists them.
 *
 * ```ts
 * import { type LeftOut, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const { leftOut } = await quarry.query("leaks | by func");
 * const known: LeftOut | null = leftOut;
 * console.log(known === null ? "Nothing is left out" : `${known.count} leaks are in ${known.files.join(", ")}`);
 * ```
 */
export interface LeftOut {
  /** How many. */
  readonly count: number;
  /** Their sizes together. */
  readonly bytes: bigint;
  /** The names of the files. */
  readonly files: readonly string[];
}
