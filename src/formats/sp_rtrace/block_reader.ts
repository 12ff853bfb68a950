/**
 * Runs the kernel that reads plain blocks of a report, and passes it the texts that the line-by-line reader
 * has interned.
 * @module
 */

import { BATCH_ROWS } from "../../events/trace_sink.ts";
import { StringPool } from "../../events/string_pool.ts";
import type { Arena } from "../../memory/arena.ts";
import { KernelThread } from "../../memory/kernel_thread.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { State, TextEntry } from "./block_layout.ts";
import { type Exports as BlockKernels, WASM_BASE64 } from "./blocks.wasm.ts";
import type { BufferedRows } from "./held_rows.ts";

const FIRST_SLOTS = 1 << 12;
/** Depth of the deepest backtrace that the kernel reads. */
const MAX_DEPTH = 256;
const CHUNK_BYTES = 1 << 16;
/** From this many bytes on, reading on another thread pays off. */
const BYTES_FOR_THREAD = 1 << 18;
/** Kernels compare eight bytes at a time, so they read a little past a text. */
const OVERREAD = 8;

/** A hash table of texts in the arena, with open addressing. */
interface TextTable {
  pointer: number;
  slots: number;
  used: number;
}

/** Reads plain blocks with the kernel. */
export class BlockReader {
  readonly #arena: Arena;
  readonly #kernels: BlockKernels;
  readonly #state: KernelState<State>;
  readonly #list: number;
  readonly #chunks: { pointer: number; bytes: number }[] = [];
  #chunkUsed = CHUNK_BYTES;
  readonly #signatureTexts = new StringPool();
  /** Texts of calls that name no type, with their names; used as long as no type is registered. */
  readonly #untyped: (readonly [code: number, name: number])[] = [];
  readonly #signatures: TextTable;
  readonly #frames: TextTable;
  readonly #stacks: TextTable;
  #thread: KernelThread | undefined;
  /** Number of lines read by the last call of `read`. */
  lines = 0;
  /** True when the block where the last run stopped is not plain. */
  odd = false;
  /** Low half of the index of the last call in the last run, if it had calls. */
  lastNoLow = 0;
  /** High half of the index of the last call. */
  lastNoHigh = 0;

  /** Allocates the tables. */
  constructor(arena: Arena) {
    this.#arena = arena;
    this.#kernels = instantiate<BlockKernels>(WASM_BASE64, arena);
    this.#state = new KernelState(arena, State.Bytes);
    this.#list = arena.alloc(MAX_DEPTH * 4 + OVERREAD);
    this.#signatures = this.#newTable(FIRST_SLOTS);
    this.#frames = this.#newTable(FIRST_SLOTS);
    this.#stacks = this.#newTable(FIRST_SLOTS);
  }

  /** Starts a thread that does the reading from now on, if threads are available. */
  startThread(): void {
    this.#thread ??= KernelThread.start(this.#arena, WASM_BASE64, ["read"]);
  }

  /** Stops the reading thread. */
  stopThread(): void {
    this.#thread?.stop();
    this.#thread = undefined;
  }

