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
