/**
 * Formats packets that the text format shows as comments.
 * @module
 */

import { hex, joinHalves } from "../../base/u64.ts";
import type { PacketCursor } from "./packet_cursor.ts";

/** Heap counters, in the order of the packet. */
const HEAP_COUNTERS = [
  "arena",
  "ordblks",
  "smblks",
  "hblks",
  "hblkhd",
  "usmblks",
  "fsmblks",
  "uordblks",
  "fordblks",
  "keepcost",
] as const;
const COUNTER_BYTES = 4 * HEAP_COUNTERS.length;

/** Returns the comment for a tracing module. */
export function moduleComment(mask: number, version: number, name: string): string {
  return `## tracing module: [${mask.toString(16)}] ${name} (${version >>> 16}.${version & 0xffff})`;
}

/**
 * Returns the comments for the heap state. The original sp-rtrace stores the two addresses in 32 bits even on
 * 64-bit machines.
 */
export function heapComments(packet: PacketCursor): string[] {
  const wide = packet.left >= 2 * packet.pointerSize + COUNTER_BYTES;
  const address = (): string => {
    if (!wide) return hex(packet.u32());
    packet.pointer();
    return hex(joinHalves(packet.low, packet.high));
  };
  const lines = [`##   heap bottom ${address()}`, `##   heap top ${address()}`];
  for (const counter of HEAP_COUNTERS) lines.push(`##   ${counter} ${packet.u32()}`);
  return lines;
}
