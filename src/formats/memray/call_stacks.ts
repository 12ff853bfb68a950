/**
 * Where each thread is, and the stacks that something was allocated at; see call_stacks.part.as.ts.
 * @module
 */

import { ReadingFullError } from "../../memory/arena.ts";
import type { Arena } from "../../memory/arena.ts";
import { dataSettings } from "../../memory/data_settings.ts";
import { Calls, CHUNK, Level, MAIN_ROOT, Node, ROOT, ROOT_WORDS, Slot, UNKNOWN } from "./call_layout.ts";
import type { Exports as Kernels } from "./decoder.wasm.ts";
import type { FrameTable } from "./frame_table.ts";
import type { StackMaker } from "./stack_maker.ts";

const FIRST_LEVELS = 16;
const FIRST_NODE_WORDS = 1 << 12;
const FIRST_SLOTS = 1 << 10;
/** Words of a node at most. */
const NODE_WORDS = Node.Bytes / 4 + CHUNK;

/** A list may take as much as this, however small the budget is. */
const LEAST_BYTES = 1 << 24;
/** Beside others that a reader has, each list stays within this part of the budget. */
const LISTS = 8;

/** A thread that other records are of. */
interface Thread {
  readonly root: number;
  levels: number;
  room: number;
  depth: number;
  fresh: number;
}

/** Says which thread records are of, and makes stacks. */
export class CallStacks {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #frames: FrameTable;
  readonly #maker: StackMaker;
  readonly #mainThread: bigint;
  /** Outermost frames of the main thread that are not shown. */
  readonly #skipped: number;
  readonly #most = Math.max(LEAST_BYTES, dataSettings().budget / LISTS);
  readonly #threads = new Map<bigint, Thread>();
  #thread: Thread = { root: ROOT, levels: 0, room: 0, depth: 0, fresh: 0 };
  /** Where `Calls` are. */
  readonly pointer: number;

  /** No thread is in any frame. */
  constructor(
    arena: Arena,
    kernel: Kernels,
    frames: FrameTable,
    maker: StackMaker,
    { mainThread, skippedFrames }: { mainThread: bigint; skippedFrames: number },
  ) {
    this.#arena = arena;
    this.#kernel = kernel;
    this.#frames = frames;
    this.#maker = maker;
    this.#mainThread = mainThread;
    this.#skipped = skippedFrames;
    this.pointer = arena.allocZeroed(Calls.Bytes);
    this.#threads.set(0n, this.#thread);
    arena.u64[(this.pointer + Calls.Seed) >>> 3] = crypto.getRandomValues(new BigUint64Array(1))[0]!;
    this.#set(Calls.Nodes, arena.allocZeroed(4 * FIRST_NODE_WORDS));
    this.#set(Calls.NodeRoom, FIRST_NODE_WORDS);
    this.#set(Calls.NodeEnd, ROOT_WORDS);
    this.#set(Calls.Slots, arena.allocZeroed(FIRST_SLOTS * Slot.Bytes));
    this.#set(Calls.SlotMask, FIRST_SLOTS - 1);
    this.#set(Calls.PairFactor, frames.numbers.factor);
  }

  /** Points the kernel at the frames, which records add to. */
  point(): void {
    const { pointer, numbers } = this.#frames;
    this.#set(Calls.Frames, pointer);
    this.#set(Calls.Pairs, numbers.pointer);
    this.#set(Calls.PairMask, numbers.mask);
  }

  /** Records are of another thread from here on. */
  switchTo(id: bigint): void {
    const before = this.#thread;
    before.depth = this.#get(Calls.Depth);
    before.fresh = this.#get(Calls.Fresh);
    let thread = this.#threads.get(id);
    if (thread === undefined) {
      const root = id === this.#mainThread ? MAIN_ROOT : ROOT;
      thread = { root, levels: 0, room: 0, depth: 0, fresh: 0 };
      this.#threads.set(id, thread);
    }
    this.#thread = thread;
    this.#set(Calls.Root, thread.root);
    this.#set(Calls.Levels, thread.levels);
    this.#set(Calls.Room, thread.room);
    this.#set(Calls.Depth, thread.depth);
    this.#set(Calls.Fresh, thread.fresh);
  }

