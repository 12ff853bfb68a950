/**
 * Whether an output is a file that this run reads, whatever either of them is called.
 * @module
 */

import { nodeFs } from "../base/node_modules.ts";
import { filesRead } from "../ingest/read_files.ts";

/** What tells files apart. */
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

/** The path by which this run reads a file; undefined when it does not. */
export function readAs(file: FileFacts, real: string | undefined): string | undefined {
  for (const path of filesRead()) {
    const other = path === "-" ? descriptorFacts(INPUT) : factsOf(path);
    if (other === null || !file.isFile || !other.isFile) continue;
    if (file.ino === null ? real !== undefined && real === realPathOf(path) : isSame(file, other)) {
      return path;
    }
  }
  return undefined;
}

/** The path by which this run reads the file that standard output goes to: `quarry ... >> trace` would append to the trace. */
export function standardOutputReadAs(): string | undefined {
  const facts = descriptorFacts(OUTPUT);
  return facts === null ? undefined : readAs(facts, undefined);
}

function isSame(one: FileFacts, other: FileFacts): boolean {
  if (one.dev !== other.dev || one.ino !== other.ino) return false;
  // Deno has rounded larger numbers, so that neighbours may look the same.
  return Number.isSafeInteger(one.ino) || one.size === other.size;
}

function factsOf(path: string): FileFacts | null {
  try {
    return Deno.statSync(path);
  } catch {
    return null; // it is gone, and cannot be overwritten
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
  try {
    // Loaded where a standard stream is looked at: it takes 10 ms, and on a terminal nobody does.
    const stats = nodeFs().fstatSync(descriptor);
    const { dev, ino, size } = stats;
    return { dev, ino: Deno.build.os === "windows" ? null : ino, size, isFile: stats.isFile() };
  } catch {
    return null; // it is closed
  }
}
