/**
 * Names of stack frames.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import { UNKNOWN_FUNCTION } from "../../events/code_place.ts";
import type { Frame } from "../../events/stack_pool.ts";
import type { StringPool } from "../../events/string_pool.ts";

/**
 * Returns the function of a frame. If it is unknown, returns `libx.so+0x1234`, which is the same in every run; without
 * an offset `libx.so!0x7f12345678`; without a module the address; and if nothing is known, an empty text, or
 * `UNKNOWN_FUNCTION` if a resolver did not find the function.
 */
export function frameName(frame: Frame, strings: StringPool): string {
  const name = frame.func === 0 ? UNKNOWN_FUNCTION : strings.text(frame.func);
  if (name !== UNKNOWN_FUNCTION) return name;
  const module = frame.module === 0 ? "" : strings.text(frame.module).replace(/^.*\//s, "");
  if (module && frame.hasOffset) return `${module}+${hex(frame.offsetLow, frame.offsetHigh)}`;
  const where = module && `${module}!`;
  if (frame.hasAddr) return where + hex(frame.addrLow, frame.addrHigh);
  return frame.func === 0 ? "" : name;
}

const hex = (low: number, high: number): string => `0x${joinHalves(low, high).toString(16)}`;
