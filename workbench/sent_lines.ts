/**
 * Lines of answers as they are sent: cells of a picture that come again and again are written once.
 * @module
 */

import type { RunLine, SentLine } from "../src/serve/api_types.ts";

/** A line with the cells of each row. */
export function readLine(line: SentLine): RunLine {
  if (line.t !== "rows" && line.t !== "more") return line;
  const cells = line.cells.map((column) => {
    if (!("different" in column)) return column;
    const { different, at } = column;
    return at.map((number) => different[number]!);
  });
  return { ...line, cells };
}
