/**
 * Cases of `testdata/mpatrol` and helpers to read them.
 * @module
 */

import { ByteWindow } from "../../../src/bytes/byte_window.ts";
import { sourceOf } from "../../../src/bytes/byte_source.ts";
import type { Format, ReadOptions } from "../../../src/formats/format.ts";
import { mtrc } from "../../../src/formats/mtrc/mod.ts";
import { Arena } from "../../../src/memory/arena.ts";
import { FormatError } from "../../../src/base/errors.ts";
import { assertInstanceOf } from "@std/assert";
import { MemorySink } from "../../support/memory_sink.ts";

/** Folder with one folder per case. */
export const CASES_FOLDER = new URL(
  "../../../testdata/mpatrol/",
  import.meta.url,
);

/** Names of the cases that have a file. */
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

/** The bytes of a case's file. */
export function caseFile(name: string, file: string): Uint8Array {
  return Deno.readFileSync(new URL(`${name}/${file}`, CASES_FOLDER));
}

/** The counts of an independent decoder for one file of a case. */
// deno-lint-ignore no-explicit-any
export function facts(name: string, file: string): any {
  return JSON.parse(
    new TextDecoder().decode(caseFile(name, "facts.json")),
  )[file];
}

/** How bytes are passed to a reader. */
export interface Reading {
  /** Bytes per read of the source. */
  readonly piece?: number;
  /** Initial size of the window. */
  readonly window?: number;
  /** The format that reads; `mtrc` by default. */
  readonly format?: Format;
  /** Options of the reader. */
  readonly options?: ReadOptions;
}

/** One arena for all tests of a file: staging columns are large, and every sink frees its own. */
const arena = new Arena();

/** Reads bytes; returns the sink of the first segment. */
export async function readBytes(bytes: Uint8Array, reading: Reading = {}): Promise<MemorySink> {
  const { piece, window: capacity, format = mtrc, options = {} } = reading;
  const sink = new MemorySink(undefined, { arena });
  const window = new ByteWindow(sourceOf(bytes, piece), sink.arena, capacity);
  try {
    await format.read(window, sink, options);
  } finally {
    window.close();
    for (const segment of sink.segments) segment.close();
  }
  return sink;
}

/** Reads hostile bytes: returns the sink, or null if the reader refused them. Only a `FormatError` may escape. */
export async function readOrRefuse(bytes: Uint8Array, reading: Reading = {}): Promise<MemorySink | null> {
  try {
    return await readBytes(bytes, reading);
  } catch (error) {
    assertInstanceOf(error, FormatError);
    return null;
  }
}

/** A copy with some bytes changed. */
export function flipped(bytes: Uint8Array, random: () => number): Uint8Array {
  const copy = bytes.slice();
  for (let flips = 1 + (random() % 4); flips > 0; flips--) {
    copy[random() % copy.length]! ^= 1 << (random() % 8);
  }
  return copy;
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
