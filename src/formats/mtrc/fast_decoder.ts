/**
 * The compiled loop over ordinary records; see decoder.as.ts. It leaves everything odd to the careful decoder.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { BATCH_ROWS, type TraceSink } from "../../events/trace_sink.ts";
import type { Arena } from "../../memory/arena.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { WASM_BASE64 } from "./decoder.wasm.ts";
import type { BodyForm, NameSlots, Staging } from "./staging.ts";

/** Why the loop stopped; the numbers are those of decoder.as.ts. */
export enum Stop {
  /** Too few bytes are left to be sure that a record is whole. */
  NearEnd = 0,
  /** The staging columns are full. */
  Full = 1,
  /** The next record needs a closer look. */
  Odd = 2,
}

interface Kernel {
  decode(state: number): Stop;
}

const STATE_BYTES = 96;
const CACHE_BYTES = 4096 * 256;

/** Runs the kernel on a window, batch by batch. */
export class FastDecoder {
  readonly #arena: Arena;
  readonly #kernel: Kernel;
  readonly #state: number;
  readonly #cache: number;

  /** Compiles the kernel over the sink's arena. */
  constructor(sink: TraceSink) {
    const arena = sink.arena;
    const strings = sink.strings;
    this.#arena = arena;
    this.#state = arena.allocZeroed(STATE_BYTES);
    this.#cache = arena.allocZeroed(CACHE_BYTES);
    this.#kernel = instantiate<Kernel>(WASM_BASE64, arena, {
      // Pointers above 2 GB arrive as negative numbers.
      intern: (pointer, length) => strings.intern(arena.u8, pointer! >>> 0, (pointer! >>> 0) + length!),
    });
  }

  /** Points the kernel at the columns of a segment. */
  begin(staging: Staging, slots: NameSlots, form: BodyForm): void {
    const { kind, thread, func, file, line, addr, size, index, offset } = staging;
    const flags = (form.source ? 1 : 0) | (form.narrow ? 2 : 0) | (form.reallocs ? 4 : 0);
    const state = [
      ...[
        0,
        0,
        0,
        BATCH_ROWS,
        flags,
        kind.pointer,
        thread.pointer,
        thread.nullsPointer,
        func.pointer,
        file.pointer,
      ],
      ...[line.pointer, line.nullsPointer, addr.pointer, addr.nullsPointer, size.pointer, size.nullsPointer],
      ...[index.pointer, index.nullsPointer, slots.pointer, this.#cache, offset.pointer],
    ];
    this.#arena.u32.set(state, this.#state >>> 2);
  }

  /** Decodes from the window into the columns until something stops it; moves the window and the row count. */
  run(window: ByteWindow, staging: Staging): Stop {
    const at = this.#state >>> 2;
    const before = this.#arena.u32;
    before[at] = window.pointer + window.at;
    before[at + 1] = window.pointer + window.end;
    before[at + 2] = staging.writer.count;
    this.#arena.u64[(this.#state + 88) >>> 3] = BigInt(window.base - window.pointer);
    const stop = this.#kernel.decode(this.#state);
    const after = this.#arena.u32;
    window.at = after[at]! - window.pointer;
    staging.writer.count = after[at + 2]!;
    return stop;
  }

  /** Gives the memory back. */
  close(): void {
    this.#arena.free(this.#state);
    this.#arena.free(this.#cache);
  }
}
