/**
 * The headline of an aggregated capture, which has call sites but no blocks.
 * @module
 */

import { bytesOf, countOf } from "../../base/amount_text.ts";
import type { HeadlineFacts, HeadlineQuestion } from "../headline_question.ts";

/** The sums at the peak and at the end, and the functions with the most memory at the peak. */
export const MEMRAY_HEADLINE: HeadlineQuestion = {
  table: "places",
  facts: "places | summarize places = count(), peak = sum(peak_bytes), peak_blocks = sum(peak_blocks), " +
    "end = sum(end_bytes), end_blocks = sum(end_blocks)",
  say({ places, peak, peak_blocks, end, end_blocks }) {
    return `${bytesOf(wide(peak))} in ${countOf(wide(peak_blocks), "block")} live at the peak, ` +
      `${bytesOf(wide(end))} in ${countOf(wide(end_blocks), "block")} never freed, at ${
        countOf(wide(places), "place")
      }`;
  },
  rows:
    "places | where peak_bytes > 0 | by func, file, line: bytes = sum(peak_bytes), blocks = sum(peak_blocks) " +
    "| sort bytes desc, func, file, line",
  line({ func, file, line, bytes, blocks }: HeadlineFacts, { peak }: HeadlineFacts) {
    const all = Number(peak ?? 0);
    const name = typeof file === "string" ? file.slice(file.lastIndexOf("/") + 1) : null;
    return {
      label: typeof func === "string" ? func : "(no name)",
      detail: name === null ? null : line === null ? name : `${name}:${line}`,
      value: `${bytesOf(wide(bytes))} in ${countOf(wide(blocks), "block")}`,
      share: all === 0 ? null : Number(bytes ?? 0) / all,
      tone: null,
    };
  },
};

function wide(value: HeadlineFacts[string] | undefined): bigint | number {
  return typeof value === "bigint" || typeof value === "number" ? value : 0n;
}
