/**
 * What the open coverage traces cover, module by module, as the set operations want it.
 * @module
 */

import { formatNamed } from "../../formats/registry.ts";
import type { CoveredRange } from "../../formats/gnatcov/derive/ranges.ts";
import type { Coverage } from "../ranges/coverage_result.ts";
import type { AddressRange } from "../ranges/entries.ts";
import type { Table } from "../../tables/table.ts";
import type { OpenRun } from "../../query/operators/extension.ts";

/** Table that must be there before the coverage of a trace is asked for. */
export const RANGES = "ranges";

/** Whether a trace is a run of a program. */
export function isRun({ trace }: OpenRun): boolean {
  return formatNamed(trace.header.format)?.has.includes("programs") === true;
}

/** Covered ranges of the open traces. Modules have the same number in all of them when they have the same path. */
export class RunCoverage {
  readonly #tableOf: (open: OpenRun, name: string) => Table | undefined;
  readonly #known = new Map<OpenRun, Coverage>();
  readonly #numbers = new Map<string, number>();
  readonly #modules: (string | null)[] = [];

  /** `tableOf` returns a table that was already computed. */
  constructor(tableOf: (open: OpenRun, name: string) => Table | undefined) {
    this.#tableOf = tableOf;
  }

  /** Ranges in the order of module and address. */
  of(open: OpenRun): Coverage {
    let coverage = this.#known.get(open);
    if (!coverage) this.#known.set(open, coverage = this.#read(open));
    return coverage;
  }

  /** Ranges by module number, disjoint and in order. */
  byModule(open: OpenRun): Map<number, CoveredRange[]> {
    const lists = Map.groupBy(this.of(open), ({ module }) => module);
    for (const [module, list] of lists) lists.set(module, disjoint(list));
    return lists;
  }

  /** The path after a module number; null for a program without a name. */
  moduleText(number: number): string | null {
    return this.#modules[number] ?? null;
  }

  numberOf(module: string | null): number {
    const key = module ?? "";
    let number = this.#numbers.get(key);
    if (number === undefined) {
      this.#numbers.set(key, number = this.#modules.length);
      this.#modules.push(module);
    }
    return number;
  }

  /** The number of the program itself. */
  programOf({ trace }: OpenRun): number {
    const name = trace.tags.find((tag) => tag.name === "EXEC_FILE_NAME")?.value;
    return this.numberOf(name === undefined || name === "" ? null : name);
  }

  #read(open: OpenRun): Coverage {
    const table = this.#tableOf(open, RANGES);
    if (!table) return [];
    const [addrs, sizes, ops, modules] = ["addr", "size", "op", "module"].map((name) => table.cells(name));
    return addrs!.map((addr, row) => {
      const first = addr as bigint;
      const module = this.numberOf(modules![row] as string | null);
      return { module, first, last: first + (sizes![row] as bigint) - 1n, op: Number(ops![row]) };
    });
  }
}

/** Modules that have no name, or that of the program, may cover the same addresses. */
function disjoint(list: CoveredRange[]): CoveredRange[] {
  const inOrder = list.every((range, at) => at === 0 || list[at - 1]!.last < range.first);
  if (inOrder) return list;
  const joined: CoveredRange[] = [];
  for (const range of [...list].sort((a, b) => a.first < b.first ? -1 : a.first > b.first ? 1 : 0)) {
    const before = joined.at(-1);
    if (!before || range.first > before.last) joined.push(range);
    else if (range.last > before.last) joined[joined.length - 1] = { ...before, last: range.last };
  }
  return joined;
}

/** Whether a list of ranges meets a window. */
export function meets(ranges: readonly AddressRange[], { first, last }: AddressRange): boolean {
  return ranges.some((range) => range.first <= last && range.last >= first);
}
