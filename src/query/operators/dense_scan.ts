/**
 * Groups packed blocks by slot: one cell per combination of keys, filled by kernels.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { threadSettings } from "../../memory/threads.ts";
import { sharedKernels } from "../../memory/wasm_module.ts";
import { type Block, BLOCK_ROWS, NullMode } from "../../tables/block.ts";
import type { RunContext } from "../execution/context.ts";
import { ExpressionCompiler } from "../execution/expression.ts";
import { DenseCall, DenseCell } from "../execution/kernels/dense_layout.ts";
import { type Exports as MergeKernels, WASM_BASE64 as MERGE } from "../execution/kernels/merge.wasm.ts";
import { type Part, type Piece, pieces, selectedRows, type Workspace } from "../execution/relation.ts";
import { selectedBlocks, shareWork } from "../execution/shared_work.ts";
import { readWords } from "../execution/single_values.ts";
import { toKey } from "../execution/words.ts";
import type { Constant } from "../plan/values.ts";
import { ColumnFiller } from "./column_filler.ts";
import {
  denseBytes,
  type DenseCalls,
  DenseCallsLater,
  DenseCallsNow,
  type DenseMemory,
  denseMemory,
  QUICK_KEYS,
} from "./dense_calls.ts";
import { type KeyPlan, keySpan, type PartPlan } from "./dense_plan.ts";
import type { Steps } from "./operator.ts";
import { keyText } from "./key_text.ts";

const mergeKernels = sharedKernels<MergeKernels>(MERGE);

/** Powers of two, and null. */
const BUCKET_KEYS = 65;

/** Sums of one group over all parts. */
export interface Sums {
  /** Values of the keys. */
  readonly keys: readonly Constant[];
  /** Number of rows. */
  rows: bigint;
  /** Per summed column: number of values. */
  readonly counts: bigint[];
  /** Per summed column: sum of the values. */
  readonly totals: bigint[];
}

/** Packed keys of a block as the kernels take them. */
interface Keys {
  readonly width: number;
  readonly pointer: number;
  readonly offset: number;
  readonly buckets: number;
  readonly less: bigint;
  readonly nulls: number;
  readonly size: number;
  /** How many different stored numbers there can be. */
  readonly span: number;
}

/**
 * Adds the rows of a part to the groups, by the text of their keys. `context` computes keys, once per value that there is.
 */
export function* scanPart(
  plan: PartPlan,
  groups: Map<string, Sums>,
  work: Workspace,
  context?: RunContext,
): Steps<void> {
  if (yield* scanTogether(plan, groups, work, context)) return;
  const calls = new DenseCallsNow(work, plan);
  const scan = new Scan(plan, work, context, calls);
  for (const piece of pieces(work, plan.part)) {
    yield;
    scan.add(piece);
  }
  scan.finish(groups, calls.memory);
  scan.end();
  calls.end();
}

/** Nanoseconds for a row and a summed column. */
const COST = 1;
/** Cells of all threads together take this share of the rows at most: putting them together takes time. */
const CELLS_SHARE = 16;
/** Cells of all threads take at most one part in so many of the memory for data. */
const MEMORY_SHARE = 8;

/** The same, by several threads; whether that was worth while. */
function* scanTogether(
  plan: PartPlan,
  groups: Map<string, Sums>,
  work: Workspace,
  context: RunContext | undefined,
): Steps<boolean | undefined> {
  const { part, keys, sums, slots } = plan;
  const { arena } = work;
  const { threads, always } = threadSettings();
  const rows = selectedRows(part);
  const own = denseBytes(plan).all;
  const tables = Math.max(1, sums.length);
  if (!always && slots * threads * CELLS_SHARE > rows) return false;
  if (own * threads > arena.heap.budget / MEMORY_SHARE) return false;
  const needs = {
    cost: COST * rows * (tables + keys.length - 1),
    own,
    pieces: Math.ceil(part.rowCount / BLOCK_ROWS),
    each: (keys.length + tables) * DenseCall.Bytes,
  };
  return yield* shareWork(work, needs, function* (shared) {
    const { section, select } = shared;
    const calls = new DenseCallsLater(shared, work, plan);
    const scan = new Scan(plan, work, context, calls);
    yield* shared.doAll(selectedBlocks(part), ({ block, rows, bits, count }, memory) => {
      calls.beginPiece(memory);
      const base = block * BLOCK_ROWS;
      if (bits) select.bitsToRows(bits, rows, base, calls.memory.rows);
      const list = bits ? calls.memory.rows : 0;
      scan.add({ part, count, block: bits ? -1 : block, rows: list, base });
      return () => {};
    });
    const first = denseMemory(plan, shared.ownOf(0));
    const merge = mergeKernels(arena);
    for (let thread = 1; thread < section.threads; thread++) {
      work.check();
      const other = denseMemory(plan, shared.ownOf(thread));
      other.tables.forEach((cells, at) =>
        merge.mergeCells(first.tables[at]!, at === 0 ? first.firsts : 0, cells, other.firsts, slots)
      );
    }
    scan.finish(groups, first);
    scan.end();
    return true;
  });
}

