/**
 * The statistics at the end of mptrace's output.
 * @module
 */

import type { Trace } from "../../tables/trace.ts";
import { bytesText, roundedQuotient } from "./format.ts";

/** The statistics as text. */
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
