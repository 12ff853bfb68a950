/**
 * What codes of problems have in common: help explains them by cause. Causes that several formats know are in
 * `cli/help/problem_codes.ts`; a format adds its codes to them, and causes of its own.
 * @module
 */

/** Codes with one cause and one cure. */
export interface ProblemFamily {
  /** What is wrong. */
  readonly title: string;
  /** Codes in the table `problems`. */
  readonly codes: readonly string[];
  /** Why it comes to that. */
  readonly cause: string;
  /** What to do. */
  readonly cure: string;
}

/** Codes of a format: of families of its own, or those that it adds to another one. */
export type FormatProblems = readonly (ProblemFamily | Pick<ProblemFamily, "title" | "codes">)[];

/** Titles of the families that several formats add to. */
export const PROBLEM = {
  cut: "The file ends too early",
  unended: "The end mark is missing",
  trailing: "Data follows the end of the trace",
  number: "An impossible number",
  version: "An unknown version, or not the one that the file claims",
  meaningless: "Bytes without meaning",
  order: "Records out of place",
  names: "Names that do not fit",
} as const;
