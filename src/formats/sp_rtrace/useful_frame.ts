/**
 * Which frame of a backtrace is shown: not the tracer, not the allocator functions that every allocation passes.
 * @module
 */

import { isAllocator } from "../allocator_names.ts";

/** Modules of the tracer itself, by a part of their path. */
const TRACER_MODULE = "libsp-rtrace";

/** True when a frame of this function and module is the code that requested memory. */
export function isUsefulFrame(func: string, module: string): boolean {
  if (module.includes(TRACER_MODULE)) return false;
  return !isAllocator(func);
}
