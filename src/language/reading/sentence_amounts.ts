/**
 * Reads comparisons with amounts in plain words: "larger than 4 KB", "> 1M", "older than 5 s", "only once".
 * @module
 */

import { COMPARISONS } from "./loose_columns.ts";
import type { SentenceToken } from "./sentence_tokens.ts";

/** What the number of a comparison counts, if the text says it. */
type AmountUnit = "bytes" | "time" | "times" | "percent" | null;

/** An amount as queries write it. */
interface Amount {
  readonly text: string;
  readonly unit: AmountUnit;
  /** Number of pieces. */
  readonly length: number;
}

/** A comparison with an amount. */
export interface AmountComparison extends Amount {
  readonly sign: string;
  /** The words of the comparison. */
  readonly words: string;
}

/** Comparisons that are common in questions, but not in other languages. */
const OF_QUESTIONS: readonly (readonly [words: string, sign: string])[] = [
  ["no more than", "<="],
  ["not more than", "<="],
  ["no less than", ">="],
  ["not bigger than", "<="],
  ["not larger than", "<="],
  ["no bigger than", "<="],
  ["no larger than", "<="],
  ["not smaller than", ">="],
  ["up to", "<="],
  ["greater", ">"],
  ["larger", ">"],
  ["bigger", ">"],
  ["smaller", "<"],
  ["exactly", "=="],
  ["only", "=="],
  [">=", ">="],
  ["<=", "<="],
  [">", ">"],
  ["<", "<"],
];

const ALL_COMPARISONS = [...OF_QUESTIONS, ...COMPARISONS];

/** First words of comparisons. */
export const COMPARISON_WORDS: ReadonlySet<string> = new Set(
  ALL_COMPARISONS.map(([words]) => words.split(" ")[0]!),
);

/** Units of time, and their spelling in queries. */
const TIME_UNITS: Readonly<Record<string, string>> = {
  ns: "ns",
  nanosecond: "ns",
  us: "us",
  microsecond: "us",
  ms: "ms",
  msec: "ms",
  millisecond: "ms",
  s: "s",
  sec: "s",
  second: "s",
  min: "m",
  minute: "m",
  hour: "h",
};

/** Numbers as words. */
const COUNTED: Readonly<Record<string, string>> = { once: "1", twice: "2", thrice: "3" };

/** Reads the comparison that begins at a piece; null if there is none. */
export function comparisonAt(pieces: readonly SentenceToken[], at: number): AmountComparison | null {
  for (const [words, sign] of ALL_COMPARISONS) {
    const length = words.split(" ").length;
    if (pieces.slice(at, at + length).map(({ stem }) => stem).join(" ") !== words) continue;
    const amount = amountAt(pieces, at + length);
    if (amount === null) continue;
    // "only 5 leaks" asks for five rows, but "only once" compares.
    if (words === "only" && amount.unit !== "times") continue;
    return { ...amount, sign, words, length: length + amount.length };
  }
  return null;
}

/** Reads `1K`, `64 kb`, `10 ms`, `50%`, `twice`, `3 times`. */
export function amountAt(pieces: readonly SentenceToken[], at: number): Amount | null {
  const piece = pieces[at];
  if (!piece) return null;
  const counted = COUNTED[piece.stem];
  if (counted !== undefined) return { text: counted, unit: "times", length: 1 };
  if (piece.kind !== "number") return null;
  if (piece.text.endsWith("%")) return { text: piece.text.slice(0, -1), unit: "percent", length: 1 };
  const [, number = "", unit = ""] = /^([\d_.]+)([a-z]*)$/i.exec(piece.text) ?? [];
  if (number === "") return { text: piece.text, unit: null, length: 1 };
  if (unit !== "") {
    const attached = inUnit(number, unit);
    return { ...(attached ?? { text: piece.text, unit: null }), length: 1 };
  }
  const next = pieces[at + 1];
  if (next?.text === "%") return { text: number, unit: "percent", length: 2 };
  if (next?.kind === "word") {
    if (/^(?:time|percent)$/.test(next.stem)) {
      return { text: number, unit: next.stem === "time" ? "times" : "percent", length: 2 };
    }
    if (/^(?:event|record)$/.test(next.stem)) return { text: number, unit: null, length: 2 };
    const apart = inUnit(number, next.text);
    // "5 s" is a time, but "5 M" could be anything.
    if (apart !== null && (next.text.length > 1 || apart.unit === "time")) return { ...apart, length: 2 };
  }
  return { text: number, unit: null, length: 1 };
}

/** A number with its unit; null if this is no unit. */
function inUnit(number: string, unit: string): Omit<Amount, "length"> | null {
  const low = unit.toLowerCase();
  const one = low.length > 2 ? low.replace(/s$/, "") : low;
  const time = TIME_UNITS[low] ?? TIME_UNITS[one];
  if (time !== undefined) return { text: number + time, unit: "time" };
  if (one === "byte" || one === "b") return { text: number, unit: "bytes" };
  // In a question about sizes 64k means 64K.
  const [, letter] = /^([kmgtp])(?:i?b(?:yte)?)?$/.exec(one) ?? [];
  return letter === undefined ? null : { text: number + letter.toUpperCase(), unit: "bytes" };
}

/**
 * The unit of sizes that a word names without a number, as in "leaked MB", and its size as queries write it; null for
 * other words.
 */
export function sizeUnit(word: string): { readonly name: string; readonly size: string } | null {
  const [, letter] = /^([kmgt])(?:i?b|ilobytes?|ibibytes?|egabytes?|ebibytes?|igabytes?)$/i.exec(word) ?? [];
  return letter === undefined ? null : { name: word, size: `1${letter.toUpperCase()}` };
}
