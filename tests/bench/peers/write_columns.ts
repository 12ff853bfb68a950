/** Writes the columns of a trace that the C program reads; see `scan.c`. */

import { BLOCK_ROWS } from "../../../src/tables/block.ts";
import { loadFile } from "../load_bench.ts";
import { ownTask } from "./asked.ts";

const { folder } = ownTask();
const { session } = await loadFile(`${folder}/trace.mtrc`);
const events = session.traces[0]!.trace.tables.get("events")!;
const { arena } = events.pools;
const values = arena.alloc(BLOCK_ROWS * 8);
const nulls = arena.alloc(BLOCK_ROWS);
using file = Deno.openSync(`${folder}/columns.bin`, { write: true, create: true, truncate: true });
write(new BigUint64Array([BigInt(events.rowCount)]));
for (const name of ["kind", "thread", "file"]) writeCodes(name);
each("size", (words, isNull, rows) => {
  const sizes = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) sizes[row] = isNull?.[row] ? 0xffff_ffff : words[2 * row]!;
  write(sizes);
});
each("addr", (words) => write(words));

function write(part: ArrayBufferView): void {
  const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}

/** Codes from 0 on for the values of a column, in the order of their first rows. */
function writeCodes(name: string): void {
  const known = new Map<number, number>();
  each(name, (words, _, rows) => {
    const codes = new Uint8Array(rows);
    for (let row = 0; row < rows; row++) {
      // Threads and codes of texts are below 2^53.
      const value = words[2 * row + 1]! * 2 ** 32 + words[2 * row]!;
      let code = known.get(value);
      if (code === undefined) known.set(value, code = known.size);
      codes[row] = code;
    }
    write(codes);
  });
}

/** Unpacks a column block by block. */
function each(
  name: string,
  use: (words: Uint32Array, isNull: Uint8Array | null, rows: number) => void,
): void {
  for (let block = 0; block < events.blockCount; block++) {
    const rows = events.blockRows(block);
    const some = events.column(name)!.decode(block, rows, values, nulls);
    const words = arena.u32.subarray(values >>> 2, (values >>> 2) + 2 * rows);
    use(words, some ? arena.u8.subarray(nulls, nulls + rows) : null, rows);
  }
}
Deno.exit(0);
