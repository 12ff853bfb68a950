/**
 * How much memory this process may have.
 * @module
 */

import { mayRead } from "./permission.ts";

/** Where Linux tells what a container may have: control groups of the second version, and of the first. */
const CONTAINER_LIMITS = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];

/** Where Linux tells what the machine has. Asking Deno would take a permission that nothing else needs. */
const MACHINE = "/proc/meminfo";

/** Bytes of memory that the machine has, or that a container leaves of them; undefined where files do not say so. */
export function machineMemory(): number | undefined {
  const [, kilobytes] = /^MemTotal: *(\d+) kB$/m.exec(textOf(MACHINE) ?? "") ?? [];
  let bytes = kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  for (const path of CONTAINER_LIMITS) {
    const limit = Number(textOf(path));
    // "max" is not a number, and the first version writes a very large one.
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
