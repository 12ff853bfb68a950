/**
 * Programs and libraries of a process over time: they are loaded and unloaded, and one may take over
 * addresses of another.
 * @module
 */

import { binarySearch } from "../../base/binary_search.ts";
import { joinHalves } from "../../base/u64.ts";
import { StringPool } from "../../events/string_pool.ts";
import type { HexLine } from "../heaptrack/hex_line.ts";
import { RAW_LIMITS } from "./limits.ts";

const MOST_MODULES = RAW_LIMITS.modules.most;

/** A range of addresses of a module; `to` is exclusive. */
interface Segment {
  readonly from: bigint;
  readonly to: bigint;
}

/** A module at the addresses where it is loaded. */
export interface Module {
  /** String id of its name, as the loader reports it. */
  readonly name: number;
  /** Load base, which is subtracted to get an address in its file. */
  readonly base: bigint;
  /** End address of the last segment of the module. */
  readonly end: bigint;
  readonly segments: readonly Segment[];
}

/** Tracks which module was loaded last at each address, and whether that changed. */
export class Modules {
  /** Lines are interned, because most lines of a list also occur in the previous one. */
  readonly #lines = new StringPool();
  readonly #known: (Module | undefined)[] = [];
  #count = 0;
  #before: Set<number> = new Set();
  #list: Set<number> | undefined;
  readonly #map = new LatestOwners();

  /** Begins a new list of modules; a list that was begun and not committed is discarded. */
  clear(): void {
    this.#list = new Set();
  }

  /** Whether a list of modules has been begun and not yet committed. */
  get isPending(): boolean {
    return this.#list !== undefined;
  }

  /**
   * Adds the module of the line `bytes[at..end)` to the list; `parse` is called only for a new line. Returns
   * why the module could not be added, or "".
   */
  add(bytes: Uint8Array, at: number, end: number, parse: () => Module | undefined): "" | "odd" | "full" {
    const code = this.#lines.intern(bytes, at, end);
    if (!(code in this.#known)) {
      if (this.#count === MOST_MODULES) return "full";
      this.#count++;
      this.#known[code] = parse();
    }
    if (this.#known[code] === undefined) return "odd";
    (this.#list ??= new Set(this.#before)).add(code);
    return "";
  }

  /** Ends the list of modules, if one was begun; returns whether a module took over addresses of another. */
  commit(): boolean {
    const list = this.#list;
    if (!list) return false;
    this.#list = undefined;
    let hasReplaced = false;
    for (const code of list) {
      if (this.#before.has(code)) continue;
      for (const { from, to } of this.#known[code]!.segments) {
        if (this.#map.add(from, to, code)) hasReplaced = true;
      }
    }
    this.#before = list;
    return hasReplaced;
  }

  /** Finds the module that contains an address now, or that contained it last. */
  find(address: bigint): Module | undefined {
    const code = this.#map.find(address);
    return code < 0 ? undefined : this.#known[code];
  }
}

/** Parses the numbers of a module: its base and its segments. */
export function parseModule(name: number, numbers: HexLine): Module | undefined {
  if (!numbers.next()) return undefined;
  const base = joinHalves(numbers.low, numbers.high);
  const segments: Segment[] = [];
  let end = base;
  while (numbers.next()) {
    const from = base + joinHalves(numbers.low, numbers.high);
    if (!numbers.next()) return undefined;
    const to = from + joinHalves(numbers.low, numbers.high);
    if (to > from) segments.push({ from, to });
    if (to > end) end = to;
  }
  return numbers.overflow ? undefined : { name, base, end, segments };
}

/** Maps addresses to their latest owner, as pieces that do not overlap. */
class LatestOwners {
  readonly #starts: bigint[] = [];
  /** Owner from each start address on; -1 for none. */
  readonly #owners: number[] = [];

  /** Gives addresses to an owner; returns whether some of them belonged to another. */
  add(from: bigint, to: bigint, owner: number): boolean {
    const starts = this.#starts, owners = this.#owners;
    const first = binarySearch(starts.length, (at) => starts[at]! >= from);
    const next = binarySearch(starts.length, (at) => starts[at]! > to);
    const behind = next > 0 ? owners[next - 1]! : -1;
    const before = first > 0 ? owners[first - 1]! : -1;
    let took = before >= 0 && before !== owner && (first === starts.length || starts[first]! > from);
    for (let at = first; at < next && !took; at++) {
      took = owners[at]! >= 0 && owners[at] !== owner && starts[at]! < to;
    }
    starts.splice(first, next - first, from, to);
    owners.splice(first, next - first, owner, behind);
    return took;
  }

  /** Returns the owner of an address; -1 if it never had one. */
  find(address: bigint): number {
    const starts = this.#starts;
    const at = binarySearch(starts.length, (each) => starts[each]! > address) - 1;
    return at < 0 ? -1 : this.#owners[at]!;
  }
}