  /**
   * Reads blocks into the rows; `at` and `end` are arena addresses. Returns where it stopped. While another
   * thread reads, `meanwhile` is called to do some other work, which must change neither the tables nor the
   * last block of rows; it returns false when none is left.
   */
  read(rows: BufferedRows, at: number, end: number, meanwhile: () => boolean): number {
    const block = rows.tail();
    const first = rows.count & (BATCH_ROWS - 1);
    this.#state.set(State.Row, first);
    this.#state.set(State.Rows, BATCH_ROWS);
    this.#arena.u32.set(block.pointers, (this.#state.pointer + State.No) >>> 2);
    this.#state.set(State.Signatures, this.#signatures.pointer);
    this.#state.set(State.SignatureMask, this.#signatures.slots - 1);
    this.#state.set(State.Frames, this.#frames.pointer);
    this.#state.set(State.FrameMask, this.#frames.slots - 1);
    this.#state.set(State.Stacks, this.#stacks.pointer);
    this.#state.set(State.StackMask, this.#stacks.slots - 1);
    this.#state.set(State.Codes, this.#list);
    this.#state.set(State.MostCodes, MAX_DEPTH);
    const stop = (rows.anySettled ? this.#readBeside(at, end, meanwhile) : undefined) ??
      this.#kernels.read(this.#state.pointer, at, end) >>> 0;
    const last = this.#state.word(State.Row);
    this.lines = this.#state.word(State.Lines);
    this.odd = this.#state.word(State.Odd) !== 0;
    rows.advance(last - first);
    if (last > first) {
      this.lastNoLow = block.no[2 * last - 2]!;
      this.lastNoHigh = block.no[2 * last - 1]!;
    }
    return stop;
  }

  /** Adds the codes of a call's name and type to the kernel's table. */
  learnSignature(bytes: Uint8Array, start: number, end: number, name: number, type: number): void {
    const before = this.#signatureTexts.size;
    const code = this.#signatureTexts.intern(bytes, start, end);
    if (code < before) return;
    if (type === 0) this.#untyped.push([code, name]);
    this.#add(this.#signatures, bytes, start, end, name, type);
  }

  /** From now on, calls that name no type have this type. */
  typeUntyped(type: number): void {
    if (type === 0) return;
    for (const [code, name] of this.#untyped.splice(0)) {
      const bytes = this.#signatureTexts.bytes(code);
      this.#add(this.#signatures, bytes, 0, bytes.length, name, type);
    }
  }

  /** Adds a frame line to the kernel's table. */
  learnFrame(bytes: Uint8Array, start: number, end: number, code: number): void {
    this.#add(this.#frames, bytes, start, end, code, 0);
  }

  /** Adds a backtrace to the kernel's table. */
  learnStack(frames: Uint32Array, depth: number, stack: number): void {
    if (depth > MAX_DEPTH) return;
    this.#add(
      this.#stacks,
      new Uint8Array(frames.buffer, frames.byteOffset, depth * 4),
      0,
      depth * 4,
      stack,
      0,
    );
  }

  /** Stops the thread and frees all memory. */
  close(): void {
    this.stopThread();
    for (const chunk of this.#chunks) this.#arena.free(chunk.pointer);
    for (const table of [this.#signatures, this.#frames, this.#stacks]) {
      this.#arena.free(table.pointer);
    }
    this.#arena.free(this.#list);
    this.#state.close();
  }

  /**
   * Reads on the other thread, and returns where it stopped; undefined if that thread is not ready or the
   * input is short.
   */
  #readBeside(at: number, end: number, meanwhile: () => boolean): number | undefined {
    const thread = this.#thread;
    if (!thread?.ready || end - at < BYTES_FOR_THREAD) return undefined;
    thread.begin("read", [this.#state.pointer, at, end]);
    try {
      while (!thread.ready && meanwhile());
    } catch (error) {
      // Wait for the thread, because it writes into memory that is freed below.
      thread.end();
      throw error;
    }
    return thread.end() >>> 0;
  }

  #newTable(slots: number): TextTable {
    return { pointer: this.#arena.allocZeroed(slots * TextEntry.Bytes), slots, used: 0 };
  }

  #add(table: TextTable, bytes: Uint8Array, start: number, end: number, first: number, second: number): void {
    if (++table.used * 2 > table.slots) {
      const larger = this.#newTable(table.slots * 2);
      this.#kernels.move(table.pointer, table.slots - 1, larger.pointer, larger.slots - 1);
      this.#arena.free(table.pointer);
      table.pointer = larger.pointer;
      table.slots = larger.slots;
    }
    const at = this.#room(end - start + OVERREAD);
    this.#arena.u8.set(bytes.subarray(start, end), at);
    this.#kernels.add(table.pointer, table.slots - 1, at, end - start, first, second);
  }

  /** Allocates space for the bytes of an entry. */
  #room(bytes: number): number {
    const size = (bytes + 7) & ~7;
    if (this.#chunkUsed + size > (this.#chunks.at(-1)?.bytes ?? 0)) {
      const length = Math.max(CHUNK_BYTES, size);
      this.#chunks.push({ pointer: this.#arena.alloc(length), bytes: length });
      this.#chunkUsed = 0;
    }
    const at = this.#chunks.at(-1)!.pointer + this.#chunkUsed;
    this.#chunkUsed += size;
    return at;
  }
}
