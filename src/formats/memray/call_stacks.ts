/**
 * Tracks the current frames of each thread and makes stacks from them; see call_stacks.part.as.ts.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { ListGrowth } from "../list_growth.ts";
import {
  Calls,
  CHUNK,
  Level,
  LEVEL_BYTES,
  MAIN_ROOT,
  Node,
  ROOT,
  ROOT_WORDS,
  Slot,
  ThreadCalls,
  UNKNOWN,
} from "./call_layout.ts";
import type { Exports as Kernels } from "./decoder.wasm.ts";
import type { FrameTable } from "./frame_table.ts";
import type { StackMaker } from "./stack_maker.ts";

const FIRST_LEVELS = 16;
const FIRST_NODE_WORDS = 1 << 12;
const FIRST_SLOTS = 1 << 10;
const FIRST_THREAD_SLOTS = 16;
/** Maximum number of words that one node takes. */
const NODE_WORDS = Node.Bytes / 4 + CHUNK;

/** Switches between threads and makes the stack of the current one. */
export class CallStacks {
  readonly #arena: Arena;
  readonly #kernel: Kernels;
  readonly #frames: FrameTable;
  readonly #maker: StackMaker;
  readonly #mainThread: bigint;
  /** Number of outermost frames of the main thread to hide, since they belong to memray. */
  readonly #skipped: number;
  readonly #growth = new ListGrowth(Slot.Bytes / 4);
  readonly #calls: KernelState<Calls>;
  /** Addresses of the threads, a `ThreadCalls` each. */
  readonly #threads: number[] = [];
  /** Address of the frame ids of one stack, and its capacity in ids. */
  #list = 0;
  #listRoom = 0;

