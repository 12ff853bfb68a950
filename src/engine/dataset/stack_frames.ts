/**
 * Tables of backtraces: `stacks`, one row each, and `stack_frames`, one row per frame.
 * @module
 */

import { foldRecursion } from "../../base/fold_recursion.ts";
import { STACKS_COLUMNS } from "../built_in_tables.ts";
import type { BatchColumn, Cells, RowBatch } from "../row_batches.ts";
import { frameName } from "../../query/execution/frame_name.ts";
import type { Pools } from "../../tables/pools.ts";
import { BatchMaker } from "./batch_maker.ts";

/** Columns of the table `stack_frames`. */
export const FRAME_COLUMNS: readonly (BatchColumn & { readonly doc: string })[] = [
  { name: "stack", type: "u64", doc: "number of the backtrace, as in the column stack" },
  { name: "depth", type: "u64", doc: "0 for the innermost frame; the column level of unwind" },
  { name: "addr", type: "u64", display: "hex", doc: "code address" },
  { name: "func", type: "text", doc: "function" },
  { name: "module", type: "text", doc: "program or library" },
  { name: "offset", type: "u64", display: "hex", doc: "offset in function or module, as the format says" },
  { name: "file", type: "text", doc: "source file" },
  { name: "line", type: "u64", doc: "source line" },
  {
    name: "name",
    type: "text",
    doc: "the function, or module and offset, or the address: as callers and tree show it",
  },
  {
    name: "fold",
    type: "u64",
    doc: "level in tree, 0 for the outermost: frames of one recursion share a level, as in tree",
  },
];

/** The column that `stacks` has only in datasets. */
const FUNCS: BatchColumn & { readonly doc: string } = {
  name: "funcs",
  type: "text",
  list: true,
  doc: "names of the frames, innermost first, as a list",
};

/** Columns of the table `stacks`. */
export const STACK_COLUMNS: readonly (BatchColumn & { readonly doc: string })[] = [...STACKS_COLUMNS, FUNCS];

/** Maximum number of frames in a batch; long backtraces come in smaller batches. */
const BATCH_FRAMES = 1 << 18;
const BATCH_STACKS = 1 << 16;
const UNKNOWN = "?";

/** Every frame of the backtraces in these pools. */
export function* frameBatches(pools: Pools): Generator<RowBatch> {
  const maker = new BatchMaker(FRAME_COLUMNS.length);
  const names = new FrameNames(pools);
  const { stacks } = pools;
  const number = (column: number, has: boolean, low: number, high = 0): void =>
    has ? maker.put(column, low, high) : maker.putNull(column);
  for (const stack of stacks.held) {
    const depth = stacks.depth(stack);
    const codes = Array.from(
      { length: depth },
      (_, at) => names.codeOf(stacks.frameAt(stack, depth - 1 - at)),
    );
    const { levels } = foldRecursion(codes, (code) => code !== 0);
    for (let level = 0; level < depth; level++) {
      const frame = stacks.frameAt(stack, level);
      const facts = stacks.describeFrame(frame);
      maker.put(0, stack);
      maker.put(1, level);
      number(2, facts.hasAddr, facts.addrLow, facts.addrHigh);
      number(3, facts.func !== 0, facts.func);
      number(4, facts.module !== 0, facts.module);
      number(5, facts.hasOffset, facts.offsetLow, facts.offsetHigh);
      number(6, facts.file !== 0, facts.file);
      number(7, facts.line > 0, facts.line);
      const name = codes[depth - 1 - level]!;
      number(8, name !== 0, name);
      maker.put(9, levels[depth - 1 - level]!);
      maker.endRow();
      if (maker.isFull) yield maker.take();
    }
  }
  if (maker.rows > 0) yield maker.take();
}

/** Every backtrace in these pools. */
export function* stackBatches(pools: Pools): Generator<RowBatch> {
  const names = new FrameNames(pools);
  const { stacks, strings } = pools;
  const { held } = stacks;
  for (let first = 0; first < held.length;) {
    let frames = 0;
    let end = first;
    while (end < held.length && end - first < BATCH_STACKS && (end === first || frames < BATCH_FRAMES)) {
      frames += stacks.depth(held[end++]!);
    }
    const maker = new BatchMaker(STACKS_COLUMNS.length);
    const lengths = new Uint32Array(end - first);
    const codes = new BigUint64Array(frames);
    const unknown = BigInt(strings.internText(UNKNOWN));
    let at = 0;
    for (let row = 0; row < lengths.length; row++) {
      const id = held[first + row]!;
      const depth = stacks.depth(id);
      const from = at;
      for (let level = 0; level < depth; level++) {
        codes[at++] = BigInt(names.codeOf(stacks.frameAt(id, level))) || unknown;
      }
      lengths[row] = depth;
      maker.put(0, id);
      maker.put(1, id);
      maker.put(2, depth);
      for (const [column, place] of [[3, from], [4, at - 1]] as const) {
        if (depth > 0) maker.put(column, Number(codes[place]));
        else maker.putNull(column);
      }
      const texts = Array.from(codes.subarray(from, at), (code) => strings.text(Number(code)));
      maker.put(5, strings.internText(texts.join(" < ")));
      maker.endRow();
    }
    yield withLists(maker.take(), codes, lengths);
    first = end;
  }
}

/** Converts the last column of a batch to lists of texts. */
function withLists(
  batch: RowBatch,
  codes: BigUint64Array<ArrayBuffer>,
  lengths: Uint32Array<ArrayBuffer>,
): RowBatch {
  const lists: Cells = {
    words: codes,
    halves: new Uint32Array(codes.buffer),
    nulls: new Uint8Array(codes.length),
    nullCount: 0,
    lengths,
  };
  return { ...batch, read: (column) => column === STACKS_COLUMNS.length ? lists : batch.read(column) };
}

/** Names of frames, as string pool codes. */
class FrameNames {
  readonly #pools: Pools;
  readonly #codes = new Map<number, number>();

  constructor(pools: Pools) {
    this.#pools = pools;
  }

  /** The code of a frame's name; 0 if it is unknown. */
  codeOf(frame: number): number {
    let code = this.#codes.get(frame);
    if (code === undefined) {
      const { stacks, strings } = this.#pools;
      const name = frameName(stacks.describeFrame(frame), strings);
      code = name === "" ? 0 : strings.internText(name);
      this.#codes.set(frame, code);
    }
    return code;
  }
}
