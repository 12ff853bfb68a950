/**
 * What people write who come from SQL, Kusto, jq or a programming language, and what it is called here.
 *
 * @module
 */

/** Signs that compare elsewhere. */
export const FOREIGN_COMPARISONS: ReadonlyMap<string, string> = new Map([
  ["<>", "!="],
  ["===", "=="],
  ["!==", "!="],
  ["=~", "~"],
]);

/** Words that compare elsewhere, with a suggestion. */
export const FOREIGN_WORDS: ReadonlyMap<string, string> = new Map([
  ["like", 'did you mean "~"? Its pattern is a glob: * and ? for % and _'],
  ["ilike", "did you mean ~ /text/i?"],
  ["glob", 'did you mean "~"?'],
  ["matches", 'did you mean "~"?'],
  ["regexp", "did you mean ~ /text/?"],
  ["between", "did you mean in a..=b?"],
]);

/** A stage under the name that it has elsewhere. */
interface ForeignStage {
  /** Keyword here. */
  readonly keyword: string;
  /** Word that may follow and belongs to the foreign name: `by` in `group by`. */
  readonly swallows?: string;
}

/** Foreign name to stage. */
export const FOREIGN_STAGES: ReadonlyMap<string, ForeignStage> = new Map([
  ["group", { keyword: "by", swallows: "by" }],
  ["order", { keyword: "sort", swallows: "by" }],
  ["orderby", { keyword: "sort" }],
  ["groupby", { keyword: "by" }],
  ["limit", { keyword: "take" }],
  ["head", { keyword: "take" }],
  ["first", { keyword: "take" }],
  ["offset", { keyword: "skip" }],
  ["last", { keyword: "tail" }],
  ["filter", { keyword: "where" }],
  ["having", { keyword: "where" }],
  ["grep", { keyword: "where" }],
  ["project", { keyword: "select" }],
  ["columns", { keyword: "select" }],
  ["fields", { keyword: "select" }],
  ["unique", { keyword: "distinct" }],
  ["uniq", { keyword: "distinct" }],
  ["aggregate", { keyword: "summarize" }],
  ["agg", { keyword: "summarize" }],
  ["stats", { keyword: "summarize" }],
  ["summarise", { keyword: "summarize" }],
  ["histogram", { keyword: "hist" }],
  ["let", { keyword: "extend" }],
  ["eval", { keyword: "extend" }],
  ["mutate", { keyword: "extend" }],
  ["remove", { keyword: "drop" }],
]);
