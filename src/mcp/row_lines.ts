/**
 * Rows as JSON, an array a line: exact, and nothing in a text can look like another row.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { ResultTable, ResultValue } from "../base/result_table.ts";
import { jsonText, jsonValue } from "../render/json_cell.ts";

const MOST_CHARS = SHOW_LIMITS.assistantText.most;
const MOST_OF_TEXT = SHOW_LIMITS.assistantCell.most;
/** What is invisible and what JSON leaves as it is. */
const INVISIBLE = /[\xad\u200b\u2060-\u2064\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** The first rows of a result. */
interface RowLines {
  readonly text: string;
  /** How many rows are in it. */
  readonly rows: number;
}

/** As many rows as are wanted and fit into an answer. */
export function rowLines(table: ResultTable, most: number): RowLines {
  const columns = table.columns.map(({ name, type }) => `${escaped(jsonText(name))}:${jsonText(type)}`);
  let text = `{"columns":{${columns.join(",")}},\n"rows":[`;
  let rows = 0;
  for (; rows < Math.min(most, table.rowCount); rows++) {
    const cells = table.columns.map((_, column) => cellText(table.value(rows, column)));
    const line = `${rows === 0 ? "" : ","}\n[${cells.join(",")}]`;
    if (text.length + line.length > MOST_CHARS - 100) break;
    text += line;
  }
  return { text: `${text}\n]}`, rows };
}

function cellText(value: ResultValue): string {
  if (typeof value !== "string" || value.length <= MOST_OF_TEXT) return escaped(jsonValue(value, false));
  const more = value.length - MOST_OF_TEXT;
  return escaped(jsonText(`${value.slice(0, MOST_OF_TEXT)}… [${more} more characters]`));
}

/** Marks that nobody sees may carry words to whoever reads the bytes. */
function escaped(json: string): string {
  return json.replace(INVISIBLE, (char) =>
    [...char].map((each) => {
      const units = Array.from({ length: each.length }, (_, at) => each.charCodeAt(at));
      return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
    }).join(""));
}
