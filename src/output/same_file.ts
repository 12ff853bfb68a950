/**
 * Detects an output that is also an input of this run, under any name.
 * @module
 */

import { nodeFs } from "../base/node_modules.ts";
import { isAllowed } from "../ingest/permission.ts";
import { filesRead } from "../ingest/read_files.ts";

/** The identity of a file. */
interface FileFacts {
  readonly dev: number;
  /** Absent on Windows. */
  readonly ino: number | null;
  readonly size: number;
  readonly isFile: boolean;
}

/** Descriptors of the standard streams. */
const INPUT = 0;
const OUTPUT = 1;

/** The path under which this run reads a file; undefined if it does not. */
export function pathReadBySelf(file: FileFacts, real: string | undefined): string | undefined {
  for (const path of filesRead()) {
    const other = path === "-" ? descriptorFacts(INPUT) : factsOf(path);
    if (other === null || !file.isFile || !other.isFile) continue;
    if (file.ino === null ? real !== undefined && real === realPathOf(path) : isSame(file, other)) {
      return path;
    }
  }
  return undefined;
}

/**
 * The path under which this run reads the file to which standard output writes: `quarry ... >> trace` would
 * append to the trace.
 */
export function standardOutputPath(): string | undefined {
  const facts = descriptorFacts(OUTPUT);
  return facts === null ? undefined : pathReadBySelf(facts, undefined);
}

function isSame(one: FileFacts, other: FileFacts): boolean {
  if (one.dev !== other.dev || one.ino !== other.ino) return false;
  // Deno rounds larger numbers, so that different inodes may look equal.
  return Number.isSafeInteger(one.ino) || one.size === other.size;
}

function factsOf(path: string): FileFacts | null {
  try {
    return Deno.statSync(path);
  } catch {
    return null; // The file no longer exists, so it cannot be overwritten.
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}

function descriptorFacts(descriptor: number): FileFacts | null {
  return pathFacts(descriptor) ?? nodeFacts(descriptor);
}

/** Uses the path that Linux has for each descriptor; null if Deno would need further permissions for it. */
function pathFacts(descriptor: number): FileFacts | null {
  return Deno.build.os === "linux" && isAllowed({ name: "read" })
    ? factsOf(`/proc/self/fd/${descriptor}`)
    : null;
}

function nodeFacts(descriptor: number): FileFacts | null {
  try {
    // Loaded here because loading takes 30 ms.
    const stats = nodeFs().fstatSync(descriptor);
    const { dev, ino, size } = stats;
    return { dev, ino: Deno.build.os === "windows" ? null : ino, size, isFile: stats.isFile() };
  } catch {
    return null; // The descriptor is closed.
  }
}
