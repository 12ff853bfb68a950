/**
 * Parses one record of a capture into values with their paths, as positions in the bytes. Values are
 * converted only on demand. Invalid JSON is rejected as a whole. The loop is compiled; see record.as.ts.
 * @module
 */

import type { Arena } from "../../memory/arena.ts";
import { instantiate } from "../../memory/wasm_module.ts";
import { KernelState } from "../../memory/kernel_state.ts";
import { GFXR_LIMITS } from "./limits.ts";
import type { Paths } from "./paths.ts";
import { type Exports as Kernels, WASM_BASE64 } from "./record.wasm.ts";
import { Key, KEYS, Open, RejectReason, State, Stop, Value } from "./record_layout.ts";

export { Value };

const MOST_DEPTH = GFXR_LIMITS.gfxrDepth.most;
const FIRST_VALUES = 256;
/** Number of 32-bit columns for the values. */
const LISTS = 4;

/** Messages for invalid records. */
const REASONS: Readonly<Record<RejectReason, string>> = {
  [RejectReason.Object]: "an object was expected",
  [RejectReason.Deep]: `Values are nested more than ${MOST_DEPTH} levels deep`,
  [RejectReason.End]: "it ends inside a value",
  [RejectReason.Value]: "a comma or an end was expected",
  [RejectReason.Key]: "a key was expected",
  [RejectReason.KeyEnd]: "it ends inside a key",
  [RejectReason.Colon]: "a colon was expected",
  [RejectReason.Text]: "it ends inside a text",
  [RejectReason.Word]: "a value was expected",
  [RejectReason.Number]: "a number was expected",
  [RejectReason.Rest]: "something follows the record",
};

/** The values of a record, in order. The memory is reused for each record. */
export class RecordText {
  readonly #arena: Arena;
  readonly #paths: Paths;
  readonly #kernel: Kernels;
  readonly #state: KernelState<State>;
  #values = 0;
  #room = 0;
  bytes: Uint8Array = new Uint8Array();
  /** Number of values. */
  count = 0;
  /** Path, kind, start and end of each value; start and end of a string exclude its quotes. */
  pathOf!: Uint32Array;
  kindOf!: Uint32Array;
  fromOf!: Uint32Array;
  endOf!: Uint32Array;
  /** Position after the last byte of the record; only blanks may follow. */
  end = 0;
  /** Start and end of the call's arguments, including their brackets. */
  argsFrom = 0;
  argsEnd = 0;

  /** Allocates memory, which `close()` frees. */
  constructor(arena: Arena, paths: Paths) {
    this.#arena = arena;
    this.#paths = paths;
    this.#kernel = instantiate<Kernels>(WASM_BASE64, arena);
    const opened = State.Bytes + KEYS * Key.Bytes;
    this.#state = new KernelState(arena, opened + MOST_DEPTH * Open.Bytes);
    this.#state.set(State.Keys, this.#state.pointer + State.Bytes);
    this.#state.set(State.Opened, this.#state.pointer + opened);
    this.#state.set(State.MostDepth, MOST_DEPTH);
    this.#enlarge(FIRST_VALUES);
  }

  /**
   * Parses a record from bytes in the arena. Returns null, or why it is invalid; after an error the values
   * must not be used.
   */
  read(bytes: Uint8Array, from: number, end: number): string | null {
    const pointer = bytes.byteOffset;
    this.bytes = bytes;
    this.#state.set(State.From, pointer);
    this.#state.set(State.Place, pointer + from);
    this.#state.set(State.End, pointer + end);
    let stop: Stop = this.#kernel.begin(this.#state.pointer);
    while (stop !== Stop.Done) {
      if (stop === Stop.Bad) {
        const reason: RejectReason = this.#state.word(State.Reason);
        return `${REASONS[reason]} at its byte ${this.#state.word(State.Place) - pointer - from}`;
      }
      stop = this.#kernel.resume(this.#state.pointer, stop, this.#pathAt(stop, pointer));
    }
    this.count = this.#state.word(State.Count);
    this.end = this.#state.word(State.Place) - pointer;
    this.argsFrom = this.#state.word(State.ArgsFrom);
    this.argsEnd = this.#state.word(State.ArgsEnd);
    return null;
  }

  /** Frees the memory. */
  close(): void {
    this.#state.close();
    this.#arena.free(this.#values);
  }

  /** Returns the path that the kernel requests, or makes room for more values if that is why it stopped. */
  #pathAt(stop: Stop, pointer: number): number {
    const path = this.#state.word(State.Parent);
    if (stop === Stop.Full) {
      this.#enlarge(2 * this.#room);
      return path;
    }
    const hash = this.#state.word(State.KeyHash);
    if (stop === Stop.Place) return this.#paths.item(path, hash);
    const from = this.#state.word(State.KeyFrom) - pointer, end = this.#state.word(State.KeyEnd) - pointer;
    return this.#paths.child(path, this.bytes, from, end, hash | 0);
  }

  #enlarge(room: number): void {
    const before = this.#values >>> 2, known = this.#room;
    const at = this.#arena.alloc(4 * LISTS * room);
    const { u32 } = this.#arena;
    const lists = Array.from({ length: LISTS }, (_, list) => {
      const first = (at >>> 2) + list * room;
      u32.copyWithin(first, before + list * known, before + (list + 1) * known);
      return u32.subarray(first, first + room);
    });
    [this.pathOf, this.kindOf, this.fromOf, this.endOf] = lists as [
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
    ];
    if (this.#values !== 0) this.#arena.free(this.#values);
    this.#values = at;
    this.#room = room;
    this.#state.set(State.Values, at);
    this.#state.set(State.Room, room);
  }

  /** Finds the first line end in `bytes[at..end)`; `end` if there is none. */
  lineEnd(bytes: Uint8Array, at: number, end: number): number {
    const pointer = bytes.byteOffset;
    return (this.#kernel.lineEnd(pointer + at, pointer + end) >>> 0) - pointer;
  }
}
