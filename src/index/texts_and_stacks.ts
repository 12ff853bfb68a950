/**
 * Texts and backtraces of a saved index: read, and taken into a session.
 * @module
 */

import type { Frame } from "../events/stack_pool.ts";
import type { Pools } from "../tables/pools.ts";
import type { BytesReader } from "./bytes_writer.ts";
import { type Numbers, sizeOf } from "./numbers.ts";
import { fromJson } from "./plain_values.ts";

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
    return { id, frame: fromJson(from.text()) as Frame };
  });
  const stacks = Array.from({ length: from.u32() }, () => {
    const id = from.u32();
    const depth = from.u32();
    if (depth * 4 > from.left) throw new RangeError("Cannot read an index: a stack is longer than it");
    return { id, frames: Uint32Array.from({ length: depth }, () => from.u32()) };
  });
  return { frames, stacks };
}

/** Takes backtraces into a session: their numbers there. */
export function internStacks({ stacks }: Pools, saved: SavedStacks, texts: Numbers): Numbers {
  const text = (code: number): number => texts.to[code] ?? 0;
  const frameIds = new Map(saved.frames.map(({ id, frame }) => [
    id,
    stacks.frame({ ...frame, func: text(frame.func), module: text(frame.module), file: text(frame.file) }),
  ]));
  const size = sizeOfAll(saved.stacks.map(({ id }) => id));
  const to = new Uint32Array(size);
  let isSame = true;
  for (const { id, frames } of saved.stacks) {
    const found = stacks.stack(frames.map((frame) => frameIds.get(frame) ?? 0), 0, frames.length);
    to[id] = found;
    if (found !== id) isSame = false;
  }
  return { size, to, isSame };
}
