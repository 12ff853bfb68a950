/**
 * A query cut at its pipes, and a list at its commas: enough syntax to propose a next query, which is checked before
 * it is shown.
 * @module
 */

const PIECE = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`[^`\n]*`?|--[^\n]*|[()[\]{}]|\|\||[^]/g;

/** The parts between pipes that are in no bracket or text. */
export function splitStages(query: string): string[] {
  return splitAt(query, "|");
}

/** The parts between such separators. */
export function splitAt(text: string, separator: string): string[] {
  const parts = [""];
  let open = 0;
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece.length === 1 && "([{".includes(piece)) open++;
    if (piece.length === 1 && ")]}".includes(piece)) open--;
    if (piece === separator && open === 0) parts.push("");
    else parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim());
}
