/**
 * Programs and libraries of the process while it runs: they come and go, and one may get the addresses of another.
 * @module
 */

import { firstWhere } from "../../base/first_where.ts";
import { joinHalves } from "../../base/u64.ts";
import { StringPool } from "../../events/string_pool.ts";
import type { HexLine } from "../heaptrack/hex_line.ts";
import { RAW_LIMITS } from "./limits.ts";

const MOST_MODULES = RAW_LIMITS.modules.most;

/** Addresses of a module, up to `to`, without that. */
interface Segment {
  readonly from: bigint;
  readonly to: bigint;
}

/** A module where it is loaded. */
export interface Module {
  /** Code of its name, as the loader has it. */
  readonly name: number;
  /** What addresses in its file are counted from. */
  readonly base: bigint;
  /** End of its last segment. */
  readonly end: bigint;
  readonly segments: readonly Segment[];
}

/** What has been at which addresses last, and whether that has changed. */
export class Modules {
  /** Lines by their bytes: most of a list are those of the list before. */
  readonly #lines = new StringPool();
  readonly #known: (Module | undefined)[] = [];
  #count = 0;
  #before: Set<number> = new Set();
  #list: Set<number> | undefined;
  readonly #map = new LatestOwners();

  /** A new list begins; one that nobody has looked at is forgotten. */
  clear(): void {
    this.#list = new Set();
  }

  /** Whether a list was begun. */
  get isPending(): boolean {
    return this.#list !== undefined;
  }

  /**
   * Adds the module of a line to the list, where it lies in `bytes` from `at` to `end`; `parse` reads one that is new. Says
   * why that cannot be done.
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

  /** Ends the list, where one was begun; true when a module has the addresses of another one now. */
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

  /** The module that an address is in, or was in last. */
  find(address: bigint): Module | undefined {
    const code = this.#map.find(address);
    return code < 0 ? undefined : this.#known[code];
  }
}

/** Reads the numbers of a module: its base, and its segments. */
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

/** Who has had each address last: pieces that do not overlap. */
class LatestOwners {
  readonly #starts: bigint[] = [];
  /** Number of the owner from each start on, -1 for none. */
  readonly #owners: number[] = [];

  /** Gives addresses to an owner; true when some of them were another one's. */
  add(from: bigint, to: bigint, owner: number): boolean {
    const starts = this.#starts, owners = this.#owners;
    const first = firstWhere(starts.length, (at) => starts[at]! >= from);
    const next = firstWhere(starts.length, (at) => starts[at]! > to);
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

  /** The owner of an address; -1 when it has had none. */
  find(address: bigint): number {
    const starts = this.#starts;
    const at = firstWhere(starts.length, (each) => starts[each]! > address) - 1;
    return at < 0 ? -1 : this.#owners[at]!;
  }
}
