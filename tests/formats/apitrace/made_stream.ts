/** Streams of any version from calls with typed values, for tests that read back what they wrote. */
import { BIT_MASK, ENUM, FRAME, FUNCTION, STRUCT } from "../../../src/formats/apitrace/kernel/state.ts";
import { Tag } from "../../../src/formats/apitrace/values.ts";
import { StreamWriter } from "../../../src/formats/apitrace/writer.ts";

/** A name and a value of an enumeration or bit mask. */
export type Pair = readonly [string, bigint | number];

/** A part of a stack frame: 1 module, 2 function, 3 file, 4 line, 5 offset. */
export type FramePart = readonly [number, string | bigint | number];

/** Makes a stream call by call. */
export class MadeStream extends StreamWriter {
  /** Calls entered so far. */
  callCount = 0;
  readonly #oldEnums = new Map<string, number>();

  /** Begins an enter event; returns the call's number. Arguments follow, then `end`. */
  enter(
    id: number | bigint,
    name: string | Uint8Array,
    args: readonly (string | Uint8Array)[],
    thread = 0,
  ): number {
    const no = this.beginEnter(thread);
    this.function(id, name, args);
    this.callCount = no + 1;
    return no;
  }

  /** Writes a reference to a function. */
  function(id: number | bigint, name: string | Uint8Array, args: readonly (string | Uint8Array)[]): void {
    if (!this.first(FUNCTION, id)) return;
    this.string(name);
    this.uint(args.length);
    for (const arg of args) this.string(arg);
  }

  /** Writes a backtrace of known or new frames. */
  backtrace(frames: readonly (readonly [number, readonly FramePart[]])[]): void {
    this.byte(4);
    this.uint(frames.length);
    for (const [id, parts] of frames) {
      if (!this.first(FRAME, id)) continue;
      for (const [kind, value] of parts) {
        this.byte(kind);
        if (kind <= 3) this.string(String(value));
        else this.uint(value as bigint);
      }
      this.byte(0);
    }
  }

  /** Writes a boolean. */
  bool(value: boolean): void {
    this.byte(value ? Tag.True : Tag.False);
  }

  /** Writes a single-precision number. */
  float(value: number): void {
    this.byte(Tag.Float);
    this.raw(bytesOf(new Float32Array([value])));
  }

  /** Writes a double. */
  double(value: number): void {
    this.byte(Tag.Double);
    this.raw(bytesOf(new Float64Array([value])));
  }

  /** Begins a structure; one value per member follows. */
  struct(id: number, name: string, members: readonly string[]): void {
    this.byte(Tag.Struct);
    if (!this.first(STRUCT, id)) return;
    this.string(name);
    this.uint(members.length);
    for (const member of members) this.string(member);
  }

  /** Writes an enumeration. Before version 3 each name has its own id, and a value without one is an integer. */
  enum(id: number, pairs: readonly Pair[], value: bigint | number): void {
    if (this.version < 3) return this.#oldEnum(pairs, value);
    this.byte(Tag.Enum);
    if (this.first(ENUM, id)) {
      this.uint(pairs.length);
      for (const [name, number] of pairs) {
        this.string(name);
        this.int(number);
      }
    }
    this.int(value);
  }

  /** Writes a bit mask. */
  mask(id: number, pairs: readonly Pair[], value: bigint | number): void {
    this.byte(Tag.Mask);
    if (this.first(BIT_MASK, id)) {
      this.uint(pairs.length);
      for (const [name, number] of pairs) {
        this.string(name);
        this.uint(number);
      }
    }
    this.uint(value);
  }

  #oldEnum(pairs: readonly Pair[], value: bigint | number): void {
    const pair = pairs.find(([, number]) => BigInt(number) === BigInt(value));
    if (!pair) return this.int(value);
    const key = `${pair[0]}=${pair[1]}`;
    this.byte(Tag.Enum);
    const known = this.#oldEnums.get(key);
    this.uint(known ?? this.#oldEnums.size);
    if (known !== undefined) return;
    this.#oldEnums.set(key, this.#oldEnums.size);
    this.string(pair[0]);
    this.int(pair[1]);
  }
}

function bytesOf({ buffer }: { readonly buffer: ArrayBuffer }): Uint8Array {
  return new Uint8Array(buffer);
}
