/**
 * Stores the texts and backtraces of a saved index as columns, and merges them into a session. A profile may
 * have a million backtraces, so none becomes an object.
 * @module
 */

import type { Frame } from "../events/stack_pool.ts";
import type { Pools } from "../tables/pools.ts";
import { BytesReader, type BytesWriter } from "./bytes_writer.ts";
import { denseSize, type PackedNumbers } from "./packed_numbers.ts";

/** Texts: their numbers, their lengths in bytes, and the bytes in sequence. */
interface SavedTexts {
  readonly codes: Uint32Array;
  readonly lengths: Uint32Array;
  readonly bytes: Uint8Array;
}

/** Writes the texts of a session. */
export function writeTexts(to: BytesWriter, { strings }: Pools): void {
  const codes = Uint32Array.from(strings.held);
  const lengths = codes.map((code) => strings.bytes(code).length);
  to.words(codes);
  to.words(lengths);
  to.u32(sumOfNumbers(lengths));
  for (const code of codes) to.raw(strings.bytes(code));
}

/** The texts of an index. */
export function readTexts(from: BytesReader): SavedTexts {
  const texts = { codes: from.words(), lengths: from.words(), bytes: from.block() };
  if (texts.codes.length !== texts.lengths.length || sumOfNumbers(texts.lengths) !== texts.bytes.length) {
    throw new RangeError("Cannot read an index: the lengths of its texts differ");
  }
  return texts;
}

function sumOfNumbers(numbers: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < numbers.length; at++) sum += numbers[at]!;
  return sum;
}

function sizeOfAll(numbers: Uint32Array): number {
  const size = denseSize(numbers);
  if (size === undefined) throw new RangeError("Cannot read an index: its numbers are too large");
  return size;
}

/** Interns texts in a session and returns their numbers there. */
export function internTexts({ strings }: Pools, { codes, lengths, bytes }: SavedTexts): PackedNumbers {
  const size = sizeOfAll(codes);
  const to = new Uint32Array(size);
  let isSame = true;
  let at = 0;
  codes.forEach((code, text) => {
    const end = at + lengths[text]!;
    const found = strings.internAt(code, bytes.subarray(at, end));
    at = end;
    to[code] = found;
    if (found !== code) isSame = false;
  });
  return { size, to, isSame };
}

/** Words of a frame: its number and its fields. */
export const FRAME_WORDS = 10;
const HAS_ADDR = 1;
const HAS_OFFSET = 2;
const VARIANT_SHIFT = 2;

/**
 * Frames, and backtraces in order of first appearance: their numbers, depths, and frame lists in sequence.
 */
interface SavedStacks {
  readonly frames: Uint32Array;
  readonly ids: Uint32Array;
  readonly depths: Uint32Array;
  readonly lists: Uint32Array | Uint16Array;
}

/** Writes the backtraces of a session. */
export function writeStacks(to: BytesWriter, { stacks }: Pools): void {
  const held = stacks.heldFrames;
  const frames = new Uint32Array(FRAME_WORDS * held.length);
  held.forEach((id, at) => frames.set(wordsOf(id, stacks.describeFrame(id)), FRAME_WORDS * at));
  to.words(frames);
  const ids = Uint32Array.from(stacks.held);
  const depths = ids.map((id) => stacks.bareDepth(id));
  to.words(ids);
  to.words(depths);
  const isNarrow = (held.at(-1) ?? 0) <= 0xffff;
  const lists = new (isNarrow ? Uint16Array : Uint32Array)(sumOfNumbers(depths));
  let at = 0;
  for (const id of ids) at = stacks.copyBareFrames(id, lists, at);
  to.u32(isNarrow ? 1 : 0);
  if (lists instanceof Uint16Array) to.halves(lists);
  else to.words(lists);
}

/** Reads the frames and backtraces of an index. */
export function readStacks(from: BytesReader): SavedStacks {
  const [frames, ids, depths] = [from.words(), from.words(), from.words()];
  const lists = from.u32() === 1 ? from.halves() : from.words();
  if (
    frames.length % FRAME_WORDS !== 0 || ids.length !== depths.length || sumOfNumbers(depths) !== lists.length
  ) throw new RangeError("Cannot read an index: the lengths of its backtraces differ");
  return { frames, ids, depths, lists };
}

function wordsOf(id: number, frame: Frame): number[] {
  const flags = (frame.hasAddr ? HAS_ADDR : 0) | (frame.hasOffset ? HAS_OFFSET : 0) |
    ((frame.variant ?? 0) << VARIANT_SHIFT);
  const { addrLow, addrHigh, func, module, file, line, offsetLow, offsetHigh } = frame;
  return [id, flags, addrLow, addrHigh, func, module, file, line, offsetLow, offsetHigh];
}

