/**
 * What programs say about addresses of their code.
 * @module
 */

import type { Frame } from "./stack_store.ts";
import type { StringPool } from "./string_pool.ts";

/** What a program's symbols and lines say about an address. */
export interface CodePlace {
  /** Name of the function. */
  readonly func: string;
  /** Source file and line of the call, when the program has a line table. */
  readonly source?: { readonly file: string; readonly line: number } | undefined;
  /**
   * If functions were inlined there: all of them, innermost first, each with the place of its call; `func` is
   * the last.
   */
  readonly frames?: readonly CodePlace[];
}

/**
 * Looks up the code at a return address of the traced process. `module` is its path in the memory map, mapped
 * from `from` to `to`. `isWhole` says that this range covers the module from its load base to the end of its
 * last segment, so a different build can be detected. `buildId` finds the program even under another name.
 * Undefined when the program or function is not available.
 */
export type FunctionAt = (
  module: string,
  from: bigint,
  to: bigint,
  address: bigint,
  isWhole?: boolean,
  buildId?: string,
) => CodePlace | undefined;

/** A function, its file and its line. */
export type FrameNames = Pick<Frame, "func" | "file" | "line">;

/** The frames of a place as interned strings, innermost first: one, unless functions were inlined there. */
export function namedFrames(place: CodePlace, strings: StringPool): FrameNames[] {
  return (place.frames ?? [place]).map(({ func, source }) => ({
    func: strings.internText(func),
    file: source ? strings.internText(source.file) : 0,
    line: source?.line ?? 0,
  }));
}
