/**
 * Names and source positions of addresses in programs.
 * @module
 */

import type { Frame } from "./stack_store.ts";
import type { StringPool } from "./string_pool.ts";

/** Written by resolvers in place of a function that they looked up and did not find; it is not a name. */
export const UNKNOWN_FUNCTION = "??";

/** The name and source position that a program has for an address. */
export interface CodePlace {
  /** Name of the function. */
  readonly func: string;
  /** Source file and line of the call, when the program has a line table. */
  readonly source?: { readonly file: string; readonly line: number } | undefined;
  /**
   * If functions were inlined there: all of them, innermost first, each with the position of its call; `func`
   * is the last one.
   */
  readonly frames?: readonly CodePlace[];
}

/**
 * Looks up the code at a return address of the traced process. `module` is its path in the memory map, mapped
 * from `from` to `to`. `isWhole` means that this range covers the module from its load base to the end of its
 * last segment, so a different build can be detected. `buildId` finds the program even under another name.
 * Returns undefined if the program or function is not available.
 */
export type FunctionAt = (
  module: string,
  from: bigint,
  to: bigint,
  address: bigint,
  isWhole?: boolean,
  buildId?: string,
) => CodePlace | undefined;

/** Columns of a row that can show the source position taken from its backtrace. */
export type PlaceColumn = "func" | "file" | "line" | "module";

/** All columns of a code place. */
export const PLACE_COLUMNS: readonly PlaceColumn[] = ["func", "file", "line", "module"];

/** A function, its file and its line. */
export type FrameNames = Pick<Frame, "func" | "file" | "line">;

/**
 * Returns a frame with the names of a place, ignoring inlined functions; a file and line that the frame
 * already has are kept.
 */
export function nameFrame(
  { func, source }: CodePlace,
  { file, line }: Pick<FrameNames, "file" | "line">,
  strings: StringPool,
): FrameNames {
  const known = file !== 0 || source === undefined;
  return {
    func: strings.internText(func),
    file: known ? file : strings.internText(source.file),
    line: known ? line : source.line,
  };
}

/**
 * Returns the frames of a place as interned strings, innermost first: a single one, unless functions were
 * inlined there.
 */
export function nameFrames(place: CodePlace, strings: StringPool): FrameNames[] {
  return (place.frames ?? [place]).map(({ func, source }) => ({
    func: strings.internText(func),
    file: source ? strings.internText(source.file) : 0,
    line: source?.line ?? 0,
  }));
}