class Scan {
  readonly #plan: PartPlan;
  readonly #work: Workspace;
  readonly #context: RunContext | undefined;
  readonly #calls: DenseCalls;
  readonly #zeros: number;
  /** The call that is being written. */
  #call = 0;

  constructor(plan: PartPlan, work: Workspace, context: RunContext | undefined, calls: DenseCalls) {
    [this.#plan, this.#work, this.#context, this.#calls] = [plan, work, context, calls];
    // Blocks in which all rows are alike have nothing stored: zeros stand for it.
    this.#zeros = work.takeZeroed(BLOCK_ROWS);
  }

  /** Gives its memory back. */
  end(): void {
    this.#work.give(this.#zeros);
  }

  add(piece: Piece): void {
    const block = piece.block >= 0 ? piece.block : piece.base / BLOCK_ROWS;
    const add = (keys: Keys): void =>
      this.#calls.memory.tables.forEach((cells, at) => {
        this.#addBlock(keys, this.#plan.sums[at]?.stored(block), block, piece, cells);
      });
    if (this.#plan.keys.length === 1) this.#withKeys(this.#plan.keys[0]!, block, add);
    else add(this.#combine(block, piece));
  }

  /** Adds what was gathered in some memory. */
  finish(groups: Map<string, Sums>, { tables, firsts }: DenseMemory): void {
    const { arena } = this.#work;
    const [counted] = tables;
    const { u32 } = arena;
    const seen: number[] = [];
    for (let slot = 0; slot < this.#plan.slots; slot++) {
      this.#work.did(1);
      // A trace has fewer than 2^32 rows.
      if (u32[(counted! + slot * DenseCell.Bytes + DenseCell.Rows) >>> 2] !== 0) seen.push(slot);
    }
    const firstOf = (slot: number): number => u32[(firsts >>> 2) + slot]!;
    seen.sort((left, right) => firstOf(left) - firstOf(right));
    const keys = this.#plan.keys.map((key) => keyReader(key, seen, this.#work, this.#context));
    for (const slot of seen) {
      this.#work.did(16);
      this.#addGroup(slot, keys, groups, tables);
    }
  }

  #addGroup(
    slot: number,
    keysOf: readonly KeyReader[],
    groups: Map<string, Sums>,
    tables: readonly number[],
  ): void {
    const { arena } = this.#work;
    const keys = keysOf.map((keyOf) => keyOf(slot));
    const name = keyText(keys);
    let sums = groups.get(name);
    if (!sums) {
      const noSums = (): bigint[] => new Array<bigint>(this.#plan.sums.length).fill(0n);
      groups.set(name, sums = { keys, rows: 0n, counts: noSums(), totals: noSums() });
    }
    const cell = (table: number, field: DenseCell): bigint =>
      arena.u64[(tables[table]! + slot * DenseCell.Bytes + field) >>> 3]!;
    sums.rows += cell(0, DenseCell.Rows);
    for (let table = 0; table < this.#plan.sums.length; table++) {
      sums.counts[table]! += cell(table, DenseCell.Values);
      sums.totals[table]! += (cell(table, DenseCell.High) << 64n) | cell(table, DenseCell.Low);
    }
  }

  /** Packed keys of a block, which lie there until `use` returns. */
  #withKeys(key: KeyPlan, block: number, use: (keys: Keys) => void): void {
    const stored = key.codes.stored(block)!;
    this.#calls.withBlock(stored, (pointer) =>
      use({
        width: stored.width || 1,
        pointer: stored.width ? pointer : this.#zeros,
        offset: Number(BigInt.asUintN(32, stored.less - key.base)),
        buckets: key.buckets ? 1 : 0,
        less: stored.less,
        nulls: stored.nullMode === NullMode.Zero || stored.nullMode === NullMode.All ? 1 : 0,
        size: key.size,
        span: key.buckets ? BUCKET_KEYS : keySpan(stored),
      }));
  }

  /** One number per row for all keys together. */
  #combine(block: number, { rows, count }: Piece): Keys {
    const { slots } = this.#plan;
    const width = slots <= 65536 ? 2 : 4;
    const { dense, memory: { combined } } = this.#calls;
    this.#plan.keys.forEach((key, at) => {
      this.#withKeys(key, block, (keys) => {
        this.#call = this.#calls.nextCall();
        this.#setKeys(keys);
        this.#set(DenseCall.Stride, key.stride);
        this.#set(DenseCall.Rows, rows);
        this.#set(DenseCall.Count, count);
        this.#set(DenseCall.FirstKey, at === 0 ? 1 : 0);
        this.#set(DenseCall.SlotWidth, width);
        this.#set(DenseCall.Slots, combined);
        dense.denseSlots(this.#call);
      });
    });
    return {
      width,
      pointer: combined,
      offset: 0,
      buckets: 0,
      less: 0n,
      nulls: 0,
      size: slots,
      span: slots,
    };
  }

  /** Adds one block, or the listed rows of it, to the cells. */
  #addBlock(
    keys: Keys,
    value: Block | undefined,
    block: number,
    { rows, count }: Piece,
    cells: number,
  ): void {
    if (value) {
      this.#calls.withBlock(
        value,
        (pointer, nulls) => this.#addValues(keys, value, pointer, nulls, block, { rows, count }, cells),
      );
    } else this.#addValues(keys, undefined, 0, 0, block, { rows, count }, cells);
  }

  /** The same with a block of values that lies at `pointer`. */
  #addValues(
    keys: Keys,
    value: Block | undefined,
    pointer: number,
    nullBytes: number,
    block: number,
    { rows, count }: Pick<Piece, "rows" | "count">,
    cells: number,
  ): void {
    const { dense, memory: { firsts, halves } } = this.#calls;
    this.#call = this.#calls.nextCall();
    const nothing = !value || value.nullMode === NullMode.All;
    const valueWidth = nothing ? 1 : value.width || 1;
    this.#setKeys(keys);
    this.#set(DenseCall.Values, nothing ? 0 : value.width ? pointer : this.#zeros);
    this.#set(DenseCall.ValueWidth, valueWidth);
    this.#arena.u64[(this.#call + DenseCall.Less) >>> 3] = nothing ? 0n : value.less;
    this.#set(DenseCall.ZeroIsNull, value?.nullMode === NullMode.Zero ? 1 : 0);
    this.#set(DenseCall.Nulls, nullBytes);
    this.#set(DenseCall.Rows, rows);
    this.#set(DenseCall.Count, count);
    this.#set(DenseCall.First, block * BLOCK_ROWS);
    this.#set(DenseCall.Cells, cells);
    this.#set(DenseCall.Firsts, firsts);
    this.#set(DenseCall.Span, keys.span);
    this.#set(DenseCall.Halves, halves);
    const quick = valueWidth <= 4 && !nullBytes && keys.span <= QUICK_KEYS &&
      (keys.buckets || keys.width <= 2);
    if (quick) dense.denseGroupQuick(this.#call);
    else dense.denseGroup(this.#call);
  }

  #setKeys(keys: Keys): void {
    this.#set(DenseCall.Keys, keys.pointer);
    this.#set(DenseCall.KeyWidth, keys.width);
    this.#set(DenseCall.KeyOffset, keys.offset);
    this.#set(DenseCall.Buckets, keys.buckets);
    this.#arena.u64[(this.#call + DenseCall.KeyLess) >>> 3] = keys.less;
    this.#set(DenseCall.ZeroKeyIsNull, keys.nulls);
    this.#set(DenseCall.NullSlot, keys.size);
  }

  get #arena(): Arena {
    return this.#work.arena;
  }

  #set(field: DenseCall, value: number): void {
    this.#calls.set(this.#call + field, value);
  }
}

