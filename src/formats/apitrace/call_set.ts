/**
 * Sets of calls in the syntax of the original tools: `0-100/draw,@file`. Items are separated by commas or
 * blanks; an item is a number, a range `A-B`, an open range `A-` or `*`, each with an optional `/K` (every
 * K-th, counted from the range's start) or `/frame`, `/fbo`, `/draw` (calls of that kind); without a range
 * these words filter the whole trace.
 * @module
 */

import { QUERY_LIMITS } from "../../base/limits/query_limits.ts";
import { CLASS_BITS } from "./call_classes.ts";

/** A range of call numbers with a filter. */
export interface CallRange {
  readonly first: number;
  readonly last: number;
  /** Only every `step`-th call, counted from `first`. */
  readonly step: number;
  /** Only calls that have one of these class bits; 0 = all. */
  readonly classes: number;
}

/** The highest possible call number. */
export const LAST_CALL = 0xffff_fffe;

/** Thrown for an invalid call set. */
export class CallSetError extends Error {
  override readonly name: string = "CallSetError";
  /** Index of the offending character. */
  readonly index: number;

  /** Creates the error; `message` says what was expected. */
  constructor(message: string, index: number) {
    super(message);
    this.index = index;
  }
}

const END_FRAME = CLASS_BITS["end-frame"]!;
const SWAP_TARGET = CLASS_BITS["swap-rendertarget"]!;
const WORDS: Readonly<Record<string, number>> = {
  frame: END_FRAME,
  rendertarget: END_FRAME | SWAP_TARGET,
  fbo: END_FRAME | SWAP_TARGET,
  render: CLASS_BITS["render"]!,
  draw: CLASS_BITS["render"]!,
};
/** Maximum nesting of lists that refer to lists. */
const DEPTH_LIMIT = QUERY_LIMITS.callLists.most;

/** Returns the text of a list; undefined if there is none. */
type ReadList = (name: string) => string | undefined;

/** Parses a call set; `readList` returns the text for `@name`. */
export function parseCallSet(text: string, readList?: ReadList): CallRange[] {
  const ranges: CallRange[] = [];
  parseInto(ranges, text, readList, 0);
  return ranges;
}

function parseInto(ranges: CallRange[], text: string, readList: ReadList | undefined, depth: number): void {
  let at = 0;
  while (at < text.length) {
    if (/[\s,]/.test(text[at]!)) {
      at++;
      continue;
    }
    const item = /^[^\s,]+/.exec(text.slice(at))![0];
    if (item.startsWith("@")) {
      const name = item.slice(1);
      const list = depth < DEPTH_LIMIT ? readList?.(name) : undefined;
      if (list === undefined) {
        throw new CallSetError(`Cannot read call set: no list "${name}"`, at);
      }
      parseInto(ranges, list, readList, depth + 1);
    } else ranges.push(parseItem(item, at));
    at += item.length;
  }
}

function parseItem(item: string, index: number): CallRange {
  const word = WORDS[item];
  if (word !== undefined) return { first: 0, last: LAST_CALL, step: 1, classes: word };
  const match = /^(?:(\*)|(\d+)(-(\d*))?)(?:\/(?:(\d+)|([a-z]+)))?$/.exec(item);
  if (!match) {
    throw new CallSetError(`Cannot read call set: expected a number, "*" or a kind, found "${item}"`, index);
  }
  const [, all, from, range, to, step, kind] = match;
  const first = all ? 0 : clamp(from!);
  const last = all || (range !== undefined && to === "") ? LAST_CALL : to ? clamp(to) : first;
  const classes = kind === undefined ? 0 : WORDS[kind];
  if (classes === undefined) throw new CallSetError(`Cannot read call set: unknown kind "${kind}"`, index);
  const every = step === undefined ? 1 : clamp(step);
  if (every === 0) {
    throw new CallSetError(`Cannot read call set: expected a step of 1 or more, found "${item}"`, index);
  }
  return { first, last, step: every, classes };
}

function clamp(digits: string): number {
  return Math.min(LAST_CALL, Number(digits));
}

/** Returns whether a set contains a call; an empty list contains none. */
export function inCallSet(ranges: readonly CallRange[], no: number, classes: number): boolean {
  for (const range of ranges) {
    if (no < range.first || no > range.last || (no - range.first) % range.step !== 0) continue;
    if (range.classes === 0 || (range.classes & classes) !== 0) return true;
  }
  return false;
}

/** Packs the ranges for the stream kernel; an empty set selects nothing. */
export function packRanges(ranges: readonly CallRange[]): Uint32Array {
  const list = ranges.filter((range) => range.first <= range.last);
  // Selects nothing, because this range ends before it begins.
  if (list.length === 0) return Uint32Array.of(1, 0, 1, 0);
  return Uint32Array.from(list.flatMap((range) => [range.first, range.last, range.step, range.classes]));
}
