/**
 * Lines of answers as they are sent: cells of a picture that come again and again are written once.
 * @module
 */

import type { RunLine, SentLine, WireCell } from "./api_types.ts";

/** A line with the cells of each row. Who asks for numbers says that cells may be such. */
export function readLine<Cell = WireCell>(line: SentLine): RunLine<Cell> {
  if (line.t !== "rows" && line.t !== "more") return line;
  const cells = line.cells.map((column) => {
    if (!("different" in column)) return column as readonly Cell[];
    const { different, at } = column;
    return at.map((number) => different[number]! as Cell);
  });
  return { ...line, cells };
}
