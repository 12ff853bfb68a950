/**
 * The coverage of the open traces by module, in the form that set operations need.
 * @module
 */

import { formatNamed } from "../../formats/registry.ts";
import type { CoveredRange } from "../../formats/gnatcov/derive/ranges.ts";
import type { Coverage } from "../ranges/coverage_result.ts";
import type { AddressRange } from "../ranges/entries.ts";
import type { Table } from "../../tables/table.ts";
import type { OpenRun } from "../../query/operators/extension.ts";

/** Table that must exist before the coverage of a trace is computed. */
export const RANGES = "ranges";

/** Whether a trace is a run of a program. */
export function isCoverageRun({ trace }: OpenRun): boolean {
  return formatNamed(trace.header.format)?.has.includes("programs") === true;
}

/** Covered ranges of the open traces. Modules with the same path have the same number in all traces. */
export class RunCoverage {
  readonly #tableOf: (open: OpenRun, name: string) => Table | undefined;
  readonly #known = new Map<OpenRun, Coverage>();
  readonly #numbers = new Map<string, number>();
  readonly #modules: (string | null)[] = [];

  /** `tableOf` returns a table that was already computed. */
  constructor(tableOf: (open: OpenRun, name: string) => Table | undefined) {
    this.#tableOf = tableOf;
  }

  /** Returns the ranges sorted by module and address. */
  of(open: OpenRun): Coverage {
    let coverage = this.#known.get(open);
    if (!coverage) this.#known.set(open, coverage = this.#read(open));
    return coverage;
  }

  /** Ranges by module number, disjoint and sorted. */
  byModule(open: OpenRun): Map<number, CoveredRange[]> {
    const lists = Map.groupBy(this.of(open), ({ module }) => module);
    for (const [module, list] of lists) lists.set(module, disjoint(list));
    return lists;
  }

  /** Returns the path of a module, given its number; null for a program without a name. */
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

/** Modules without a name, or named like the program, may cover the same addresses. */
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

/** Whether a list of ranges overlaps a window. */
export function overlapsAny(ranges: readonly AddressRange[], { first, last }: AddressRange): boolean {
  return ranges.some((range) => range.first <= last && range.last >= first);
}
