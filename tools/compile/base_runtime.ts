/**
 * The base runtime that a compiled program is made of.
 * @module
 */

import { machineOf, type Target, TARGETS } from "./targets.ts";

const HEAD_BYTES = 4096;

/**
 * The base runtime that `DENORT_BIN` names for a machine. `{target}` in the path stands for the name of the machine; a
 * path without it names a file for the machine in the file's header. Undefined lets Deno download one.
 */
export function baseRuntimeFor(target: Target | undefined, denort: string | undefined): string | undefined {
  if (denort === undefined || denort === "") return undefined;
  const name = target?.name ?? Deno.build.target;
  if (denort.includes("{target}")) return denort.replaceAll("{target}", name);
  const { machine } = target ?? TARGETS.find((each) => each.name === name) ?? {};
  const found = machineOf(readHead(denort));
  return target === undefined || found === machine ? denort : undefined;
}

function readHead(path: string): Uint8Array {
  try {
    using file = Deno.openSync(path);
    const head = new Uint8Array(HEAD_BYTES);
    return head.subarray(0, file.readSync(head) ?? 0);
  } catch {
    return new Uint8Array(); // Deno reports the error when it uses the file
  }
}
