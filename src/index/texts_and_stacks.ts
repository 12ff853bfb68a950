/**
 * Texts and backtraces of a saved index: read, and taken into a session.
 * @module
 */

import type { Frame } from "../events/stack_pool.ts";
import type { Pools } from "../tables/pools.ts";
import { BytesReader } from "./bytes_writer.ts";
import { type Numbers, sizeOf } from "./numbers.ts";

/** A text and its number. */
interface SavedText {
  readonly code: number;
  readonly bytes: Uint8Array;
}

/** The texts of an index. */
export function readTexts(from: BytesReader): SavedText[] {
  return Array.from({ length: from.u32() }, () => ({ code: from.u32(), bytes: from.block() }));
}

function sizeOfAll(numbers: readonly number[]): number {
  const size = sizeOf(numbers);
  if (size === undefined) throw new RangeError("Cannot read an index: its numbers lie too far apart");
  return size;
}

/** Takes texts into a session: their numbers there. */
export function internTexts({ strings }: Pools, texts: readonly SavedText[]): Numbers {
  const size = sizeOfAll(texts.map(({ code }) => code));
  const to = new Uint32Array(size);
  let isSame = true;
  for (const { code, bytes } of texts) {
    const found = strings.internAt(code, bytes);
    to[code] = found;
    if (found !== code) isSame = false;
  }
  return { size, to, isSame };
}

/** Frames, and backtraces as lists of them. */
interface SavedStacks {
  readonly frames: readonly { readonly id: number; readonly frame: Frame }[];
  readonly stacks: readonly { readonly id: number; readonly frames: Uint32Array }[];
}

/** Its frames and backtraces. */
export function readStacks(from: BytesReader): SavedStacks {
  const frames = Array.from({ length: from.u32() }, () => {
    const id = from.u32();
    // Plain JSON: `fromJson`, which looks at each value again, takes three times as long.
    return { id, frame: JSON.parse(from.text()) as Frame };
  });
  const stacks = Array.from({ length: from.u32() }, () => {
    const id = from.u32();
    const depth = from.u32();
    if (depth * 4 > from.left) throw new RangeError("Cannot read an index: a stack is longer than it");
    const frames = new Uint32Array(depth);
    for (let level = 0; level < depth; level++) frames[level] = from.u32();
    return { id, frames };
  });
  return { frames, stacks };
}

/** Takes backtraces into a session: their numbers there. */
export function internStacks({ stacks }: Pools, saved: SavedStacks, texts: Numbers): Numbers {
  const text = (code: number): number => texts.to[code] ?? 0;
  const frameIds = new Uint32Array(sizeOfAll(saved.frames.map(({ id }) => id)));
  for (const { id, frame } of saved.frames) {
    const { func, module, file } = frame;
    frameIds[id] = stacks.frame({ ...frame, func: text(func), module: text(module), file: text(file) });
  }
  const size = sizeOfAll(saved.stacks.map(({ id }) => id));
  const to = new Uint32Array(size);
  let isSame = true;
  let list = new Uint32Array(256);
  for (const { id, frames } of saved.stacks) {
    const depth = frames.length;
    if (depth > list.length) list = new Uint32Array(2 * depth);
    for (let level = 0; level < depth; level++) list[level] = frameIds[frames[level]!] ?? 0;
    const found = stacks.stack(list, 0, depth);
    to[id] = found;
    if (found !== id) isSame = false;
  }
  return { size, to, isSame };
}

/** Gives the texts and backtraces of an index the numbers that they have in it, in a session that has none yet. */
export function repeatNumbers(pools: Pools, contents: Uint8Array): void {
  const from = new BytesReader(contents);
  const texts = readTexts(from);
  sizeOfAll(texts.map(({ code }) => code));
  for (const { code, bytes } of texts) pools.strings.internAt(code, bytes);
  const { stacks } = pools;
  const saved = readStacks(from);
  // Numbers are given out one after the other: something takes the place of frames and backtraces that others had.
  let fillers = 0;
  const filler = (): number => stacks.frame({ ...NO_FRAME, addrLow: fillers++, variant: FILLER });
  let next = 1;
  sizeOfAll(saved.frames.map(({ id }) => id));
  for (const { id, frame } of saved.frames) {
    while (next < id) next = filler() + 1;
    next = stacks.frame(frame) + 1;
  }
  sizeOfAll(saved.stacks.map(({ id }) => id));
  for (const { id, frames } of saved.stacks.toSorted((left, right) => left.id - right.id)) {
    while (stacks.size < id) stacks.stack(Uint32Array.of(filler()), 0, 1);
    stacks.stack(frames, 0, frames.length);
  }
}

/** No trace has so many frames that differ in their spelling only. */
const FILLER = 1 << 28;
const NO_FRAME: Frame = {
  ...{ addrLow: 0, addrHigh: 0, hasAddr: true, func: 0, module: 0, file: 0, line: 0 },
  ...{ offsetLow: 0, offsetHigh: 0, hasOffset: false },
};
