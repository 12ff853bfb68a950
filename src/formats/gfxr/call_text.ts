/**
 * Formats a call as text, and detects whether it repeats another one.
 * @module
 */

import type { CaptureRecord } from "./record_pass.ts";
import { GFXR_LIMITS } from "./limits.ts";
import { integerOf, textOf } from "./values.ts";

const decoder = new TextDecoder();
const MOST_POINTERS = GFXR_LIMITS.gfxrPointers.most;
const [QUOTE, COMMA, COLON, BACKSLASH, LIST, LIST_END, OBJECT, OBJECT_END] = [
  34,
  44,
  58,
  92,
  91,
  93,
  123,
  125,
];

/** Formats the arguments of a call as `name = value`, with values as JSON without blanks. */
export function callText({ text: { bytes, argsFrom, argsEnd } }: CaptureRecord): string {
  if (argsEnd - argsFrom < 2 || bytes[argsFrom] !== OBJECT) return "";
  const out: string[] = [];
  let [depth, from] = [0, argsFrom + 1];
  const take = (end: number): void => {
    if (end > from) out.push(decoder.decode(bytes.subarray(from, end)));
  };
  for (let at = argsFrom + 1; at < argsEnd - 1; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      const first = at;
      for (at++; bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
      if (depth > 0 || !isKey(bytes, at)) continue;
      // Keys of the outermost object are written without quotes.
      take(first);
      out.push(`${decoder.decode(bytes.subarray(first + 1, at))} = `);
      while (bytes[at] !== COLON) at++;
      from = at + 1;
    } else if (byte === OBJECT || byte === LIST) depth++;
    else if (byte === OBJECT_END || byte === LIST_END) depth--;
    else if (byte <= 32) {
      take(at);
      from = at + 1;
    } else if (byte === COMMA && depth === 0) {
      take(at);
      out.push(", ");
      from = at + 1;
    }
  }
  take(argsEnd - 1);
  return out.join("");
}

/**
 * Matches pointers, which differ from run to run. Eight digits are not enough: flags have up to eight, or end
 * in zeros.
 */
const POINTER = /"0x(?!0{8})[\da-fA-F]{9,16}"/g;

/**
 * Creates a function that formats the calls it is given in turn, with pointers numbered by first use: `vkA(p
 * = ptr1)`.
 */
export function normalTexts(): (call: CaptureRecord) => string {
  const numbers = new Map<string, number>();
  const numbered = (pointer: string): string => {
    const known = numbers.get(pointer);
    if (known !== undefined) return `ptr${known}`;
    // Limits the number of pointers, because a malicious file may contain any number of them.
    if (numbers.size === MOST_POINTERS) return "ptr";
    numbers.set(pointer, numbers.size + 1);
    return `ptr${numbers.size}`;
  };
  return (call) => {
    const { text, nameAt, typeAt } = call;
    const name = typeAt < 0 ? textOf(text, nameAt) : `${textOf(text, typeAt)}::${textOf(text, nameAt)}`;
    return `${name}(${callText(call).replace(POINTER, numbered)})`;
  };
}

/** Returns whether the string that ends here is a key, followed by a colon. */
function isKey(bytes: Uint8Array, quote: number): boolean {
  let at = quote + 1;
  while (bytes[at]! <= 32) at++;
  return bytes[at] === COLON;
}

/**
 * Creates a function that is given each call in turn and tells whether the call repeats the previous one on
 * its thread, with equal function and argument bytes.
 */
export function fingerprints(): (call: CaptureRecord) => boolean {
  const before = new Map<number | bigint, readonly [number, number]>();
  return ({ text, nameAt, typeAt, threadAt }) => {
    const { bytes, fromOf, endOf, argsFrom, argsEnd } = text;
    let [low, high] = [0, 0];
    const add = (from: number, end: number): void => {
      for (let at = from; at < end; at++) {
        low = Math.imul(low ^ bytes[at]!, 0x0100_0193);
        high = Math.imul(high ^ bytes[at]! ^ (low >>> 15), 0x0100_01b3);
      }
      // Mix in a separator, so that text cannot move from one part to the next without changing the hash.
      low = Math.imul(low ^ 0x1ff, 0x0100_0193);
    };
    for (const at of [typeAt, nameAt]) if (at >= 0) add(fromOf[at]!, endOf[at]!);
    add(argsFrom, argsEnd);
    const thread = threadAt < 0 ? 0 : integerOf(text, threadAt) ?? 0;
    const last = before.get(thread);
    before.set(thread, [low, high]);
    return last !== undefined && last[0] === low && last[1] === high;
  };
}
