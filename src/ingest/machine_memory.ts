/**
 * Determines how much memory this process may use.
 * @module
 */

import { mayRead } from "./permission.ts";

/** Files of Linux with the memory limit of a container: of control groups version 2 and 1. */
const CONTAINER_LIMITS = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];

/**
 * The file of Linux with the memory of the machine. Deno's own function would need a permission that nothing
 * else needs.
 */
const MACHINE = "/proc/meminfo";

/**
 * Returns the bytes of memory of the machine, or of the container if that is less; undefined if the system
 * has no such files.
 */
export function machineMemory(): number | undefined {
  const [, kilobytes] = /^MemTotal: *(\d+) kB$/m.exec(textOf(MACHINE) ?? "") ?? [];
  let bytes = kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  for (const path of CONTAINER_LIMITS) {
    const limit = Number(textOf(path));
    // Without a limit, version 2 has the text "max", and version 1 a very large number.
    if (limit > 0 && limit < (bytes ?? 2 ** 50)) bytes = limit;
  }
  return bytes;
}

function textOf(path: string): string | undefined {
  if (!mayRead(path)) return undefined;
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined; // another system, or the files must not be read
  }
}