/** The frame that begins at a word. */
function frameAt(words: Uint32Array, at: number): Frame {
  const flags = words[at + 1]!;
  return {
    addrLow: words[at + 2]!,
    addrHigh: words[at + 3]!,
    hasAddr: (flags & HAS_ADDR) !== 0,
    func: words[at + 4]!,
    module: words[at + 5]!,
    file: words[at + 6]!,
    line: words[at + 7]!,
    offsetLow: words[at + 8]!,
    offsetHigh: words[at + 9]!,
    hasOffset: (flags & HAS_OFFSET) !== 0,
    variant: flags >>> VARIANT_SHIFT,
  };
}

/** Numbers of the frames, in the order of the frames. */
function frameIdsOf(frames: Uint32Array): Uint32Array {
  return Uint32Array.from({ length: frames.length / FRAME_WORDS }, (_, at) => frames[FRAME_WORDS * at]!);
}

/** Numbers of backtraces in a session, and of frames. */
interface StackNumbers extends PackedNumbers {
  readonly frames: PackedNumbers;
}

/** Interns backtraces in a session and returns their numbers there. */
export function internStacks({ stacks }: Pools, saved: SavedStacks, texts: PackedNumbers): StackNumbers {
  const text = (code: number): number => texts.to[code] ?? 0;
  const { frames, ids, depths, lists } = saved;
  const frameIds = new Uint32Array(sizeOfAll(frameIdsOf(frames)));
  let isSameFrame = true;
  for (let at = 0; at < frames.length; at += FRAME_WORDS) {
    const frame = frameAt(frames, at);
    const { func, module, file } = frame;
    const found = stacks.frame({ ...frame, func: text(func), module: text(module), file: text(file) });
    frameIds[frames[at]!] = found;
    if (found !== frames[at]) isSameFrame = false;
  }
  const size = sizeOfAll(ids);
  const to = new Uint32Array(size);
  let isSame = true;
  let list = new Uint32Array(256);
  for (let stack = 0, from = 0; stack < ids.length; stack++) {
    const id = ids[stack]!, depth = depths[stack]!;
    if (depth > list.length) list = new Uint32Array(2 * depth);
    for (let level = 0; level < depth; level++) list[level] = frameIds[lists[from + level]!] ?? 0;
    const found = stacks.stack(list, 0, depth);
    to[id] = found;
    if (found !== id) isSame = false;
    from += depth;
  }
  return { size, to, isSame, frames: { size: frameIds.length, to: frameIds, isSame: isSameFrame } };
}

/** Gives the texts and backtraces of an index their original numbers, in an empty session. */
export function repeatNumbers(pools: Pools, contents: Uint8Array): void {
  const from = new BytesReader(contents);
  const texts = readTexts(from);
  internTexts(pools, texts);
  const { stacks } = pools;
  const saved = readStacks(from);
  // Numbers are assigned in sequence. Where the index has gaps, fillers take the numbers.
  let fillers = 0;
  const filler = (): number => stacks.frame({ ...NO_FRAME, addrLow: fillers++, variant: FILLER });
  let next = 1;
  const { frames, ids, depths, lists } = saved;
  sizeOfAll(frameIdsOf(frames));
  for (let at = 0; at < frames.length; at += FRAME_WORDS) {
    while (next < frames[at]!) next = filler() + 1;
    next = stacks.frame(frameAt(frames, at)) + 1;
  }
  sizeOfAll(ids);
  const starts = new Uint32Array(ids.length);
  for (let at = 1; at < ids.length; at++) starts[at] = starts[at - 1]! + depths[at - 1]!;
  for (const at of Uint32Array.from(ids.keys()).sort((left, right) => ids[left]! - ids[right]!)) {
    while (stacks.size < ids[at]!) stacks.stack(Uint32Array.of(filler()), 0, 1);
    const from = starts[at]!, depth = depths[at]!;
    stacks.stack(Uint32Array.from(lists.subarray(from, from + depth)), 0, depth);
  }
}

/** The variant of filler frames. No trace uses it, because no frame has that many spellings. */
const FILLER = 1 << 28;
const NO_FRAME: Frame = {
  ...{ addrLow: 0, addrHigh: 0, hasAddr: true, func: 0, module: 0, file: 0, line: 0 },
  ...{ offsetLow: 0, offsetHigh: 0, hasOffset: false },
};
