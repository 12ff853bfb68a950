/**
 * Families of problem codes: help explains codes by their cause. Causes that several formats share are in
 * `cli/help/problem_codes.ts`; a format adds its codes to them, and adds causes of its own.
 * @module
 */

/** Problem codes with one cause and one remedy. */
export interface ProblemFamily {
  /** Title of the problem. */
  readonly title: string;
  /** Codes in the table `problems`. */
  readonly codes: readonly string[];
  /** Why it happens. */
  readonly cause: string;
  /** What the user can do about the problem. */
  readonly cure: string;
}

/** Problem codes of a format: new families, or codes that it adds to an existing one. */
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
