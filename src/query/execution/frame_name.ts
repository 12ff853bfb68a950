/**
 * What a stack frame is called.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import { type Frame, UNKNOWN_FUNCTION } from "../../events/stack_pool.ts";
import type { StringPool } from "../../events/string_pool.ts";

/**
 * The function; without one, or with one that a resolver did not find, `libx.so+0x1234`, which is the same in every run; without a module the address; empty when
 * nothing is known.
 */
export function frameName(frame: Frame, strings: StringPool): string {
  const name = frame.func === 0 ? UNKNOWN_FUNCTION : strings.text(frame.func);
  if (name !== UNKNOWN_FUNCTION) return name;
  if (frame.module !== 0 && frame.hasOffset) {
    const module = strings.text(frame.module).replace(/^.*\//s, "");
    return `${module}+0x${joinHalves(frame.offsetLow, frame.offsetHigh).toString(16)}`;
  }
  if (frame.hasAddr) return "0x" + joinHalves(frame.addrLow, frame.addrHigh).toString(16);
  return frame.func === 0 ? "" : name;
}
