/**
 * Rows as lines of text, from batches of words: the same bytes as the renderers of `src/render`, without
 * creating a JavaScript value per cell.
 * @module
 */

import type { ResultColumn, ResultValue } from "../base/result_table.ts";
import { isSafe, joinHalves } from "../base/u64.ts";
import type { Cells } from "../engine/row_batches.ts";
import type { Pools } from "../tables/pools.ts";
import type { ByteSink, RowSource } from "./exporter.ts";
import { TextOut } from "./text_out.ts";

/** How values of a column are formatted. */
export interface CellStyle {
  /** Text before the cell. */
  readonly lead: string;
  /** Integers in decimal, or as `0x…`; values of other types are formatted one by one. */
  readonly numbers: "decimal" | "hex" | "other";
  /** Quotes numbers that a double would round. */
  readonly quoteLarge: boolean;
  /** Text for null. */
  readonly none: string;
  /** Formats a value that is not a plain integer. */
  spell(value: NonNullable<ResultValue>): string;
}

/** Writes every row as a line that ends with `end`. */
export async function writeLines(
  rows: RowSource,
  sink: ByteSink,
  style: { readonly cells: readonly CellStyle[]; readonly head: string; readonly end: string },
): Promise<void> {
  const out = new TextOut();
  out.text(style.head);
  const encoder = new TextEncoder();
  const columns = rows.table.columns.map((column, at) =>
    new ColumnText(column, style.cells[at]!, rows.pools)
  );
  const end = encoder.encode(style.end);
  for (const batch of rows.batches()) {
    columns.forEach((column, at) => column.take(batch.read(at)));
    for (let row = 0; row < batch.rows; row++) {
      for (const column of columns) column.write(out, row);
      out.raw(end);
      if (out.full) await out.flush(sink);
    }
  }
  await out.flush(sink);
}

/** Formats one column. */
class ColumnText {
  readonly #column: ResultColumn;
  readonly #style: CellStyle;
  readonly #pools: Pools;
  readonly #lead: Uint8Array;
  readonly #none: Uint8Array;
  /** Formatted texts by code. */
  readonly #texts: (Uint8Array | undefined)[] = [];
  #cells: { readonly halves: Uint32Array; readonly nulls: Uint8Array } = {
    halves: new Uint32Array(0),
    nulls: new Uint8Array(0),
  };

  constructor(column: ResultColumn, style: CellStyle, pools: Pools) {
    const encoder = new TextEncoder();
    this.#column = column;
    this.#style = style;
    this.#pools = pools;
    this.#lead = encoder.encode(style.lead);
    this.#none = encoder.encode(style.none);
  }

  take({ halves, nulls }: Cells): void {
    this.#cells = { halves: halves.slice(), nulls: nulls.slice() };
  }

  write(out: TextOut, row: number): void {
    const { halves, nulls } = this.#cells;
    out.raw(this.#lead);
    if (nulls[row] !== 0) return out.raw(this.#none);
    const low = halves[2 * row]!;
    const high = halves[2 * row + 1]!;
    if (this.#style.numbers === "decimal") {
      const quoted = this.#style.quoteLarge && high >= 0x20_0000 && !isSafe(joinHalves(low, high));
      if (quoted) out.byte(QUOTE);
      out.decimal(low, high);
      if (quoted) out.byte(QUOTE);
    } else if (this.#style.numbers === "hex") out.hex(low, high);
    else if (this.#column.type === "text" || this.#column.type === "bytes") out.raw(this.#textOf(low));
    else out.text(this.#style.spell(this.#valueOf(low, high)));
  }

  #textOf(code: number): Uint8Array {
    return this.#texts[code] ??= new TextEncoder().encode(this.#style.spell(this.#pools.strings.text(code)));
  }

  #valueOf(low: number, high: number): NonNullable<ResultValue> {
    switch (this.#column.type) {
      case "bool":
        return low !== 0;
      case "f64":
        SHARED.setUint32(0, low, true);
        SHARED.setUint32(4, high, true);
        return SHARED.getFloat64(0, true);
      case "i64":
        return BigInt.asIntN(64, joinHalves(low, high));
      default:
        return joinHalves(low, high);
    }
  }
}

const QUOTE = 0x22;
const SHARED = new DataView(new ArrayBuffer(8));

/** How integers of a column can be written without examining each value. */
export function numberNotation(column: ResultColumn, hex: boolean): CellStyle["numbers"] {
  const whole = column.type === "u64" || column.type === "u32";
  if (!whole || column.display === "time") return "other";
  return hex && column.display === "hex" ? "hex" : "decimal";
}
