/**
 * Whether Enter should begin a new line instead of running what is there.
 * @module
 */

/** Texts, names in backticks, regular expressions after an operator, comments, and everything that may not end. */
const PIECE =
  /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`[^`\n]*`?|(?<=[~(,=]\s*)\/(?:[^/\\\n]|\\.)+\/|(?:--|#(?!\d))[^\n]*|[()[\]{}]|\S/g;

/** True while a bracket is open, or the text ends with a pipe or a comma. A dot command is one line. */
export function needsMore(text: string): boolean {
  if (/^\s*\./.test(text)) return false;
  let open = 0;
  let last = "";
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece.startsWith("--") || (piece.startsWith("#") && piece.length > 0)) continue;
    if (piece === "(" || piece === "[" || piece === "{") open++;
    if (piece === ")" || piece === "]" || piece === "}") open--;
    last = piece;
  }
  return open > 0 || last === "|" || last === ",";
}
