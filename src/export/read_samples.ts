/**
 * Reads samples from the rows of a query: some columns give the location, the others the weights.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import type { ResultColumn, ResultTable, ResultValue } from "../base/result_table.ts";
import { framesOf, type NamedFrame, namedFrame } from "../engine/stack_frames.ts";
import type { Pools } from "../tables/pools.ts";
import type { Sample, SampleSet, SampleWeight } from "./sample_set.ts";

/** Names of columns that give a location. */
const PLACES = ["trace", "stack", "name", "module", "func", "symbol", "file", "line", "addr"] as const;
/** Name for an unknown frame. */
export const UNKNOWN = "[unknown]";
/** A row with one of these columns is a single record, not a sum. */
const RECORD_COLUMNS = ["seq", "no", "alloc", "index", "id"];
/** Weights of a record besides its count: the first of these columns that exists. */
const SIZES = ["size", "blob_bytes"];

type PlaceName = typeof PLACES[number];

/**
 * The stage that aggregates records by location, for rows such as those of `leaks`; null if the rows are sums
 * already. Throws `UsageError` if the rows have no location or no weight.
 */
export function summingStage(table: ResultTable): string | null {
  const names = table.columns.map(({ name }) => name);
  const places = PLACES.filter((place) => names.includes(place) && place !== "addr");
  if (!places.some((place) => place !== "trace" && place !== "line")) {
    throw new UsageError(
      `The query has no column for the place: ${PLACES.slice(1).join(", ")}; it has ${names.join(", ")}`,
    );
  }
  if (!RECORD_COLUMNS.some((name) => names.includes(name))) return null;
  const size = SIZES.find((name) => names.includes(name));
  return `by ${places.join(", ")}: count = count()${size === undefined ? "" : `, bytes = sum(${size})`}`;
}

/** The weights among the columns of a query. Throws `UsageError` if there is none. */
export function weightsOf(table: ResultTable): SampleWeight[] {
  const weights = table.columns.filter(isWeight).map(weightOf);
  if (weights.length > 0) return weights;
  throw new UsageError(
    `The query has no column for the weight, a whole number such as count() or sum(size): it has ${
      table.columns.map(({ name }) => name).join(", ")
    }`,
  );
}

function isWeight({ name, type }: ResultColumn): boolean {
  return (type === "u64" || type === "u32" || type === "i64" || type === "time") &&
    !(PLACES as readonly string[]).includes(name);
}

/** Weights that profilers measure in time. */
const TIMES = /^(?:cpu|delay|wall)$/;

function weightOf({ name, type, display }: ResultColumn): SampleWeight {
  const bytes = display === "bytes" || /bytes|size|space/.test(name);
  const isTime = type === "time" || TIMES.test(name);
  return { name, unit: isTime ? "nanoseconds" : bytes ? "bytes" : "count" };
}

/** Options for reading rows. */
interface SampleOptions {
  /** Name of the sample set. */
  readonly name: string;
  /** Columns that are weights. */
  readonly weights: readonly SampleWeight[];
  /** True if several traces are open: samples then name their trace. */
  readonly several: boolean;
}

/** Reads all rows. */
export function readSamples(
  pools: Pools,
  table: ResultTable,
  { name, weights, several }: SampleOptions,
): SampleSet {
  const at = (wanted: string): number => table.columns.findIndex((column) => column.name === wanted);
  const places = new Map<PlaceName, number>();
  for (const place of PLACES) if (at(place) >= 0) places.set(place, at(place));
  const columns = weights.map((weight) => at(weight.name));
  const frames = new FrameList(pools);
  const samples: Sample[] = [];
  for (let row = 0; row < table.rowCount; row++) {
    const place = (which: PlaceName): ResultValue => {
      const column = places.get(which);
      return column === undefined ? null : table.value(row, column);
    };
    const values = columns.map((column) => wholeNumber(table.value(row, column)));
    if (values.every((value) => value === 0n)) continue;
    const trace = several ? place("trace") : null;
    samples.push({ frames: frames.ofRow(place), values, trace: typeof trace === "string" ? trace : null });
  }
  return { name, weights, frames: frames.frames, samples: joinEqual(samples) };
}

/** A sum as an integer; the sum of no rows is null. */
function wholeNumber(value: ResultValue): bigint {
  return typeof value === "bigint" ? value : typeof value === "number" ? BigInt(value) : 0n;
}

/** Collects distinct frames. */
class FrameList {
  readonly frames: NamedFrame[] = [];
  readonly #pools: Pools;
  readonly #byStack = new Map<number, readonly number[]>();
  readonly #byKey = new Map<string, number>();

  constructor(pools: Pools) {
    this.#pools = pools;
  }

  /**
   * The frames of a row, innermost first: the called function followed by the stack, or else the location
   * that the row names.
   */
  ofRow(place: (which: PlaceName) => ResultValue): number[] {
    const called = textOf(place("name"));
    const stack = place("stack");
    const frames = stack === null ? [] : [...this.#ofStack(Number(stack))];
    if (frames.length === 0) {
      const address = place("addr");
      const file = textOf(place("file"));
      const line = Number(place("line") ?? 0);
      const func = textOf(place("func")) || textOf(place("symbol")) || hexOf(address) ||
        (file && `${file}:${line}`);
      const module = textOf(place("module"));
      // The called function may be the only known frame.
      if (func !== "" && func !== called) {
        const code = typeof address === "bigint" ? address : null;
        frames.push(this.#add({ name: func, module, file, line, address: code }));
      } else if (called === "") {
        frames.push(this.#add({ name: UNKNOWN, module, file, line, address: null }));
      }
    }
    if (called !== "") {
      frames.unshift(this.#add({ name: called, module: "", file: "", line: 0, address: null }));
    }
    return frames;
  }

  #ofStack(stack: number): readonly number[] {
    const known = this.#byStack.get(stack);
    if (known) return known;
    const frames = framesOf(this.#pools, stack).map((id) => {
      const { name, module, file, line, address } = namedFrame(this.#pools, id);
      return this.#add({ name: name || UNKNOWN, module, file, line, address });
    });
    this.#byStack.set(stack, frames);
    return frames;
  }

  #add(frame: NamedFrame): number {
    const { name, module, file, line, address } = frame;
    const key = [name, module, file, line, address].join("\u0000");
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const index = this.frames.push(frame) - 1;
    this.#byKey.set(key, index);
    return index;
  }
}

function textOf(value: ResultValue): string {
  return typeof value === "string" ? value : "";
}

function hexOf(value: ResultValue): string {
  return typeof value === "bigint" ? "0x" + value.toString(16) : "";
}

/** Merges samples with the same location and trace. */
function joinEqual(samples: readonly Sample[]): Sample[] {
  const byPath = new Map<string, Sample>();
  for (const sample of samples) {
    const key = `${sample.trace}\u0000${sample.frames.join()}`;
    const known = byPath.get(key);
    const values = known ? known.values.map((value, at) => value + sample.values[at]!) : sample.values;
    byPath.set(key, { ...sample, values });
  }
  return [...byPath.values()];
}
