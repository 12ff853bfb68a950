/**
 * The headline of a DHAT file: what was never freed and who allocated it, or else who allocates (copies,
 * counts) most.
 * @module
 */

import { bytesOf, countOf, percentOf } from "../../base/amount_text.ts";
import type { HeadlineFacts, HeadlineLine, HeadlineQuestion } from "../headline_question.ts";

const SUMS =
  "live = sum(live), live_bytes = sum(live_bytes), allocs = sum(allocs), alloc_bytes = sum(alloc_bytes)";

/** The queries and texts of the headline. */
export const DHAT_HEADLINE: HeadlineQuestion = {
  // The file names its units if they are not bytes and blocks.
  facts: `profile | by trace: ${SUMS}, peak_bytes = sum(peak_bytes) | join left (tags | by trace: ` +
    'verb = max(value) if name == "verb", units = max(value) if name == "bsu", events = max(value) if name == "bksu"' +
    ") on trace",
  rows: `profile | by caller, caller_file, caller_line: ${SUMS} | sort live_bytes desc, alloc_bytes desc`,
  say(facts, best) {
    const { live, live_bytes, alloc_bytes, peak_bytes } = facts;
    if (alloc_bytes === undefined) return "The profile has no program points";
    const all = amountOf(facts, "allocs", "alloc_bytes");
    const from = placeOf(facts, best);
    if (live_bytes === null || live_bytes === undefined) return `${all}${verbOf(facts)}${from}`;
    const peak = isNumber(peak_bytes) ? `; peak ${bytesOf(peak_bytes)}` : "";
    if (live === 0n || live === 0) return `Everything was freed: ${all} allocated${from}${peak}`;
    return `${amountOf(facts, "live", "live_bytes")} never freed${from}${peak}; ${all} allocated`;
  },
  line(row, facts): HeadlineLine | null {
    const [count, bytes] = weightOf(facts);
    const value = row[bytes], total = facts[bytes];
    if (row[count] === 0n || row[count] === 0) return null;
    return {
      label: nonEmptyText(row["caller"]) ?? "(no name)",
      detail: sourceOf(row),
      value: amountOf({ ...facts, [count]: row[count]!, [bytes]: row[bytes]! }, count, bytes),
      share: isNumber(value) && isNumber(total) && Number(total) > 0 ? Number(value) / Number(total) : null,
      tone: null,
    };
  },
};

/** Returns the columns that the headline reports: live blocks if there are any, otherwise allocations. */
function weightOf({ live }: HeadlineFacts): readonly [count: string, bytes: string] {
  return isNumber(live) && Number(live) > 0 ? ["live", "live_bytes"] : ["allocs", "alloc_bytes"];
}

/** Formats an amount: `1,424 blocks (197.0 KiB)`, or with the units that the file names. */
function amountOf(facts: HeadlineFacts, count: string, bytes: string): string {
  const number = facts[count], size = facts[bytes];
  const { units, events } = facts;
  const counted = countOf(isNumber(number) ? number : 0, "block");
  if (!nonEmptyText(units)) return `${counted} (${isNumber(size) ? bytesOf(size) : "of unknown size"})`;
  const words = nonEmptyText(events) ?? "blocks";
  const inEvents = countOf(isNumber(number) ? number : 0, words.replace(/s$/, ""), words);
  return `${
    countOf(isNumber(size) ? size : 0, nonEmptyText(units)!.replace(/s$/, ""), nonEmptyText(units)!)
  } in ${inEvents}`;
}

/**
 * Returns ` copied` or another verb, which is valgrind's word for what it counts. Empty if the file names its
 * own units.
 */
function verbOf({ verb, units }: HeadlineFacts): string {
  return nonEmptyText(units) || !nonEmptyText(verb) ? "" : ` ${nonEmptyText(verb)!.toLowerCase()}`;
}

/** Formats the share and the source position of the largest row: `, 84% by `keep` (s.c:8)`. */
function placeOf(facts: HeadlineFacts, best: HeadlineFacts | undefined): string {
  const [, bytes] = weightOf(facts);
  const name = nonEmptyText(best?.["caller"]);
  const part = best?.[bytes], total = facts[bytes];
  if (best === undefined || name === null || !isNumber(part) || !isNumber(total)) return "";
  const percent = percentOf(part, total);
  const source = sourceOf(best);
  return percent === null ? "" : `, ${percent} by \`${name}\`${source === null ? "" : ` (${source})`}`;
}

function sourceOf(row: HeadlineFacts): string | null {
  const file = nonEmptyText(row["caller_file"]);
  const line = row["caller_line"];
  return file === null ? null : isNumber(line) ? `${file}:${line}` : file;
}

function nonEmptyText(value: HeadlineFacts[string] | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function isNumber(value: HeadlineFacts[string] | undefined): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
