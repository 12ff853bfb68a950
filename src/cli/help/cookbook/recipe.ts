/**
 * What a recipe of the cookbook is. Each is run over a sample, and its answer compared, by a test.
 * @module
 */

/** A question and the query that answers it. */
export interface Recipe {
  /** The question. */
  readonly question: string;
  /** What to ask. */
  readonly query: string;
  /** Formats of traces that it fits. */
  readonly formats: readonly string[];
  /** Operands and options, as on the command line, that a test runs it with; paths lie below testdata. */
  readonly sample: readonly string[];
  /** What to know about the answer. */
  readonly note?: string;
}

/** Recipes under a heading. */
export interface Chapter {
  /** Heading. */
  readonly title: string;
  /** What is before the first recipe: how to open the traces, what a word means. */
  readonly intro?: string;
  /** What is under it. */
  readonly recipes: readonly Recipe[];
}

/** A recipe before its chapter has said what it fits and where it is tried. */
interface Draft {
  readonly question: string;
  readonly query: readonly string[] | string;
  readonly formats?: readonly string[];
  readonly sample?: readonly string[];
  readonly note?: string;
}

/** Formats of memory traces. */
export const MEMORY: readonly string[] = ["mtrc", "sp-rtrace", "sp-rtrace-bin"];

/** Fills in what the recipes of a chapter have in common. */
export function recipes(
  common: { readonly formats: readonly string[]; readonly sample: readonly string[] },
  drafts: readonly Draft[],
): Recipe[] {
  return drafts.map((draft) => ({
    ...common,
    ...draft,
    query: typeof draft.query === "string" ? draft.query : draft.query.join("\n"),
  }));
}