/** The key of a slot. */
type KeyReader = (slot: number) => Constant;

function codeOf({ stride, size }: KeyPlan, slot: number): number {
  return Math.floor(slot / stride) % (size + 1);
}

/** Reads the keys of the slots that were seen. What is computed is computed for the values of those, and no others. */
function keyReader(
  key: KeyPlan,
  seen: readonly number[],
  work: Workspace,
  context: RunContext | undefined,
): KeyReader {
  const { computed } = key;
  const wordOf = (slot: number): bigint | null => valueWord(key, codeOf(key, slot), work);
  if (!computed || !context) {
    return (slot) => {
      const word = wordOf(slot);
      return word === null ? null : toKey(word, key.type, work.pools);
    };
  }
  const slots = new Map<number, number>();
  for (const slot of seen) if (!slots.has(codeOf(key, slot))) slots.set(codeOf(key, slot), slot);
  const filler = new ColumnFiller(work, { name: "", type: key.type, display: "plain" });
  for (const slot of slots.values()) filler.put(wordOf(slot));
  const column = filler.finish();
  const part: Part = { columns: [column], rowCount: slots.size, selection: { kind: "all" }, source: null };
  const compiled = new ExpressionCompiler(context, part).compile(computed);
  const keys = [...readWords(context, part, compiled)].map((word) =>
    word === null ? null : toKey(word, computed.type, work.pools)
  );
  column.free();
  const byCode = new Map([...slots.keys()].map((code, at) => [code, keys[at]!]));
  return (slot) => byCode.get(codeOf(key, slot))!;
}

/** The word behind a code of a key. */
function valueWord(key: KeyPlan, code: number, work: Workspace): bigint | null {
  if (code === key.size) return null;
  const word = key.base + BigInt(code);
  if (!key.values) return word;
  const at = work.take(32);
  work.arena.u32[at >>> 2] = Number(word);
  const isNull = key.values.gather(at, 1, at + 8, at + 16) > 0;
  const value = isNull ? null : work.arena.u64[(at + 8) >>> 3]!;
  work.give(at);
  return value;
}
