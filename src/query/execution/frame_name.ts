/**
 * What a stack frame is called.
 * @module
 */

import { joinHalves } from "../../base/u64.ts";
import type { Frame } from "../../events/stack_pool.ts";
import type { StringPool } from "../../events/string_pool.ts";

/**
 * The function; without one `libx.so+0x1234`, which is the same in every run; without a module the address; empty when
 * nothing is known.
 */
export function frameName(frame: Frame, strings: StringPool): string {
  if (frame.func !== 0) return strings.text(frame.func);
  if (frame.module !== 0 && frame.hasOffset) {
    const module = strings.text(frame.module).replace(/^.*\//s, "");
    return `${module}+0x${joinHalves(frame.offsetLow, frame.offsetHigh).toString(16)}`;
  }
  return frame.hasAddr ? "0x" + joinHalves(frame.addrLow, frame.addrHigh).toString(16) : "";
}
