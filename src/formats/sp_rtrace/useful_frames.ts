/**
 * Decides which frames tell where a call was made, and which belong to allocators or to the tracer.
 * @module
 */

import { UNKNOWN_FUNCTION } from "../../events/code_place.ts";
import { isAllocator } from "../allocator_names.ts";

/** A part of the path of the tracer's own modules. */
const TRACER_MODULE = "libsp-rtrace";

/** Whether a function has a name, not only a placeholder. */
export function hasName(func: string): boolean {
  return func !== "" && func !== UNKNOWN_FUNCTION;
}

/** Whether a frame is in an allocator or in the tracer itself, or nothing is known about it. */
export function isUseless(func: string, module: string): boolean {
  if (!hasName(func) && module === "") return true;
  return module.includes(TRACER_MODULE) || isAllocator(func);
}