  /** The thread enters a frame. */
  enter(frame: number): void {
    while (this.#kernel.enter(this.pointer, frame) === 0) this.makeRoom();
  }

  /** Makes the stack that the thread is in, unless it is known. */
  makeStack(): void {
    let node = UNKNOWN;
    // A result above 2 GiB has a sign.
    while ((node = this.#kernel.nodeHere(this.pointer) >>> 0) === UNKNOWN) this.makeRoom();
    const stack = (this.#get(Calls.Nodes) >>> 2) + node + (Node.Stack >>> 2);
    if (this.#arena.u32[stack] !== UNKNOWN) return;
    const depth = this.#get(Calls.Depth);
    const shown = Math.max(0, depth - (this.#thread.root === MAIN_ROOT ? this.#skipped : 0));
    const kept = this.#maker.begin(shown);
    const { list } = this.#maker, { u32 } = this.#arena;
    let level = (this.#get(Calls.Levels) + depth * Level.Bytes) >>> 2;
    for (let at = 0; at < kept; at++) list[at] = this.#frames.id(u32[level -= Level.Bytes >>> 2]!);
    u32[stack] = this.#maker.end(kept);
  }

  /** Makes room for a frame and a node, in whatever has none. Throws `ReadingFullError`. */
  makeRoom(): void {
    if (this.#get(Calls.Depth) === this.#thread.room) this.#growLevels();
    const room = this.#get(Calls.NodeRoom);
    if (this.#get(Calls.NodeEnd) + NODE_WORDS > room) {
      this.#set(Calls.Nodes, this.#grow(this.#get(Calls.Nodes), 4 * room, 8 * room));
      this.#set(Calls.NodeRoom, 2 * room);
    }
    const count = this.#get(Calls.SlotMask) + 1;
    if (2 * (this.#get(Calls.NodeCount) + 1) < count) return;
    const before = this.#get(Calls.Slots);
    this.#need(2 * count * Slot.Bytes);
    this.#set(Calls.Slots, this.#arena.allocZeroed(2 * count * Slot.Bytes));
    this.#set(Calls.SlotMask, 2 * count - 1);
    this.#kernel.moveSlots(this.pointer, before, count);
    this.#arena.free(before);
  }

  /** Gives the memory back. */
  close(): void {
    for (const { levels } of this.#threads.values()) this.#arena.free(levels);
    for (const each of [Calls.Nodes, Calls.Slots]) this.#arena.free(this.#get(each));
    this.#arena.free(this.pointer);
  }

  #growLevels(): void {
    const thread = this.#thread;
    const room = Math.max(FIRST_LEVELS, 2 * thread.room);
    thread.levels = this.#grow(thread.levels, thread.room * Level.Bytes, room * Level.Bytes);
    thread.room = room;
    this.#set(Calls.Levels, thread.levels);
    this.#set(Calls.Room, room);
  }

  /** A longer piece with what is in another one, which it takes the place of. */
  #grow(before: number, bytes: number, wanted: number): number {
    this.#need(wanted);
    if (before !== 0 && this.#arena.extend(before, wanted)) return before;
    const pointer = this.#arena.alloc(wanted);
    this.#arena.u8.copyWithin(pointer, before, before + bytes);
    this.#arena.free(before);
    return pointer;
  }

  #need(bytes: number): void {
    if (bytes > this.#most) throw new ReadingFullError("the backtraces of the program", bytes);
  }

  #get(field: Calls): number {
    return this.#arena.u32[(this.pointer + field) >>> 2]!;
  }

  #set(field: Calls, value: number): void {
    this.#arena.u32[(this.pointer + field) >>> 2] = value;
  }
}
