/**
 * State that the kernel and the machine share while a pickle is read: the value stack, the memo, entries,
 * frames, frame lists, and caches of recent texts, frames and backtraces.
 * @module
 */

import type { TraceSink } from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { ArenaList } from "../arena_list.ts";
import { SNAPSHOT_LIMITS } from "./limits.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./pickle.wasm.ts";
import {
  CHUNK_SHIFT,
  Entry,
  Frame,
  FRAME_SLOTS,
  FRAMES_PER_STACK,
  FrameSlot,
  List,
  STACK_IDS,
  STACK_SLOTS,
  StackSlot,
  State,
  TEXT_BYTES,
  TEXT_SLOTS,
  TextSlot,
  Value,
} from "./pickle_layout.ts";
import { Records } from "./records.ts";
import { roleTable } from "./roles.ts";

/** The memory of one pickle. */
export class PickleState {
  readonly arena: Arena;
  /** The kernel that works on this memory. */
  readonly kernel: Kernels;
  /** Address of the kernel's `State`. */
  readonly pointer: number;
  /** Entries of the traces of all devices, in file order. `close` does not free them. */
  readonly entries: Records;
  /** Frames, as read from their dictionaries. */
  readonly frames: Records;
  /** Lists of frames. */
  readonly lists: Records;
  /** Frames of all lists, one list after another, as frame numbers. */
  readonly pool: ArenaList;
  readonly #stack: ArenaList;
  readonly #memo: ArenaList;
  readonly #pieces: number[] = [];

  /** Allocates the memory and sets the limits. */
  constructor({ arena, strings }: TraceSink) {
    this.arena = arena;
    this.kernel = instantiate<Kernels>(WASM_BASE64, arena);
    this.pointer = this.#piece(State.Bytes);
    this.entries = new Records(arena, Entry.Bytes);
    this.frames = new Records(arena, Frame.Bytes);
    this.lists = new Records(arena, List.Bytes);
    this.pool = new ArenaList(arena, 4);
    this.#stack = new ArenaList(arena, Value.Bytes);
    this.#memo = new ArenaList(arena, 4);
    this.set(State.Deepest, SNAPSHOT_LIMITS.nesting.most);
    this.set(State.LongestText, SNAPSHOT_LIMITS.text.most);
    this.set(State.Marks, this.#piece(4 * 2 * SNAPSHOT_LIMITS.nesting.most));
    this.set(State.Texts, this.#piece(TEXT_SLOTS * TextSlot.Bytes));
    this.set(State.TextBytes, this.#piece(TEXT_BYTES));
    this.set(State.FrameSlots, this.#piece(FRAME_SLOTS * FrameSlot.Bytes));
    this.set(State.StackSlots, this.#piece(STACK_SLOTS * StackSlot.Bytes));
    this.set(State.StackIds, this.#piece(4 * STACK_IDS));
    this.set(State.Ids, this.#piece(4 * FRAMES_PER_STACK));
    const roles = roleTable();
    this.set(State.Roles, this.#piece(roles.length));
    arena.u8.set(roles, this.get(State.Roles));
    this.set(State.Factor, crypto.getRandomValues(new Uint32Array(1))[0]! | 1);
    this.set(State.NotAvailable, strings.internText("N/A"));
    this.#show();
  }

  /** Number of values on the stack. */
  get depth(): number {
    return this.get(State.Depth);
  }

  /** Reads a word of a value on the stack. */
  value(place: number, field: Value): number {
    return this.#stack.word(place, field);
  }

  /** Sets a word of a value on the stack. */
  setValue(place: number, field: Value, word: number): void {
    this.#stack.set(place, field, word);
  }

  /** Reads a word of the state. */
  get(field: State): number {
    return this.arena.u32[(this.pointer + field) >>> 2]!;
  }

  /** Sets a word of the state. */
  set(field: State, word: number): void {
    this.arena.u32[(this.pointer + field) >>> 2] = word;
  }

  /** Runs opcodes from the arena until the kernel stops; returns the reason. */
  run(): number {
    const stop = this.kernel.run(this.pointer);
    this.entries.length = this.get(State.EntryCount);
    this.frames.length = this.get(State.FrameCount);
    this.lists.length = this.get(State.ListCount);
    return stop;
  }

  /** Grows all lists that are full; returns false if the stack already has `mostValues` values. */
  makeRoom(mostValues: number): boolean {
    if (this.depth === this.#stack.room) {
      if (this.depth >= mostValues) return false;
      this.#stack.reserve(this.depth + 1);
    }
    for (const each of [this.entries, this.frames, this.lists]) if (each.length === each.room) each.reserve();
    this.#show();
    return true;
  }

  /** Makes room in the pool for the frames of a list. */
  reservePool(length: number): void {
    this.pool.reserve(length);
    this.#show();
  }

  /** Allocates the memo chunk of an entry. */
  makeMemo(place: number): void {
    const chunk = place >>> CHUNK_SHIFT;
    while (this.#memo.length <= chunk) this.#memo.add();
    this.#memo.set(chunk, 0, this.arena.allocZeroed(Value.Bytes << CHUNK_SHIFT));
    this.#show();
  }

  /** Frees everything but the entries. */
  close(): void {
    for (let chunk = 0; chunk < this.#memo.length; chunk++) this.arena.free(this.#memo.word(chunk, 0));
    for (const each of [this.#memo, this.#stack, this.pool, this.frames, this.lists]) each.close();
    for (const piece of this.#pieces) this.arena.free(piece);
  }

  #piece(bytes: number): number {
    const piece = this.arena.allocZeroed(bytes);
    this.#pieces.push(piece);
    return piece;
  }

  /** Passes the current addresses and capacities to the kernel. */
  #show(): void {
    this.set(State.Stack, this.#stack.pointer);
    this.set(State.StackRoom, this.#stack.room);
    this.set(State.Memo, this.#memo.pointer);
    this.set(State.MemoRoom, this.#memo.length);
    this.set(State.Pool, this.pool.pointer);
    this.set(State.PoolRoom, this.pool.room);
    this.set(State.Entries, this.entries.pointer);
    this.set(State.EntryRoom, this.entries.room);
    this.set(State.Frames, this.frames.pointer);
    this.set(State.FrameRoom, this.frames.room);
    this.set(State.Lists, this.lists.pointer);
    this.set(State.ListRoom, this.lists.room);
  }
}
