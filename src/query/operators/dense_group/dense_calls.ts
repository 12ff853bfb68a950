/**
 * The calls of kernels that group a block, and the memory of each thread that makes them.
 * @module
 */

import { OWN } from "../../../memory/call_list.ts";
import type { Written } from "../../../memory/kernel_table.ts";
import { type Block, BLOCK_ROWS } from "../../../tables/block.ts";
import type { Crew } from "../../execution/each_block.ts";
import type { Exports as DenseKernels } from "../../execution/kernels/dense.wasm.ts";
import { FoldCell } from "../../execution/loops/loop_interface.ts";
import { DenseCall, DenseCell } from "../../execution/kernels/dense_layout.ts";
import type { LoopCalls } from "../../execution/kernel_calls.ts";
import type { Exports as SelectKernels } from "../../execution/kernels/select.wasm.ts";
import type { Workspace } from "../../execution/relation.ts";
import type { PartPlan } from "./dense_plan.ts";

/** Stored keys of a block up to which what a block adds to them stays in a near cache. */
export const QUICK_KEYS = 4096;
/** What `denseGroupQuick` wants for so many keys: zeros, and room. */
const QUICK_ZEROS = 82_176;
const QUICK_ROOM = 4096;

/** Where groups are gathered. */
export interface DenseMemory {
  /** Cells of each summed column; without one the first counts rows. */
  readonly tables: readonly number[];
  /** First row of each slot. */
  readonly firsts: number;
  /** Cells of each fold. */
  readonly folds: readonly number[];
  /** What a block adds: zeros before and after each call. */
  readonly halves: number;
  /** Combined keys of a block, when there are several. */
  readonly combined: number;
  /** Row numbers of a block of which not all rows count. */
  readonly rows: number;
}

/** Bytes of it, with its tables, folds and halves at the front, which have to be zeros. */
export function denseBytes(plan: PartPlan): { readonly zeros: number; readonly all: number } {
  const { rows, halves } = denseMemory(plan, 0);
  return {
    zeros: halves + QUICK_ZEROS,
    all: rows + (plan.part.selection.kind === "bits" ? BLOCK_ROWS * 4 : 0),
  };
}

/** The memory of a part of dense groups, cut out of a piece from an address on. */
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
  const rows = combined + (isCombined(plan) ? BLOCK_ROWS * 4 : 0);
  return { tables, folds, halves, firsts, combined, rows };
}

/** Whether rows get numbers of their own before they are grouped, and not by packed keys as they are. */
export function isCombined({ keys, folds }: Pick<PartPlan, "keys" | "folds">): boolean {
  return keys.length > 1 || keys.some(({ step, buckets }) => step > 0n || (buckets && folds.length > 0));
}

/** Calls of kernels that group. Each thread gathers groups of its own. */
export class DenseCalls {
  readonly dense: Written<DenseKernels>;
  readonly select: Written<SelectKernels>;
  readonly memory: DenseMemory;
  readonly #crew: Crew;
  readonly #work: Workspace;
  #next = 0;

  /** The memory of each thread is `denseBytes` long, after other bytes of its own. */
  constructor(crew: Crew, work: Workspace, plan: PartPlan, before: number) {
    [this.#crew, this.#work] = [crew, work];
    ({ dense: this.dense, select: this.select } = crew.kernels);
    this.memory = denseMemory(plan, crew.own + before);
    const { zeros } = denseBytes(plan);
    for (const own of crew.owned) clear(work, own + before, zeros);
  }

  /** Calls of generated loops. */
  get loops(): LoopCalls {
    return this.#crew.calls;
  }

  /** Looks at a block where it lies; see `withBlock`. */
  withBlock(block: Block, use: (pointer: number, nulls: number) => void): void {
    this.#crew.calls.withBlock(block, use);
  }

  /** The calls of a piece are written one after the other. */
  beginPiece(memory: number): void {
    this.#next = memory;
  }

  /** Memory of the next `DenseCall`, with anything in it. */
  nextCall(): number {
    const call = this.#next;
    this.#next += DenseCall.Bytes;
    return call;
  }

  /** Writes a word of a call, which may be an address of a thread's own memory. */
  set(address: number, value: number): void {
    if (value >= OWN) this.#crew.calls.store(address, value);
    else this.#work.arena.u32[address >>> 2] = value;
  }
}

/** Memory that is zeroed in one go: a few milliseconds. */
const LARGE = 1 << 24;

function clear(work: Workspace, from: number, bytes: number): void {
  for (let at = 0; at < bytes; at += LARGE) {
    work.check();
    work.arena.u8.fill(0, from + at, from + Math.min(bytes, at + LARGE));
  }
}
