/**
 * How much memory this process may have.
 * @module
 */

import { isAllowed, mayRead } from "./permission.ts";

/** Where Linux tells what a container may have: control groups of the second version, and of the first. */
const CONTAINER_LIMITS = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];

/** Bytes of memory that the machine has, or that a container leaves of them; undefined when nobody may say. */
export function machineMemory(): number | undefined {
  let bytes = isAllowed({ name: "sys", kind: "systemMemoryInfo" })
    ? Deno.systemMemoryInfo().total
    : undefined;
  for (const path of CONTAINER_LIMITS) {
    const limit = Number(textOf(path));
    // "max" is no number, and the first version writes a very large one.
    if (limit > 0 && limit < (bytes ?? 2 ** 50)) bytes = limit;
  }
  return bytes;
}

function textOf(path: string): string | undefined {
  if (!mayRead(path)) return undefined;
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined; // another system, or one that keeps this to itself
  }
}
