/**
 * Queries of the tree-sitter grammar: colours by the words of the language, and folding.
 * @module
 */

import type { Words } from "./words.ts";

/** The colours of nodes. If several match, the last one counts. */
export function highlightQuery(words: Words): string {
  const anyOf = (list: readonly string[]): string => list.map((word) => `"${word}"`).join(" ");
  return `; Made by deno task editors.
(comment) @comment
(string) @string
(regex) @string.regexp
(pattern) @string.special
(glob) @string.special
(number) @number
(record) @number
(quoted_name) @variable
(operator) @operator
["|" "~" "=~" "!~" ":"] @operator
["(" ")" "{" "}" "[" "]"] @punctuation.bracket
["," ";"] @punctuation.delimiter

(identifier) @variable
((identifier) @constant.builtin (#any-of? @constant.builtin ${anyOf(words.constants)}))
((identifier) @keyword.operator (#any-of? @keyword.operator ${anyOf(words.operators)}))
(stage (identifier) @keyword (#any-of? @keyword ${anyOf(words.parts)}))
(source . (identifier) @type.builtin (#any-of? @type.builtin ${anyOf(words.sources)}))
(source . (identifier) @keyword (#any-of? @keyword ${anyOf([...words.statements, ...words.stages])}))
(call function: (identifier) @function.call)
(call function: (identifier) @function.builtin (#any-of? @function.builtin ${anyOf(words.functions)}))
(stage name: (identifier) @keyword)
(let) @keyword
(let_statement name: (identifier) @function)
`;
}

/** Folding: pipelines over several lines, and definitions. */
export const FOLD_QUERY = `; Made by deno task editors.
[(pipeline) (let_statement) (list)] @fold
`;
