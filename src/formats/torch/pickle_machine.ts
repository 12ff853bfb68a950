/**
 * Runs the opcodes of a pickle that build lists, dictionaries, texts and numbers, and passes each value to a
 * builder as soon as it is complete, so that dictionaries are not kept in memory. Opcodes that would execute
 * anything are refused. The loop is a kernel (pickle.as.ts), which stops for everything that this file
 * handles: new texts, rare records, and irregularities.
 * @module
 */

import { FormatError } from "../../base/errors.ts";
import type { ByteWindow } from "../../bytes/byte_window.ts";
import type { StringPool } from "../../events/string_pool.ts";
import { FORMAT_NAME } from "./header.ts";
import { SNAPSHOT_LIMITS } from "./limits.ts";
import { Op } from "./opcodes.ts";
import { Key, Kind, Reason, Role, State, Stop, Value } from "./pickle_layout.ts";
import type { PickleState } from "./pickle_state.ts";
import { itemRole } from "./roles.ts";
import { UNSAFE_OPCODES } from "./unsafe_opcodes.ts";

/**
 * Receives the values that a pickle builds. A record is a number that the builder chooses for a container
 * when the container begins.
 */
export interface PickleBuilder {
  /** Called when a container begins inside the container with the record `parent`; returns the new record. */
  open(role: Role, parent: number): number;
  /** Sets the value of a key in a dictionary. */
  set(role: Role, record: number, key: number, name: number, kind: Kind, low: number, high: number): void;
  /** Appends a container of the expected role to a list; `item` is the record of the container. */
  append(role: Role, record: number, item: number): void;
  /** Reports an invalid value that was left out. */
  odd(code: PickleIrregularity, offset: number): void;
}

/** Irregularities inside a well-formed pickle. */
export type PickleIrregularity = "bad-key" | "bad-structure" | "missing-memo" | "long-text";

const MOST_VALUES = SNAPSHOT_LIMITS.values.most;

/** Thrown when a pickle cannot be read any further, with the reason and the offset. */
export class DamagedPickle extends Error {
  /** Creates the error with the reason and the offset in the file. */
  constructor(message: string, readonly offset: number) {
    super(message);
  }
}

/** Runs one pickle. */
export class PickleMachine {
  readonly #builder: PickleBuilder;
  readonly #strings: StringPool;
  readonly #state: PickleState;
  readonly #keys = new Map<number, Key>();
  /** Difference between a file offset and an arena address. */
  #bias = 0;
  /** Whether the end of the pickle was read. */
  stopped = false;
  /** Number of bytes that are left to skip of an overlong text. */
  skips = 0;

  /** Creates a machine; reading starts with `run`. */
  constructor(builder: PickleBuilder, state: PickleState, strings: StringPool) {
    this.#builder = builder;
    this.#state = state;
    this.#strings = strings;
    for (const [name, key] of Object.entries(Key)) {
      if (typeof key === "number") this.#keys.set(strings.internText(name), key);
    }
  }

  /** The pickle protocol that the file states. */
  get protocol(): number {
    return this.#state.get(State.Protocol);
  }

  /** Kind of the outermost value. */
  get root(): Kind {
    return this.#state.depth > 0 ? this.#state.value(0, Value.Kind) : Kind.None;
  }

  /** Bytes needed in the window before the next opcode can be read, including the opcode. */
  get wanted(): number {
    return this.#state.get(State.Wanted);
  }

  /** Runs the complete opcodes in the window, and moves the window past them. */
  run(window: ByteWindow): void {
    const state = this.#state;
    this.#bias = window.base - window.pointer;
    state.set(State.Place, window.pointer + window.at);
    state.set(State.End, window.pointer + window.end);
    state.arena.u64[(state.pointer + State.Bias) >>> 3] = BigInt.asUintN(64, BigInt(this.#bias));
    let goesOn = true;
    while (goesOn) goesOn = this.#take(state.run());
    window.at = state.get(State.Place) - window.pointer;
  }

  /** Handles the reason why the kernel stopped; returns whether it should continue. */
  #take(stop: Stop): boolean {
    const state = this.#state;
    switch (stop) {
      case Stop.Limit:
        return false;
      case Stop.Room:
        if (!state.makeRoom(MOST_VALUES)) this.#refuse(`more than ${MOST_VALUES} values in one list`);
        return true;
      case Stop.Memo:
        state.makeMemo(state.get(State.Wanted));
        return true;
      case Stop.Text:
        this.#internText();
        return true;
      case Stop.Open: {
        const top = state.depth - 1;
        const record = this.#builder.open(state.value(top, Value.High), state.value(top, Value.Low));
        state.setValue(top, Value.Low, record);
        return true;
      }
      case Stop.Set:
        this.#setItems();
        return true;
      case Stop.Append:
        this.#appendItems();
        return true;
      case Stop.MissingMemo:
        this.#builder.odd("missing-memo", this.#offset);
        return true;
      case Stop.Long:
        this.#skipLong();
        return false;
      case Stop.Damage:
        return this.#refuseDamage(state.get(State.Reason));
      case Stop.Opcode:
        return this.#refuseOpcode();
      case Stop.End:
        this.stopped = true;
        if (state.depth !== 1) this.#builder.odd("bad-structure", this.#offset);
        return false;
    }
  }

  /** File offset of the current opcode. */
  get #offset(): number {
    return this.#bias + this.#state.get(State.From);
  }

