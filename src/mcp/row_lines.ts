/**
 * Rows as JSON, an array a line: exact, and nothing in a text can look like another row.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { ResultTable, ResultValue } from "../base/result_table.ts";
import { jsonText, jsonValue } from "../render/json_cell.ts";
import { visible } from "../render/visible.ts";

const MOST_CHARS = SHOW_LIMITS.assistantText.most;
const MOST_OF_TEXT = SHOW_LIMITS.assistantCell.most;
/** What is invisible and what JSON leaves as it is. */
const INVISIBLE = /[\xad\u200b\u2060-\u2064\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Some rows of a result, one after the other. */
interface RowLines {
  readonly text: string;
  /** The rows that are in it; marks in texts that nobody sees are written as escapes. */
  readonly rows: readonly (readonly unknown[])[];
}

/** As many rows as are wanted, from one on, and fit into an answer. */
export function rowLines(table: ResultTable, from: number, most: number): RowLines {
  const columns = table.columns.map(({ name, type }) => `${escaped(jsonText(name))}:${jsonText(type)}`);
  let text = `{"columns":{${columns.join(",")}},\n"rows":[`;
  const rows: unknown[][] = [];
  const end = Math.min(from + most, table.rowCount);
  for (let row = from; row < end; row++) {
    const values = table.columns.map((_, column) => cutValue(table.value(row, column)));
    const cells = values.map((value) => escaped(jsonValue(value, false)));
    const line = `${rows.length === 0 ? "" : ","}\n[${cells.join(",")}]`;
    if (text.length + line.length > MOST_CHARS - 100) break;
    text += line;
    rows.push(
      values.map((value, at) => typeof value === "string" ? shownText(value) : JSON.parse(cells[at]!)),
    );
  }
  return { text: `${text}\n]}`, rows };
}

function cutValue(value: ResultValue): ResultValue {
  if (typeof value !== "string" || value.length <= MOST_OF_TEXT) return value;
  return `${value.slice(0, MOST_OF_TEXT)}… [${value.length - MOST_OF_TEXT} more characters]`;
}

/** A text in which marks that nobody sees are written as escapes: whoever shows it shows them. */
export function shownText(text: string): string {
  return escaped(visible(text));
}

/** Marks that nobody sees may carry words to whoever reads the bytes. */
function escaped(json: string): string {
  return json.replace(INVISIBLE, (char) =>
    [...char].map((each) => {
      const units = Array.from({ length: each.length }, (_, at) => each.charCodeAt(at));
      return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
    }).join(""));
}
