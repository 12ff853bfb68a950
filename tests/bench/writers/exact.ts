/**
 * Whether a writer keeps unusual values: the ends of 64-bit ranges, nulls, texts. Independent readers read the files.
 * @module
 */

import { DuckDBInstance } from "@duckdb/node-api";
import * as flechette from "@uwdata/flechette";
import { tableFromIPC } from "apache-arrow";
import { Profile } from "pprof-format";
import { gunzipSync } from "node:zlib";
import type { Contestant, Work } from "./contestant.ts";

const COLUMNS = ["u", "i", "f", "b", "t"];
/** The rows of `ODD` in `measure.ts`. */
const WANTED: readonly (readonly unknown[])[] = [
  [2n ** 64n - 1n, -(2n ** 63n), -0.5, true, 'a,"b'],
  [2n ** 63n, 2n ** 63n - 1n, 1e308, false, ""],
  [null, null, null, null, null],
  [0n, -1n, 0.1, null, "\u{1f600}"],
];

/** The differences in a file of the unusual rows; empty if there are none. */
export async function oddities(contestant: Contestant, path: string): Promise<string> {
  if (contestant.format === "pprof" || contestant.format === "Perfetto") {
    return await beyondSigned(contestant);
  }
  const found = contestant.format === "Parquet"
    ? await parquetRows(path)
    : arrowRows(await Deno.readFile(path), contestant.package === "apache-arrow");
  const wrong = WANTED.flatMap((row, at) =>
    row.flatMap((value, column) =>
      Object.is(found[at]?.[column], value) ? [] : [`${COLUMNS[column]}: ${value} is ${found[at]?.[column]}`]
    )
  );
  return wrong.join(", ");
}

async function parquetRows(path: string): Promise<readonly (readonly unknown[])[]> {
  const database = await (await DuckDBInstance.create(":memory:")).connect();
  const reader = await database.runAndReadAll(`select ${COLUMNS.join(", ")} from read_parquet('${path}')`);
  return reader.getRows();
}

function arrowRows(bytes: Uint8Array, byFlechette: boolean): unknown[][] {
  const columns: readonly { at(row: number): unknown }[] = byFlechette
    ? COLUMNS.map((name) => flechette.tableFromIPC(bytes, { useBigInt: true }).getChild(name))
    : COLUMNS.map((name) => tableFromIPC(bytes).getChild(name)!);
  return WANTED.map((_, row) => columns.map((column) => column.at(row)));
}

/** These formats have signed numbers: what happens to one that does not fit. */
async function beyondSigned({ format, write }: Contestant): Promise<string> {
  const most = 2n ** 63n - 1n;
  const weights = [{ name: "n", unit: "count" }] as const;
  const frames = [{ name: "f", module: "", file: "", line: 1, address: 1n }];
  const workOf = (value: bigint): Work => ({
    rows: undefined as never,
    samples: { name: "t", weights, frames, samples: [{ frames: [0], values: [value], trace: null }] },
    counters: [[1n, value]],
  });
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const sink = (piece: string | Uint8Array<ArrayBuffer>): Promise<void> => {
    if (typeof piece !== "string") pieces.push(piece.slice());
    return Promise.resolve();
  };
  await write(workOf(most), sink);
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
  if (format === "pprof") {
    const value = Profile.decode(gunzipSync(bytes)).sample[0]!.value[0];
    if (BigInt(value as bigint) !== most) return `${most} is ${value}`;
  } else if (!holds(bytes, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])) {
    return `${most} is missing`;
  }
  return await write(workOf(most + 1n), sink).then(() => `${most + 1n} becomes negative`, () => "");
}

function holds(bytes: Uint8Array, wanted: readonly number[]): boolean {
  return bytes.some((_, at) => wanted.every((each, offset) => bytes[at + offset] === each));
}
