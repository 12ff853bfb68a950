/**
 * Errors that only users of the library see.
 * @module
 */

import type { Verdict } from "./verdict.ts";

/**
 * An assertion of a script has failed; `Result.throwIfFailed` throws it.
 *
 * ```ts
 * import { AssertionError, Quarry } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * try {
 *   (await quarry.query("assert leaks | count == 0")).throwIfFailed();
 * } catch (error) {
 *   if (!(error instanceof AssertionError)) throw error;
 *   for (const row of error.failures[0]!.rows) console.log(row.file, row.line, row.size);
 * }
 * ```
 */
export class AssertionError extends Error {
  /** Tells this error from others without `instanceof`. */
  override readonly name: string = "AssertionError";
  /** What went wrong, for programs. */
  readonly code: string = "assertion-failed";
  /** The verdicts of the assertions that have failed, in the order of the script. */
  readonly failures: readonly Verdict[];

  /** Takes its message from the first one. */
  constructor(failures: readonly Verdict[]) {
    const [first] = failures;
    const more = failures.length > 1 ? `, and ${failures.length - 1} more` : "";
    super(first ? `Assertion failed: ${first.name} (found ${first.found})${more}` : "Assertion failed");
    this.failures = failures;
  }
}
