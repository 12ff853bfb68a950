/**
 * Copies the distinct entries that cover code out of the arena, as the input for derived tables.
 * @module
 */

import { highHalf, lowHalf } from "../../../base/u64.ts";
import type { AddressRules } from "../address_rules.ts";
import type { Module } from "../address_space.ts";
import type { EntryDictionary } from "../entry_dictionary.ts";
import { hexText } from "../info_text.ts";

/**
 * Coverage rows, stored in columns. Special entries and entries that the original tool drops are left out.
 */
export type CoverageRows = Readonly<ReturnType<typeof coverageRows>>;

/** Copies rows from a dictionary, after its `collect()`. */
export function coverageRows(dictionary: EntryDictionary, rules: AddressRules, bits: 32 | 64) {
  const { facts, space } = rules;
  const rowOf = new Int32Array(dictionary.size).fill(-1);
  let length = 0;
  for (let code = 0; code < dictionary.size; code++) {
    if (!facts.isSpecial(code) && !facts.isDropped(code)) {
      rowOf[code] = length++;
    }
  }
  const words = (): Uint32Array => new Uint32Array(length);
  const rows = {
    length,
    /** Low halves of addresses, relative to the module or the load address. */
    low: words(),
    high: words(),
    size: new Uint16Array(length),
    op: new Uint8Array(length),
    /**
     * Module numbers, 0 = the program; if one file is loaded several times, all its loads share the number of
     * the first.
     */
    module: words(),
    /** How often each entry occurs in the trace. */
    count: words(),
    /** Number of the first occurrence of each entry. */
    first: words(),
    last: words(),
    /** Row of each dictionary code, -1 = none. */
    rowOf,
    /** Bits of an address: 32 or 64. */
    bits,
  };
  const files = firstOfFile(space.modules);
  const bases = space.modules.map((_, number) => space.baseOf(number));
  const basesLow = Uint32Array.from(bases, lowHalf), basesHigh = Uint32Array.from(bases, highHalf);
  for (let code = 0; code < dictionary.size; code++) {
    const row = rowOf[code]!;
    if (row < 0) continue;
    const module = facts.moduleOf(code);
    const low = dictionary.pcLow(code);
    rows.low[row] = low - basesLow[module]!;
    rows.high[row] = bits === 32 ? 0 : dictionary.pcHigh(code) - basesHigh[module]! -
      (low < basesLow[module]! ? 1 : 0);
    rows.size[row] = dictionary.sizeOf(code);
    rows.op[row] = dictionary.opOf(code);
    rows.module[row] = files[module]!;
    rows.count[row] = dictionary.countOf(code);
    rows.first[row] = dictionary.firstOf(code);
    rows.last[row] = dictionary.lastOf(code);
  }
  return rows;
}

/**
 * Maps each module to the first module with the same file: code that is loaded again has equal addresses
 * within the file.
 */
function firstOfFile(modules: readonly (Module | null)[]): number[] {
  const first = new Map<string, number>();
  return modules.map((module, number) => {
    // Modules without a name may be different files.
    if (module === null || module.path.length === 0) return number;
    const key = hexText(module.path);
    if (!first.has(key)) first.set(key, number);
    return first.get(key)!;
  });
}

/** Returns row numbers ordered by module, address and size. */
export function inAddressOrder(rows: CoverageRows): Uint32Array {
  const { low, high, size, module } = rows;
  const order = Uint32Array.from({ length: rows.length }, (_, row) => row);
  return order.sort((a, b) =>
    module[a]! - module[b]! || high[a]! - high[b]! || low[a]! - low[b]! ||
    size[a]! - size[b]! || a - b
  );
}

/** Whether a row covers at least one address and does not wrap around the address space. */
export function hasRange(rows: CoverageRows, row: number): boolean {
  const size = rows.size[row]!;
  if (size === 0) return false;
  const top = rows.bits === 32 || rows.high[row] === 0xffff_ffff;
  return !top || rows.low[row]! + size - 1 <= 0xffff_ffff;
}

/** The first address of a row. */
export function addressOf(rows: CoverageRows, row: number): bigint {
  return (BigInt(rows.high[row]!) << 32n) | BigInt(rows.low[row]!);
}
