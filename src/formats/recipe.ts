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
  /** What a format must have for it: traits or tables. A recipe in the folder of a format fits that format alone. */
  readonly needs: readonly (Trait | "allocs")[];
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

/** A recipe before its chapter has said what it needs and where it is tried. */
interface Draft {
  readonly question: string;
  readonly query: readonly string[] | string;
  readonly needs?: Recipe["needs"];
  readonly beside?: readonly string[];
  readonly sample?: readonly string[];
  readonly note?: string;
}

/** Fills in what the recipes of a chapter have in common. */
export function recipes(
  { needs = [], sample }: { readonly needs?: Recipe["needs"]; readonly sample: readonly string[] },
  drafts: readonly Draft[],
): Recipe[] {
  return drafts.map((draft) => ({
    needs,
    sample,
    ...draft,
    query: typeof draft.query === "string" ? draft.query : draft.query.join("\n"),
  }));
}
