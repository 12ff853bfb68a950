/**
 * Coverage of a source file, as all coverage exporters use it.
 * @module
 */

/** An outcome of a branch. */
export interface CoveredBranch {
  readonly line: number;
  readonly block: bigint;
  /** Number of the outcome, or its text. */
  readonly name: string;
  /** How often the outcome occurred; null if the branch was never evaluated. */
  count: bigint | null;
  readonly kind: string | null;
  readonly reachable: boolean;
}

/** A condition with one of its values. */
export interface CoveredCondition {
  readonly line: number;
  readonly group: bigint;
  readonly sense: string;
  count: bigint;
  readonly index: bigint;
  readonly expression: string;
  readonly reachable: boolean;
}

/** The lines that a test reached. */
export interface CoveredTest {
  readonly name: string;
  readonly lines: Map<number, bigint>;
}

/** A source file; its lines are sorted. */
export interface CoveredFile {
  readonly path: string;
  readonly lines: readonly CoveredLine[];
  readonly functions: readonly CoveredFunction[];
  readonly branches: readonly CoveredBranch[];
  readonly conditions: readonly CoveredCondition[];
  /** Named tests, with the lines each reached. */
  readonly tests: readonly CoveredTest[];
}

/** A function, with its lines in this file. */
export interface CoveredFunction {
  readonly name: string;
  /** First line of the function, and its last line if the trace gives it. */
  readonly line: number;
  readonly endLine: number | null;
  /** Number shared by all names of the same function; null if the trace has no such numbers. */
  readonly group: bigint | null;
  /** Number of calls of the function. */
  readonly entered: bigint;
  readonly lines: readonly CoveredLine[];
}

/** A line that has code. */
export interface CoveredLine {
  readonly line: number;
  /** How often the line ran; at least 1 if any of its code ran. */
  readonly hits: bigint;
}
