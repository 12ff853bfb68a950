import type { ResultColumn, ResultTable, ResultValue } from "../../src/base/result_table.ts";
import { rendererNamed } from "../../src/render/registry.ts";
import { PLAIN_OPTIONS, type RenderOptions } from "../../src/render/renderer.ts";

/** A table typed in by hand. */
export function tableOf(columns: readonly ResultColumn[], rows: readonly ResultValue[][]): ResultTable {
  return { columns, rowCount: rows.length, value: (row, column) => rows[row]![column]! };
}

/** The complete output of a mode. */
export async function rendered(
  mode: string,
  table: ResultTable,
  options: Partial<RenderOptions> = {},
): Promise<string> {
  let text = "";
  await rendererNamed(mode)!.render(table, (part) => void (text += part), { ...PLAIN_OPTIONS, ...options });
  return text;
}

/** One column of each kind, with awkward values. */
export const awkward: ResultTable = tableOf(
  [
    { name: "seq", type: "u64" },
    { name: "addr", type: "u64", display: "hex" },
    { name: "func", type: "text" },
    { name: "share", type: "f64" },
    { name: "time", type: "time" },
    { name: "leaked", type: "bool" },
  ],
  [
    [1n, 0xffff_ffff_ffff_fff0n, 'say "hi", a|b', 1 / 3, 45_065_250_000_000n, true],
    [18446744073709551615n, 0x7f00n, "tab\tnew\nline\\esc\x1b[31m", 2, null, false],
    [null, null, "", null, 1n, null],
  ],
);
