/**
 * The type of a cookbook recipe. A test runs each recipe on a sample and compares the result.
 * @module
 */

import type { Trait } from "./format_types.ts";

/** A question and the query that answers it. */
export interface Recipe {
  readonly question: string;
  /** The query, in one or several lines. */
  readonly query: string;
  /**
   * What a format must have for this recipe: traits, the table `allocs`, or lifetimes of single blocks that
   * are not guesses. A recipe in a format's folder applies to that format only.
   */
  readonly needs: readonly (Trait | "allocs" | "known-lives")[];
  /** Formats of additional traces that must be open. */
  readonly beside?: readonly string[];
  /** Operands and options of the command line that the test uses; paths are relative to testdata. */
  readonly sample: readonly string[];
  /** A hint for reading the answer. */
  readonly note?: string;
}

/** Recipes under a heading. A format adds to an existing chapter by using its title. */
export interface Chapter {
  /** Heading of the chapter. */
  readonly title: string;
  /** Text before the first recipe: how to open the traces, what a term means. */
  readonly intro?: string;
  /** Recipes of the chapter. */
  readonly recipes: readonly Recipe[];
}

/** A query, in one line or several, with everything that differs from the defaults of the chapter. */
interface Draft extends Partial<Omit<Recipe, "question" | "query">> {
  readonly query: readonly string[] | string;
}

/** Builds recipes from their questions and queries; `needs` and `sample` are the defaults of the chapter. */
export function recipes(
  { needs = [], sample }: Pick<Draft, "needs"> & Pick<Recipe, "sample">,
  drafts: Readonly<Record<string, Draft | Draft["query"]>>,
): Recipe[] {
  return Object.entries(drafts).map(([question, given]) => {
    const draft = typeof given === "string" || Array.isArray(given) ? { query: given } : given as Draft;
    return { needs, sample, ...draft, question, query: [draft.query].flat().join("\n") };
  });
}
