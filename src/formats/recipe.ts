/**
 * What a recipe of the cookbook is. Each is run over a sample, and its answer compared, by a test.
 * @module
 */

import type { Trait } from "./words.ts";

/** A question and the query that answers it. */
export interface Recipe {
  readonly question: string;
  /** What to ask. */
  readonly query: string;
  /**
   * What a format must have for it: traits or tables, or that lives of single blocks are not guesses. A recipe in the
   * folder of a format fits that format alone.
   */
  readonly needs: readonly (Trait | "allocs" | "known-lives")[];
  /** Formats of traces that must be open too. */
  readonly beside?: readonly string[];
  /** Operands and options, as on the command line, that a test runs it with; paths lie below testdata. */
  readonly sample: readonly string[];
  /** What to know about the answer. */
  readonly note?: string;
}

/** Recipes under a heading. A format adds to a chapter that there is by its title. */
export interface Chapter {
  /** Heading. */
  readonly title: string;
  /** What is before the first recipe: how to open the traces, what a word means. */
  readonly intro?: string;
  /** What is under it. */
  readonly recipes: readonly Recipe[];
}

/** What a recipe has of its own: a query, in one line or several; the others have it from their chapter. */
interface Draft extends Partial<Omit<Recipe, "question" | "query">> {
  readonly query: readonly string[] | string;
}

/** Recipes by their questions, with what those of a chapter have in common. */
export function recipes(
  { needs = [], sample }: Pick<Draft, "needs"> & Pick<Recipe, "sample">,
  drafts: Readonly<Record<string, Draft | Draft["query"]>>,
): Recipe[] {
  return Object.entries(drafts).map(([question, given]) => {
    const draft = typeof given === "string" || Array.isArray(given) ? { query: given } : given as Draft;
    return { needs, sample, ...draft, question, query: [draft.query].flat().join("\n") };
  });
}
