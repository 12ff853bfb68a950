/**
 * Source files as tables, and where to look for them.
 * @module
 */

import type { ResultTable } from "../../base/result_table.ts";
import type { Session } from "../../engine/session.ts";

/** Paths at which a source file may be: as given, and beside the traces. */
export function sourceFilePaths(file: string, session: Session): string[] {
  const folders = session.traces.map(({ path }) => path.slice(0, path.lastIndexOf("/") + 1));
  const name = file.slice(file.lastIndexOf("/") + 1);
  return [
    ...new Set([file, ...folders.map((folder) => folder + file), ...folders.map((folder) => folder + name)]),
  ];
}

/** The lines of a source file as a table. */
export function sourceTable(text: string): ResultTable {
  const lines = text.replace(/\n$/, "").split("\n");
  return {
    columns: [{ name: "line", type: "u32" }, { name: "source", type: "text" }],
    rowCount: lines.length,
    value: (row, column) => column === 0 ? row + 1 : (lines[row] ?? "").replaceAll("\t", "    "),
  };
}
