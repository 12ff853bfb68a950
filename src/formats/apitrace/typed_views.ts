/**
 * Shows blobs as numbers: `f32("data")` shows the memory behind an argument in the type that the program
 * meant.
 * @module
 */

import { CALL_LIMITS } from "./limits.ts";
import type { CurrentCall } from "./replay.ts";
import * as S from "./kernel/state.ts";
import { Tag } from "./values.ts";

/** Maximum numbers shown; the rest is only counted. */
const MOST_NUMBERS = CALL_LIMITS.viewedNumbers.most;
/** Maximum characters shown, enough for any shader. */
const MOST_CHARS = CALL_LIMITS.viewedLetters.most;

/** Reads the number at a byte offset of a view. */
type ReadNumber = (view: DataView, at: number) => number | bigint;

/**
 * Views of memory as numbers: the size of a number and how to read it. Numbers are little-endian, as drivers
 * expect.
 */
const TYPED_VIEWS: Readonly<Record<string, readonly [number, ReadNumber]>> = {
  u8: [1, (view, at) => view.getUint8(at)],
  i8: [1, (view, at) => view.getInt8(at)],
  u16: [2, (view, at) => view.getUint16(at, true)],
  i16: [2, (view, at) => view.getInt16(at, true)],
  u32: [4, (view, at) => view.getUint32(at, true)],
  i32: [4, (view, at) => view.getInt32(at, true)],
  u64: [8, (view, at) => view.getBigUint64(at, true)],
  f32: [4, (view, at) => Number(view.getFloat32(at, true).toPrecision(7))],
  f64: [8, (view, at) => view.getFloat64(at, true)],
};

/** Views of memory as something other than numbers: hexadecimal bytes, and text. */
const OTHER_VIEWS: Readonly<Record<string, (content: Uint8Array) => string>> = {
  bytes: bytesText,
  chars: charsText,
};

/** Names of all views. */
export const VIEW_NAMES: readonly string[] = [...Object.keys(TYPED_VIEWS), ...Object.keys(OTHER_VIEWS)];

function bytesText(content: Uint8Array): string {
  const shown = Array.from(content.subarray(0, MOST_NUMBERS), (byte) => byte.toString(16).padStart(2, "0"));
  return withRestCount(shown, content.length).join(" ");
}

/** Returns the text up to the first NUL byte, where shaders and names end. */
function charsText(content: Uint8Array): string {
  const zero = content.indexOf(0);
  const text = content.slice(0, Math.min(zero < 0 ? content.length : zero, MOST_CHARS));
  return new TextDecoder().decode(text);
}

function withRestCount(shown: string[], count: number): string[] {
  return count > shown.length ? [...shown, `(${count - shown.length} more)`] : shown;
}

/** Formats the numbers in memory, such as `0.5 1 0 (9 more)`. */
function viewText(content: Uint8Array, kind: string): string {
  const other = OTHER_VIEWS[kind];
  if (other) return other(content);
  const [size, read] = TYPED_VIEWS[kind]!;
  const count = Math.floor(content.length / size);
  // Copy the bytes, because the arena's memory is shared and may move.
  const view = new DataView(content.slice(0, Math.min(count, MOST_NUMBERS) * size).buffer);
  const shown: string[] = [];
  for (let at = 0; at < view.byteLength; at += size) shown.push(String(read(view, at)));
  return withRestCount(shown, count).join(" ");
}

/** Creates a function that shows the memory behind an argument for each call; null if a call carries none. */
export function viewTexts(argument: string, kind: string): (call: CurrentCall) => string | null {
  const numbers = new Map<number, number>();
  return ({ kernel, reader }) => {
    const record = kernel.get(S.CALL_FUNCTION);
    let number = numbers.get(record);
    if (number === undefined) {
      number = kernel.signatures.of(record)!.names.indexOf(argument);
      numbers.set(record, number);
    }
    if (number < 0 || number >= reader.argCount || !reader.placeArg(number)) return null;
    reader.read();
    return reader.kind === Tag.Blob || reader.kind === Tag.String ? viewText(reader.content, kind) : null;
  };
}
