/**
 * Formats rows as JSON, one array per line: values are exact, and no text can be mistaken for another row.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { ResultTable, ResultValue } from "../base/result_table.ts";
import { jsonText, jsonValue } from "../render/json_cell.ts";
import { visible } from "../render/visible.ts";

const MOST_CHARS = SHOW_LIMITS.assistantText.most;
const MOST_OF_TEXT = SHOW_LIMITS.assistantCell.most;
/** Invisible characters that JSON does not escape. */
const INVISIBLE = /[\xad\u200b\u2060-\u2064\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Consecutive rows of a result. */
interface RowLines {
  readonly text: string;
  /** The rows in the text; invisible characters are written as escapes. */
  readonly rows: readonly (readonly unknown[])[];
}

/** Formats rows from row `from` on: as many as fit in an answer, at most `most`. */
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

/** Escapes invisible characters in a text, so that they become visible wherever it is shown. */
export function shownText(text: string): string {
  return escaped(visible(text));
}

/** Escapes invisible characters, which could smuggle text to a model that reads the bytes. */
function escaped(json: string): string {
  return json.replace(INVISIBLE, (char) =>
    [...char].map((each) => {
      const units = Array.from({ length: each.length }, (_, at) => each.charCodeAt(at));
      return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
    }).join(""));
}
