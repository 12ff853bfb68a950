/**
 * Formats the warning about a damaged line table.
 * @module
 */

import type { LineProblem } from "../elf/lines.ts";

/** Returns one line about all problems in the line table of a file; undefined if it has none. */
export function linesWarning(path: string, problems: readonly LineProblem[]): string | undefined {
  const [first] = problems;
  if (!first) return undefined;
  const more = problems.length > 1 ? `, and ${problems.length - 1} more` : "";
  const place = first.code === "line-section" ? "" : ` at byte ${first.offset} of .debug_line`;
  return `Source lines of "${path}" are not complete: ${first.message}${place}${more}`;
}
