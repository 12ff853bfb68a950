/**
 * Runs an expression on blocks: chooses the generated loop for each block, and calls it or records the call.
 * @module
 */

import { I64_MAX, I64_MIN, U64_MAX } from "../../../base/u64.ts";
import { type Block, BLOCK_ROWS, NullMode, widthOf } from "../../../tables/block.ts";
import { type Column, SequenceColumn } from "../../../tables/column.ts";
import { StoredColumn } from "../../../tables/stored_column.ts";
import { packedBlock } from "../block_tests.ts";
import { type ColumnAddresses, DISCARD_CALLS, type LoopCalls } from "../kernel_calls.ts";
import type { Workspace } from "../relation.ts";
import { isVector } from "./expression_code.ts";
import { FoldInput, type FoldUse, LoopInput, type LoopUse, type PackedWidth } from "./loop_interface.ts";
import type { LoopExpression } from "./loop_expression.ts";
import { loopModuleOf } from "./loop_modules.ts";
import { type ColumnFacts, decideBlock, type LoweredNode, lowerExpression } from "./lowered.ts";
import type { GeneratedModule } from "../../../memory/generated_modules.ts";

/** A loop for blocks whose columns have this layout. */
interface Chosen {
  readonly facts: readonly ColumnFacts[];
  readonly root: LoweredNode | undefined;
  /** Modules by use of the results and by whether four rows are computed at once. */
  readonly modules: Map<string, GeneratedModule>;
}

/** How results are packed, as in a `Block`. */
export interface LoopPacking {
  readonly width: PackedWidth;
  readonly origin: bigint;
  readonly root: LoweredNode;
  readonly chosen: Chosen;
}

/** The arguments of a loop. */
interface LoopCall {
  readonly block: number;
  readonly rows: number;
  readonly out: number;
  readonly nulls: number;
  readonly canFail: boolean;
  readonly origin: bigint;
  readonly keys?: FoldKeys;
}

/** Keys of rows, as cell numbers; see `FoldInput`. */
interface FoldKeys {
  readonly pointer: number;
  readonly offset: number;
  readonly none: number;
}

/** A column in a block: packed, or to be unpacked first. */
interface ColumnInBlock extends ColumnFacts {
  readonly stored: Block | undefined;
}

/** Runs the loops of an expression on blocks. */
export class BlockLoop {
  readonly columns: readonly Column[];
  readonly #work: Workspace;
  readonly #expression: LoopExpression;
  readonly #use: "test" | "values";
  readonly #keysAt: number;
  readonly #inputBytes: number;
  /** Address of the inputs for calls that run at once. */
  #inputs = 0;
  #chosen: Chosen | undefined;
  /** Columns and loop for rows of a list, at any position. */
  #sourcesOfRows: ColumnInBlock[] | undefined;
  #chosenForRows: Chosen | undefined;

