/**
 * The statistics that mptrace closes with.
 * @module
 */

import { hex } from "../../base/u64.ts";
import type { Trace } from "../../tables/trace.ts";
import { BlocksInUse } from "./blocks_in_use.ts";
import { bytesText, roundedQuotient } from "./format.ts";
import { TableBlock } from "./table_block.ts";

/** The closing lines. */
export function statistics(trace: Trace): string {
  const totals = trace.lives?.totals;
  const of = (value: bigint | undefined): bigint => value ?? 0n;
  const allocated = [of(totals?.allocatedCount), of(totals?.allocatedBytes)] as const;
  const freed = [of(totals?.freedCount), of(totals?.freedBytes)] as const;
  const reserved = [of(totals?.reservedCount), of(totals?.reservedBytes)] as const;
  const internal = [of(totals?.internalCount), of(totals?.internalBytes)] as const;
  const lines: [string, bigint, bigint][] = [
    ["allocated:", ...allocated],
    ["freed:", ...freed],
    ["unfreed:", allocated[0] - freed[0], allocated[1] - freed[1]],
    ["peak:", of(totals?.peakBlocks), of(totals?.peakBytes)],
    ["reserved:", ...reserved],
    ["internal:", ...internal],
    ["total:", reserved[0] + internal[0], reserved[1] + internal[1]],
  ];
  return "memory allocation tracing statistics\n" +
    "------------------------------------\n" +
    lines.map(([name, count, bytes]) => `${name.padEnd(11)}${count} (${bytesText(bytes)})\n`).join("") +
    `\nsmallest size: ${bytesText(of(totals?.smallest))}\n` +
    `largest size:  ${bytesText(of(totals?.largest))}\n` +
    `average size:  ${bytesText(roundedQuotient(allocated[1], allocated[0]))}\n`;
}

/** The whole file, block by block. `name` is what the user called it. */
export function* hatfTexts(trace: Trace, name: string): Generator<string> {
  yield `## Tracename: ${name}\n## Author: Unknown\n## Date: Unknown\n## DTDURL: hatf.dtd\n` +
    "## Description: Converted to HATF by mptrace 1.4.\n\n";
  const { strings } = trace.pools;
  const [alloc, realloc, free] = ["alloc", "realloc", "free"].map((kind) => strings.find(kind));
  const block = new TableBlock(trace.tables.get("events"));
  const lives = new BlocksInUse(trace.lives?.count ?? 0);
  for (let at = 0; at < block.blocks; at++) {
    block.load(at, ["kind", "addr", "size", "alloc"]);
    let text = "";
    for (let row = 0; row < block.rows; row++) {
      if (block.isNull("alloc", row)) continue;
      const kind = block.low("kind", row);
      const addr = block.wide("addr", row);
      const life = block.low("alloc", row);
      if (kind === alloc) {
        lives.begin(life, 0, addr);
        text += `1 ${block.wide("size", row)} ${hex(addr)}\n`;
      } else if (kind === free) text += `2 ${hex(addr)}\n`;
      else if (kind === realloc) {
        text += `4 ${block.wide("size", row)} ${hex(lives.move(life, addr))} ${hex(addr)}\n`;
      }
    }
    yield text;
  }
}
