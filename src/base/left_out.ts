/**
 * Defines the count of leaks that suppressions remove.
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
  /** Number of leaks. */
  readonly count: number;
  /** Sum of the sizes of the suppressed leaks. */
  readonly bytes: bigint;
  /** Names of the suppression files. */
  readonly files: readonly string[];
}