  constructor(work: Workspace, expression: LoopExpression, use: "test" | "values") {
    [this.#work, this.#expression, this.#use] = [work, expression, use];
    this.columns = expression.columns;
    this.#keysAt = this.columns.length * LoopInput.Bytes + (expression.constants.length + 1) * 8;
    this.#inputBytes = this.#keysAt + FoldInput.Bytes;
  }

  /** Whether a loop can compute a block. */
  knows(block: number): boolean {
    return this.#choose(this.#sources(block)).root !== undefined;
  }

  /** What zone maps decide for the rows of a block. */
  decide(block: number): "none" | "all" | "rows" {
    const { root } = this.#choose(this.#sources(block));
    if (!root) return "rows";
    return decideBlock(root, this.#exactSources(block));
  }

  /** The columns of a block with its exact zone maps. */
  #exactSources(block: number): ColumnInBlock[] {
    return this.columns.map((column) => {
      const source = this.#sourceOf(column, block);
      if (source.stored) {
        const { low, high } = exactFactsOf(source.stored, column);
        return { ...source, low, high };
      }
      if (!(column instanceof SequenceColumn)) return source;
      const low = BigInt(column.first + block * BLOCK_ROWS);
      return { ...source, low, high: low + BigInt(BLOCK_ROWS - 1) };
    });
  }

  /**
   * Runs the loop on a block. `out` is the address of bits, or of words with null bytes at `nulls`. Undefined
   * if there is no loop, or if a row fails.
   */
  run(block: number, rows: number, out: number, nulls: number, calls: LoopCalls): LoweredNode | undefined {
    const sources = this.#sources(block);
    const chosen = this.#choose(sources);
    const { root } = chosen;
    if (!root || calls === DISCARD_CALLS) return root;
    const vectors = isVector(root) && (this.#use === "test" || rows % 4 === 0);
    const module = this.#moduleOf(chosen, root, this.#use, vectors);
    return this.#call(module, sources, { block, rows, out, nulls, canFail: root.canFail, origin: 0n }, calls)
      ? root
      : undefined;
  }

  /**
   * Computes words and null bytes for the row numbers at `rows`; undefined if there is no loop, or if a row
   * fails.
   */
  gather(
    rows: number,
    count: number,
    values: number,
    nulls: number,
    calls: LoopCalls,
  ): LoweredNode | undefined {
    const sources = this.#sourcesOfRows ??= this.columns.map(sourceOfRows);
    const chosen = this.#chosenForRows ??= this.#lowered(sources);
    const { root } = chosen;
    if (!root) return undefined;
    const work = this.#work;
    const places = this.columns.map((column) => {
      const words = work.take(count * 8), bytes = work.take(count);
      if (column.gather(rows, count, words, bytes) === 0) work.arena.u8.fill(0, bytes, bytes + count);
      return { values: words, nulls: bytes };
    });
    const module = this.#moduleOf(chosen, root, this.#use, false);
    const call = { block: 0, rows: count, out: values, nulls, canFail: root.canFail, origin: 0n };
    const passed = this.#call(module, sources, call, calls, places);
    work.give(...places.flatMap((each) => [each.values, each.nulls]));
    return passed ? root : undefined;
  }

  /**
   * Returns a packing that is wide enough for every possible result of a block; undefined if a row may fail or
   * no packing is wide enough.
   */
  packing(block: number): LoopPacking | undefined {
    // Loops for rounded zone maps are shared by more blocks; if their results are too wide, exact zone maps
    // may still do.
    return packingBy(this.#choose(this.#sources(block))) ??
      packingBy(this.#lowered(this.#exactSources(block)));
  }

  /**
   * Runs the loop that packs the results of a block to `out`; writes their statistics to a `Packed` at
   * `found`.
   */
  pack(
    block: number,
    rows: number,
    { width, origin, root, chosen }: LoopPacking,
    [out, found]: readonly [number, number],
    calls: LoopCalls,
  ): { readonly vectors: boolean } {
    const vectors = rows % 4 === 0 && isVector(root);
    const module = this.#moduleOf(chosen, root, width, vectors);
    this.#call(
      module,
      this.#sources(block),
      { block, rows, out, nulls: found, canFail: false, origin },
      calls,
    );
    return { vectors };
  }

  /** Whether the rows of a block can be folded: every result is a word and cannot fail. */
  folds(block: number): boolean {
    const { root } = this.#choose(this.#sources(block));
    return root !== undefined && !root.canFail && root.lane !== "f64" && root.lane !== "truth";
  }

  /** Whether all columns of a block are read in packed form. */
  readsPacked(block: number): boolean {
    return this.#sources(block).every(({ stored, isSequence }) => stored !== undefined || isSequence);
  }

  /** Runs the loop that folds the rows of a block into cells: those with a bit, or all. */
  fold(
    { block, rows, bits }: { readonly block: number; readonly rows: number; readonly bits: number },
    use: Omit<FoldUse, "hasBits">,
    keys: FoldKeys,
    cells: number,
    calls: LoopCalls,
  ): void {
    const sources = this.#sources(block);
    const chosen = this.#choose(sources);
    const module = this.#moduleOf(chosen, chosen.root!, { ...use, hasBits: bits !== 0 }, false);
    this.#call(
      module,
      sources,
      { block, rows, out: cells, nulls: bits, canFail: false, origin: 0n, keys },
      calls,
    );
  }

  #call(
    module: GeneratedModule,
    sources: readonly ColumnInBlock[],
    { block, rows, out, nulls, canFail, origin, keys }: LoopCall,
    calls: LoopCalls,
    gathered?: ColumnAddresses["places"],
  ): boolean {
    const work = this.#work;
    const inputs = calls.isLater ? work.take(this.#inputBytes) : this.#inputs ||= work.take(this.#inputBytes);
    const { u64 } = work.arena;
    const { constants } = this.#expression;
    const from = this.columns.length * LoopInput.Bytes;
    [...constants, origin].forEach((word, at) => u64[(inputs + from + 8 * at) >>> 3] = word);
    if (keys) {
      const to = inputs + this.#keysAt;
      calls.store(to + FoldInput.Keys, keys.pointer);
      work.arena.u32[(to + FoldInput.Offset) >>> 2] = keys.offset;
      work.arena.u32[(to + FoldInput.None) >>> 2] = keys.none;
    }
    sources.forEach(({ stored, isSequence }, at) => {
      const column = this.columns[at];
      const isCounted = isSequence && column instanceof SequenceColumn;
      const first = isCounted ? BigInt(column.first + block * BLOCK_ROWS) : 0n;
      u64[(inputs + at * LoopInput.Bytes + LoopInput.Origin) >>> 3] = stored?.origin ?? first;
    });
    const unpacked = this.columns.filter((_, at) => !sources[at]!.stored && !sources[at]!.isSequence);
    const words = gathered ? undefined : calls.readWords(unpacked, block, rows);
    const places = gathered ?? words!.places;
    const withAll = (at: number): boolean => {
      const source = sources[at];
      if (!source) return calls.loop(module, [inputs, rows, out, nulls], canFail);
      const entry = inputs + at * LoopInput.Bytes;
      if (source.isSequence) return withAll(at + 1);
      if (source.stored) {
        let passed = false;
        calls.withBlock(source.stored, (pointer, bytes) => {
          // Unpacking other columns may have grown the memory, so its views are read again.
          work.arena.u32[(entry + LoopInput.Numbers) >>> 2] = pointer;
          work.arena.u32[(entry + LoopInput.Nulls) >>> 2] = bytes;
          passed = withAll(at + 1);
        });
        return passed;
      }
      const { values, nulls: bytes } = places[unpacked.indexOf(this.columns[at]!)]!;
      calls.store(entry + LoopInput.Numbers, values);
      calls.store(entry + LoopInput.Nulls, bytes);
      return withAll(at + 1);
    };
    const passed = withAll(0);
    words?.done();
    return passed;
  }

  #sources(block: number): ColumnInBlock[] {
    return this.columns.map((column) => this.#sourceOf(column, block));
  }

  #sourceOf(column: Column, block: number): ColumnInBlock {
    const stored = packedBlock(column, block);
    if (stored) return { ...factsOf(stored, column), stored };
    if (column instanceof SequenceColumn) {
      const last = BigInt(column.first + block * BLOCK_ROWS + BLOCK_ROWS);
      return { width: 0, nullMode: NullMode.None, isSequence: true, low: 0n, high: wider(last), stored };
    }
    return anyWords(column);
  }

  /** The loop of the previous block if the layout is the same; otherwise a new one. */
  #choose(sources: readonly ColumnInBlock[]): Chosen {
    const isLike = this.#chosen?.facts.every(({ width, nullMode, isSequence, low, high }, at) => {
      const source = sources[at]!;
      return width === source.width && isSequence === source.isSequence && nullMode === source.nullMode &&
        low <= source.low &&
        source.high <= high;
    });
    if (isLike) return this.#chosen!;
    return this.#chosen = this.#lowered(sources);
  }

  #lowered(sources: readonly ColumnInBlock[]): Chosen {
    const root = lowerExpression(this.#expression.root, sources, this.#use === "test");
    return { facts: sources, root, modules: new Map() };
  }

  #moduleOf({ facts, modules }: Chosen, root: LoweredNode, use: LoopUse, vectors: boolean): GeneratedModule {
    const key = `${JSON.stringify(use)} ${vectors}`;
    let module = modules.get(key);
    if (!module) {
      const { length } = this.#expression.constants;
      modules.set(key, module = loopModuleOf(root, use, facts, length, vectors));
    }
    this.#work.code.add(module);
    return module;
  }
}

