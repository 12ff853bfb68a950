/**
 * What exports of coverage know of a source file, whatever they write.
 * @module
 */

/** An outcome of a branch. */
export interface CoveredBranch {
  readonly line: number;
  readonly block: bigint;
  /** Number of the outcome, or its text. */
  readonly name: string;
  /** How often it was seen; null when the branch was never evaluated. */
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

/** One source file; lines are in order. */
export interface CoveredFile {
  readonly path: string;
  readonly lines: readonly CoveredLine[];
  readonly functions: readonly CoveredFunction[];
  readonly branches: readonly CoveredBranch[];
  readonly conditions: readonly CoveredCondition[];
  /** Tests with a name, and what each reached. */
  readonly tests: readonly CoveredTest[];
}

/** A function, with its lines in this file. */
export interface CoveredFunction {
  readonly name: string;
  /** The line that it begins on, and the one that it ends on where the trace says so. */
  readonly line: number;
  readonly endLine: number | null;
  /** Number of the function that it is a name of; null where the trace has no such numbers. */
  readonly group: bigint | null;
  /** How often it was entered. */
  readonly entered: bigint;
  readonly lines: readonly CoveredLine[];
}

/** A line that has code. */
export interface CoveredLine {
  readonly line: number;
  /** How often it ran, at least 1 where any of its code did. */
  readonly hits: bigint;
}
