/**
 * The profile of traces that have blocks.
 * @module
 */

import type { ProfileQuery, Weight } from "./format_types.ts";

/** What a memory profile counts; `inuse` means "still live at the end". */
export const MEMORY_WEIGHTS: readonly Weight[] = [
  { name: "alloc_objects", unit: "count" },
  { name: "alloc_space", unit: "bytes" },
  { name: "inuse_objects", unit: "count" },
  { name: "inuse_space", unit: "bytes" },
];

/** Blocks by the place that allocated them. */
export const MEMORY_PROFILE: ProfileQuery = {
  query: "allocs | by trace, stack, name, module, func, file, line: " +
    "alloc_objects = count(), alloc_space = sum(size), " +
    "inuse_objects = count() if leaked, inuse_space = sum(size) if leaked",
  weights: MEMORY_WEIGHTS,
  first: "alloc_space",
};