  /** Starts with an empty stack for every thread. */
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
    this.#calls = new KernelState(arena, Calls.Bytes);
    this.#calls.setWide(Calls.Seed, crypto.getRandomValues(new BigUint64Array(1))[0]!);
    this.#calls.set(Calls.Nodes, arena.allocZeroed(4 * FIRST_NODE_WORDS));
    this.#calls.set(Calls.NodeRoom, FIRST_NODE_WORDS);
    this.#calls.set(Calls.NodeEnd, ROOT_WORDS);
    this.#calls.set(Calls.Slots, arena.allocZeroed(FIRST_SLOTS * Slot.Bytes));
    this.#calls.set(Calls.SlotMask, FIRST_SLOTS - 1);
    this.#calls.set(Calls.PairFactor, frames.numbers.factor);
    this.#calls.set(Calls.Threads, arena.allocZeroed(4 * FIRST_THREAD_SLOTS));
    this.#calls.set(Calls.ThreadMask, FIRST_THREAD_SLOTS - 1);
    this.#calls.set(Calls.Thread, this.#addThread(0n, ROOT));
  }

  /** Address of the `Calls` state that the kernel reads. */
  get pointer(): number {
    return this.#calls.pointer;
  }

  /** Gives the kernel the current addresses of the frame table, which moves as it grows. */
  point(): void {
    const { pointer, numbers } = this.#frames;
    this.#calls.set(Calls.Frames, pointer);
    this.#calls.set(Calls.Pairs, numbers.pointer);
    this.#calls.set(Calls.PairMask, numbers.mask);
  }

  /** Makes another thread current. */
  switchTo(id: bigint): void {
    if (this.#kernel.switchThread(this.pointer, id) !== 0) return;
    this.#addThread(id, id === this.#mainThread ? MAIN_ROOT : ROOT);
    this.#kernel.switchThread(this.pointer, id);
  }

  /** Pushes a frame onto the stack of the current thread. */
  enter(frame: number): void {
    while (this.#kernel.enter(this.pointer, frame) === 0) this.makeRoom();
  }

  /** Makes the current thread's stack in the stack pool, unless its node already has one. */
  makeStack(): void {
    let node = UNKNOWN;
    // WebAssembly returns a signed number; `>>> 0` makes it unsigned.
    while ((node = this.#kernel.currentStackNode(this.pointer) >>> 0) === UNKNOWN) this.makeRoom();
    const stack = (this.#calls.word(Calls.Nodes) >>> 2) + node + (Node.Stack >>> 2);
    if (this.#arena.u32[stack] !== UNKNOWN) return;
    const depth = this.#calls.word(Calls.Depth);
    const isMain = this.#calls.word(Calls.Root) === MAIN_ROOT;
    const shown = Math.max(0, depth - (isMain ? this.#skipped : 0));
    const kept = this.#maker.begin(shown);
    if (kept > this.#listRoom) {
      const room = Math.max(kept, 2 * this.#listRoom);
      this.#list = this.#grow(this.#list, 0, 4 * room);
      this.#listRoom = room;
    }
    const innermost = this.#calls.word(Calls.Levels) + (depth - 1) * Level.Bytes;
    let listed = 0;
    while ((listed = this.#kernel.listStack(this.pointer, this.#list, listed, kept)) < kept) {
      this.#frames.id(this.#arena.u32[(innermost - listed * Level.Bytes) >>> 2]!);
    }
    const list = this.#list >>> 2;
    this.#arena.u32[stack] = this.#maker.end(kept, this.#arena.u32.subarray(list, list + kept));
  }

  /**
   * Grows whatever is full (levels, nodes or hash slots), so that a frame and a node fit. Throws
   * `ReadingFullError`.
   */
  makeRoom(): void {
    if (this.#calls.word(Calls.Depth) === this.#calls.word(Calls.Room)) this.#growLevels();
    const room = this.#calls.word(Calls.NodeRoom);
    if (this.#calls.word(Calls.NodeEnd) + NODE_WORDS > room) {
      this.#calls.set(Calls.Nodes, this.#grow(this.#calls.word(Calls.Nodes), 4 * room, 8 * room));
      this.#calls.set(Calls.NodeRoom, 2 * room);
    }
    const count = this.#calls.word(Calls.SlotMask) + 1;
    if (2 * (this.#calls.word(Calls.NodeCount) + 1) < count) return;
    const before = this.#calls.word(Calls.Slots);
    this.#growth.bytesFor(2 * count * Slot.Bytes, 0);
    this.#calls.set(Calls.Slots, this.#arena.allocZeroed(2 * count * Slot.Bytes));
    this.#calls.set(Calls.SlotMask, 2 * count - 1);
    this.#kernel.moveSlots(this.pointer, before, count);
    this.#arena.free(before);
  }

  /** Frees the arena memory of levels, nodes and slots. */
  close(): void {
    const current = this.#calls.word(Calls.Thread);
    for (const thread of this.#threads) {
      const levels = this.#arena.u32[(thread + ThreadCalls.Levels) >>> 2]!;
      this.#arena.free(thread === current ? this.#calls.word(Calls.Levels) : levels);
      this.#arena.free(thread);
    }
    this.#arena.free(this.#list);
    for (const each of [Calls.Nodes, Calls.Slots, Calls.Threads]) this.#arena.free(this.#calls.word(each));
    this.#calls.close();
  }

  /** Adds a thread without frames; returns its address. */
  #addThread(id: bigint, root: number): number {
    const arena = this.#arena;
    const thread = arena.allocZeroed(ThreadCalls.Bytes);
    arena.u64[(thread + ThreadCalls.Id) >>> 3] = id;
    arena.u32[(thread + ThreadCalls.Root) >>> 2] = root;
    this.#threads.push(thread);
    const count = this.#calls.word(Calls.ThreadMask) + 1;
    if (2 * this.#threads.length < count) {
      this.#kernel.addThread(this.pointer, thread);
      return thread;
    }
    arena.free(this.#calls.word(Calls.Threads));
    this.#growth.bytesFor(2 * count * 4, 0);
    this.#calls.set(Calls.Threads, arena.allocZeroed(2 * count * 4));
    this.#calls.set(Calls.ThreadMask, 2 * count - 1);
    for (const each of this.#threads) this.#kernel.addThread(this.pointer, each);
    return thread;
  }

  #growLevels(): void {
    const before = this.#calls.word(Calls.Room);
    const room = Math.max(FIRST_LEVELS, 2 * before);
    this.#growth.bytesFor(room * LEVEL_BYTES, 0);
    const levels = this.#arena.alloc(room * LEVEL_BYTES), old = this.#calls.word(Calls.Levels);
    const numbers = old + before * Level.Bytes;
    this.#arena.u8.copyWithin(levels, old, numbers);
    this.#arena.u8.copyWithin(levels + room * Level.Bytes, numbers, numbers + 4 * before);
    this.#arena.free(old);
    this.#calls.set(Calls.Levels, levels);
    this.#calls.set(Calls.Room, room);
  }

  /** Grows an allocation to `wanted` bytes: in place if possible, else by copying its first `bytes` bytes. */
  #grow(before: number, bytes: number, wanted: number): number {
    this.#growth.bytesFor(wanted, 0);
    if (before !== 0 && this.#arena.extend(before, wanted)) return before;
    const pointer = this.#arena.alloc(wanted);
    this.#arena.u8.copyWithin(pointer, before, before + bytes);
    this.#arena.free(before);
    return pointer;
  }
}
