/**
 * Cases of `testdata/mpatrol` and short cuts to read them.
 * @module
 */

import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import type { Format, ReadOptions } from "../../../src/formats/format.ts";
import { mtrc } from "../../../src/formats/mtrc/mod.ts";
import { MemorySink } from "../../support/memory_sink.ts";

/** Folder with one folder per case. */
export const CASES_FOLDER = new URL(
  "../../../testdata/mpatrol/",
  import.meta.url,
);

/** Names of the cases that hold a file. */
export function casesWith(file: string): string[] {
  const names: string[] = [];
  for (const entry of Deno.readDirSync(CASES_FOLDER)) {
    if (!entry.isDirectory) continue;
    try {
      Deno.statSync(new URL(`${entry.name}/${file}`, CASES_FOLDER));
      names.push(entry.name);
    } catch {
      // Not every run wrote both files.
    }
  }
  return names.sort();
}

/** A file of a case. */
export function caseFile(name: string, file: string): Uint8Array {
  return Deno.readFileSync(new URL(`${name}/${file}`, CASES_FOLDER));
}

/** The counts that an independent decoder made of one file of a case. */
// deno-lint-ignore no-explicit-any
export function facts(name: string, file: string): any {
  return JSON.parse(
    new TextDecoder().decode(caseFile(name, "facts.json")),
  )[file];
}

/** How to hand bytes to a reader. */
export interface Splitting {
  /** Bytes per read of the source. */
  readonly piece?: number;
  /** Start size of the window. */
  readonly window?: number;
}

/** Reads bytes and gives the sink; arenas are reused through `sink`. */
export async function readBytes(
  bytes: Uint8Array,
  { piece, window: capacity, format = mtrc, options = {}, parent }:
    & Splitting
    & {
      format?: Format;
      options?: ReadOptions;
      parent?: MemorySink;
    } = {},
): Promise<MemorySink> {
  const sink = new MemorySink(parent);
  const window = new ByteWindow(sourceOf(bytes, piece), sink.arena, capacity);
  try {
    await format.read(window, sink, options);
  } finally {
    window.close();
  }
  return sink;
}

/** Pseudo-random numbers below 2^32 from a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
