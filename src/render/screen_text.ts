/**
 * Values in readable form for a screen: sizes, durations, counts and threads. Files, pipes and programs get
 * exact values.
 * @module
 */

import { groupDigits } from "../base/group_digits.ts";
import { hex } from "../base/u64.ts";
import type { ResultColumn } from "../base/result_table.ts";
import { type CellText, isNumeric, powerText, readableText } from "./cell_text.ts";
import { durationText, sizeText } from "./number_text.ts";

const BYTES = /(?:^|_)(?:bytes|size)(?:_delta|_right|_before|_after)?$/;
/** Numeric columns that contain identifiers, which are not written as "line 1_024". */
const NAMES =
  /(?:^|\.|_)(?:seq|no|line|thread|stack|frame|index|alloc|freed|first|last|context|op|id|record|offset|level|depth|position|entry|group|parent|object|made|deleted|version|before|after|hunk|mask|site|bin|slice|from|to|rank)$/;
/** Default names of counting aggregates: `count_seq` is not the number of an event. */
const COUNTS = /^(?:count|distinct|rate)_/;
/** Thread numbers from here on are addresses, which are hard to remember. */
const LONG_THREAD = 100_000n;

/** True for numbers of bytes. */
export function isBytes({ name, type, display }: ResultColumn): boolean {
  if (display === "bytes") return true;
  return (type === "u64" || type === "u32" || type === "i64" || type === "f64") &&
    (display ?? "plain") === "plain" && BYTES.test(name) && !COUNTS.test(name);
}

/** True for counts, which are easier to read with digits in groups of three: `8_192`. */
export function isAmount(column: ResultColumn): boolean {
  const { name, type, display } = column;
  return isNumeric(column) && type !== "f64" && (display ?? "plain") === "plain" &&
    (!NAMES.test(name) || COUNTS.test(name));
}

/** Short names of threads, by number. `t1` is the thread that was shown first. */
export type ThreadNames = Map<bigint, string>;

/** True for a column of threads. */
function isThread({ name, type }: ResultColumn): boolean {
  return (type === "u64" || type === "u32") && /(?:^|\.)thread(?:_right)?$/.test(name);
}

/** True for a column of addresses, which some files contain as decimal numbers. */
export function isAddress({ name, type }: ResultColumn): boolean {
  return type === "u64" && /(?:^|\.)addr(?:_right)?$/.test(name);
}

/** Formats values for a screen. Threads that get a short name are added to `threads`. */
export function screenText(column: ResultColumn, threads: ThreadNames): CellText {
  if (column.display === "bucket") {
    return (value) => typeof value === "bigint" ? powerText(Number(value)) : String(value);
  }
  if (isBytes(column)) return (value) => sizeText(Number(value));
  if (isThread(column)) return (value) => threadText(BigInt(value as bigint | number), threads);
  if (isAddress(column)) return (value) => hex(BigInt(value as bigint | number));
  if (column.display === "duration") return (value) => durationText(Number(value) / 1e9);
  if (column.type === "f64" && column.name === "seconds") return (value) => durationText(Number(value));
  return isAmount(column) ? (value) => groupDigits(String(value)) : readableText(column);
}

function threadText(thread: bigint, threads: ThreadNames): string {
  if (thread < LONG_THREAD) return String(thread);
  const known = threads.get(thread);
  if (known !== undefined) return known;
  const name = `t${threads.size + 1}`;
  threads.set(thread, name);
  return name;
}