/** A packing for the results of a loop; undefined if a row may fail or results are too wide. */
function packingBy(chosen: Chosen): LoopPacking | undefined {
  const { root } = chosen;
  if (!root || root.canFail || root.lane === "f64") return undefined;
  const { low, high, nullable } = root;
  const first = nullable ? low - 1n : low;
  const width = widthOf(high - first);
  // Null needs a number of its own, which may be one too many for the lane.
  if (high - first > U64_MAX || (width === 8 && root.lane !== "i64")) return undefined;
  return { width, origin: BigInt.asUintN(64, first), root, chosen };
}

/** Facts about a column read at any rows: words, with null bytes. */
function sourceOfRows(column: Column): ColumnInBlock {
  if (!(column instanceof StoredColumn) || column.type === "f64") return anyWords(column);
  let low = 0n, high = 0n;
  for (let block = 0; block < column.blockCount; block++) {
    const facts = exactFactsOf(column.stored(block)!, column);
    if (facts.low < low) low = facts.low;
    if (facts.high > high) high = facts.high;
  }
  return { ...anyWords(column), low, high };
}

/** Describes words about which nothing is known, with null bytes. */
function anyWords({ type }: Column): ColumnInBlock {
  const [low, high] = type === "i64" ? [I64_MIN, I64_MAX] : [0n, U64_MAX];
  return { width: 8, nullMode: NullMode.Bytes, low, high, stored: undefined };
}

/** Facts from the exact zone map of a block. */
function exactFactsOf({ width, nullMode, min, max }: Block, { type }: Column): ColumnFacts {
  const isKnown = nullMode !== NullMode.All && type !== "f64";
  return { width, nullMode, low: isKnown ? min : 0n, high: isKnown ? max : 0n };
}

/** Facts from a zone map, rounded so that neighbouring blocks can usually share a loop. */
function factsOf({ width, nullMode, min, max }: Block, { type }: Column): ColumnFacts {
  if (nullMode === NullMode.All) return { width: 0, nullMode, low: 0n, high: 0n };
  if (type === "f64") return { width, nullMode, low: 0n, high: 0n };
  return { width, nullMode, low: min < 0n ? -1n - wider(-1n - min) : 0n, high: wider(max < 0n ? 0n : max) };
}

/** The largest number with the same count of binary digits. */
function wider(number: bigint): bigint {
  return number === 0n ? 0n : (1n << BigInt(number.toString(2).length)) - 1n;
}
