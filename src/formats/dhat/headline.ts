/**
 * What is said first of a profile of DHAT.
 * @module
 */

import { amountOf, bytesOf, countOf } from "../../base/amount_text.ts";
import type { HeadlineFacts, HeadlineQuestion } from "../headline_question.ts";

/** Of a heap what was live at its maximum, of copies and events all of them. */
const WEIGHT = "coalesce(peak_bytes, alloc_bytes)";
/** valgrind puts its own allocator in front of the one of the program. */
const CALLER = 'if(module ~ "*vgpreload_dhat*", func_at(stack, 1), func)';

/** The sums that the recorder prints, and the functions behind them. */
export const DHAT_HEADLINE: HeadlineQuestion = {
  facts:
    "profile | summarize points = count(), blocks = sum(allocs), bytes = sum(alloc_bytes), heap = count(live), " +
    `peak = sum(peak_bytes), live = sum(live), live_bytes = sum(live_bytes), total = sum(${WEIGHT})`,
  say({ points, blocks, bytes, heap, peak, live, live_bytes }) {
    if (Number(heap ?? 0) === 0) {
      const times = countOf(wide(blocks), "time");
      return `${times} at ${countOf(wide(points), "place")}, with ${
        amountOf(wide(bytes))
      } bytes or units in all`;
    }
    return `${bytesOf(wide(bytes))} in ${countOf(wide(blocks), "block")} allocated; at most ` +
      `${bytesOf(wide(peak))} live, ${bytesOf(wide(live_bytes))} in ${
        countOf(wide(live), "block")
      } at the end`;
  },
  rows: `profile | extend caller = ${CALLER}, weight = ${WEIGHT} | where weight > 0 | ` +
    "by caller: bytes = sum(weight), blocks = sum(coalesce(peak_blocks, allocs)) | sort bytes desc, caller",
  line({ caller, bytes, blocks }: HeadlineFacts, { total, heap }: HeadlineFacts) {
    const all = Number(total ?? 0);
    const isHeap = Number(heap ?? 0) > 0;
    return {
      label: typeof caller === "string" ? caller : "(no name)",
      detail: null,
      value: isHeap
        ? `${bytesOf(wide(bytes))} in ${countOf(wide(blocks), "block")}`
        : `${amountOf(wide(bytes))} in ${countOf(wide(blocks), "time")}`,
      share: all === 0 ? null : Number(bytes ?? 0) / all,
      tone: null,
    };
  },
};

function wide(value: HeadlineFacts[string] | undefined): bigint | number {
  return typeof value === "bigint" || typeof value === "number" ? value : 0n;
}
