/**
 * Formats values for reading.
 * @module
 */

import { groupDigits as groupedBy } from "../src/base/group_digits.ts";
import { sizeText } from "../src/render/number_text.ts";
import type { ResultType } from "../src/base/result_table.ts";
import type { ColumnKind, DrawnCell, WireCell, WireColumn } from "../src/serve/api_types.ts";
import { shortName } from "../src/names/short_name.ts";
import { hasFunctionNames } from "../src/names/function_columns.ts";

export { sizeText };

function plain(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(3)));
}

/** Groups digits by three. */
export function grouped(digits: string): string {
  return /^-?\d+$/.test(digits) ? groupedBy(digits) : digits;
}

/** Converts a cell to a number for a chart or a bar, where the precision of a double is enough. */
export function numberOf(cell: DrawnCell | undefined): number | null {
  if (typeof cell === "number") return cell;
  if (typeof cell !== "string") return null;
  const value = Number(cell);
  return Number.isNaN(value) ? null : value;
}

/** Formats a number in short form. */
export function shortNumber(value: number, kind: ColumnKind): string {
  if (kind === "bytes") return sizeText(value);
  if (kind === "time") return timeText(value);
  if (kind === "hex") return "0x" + value.toString(16);
  return grouped(plain(value));
}

/** Formats a number for an axis: `64 KiB`, `1,500`, `2.5 M`. */
export function axisNumber(value: number, kind: ColumnKind): string {
  if (kind === "bytes") return sizeText(value).replace(/\.0(?= [KMGTPE]iB$)/, "");
  if (kind !== "number" || value < 1e6) return shortNumber(value, kind);
  const [unit, name] = value < 1e9 ? [1e6, "M"] : value < 1e12 ? [1e9, "G"] : [1e12, "T"];
  return `${plain(value / unit)} ${name}`;
}

/**
 * Formats nanoseconds as a time of day, with as many digits as are needed to distinguish times that are
 * `step` nanoseconds apart.
 */
export function timeText(nanos: number, step = 1e6): string {
  const seconds = nanos / 1e9;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const digits = step >= 1e6 ? 3 : step >= 1e3 ? 6 : 9;
  // Truncate instead of rounding: 59.9996 seconds must not become 60.
  const rest = Math.floor(seconds % 60 * 10 ** digits) / 10 ** digits;
  return `${two(seconds / 3600)}:${two(seconds / 60 % 60)}:${rest.toFixed(digits).padStart(digits + 3, "0")}`;
}

/** Parses nanoseconds from `HH:MM:SS.mmm`; null for other texts. */
export function nanosOf(text: string): number | null {
  const found = /^(-?)(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(text);
  if (!found) return null;
  const nanos = Math.round((Number(found[2]) * 3600 + Number(found[3]) * 60 + Number(found[4])) * 1e9);
  return found[1] === "-" ? -nanos : nanos;
}

/** Columns whose numbers identify something and are not amounts. */
const IDENTITIES =
  /(^|\.)(thread|line|seq|no|index|alloc|stack|id|pid|frame|first|last|freed|entry|level|pick|group|object)$/;

/** Formats a cell of a table. */
export function cellText({ kind, name, type }: WireColumn, cell: WireCell): string {
  if (cell === null) return "–";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (kind === "bytes") return sizeText(Number(cell));
  if (kind === "number") return IDENTITIES.test(name) ? cell : grouped(cell);
  if (kind === "float") return plain(Number(cell));
  return hasFunctionNames({ name, type: type as ResultType }) ? shortName(cell) : cell;
}

/** Returns the full text of a cell that is shown in short form; null if it is shown in full. */
export function wholeText(column: WireColumn, cell: WireCell | undefined): string | null {
  return column.kind === "text" && typeof cell === "string" && cellText(column, cell) !== cell ? cell : null;
}

/** Whether the values of a column can be drawn as bars, because they are amounts. */
export function isMeasure({ kind, name }: WireColumn): boolean {
  return kind === "bytes" || (kind === "number" && !IDENTITIES.test(name));
}

/** Whether a column is aligned right. */
export function isNumber({ kind }: WireColumn): boolean {
  return kind !== "text" && kind !== "bool";
}

/** Returns the smallest of 1, 2, 5, 10, 20 … that is not below `wanted`; powers of two for bytes. */
export function roundStep(wanted: number, kind: ColumnKind = "number"): number {
  if (!(wanted > 0)) return 1;
  if (kind === "bytes") return 2 ** Math.max(0, Math.ceil(Math.log2(wanted)));
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= wanted * 0.999)!;
}