  /** Interns the text on top of the stack, and adds it to the kernel's cache. */
  #internText(): void {
    const state = this.#state;
    const at = state.get(State.TextAt), length = state.get(State.TextLength);
    const code = this.#strings.intern(state.arena.u8, at, at + length);
    const key = this.#keys.get(code) ?? 0;
    state.setValue(state.depth - 1, Value.Low, code);
    state.setValue(state.depth - 1, Value.High, key);
    state.kernel.cacheText(state.pointer, at, length, code, key);
  }

  /**
   * Passes the values that the kernel does not handle to a dictionary: a single value for entries and frames,
   * whose other values the kernel sets, otherwise all values.
   */
  #setItems(): void {
    const state = this.#state;
    const into = state.get(State.Into);
    const role: Role = state.value(into, Value.High), record = state.value(into, Value.Low);
    let item = state.get(State.Item);
    const end = role === Role.Entry || role === Role.Frame ? item + 2 : state.depth;
    for (; item < end; item += 2) {
      if (state.value(item, Value.Kind) !== Kind.Text) this.#builder.odd("bad-key", this.#offset);
      else {
        const key = state.value(item, Value.High), name = state.value(item, Value.Low);
        const kind: Kind = state.value(item + 1, Value.Kind);
        const low = state.value(item + 1, Value.Low), high = state.value(item + 1, Value.High);
        this.#builder.set(role, record, key, name, kind, low, high);
      }
    }
    state.set(State.Item, item);
  }

  /** Appends the items that the kernel does not handle to a list. */
  #appendItems(): void {
    const state = this.#state;
    const into = state.get(State.Into);
    const role: Role = state.value(into, Value.High), record = state.value(into, Value.Low);
    let item = state.get(State.Item);
    for (; item < state.depth; item++) {
      const kind: Kind = state.value(item, Value.Kind);
      const fits = (kind === Kind.Dict || kind === Kind.List) &&
        state.value(item, Value.High) === itemRole(role);
      if (fits) this.#builder.append(role, record, state.value(item, Value.Low));
      else this.#builder.odd("bad-structure", this.#offset);
    }
    state.set(State.Item, item);
  }

  /** Skips an overlong text or bytes value. */
  #skipLong(): void {
    const state = this.#state;
    const { u8 } = state.arena;
    const at = state.get(State.Place);
    const op: Op = u8[at]!;
    const isWide = op === Op.LongText || op === Op.LongBytes;
    this.#builder.odd("long-text", this.#offset);
    this.skips = (isWide ? word(u8, at + 5) * 0x1_0000_0000 : 0) + word(u8, at + 1);
    const top = state.depth;
    state.setValue(top, Value.Kind, Kind.Other);
    state.set(State.Depth, top + 1);
    state.set(State.Place, at + (isWide ? 9 : 5));
  }

  #refuseDamage(reason: Reason): never {
    const number = this.#state.get(State.Wanted);
    switch (reason) {
      case Reason.Pairs:
        return this.#break("SETITEMS without a dictionary or with an incomplete pair");
      case Reason.Items:
        return this.#break("APPENDS to something that is not a list");
      case Reason.Mark:
        return this.#break("the end of items without their start");
      case Reason.Values:
        return this.#break("an opcode without the values that it takes");
      case Reason.Memo:
        return this.#break(`a memo entry of number ${number}`);
      case Reason.Number:
        return this.#break(`a number of ${number} bytes`);
      case Reason.Nesting:
        return this.#refuse(`lists that are nested more than ${SNAPSHOT_LIMITS.nesting.most} levels deep`);
    }
  }

  #refuseOpcode(): never {
    const op = this.#state.arena.u8[this.#state.get(State.Place)]!;
    const code = `0x${op.toString(16).padStart(2, "0")}`;
    const unsafe = UNSAFE_OPCODES.get(op);
    if (unsafe) this.#refuse(`the opcode ${unsafe} (${code}), which names something to run`);
    return this.#break(`the opcode ${code}, which no snapshot has`);
  }

  /** Refuses a pickle that would execute something or take unlimited memory. */
  #refuse(what: string): never {
    throw new FormatError(`Cannot read a snapshot of PyTorch: it has ${what}`, {
      format: FORMAT_NAME,
      offset: this.#offset,
    });
  }

  /** Stops at damage; what was read before is kept. */
  #break(what: string): never {
    throw new DamagedPickle(`The pickle has ${what}`, this.#offset);
  }
}

function word(bytes: Uint8Array, at: number): number {
  return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
}
