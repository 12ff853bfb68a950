/**
 * Lines of answers in the form in which they are sent: repeated cells of a chart are written once.
 * @module
 */

import type { EncodedRunLine, RunLine, WireCell } from "./api_types.ts";

/** Expands a line into rows of cells. The type parameter says whether cells may be numbers. */
export function decodeRunLine<Cell = WireCell>(line: EncodedRunLine): RunLine<Cell> {
  if (line.t !== "rows" && line.t !== "more") return line;
  const cells = line.cells.map((column) => {
    if (!("different" in column)) return column as readonly Cell[];
    const { different, at } = column;
    return at.map((number) => different[number]! as Cell);
  });
  return { ...line, cells };
}
