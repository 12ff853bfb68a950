/**
 * An invented ARM program and runs of it, for queries that name functions and addresses.
 * @module
 */

import { SECTION, TAG } from "../../../src/formats/gnatcov/constants.ts";
import { writeTrace } from "../../formats/gnatcov/write_trace.ts";
import { makeElf } from "../../elf/make_elf.ts";

const FUNCTIONS = [
  ["main", 0x8000480, 0x60],
  ["parse_header", 0x80004e0, 0x40],
  ["parse_body", 0x8000520, 0x40],
  ["report", 0x8000560, 0x20],
  ["never", 0x8000580, 0x20],
] as const;

/** The program. */
export const PROGRAM: Uint8Array = makeElf({
  bits: 32,
  littleEndian: true,
  machine: 40,
  type: 2,
  symbols: FUNCTIONS.map(([name, address, size]) => ({ name, address, size })),
});

/** Address, size and op of an entry. */
export type MadeEntry = readonly [addr: number, size: number, op: number];

/** A run of the program. */
export function runOf(
  entries: readonly MadeEntry[],
  userTag = "",
  kind: number = SECTION.history,
): Uint8Array {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  const infos: { tag: number; data: Uint8Array }[] = [{ tag: TAG.execFileName, data: text("bin/demo") }];
  if (userTag !== "") infos.push({ tag: TAG.userData, data: text(userTag) });
  return writeTrace({ kind, pcSize: 4, bigEndian: false, machine: 40, infos }, (writer) => {
    for (const [addr, size, op] of entries) writer.entry(addr, 0, size, op);
  });
}

/**
 * All of `main` except a piece in its middle, `parse_header` one way, `parse_body` both ways, and a fault in `report`.
 */
export const NIGHTLY: readonly MadeEntry[] = [
  [0x8000480, 0x10, 0x11],
  [0x80004b0, 0x10, 0x12],
  [0x80004e0, 0x10, 0x11],
  [0x80004b0, 0x10, 0x12],
  [0x80004e0, 0x10, 0x11],
  [0x8000520, 0x10, 0x11],
  [0x8000520, 0x10, 0x12],
  [0x80004c0, 0x20, 0x10],
  [0x8000560, 0x8, 0x20],
];

/** Only the beginning of `main`. */
export const SHORT: readonly MadeEntry[] = [[0x8000480, 0x10, 0x12], [0x8000490, 0x8, 0x10]];
