/**
 * Heap Allocation Trace Format: one line per alloc (`1 SIZE ADDR`), free (`2 ADDR`) and realloc (`4 SIZE OLD NEW`).
 * @module
 */

import { hex } from "../../base/u64.ts";
import type { Trace } from "../../tables/trace.ts";
import { BlocksInUse } from "./blocks_in_use.ts";
import { TableBlock } from "./table_block.ts";

/** The whole file, block by block. `name` is the file name as the user gave it. */
export function* hatfTexts(trace: Trace, name: string): Generator<string> {
  yield `## Tracename: ${name}\n## Author: Unknown\n## Date: Unknown\n## DTDURL: hatf.dtd\n` +
    "## Description: Converted to HATF by mptrace 1.4.\n\n";
  const { strings } = trace.pools;
  const [alloc, realloc, free] = ["alloc", "realloc", "free"].map((kind) => strings.find(kind));
  const block = new TableBlock(trace.tables.get("events"));
  const lives = new BlocksInUse(trace);
  for (let at = 0; at < block.blocks; at++) {
    const columns = block.load(at, ["kind", "addr", "size", "alloc"]);
    let text = "";
    for (let row = 0; row < block.rows; row++) {
      if (columns.alloc.isNull(row)) continue;
      const kind = columns.kind.low(row);
      const addr = columns.addr.wide(row);
      const life = columns.alloc.low(row);
      if (kind === alloc) {
        lives.begin(life, 0, addr);
        text += `1 ${columns.size.wide(row)} ${hex(addr)}\n`;
      } else if (kind === free) {
        lives.end(life, 0);
        text += `2 ${hex(addr)}\n`;
      } else if (kind === realloc) {
        text += `4 ${columns.size.wide(row)} ${hex(lives.move(life, addr))} ${hex(addr)}\n`;
      }
    }
    yield text;
  }
}
