/**
 * Kernel calls that group a block, and the scratch memory of each thread for them.
 * @module
 */

import { OWN_ADDRESSES } from "../../../memory/call_list.ts";
import type { RecordedKernels } from "../../../memory/kernel_table.ts";
import { type Block, BLOCK_ROWS } from "../../../tables/block.ts";
import type { BlockCrew } from "../../execution/each_block.ts";
import type { Exports as DenseKernels } from "../../execution/kernels/dense.wasm.ts";
import { FoldCell } from "../../execution/loops/loop_interface.ts";
import { DenseCall, DenseCell } from "../../execution/kernels/dense_layout.ts";
import type { LoopCalls } from "../../execution/kernel_calls.ts";
import type { Exports as SelectKernels } from "../../execution/kernels/select.wasm.ts";
import type { Workspace } from "../../execution/relation.ts";
import type { PartPlan } from "./dense_plan.ts";

/** Maximum number of stored keys of a block for which its partial sums fit in the first-level cache. */
export const FAST_PATH_KEYS = 4096;
/** Bytes that `denseGroupFast` needs for that many keys: zeroed ones, and others. */
const QUICK_ZEROS = 82_176;
const QUICK_ROOM = 4096;

/** Addresses of the memory in which groups are gathered. */
export interface DenseMemory {
  /** Cells of each summed column; if there is none, the first table counts rows. */
  readonly tables: readonly number[];
  /** First row of each slot. */
  readonly firsts: number;
  /** Cells of each fold. */
  readonly folds: readonly number[];
  /** Partial sums of a block; zero before and after each call. */
  readonly halves: number;
  /** Combined keys of a block, if there are several keys. */
  readonly combined: number;
  /** Address of the selected row numbers of a block; 0 if all rows are selected. */
  readonly rows: number;
}

/** Number of bytes of `DenseMemory`; the first `zeros` of them (tables, folds and halves) must be zeroed. */
export function denseBytes(plan: PartPlan): { readonly zeros: number; readonly all: number } {
  const { rows, halves } = denseMemory(plan, 0);
  return {
    zeros: halves + QUICK_ZEROS,
    all: rows + (plan.part.selection.kind === "bits" ? BLOCK_ROWS * 4 : 0),
  };
}

/** Lays out the memory of a part, starting at an address. */
export function denseMemory(plan: PartPlan, start: number): DenseMemory {
  const { slots, sums } = plan;
  const tables = Array.from(
    { length: Math.max(1, sums.length) },
    (_, at) => start + at * slots * DenseCell.Bytes,
  );
  const afterTables = start + tables.length * slots * DenseCell.Bytes;
  const folds = plan.folds.map((_, at) => afterTables + at * slots * FoldCell.Bytes);
  const halves = afterTables + folds.length * slots * FoldCell.Bytes;
  const firsts = halves + QUICK_ZEROS + QUICK_ROOM;
  const combined = firsts + ((slots * 4 + 15) & ~15);
  const rows = combined + (areKeysCombined(plan) ? BLOCK_ROWS * 4 : 0);
  return { tables, folds, halves, firsts, combined, rows };
}

/**
 * Whether keys are first combined into one number per row; otherwise rows are grouped by a packed key
 * directly.
 */
export function areKeysCombined({ keys, folds }: Pick<PartPlan, "keys" | "folds">): boolean {
  return keys.length > 1 || keys.some(({ step, buckets }) => step > 0n || (buckets && folds.length > 0));
}

/** Kernel calls that group; each thread gathers its own groups. */
export class DenseCalls {
  readonly dense: RecordedKernels<DenseKernels>;
  readonly select: RecordedKernels<SelectKernels>;
  readonly memory: DenseMemory;
  readonly #crew: BlockCrew;
  readonly #work: Workspace;
  #next = 0;

  /** Each thread has `denseBytes` of memory, after `before` other scratch bytes. */
  constructor(crew: BlockCrew, work: Workspace, plan: PartPlan, before: number) {
    [this.#crew, this.#work] = [crew, work];
    ({ dense: this.dense, select: this.select } = crew.kernels);
    this.memory = denseMemory(plan, crew.own + before);
    const { zeros } = denseBytes(plan);
    for (const own of crew.owned) clear(work, own + before, zeros);
  }

  /** Receives calls of generated loops. */
  get loops(): LoopCalls {
    return this.#crew.calls;
  }

  /** Accesses a block at its address; see `withBlock`. */
  withBlock(block: Block, use: (pointer: number, nulls: number) => void): void {
    this.#crew.calls.withBlock(block, use);
  }

  /** Starts the calls of a piece, which are laid out one after the other. */
  beginPiece(memory: number): void {
    this.#next = memory;
  }

  /** Memory for the next `DenseCall`, not zeroed. */
  nextCall(): number {
    const call = this.#next;
    this.#next += DenseCall.Bytes;
    return call;
  }

  /** Stores a word of a call; an address in each thread's own memory is adjusted for the thread. */
  set(address: number, value: number): void {
    if (value >= OWN_ADDRESSES) this.#crew.calls.store(address, value);
    else this.#work.arena.u32[address >>> 2] = value;
  }
}

/** Maximum number of bytes to zero at a time, which takes a few milliseconds. */
const LARGE = 1 << 24;

function clear(work: Workspace, from: number, bytes: number): void {
  for (let at = 0; at < bytes; at += LARGE) {
    work.check();
    work.arena.u8.fill(0, from + at, from + Math.min(bytes, at + LARGE));
  }
}
