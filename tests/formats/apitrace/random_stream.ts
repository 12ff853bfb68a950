/** Random but well-formed streams, with their content. */
import { type FramePart, MadeStream, type Pair } from "./made_stream.ts";

/** A value as plain data. */
export type Value =
  | null
  | boolean
  | { int: bigint }
  | { float: number }
  | { double: number }
  | { text: string }
  | { blob: number[] }
  | { enum: bigint; name: string | null }
  | { mask: bigint }
  | { array: Value[] }
  | { struct: string; members: Value[] }
  | { pointer: bigint }
  | { views: [Value, Value] }
  | { wide: number[] };

/** A call as plain data. */
export interface RandomCall {
  no: number;
  thread: number;
  name: string;
  args: (Value | undefined)[];
  ret: Value | undefined;
  fake: boolean;
  incomplete: boolean;
  frames: number | undefined;
}

/** Numbers from a seed, the same on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2654435761 + 1) >>> 0;
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  /** A number of up to 64 bits, small ones more often. */
  wide(): bigint {
    const bits = this.below(65);
    const value = (BigInt(this.below(2 ** 32)) << 32n) | BigInt(this.below(2 ** 32));
    return bits === 0 ? 0n : value & ((1n << BigInt(bits)) - 1n);
  }
}

const ENUMS: readonly (readonly Pair[])[] = [
  [["GL_ZERO", 0], ["GL_FALSE", 0], ["GL_ONE", 1], ["GL_MINUS", -1], ["GL_BIG", 0xffff_ffffn]],
  [["ONLY", 7]],
];
const MASKS: readonly (readonly Pair[])[] = [
  [["NONE", 0], ["A", 1], ["AB", 3], ["HIGH", 1n << 63n]],
  [["BIT_0", 1], ["BIT_4", 16]],
];
const STRUCTS: readonly (readonly [string, readonly string[]])[] = [
  ["Point", ["x", "y"]],
  ["Empty", []],
  ["Outer", ["a", "", "b"]],
];
const FRAMES: readonly (readonly [number, readonly FramePart[]])[] = [
  [3, [[1, "/usr/bin/app"], [2, "main"], [5, 0xabc], [3, "/src/app.c"], [4, 42]]],
  [9, []],
  [70000, [[2, "f"]]],
];
const NAMES = [
  "glClear",
  "glXSwapBuffers",
  "memcpy",
  "IDXGISwapChain::Present",
  "glGetError",
  "f",
  "glGenTextures",
];

/** A stream of a given version, and its calls in the order in which they complete. */
export function randomStream(seed: number, version: number): { stream: Uint8Array; calls: RandomCall[] } {
  const random = new Random(seed);
  const properties = version >= 6 ? [["process.name", "/bin/x"], ["a", "b\n"]] as const : [];
  const out = new MadeStream(version, random.below(version + 1), properties);
  const done: RandomCall[] = [];
  const open: RandomCall[] = [];
  for (let event = 0; event < 60; event++) {
    if (open.length > 0 && random.once(2)) {
      const [call] = open.splice(random.below(open.length), 1);
      out.leave(call!.no);
      for (let arg = 0; arg < call!.args.length; arg++) {
        if (!random.once(4)) continue;
        out.arg(arg);
        call!.args[arg] = writeValue(out, random, 0);
      }
      if (random.once(2)) {
        out.ret();
        call!.ret = writeValue(out, random, 0);
      }
      out.end();
      done.push(call!);
      continue;
    }
    const function_ = random.below(NAMES.length);
    const arity = function_ === 4 ? 0 : function_ % 4;
    const thread = version >= 4 ? random.below(3) * random.below(70000) : 0;
    const name = NAMES[function_]!;
    const id = random.once(2) ? function_ : function_ + 300000;
    const no = out.enter(id, name, Array.from({ length: arity }, (_, at) => `arg${at}`), thread);
    const call: RandomCall = {
      no,
      thread,
      name,
      args: new Array(arity).fill(undefined),
      ret: undefined,
      fake: random.once(8),
      incomplete: false,
      frames: undefined,
    };
    if (call.fake) out.flags(1);
    else if (random.once(6)) {
      call.frames = random.below(4);
      out.backtrace(Array.from({ length: call.frames }, () => FRAMES[random.below(FRAMES.length)]!));
    }
    for (let arg = 0; arg < arity; arg++) {
      if (random.once(5)) continue;
      out.arg(arg);
      call.args[arg] = writeValue(out, random, 0);
    }
    out.end();
    open.push(call);
  }
  for (const call of open) call.incomplete = true;
  return { stream: out.take(), calls: [...done, ...open.sort((a, b) => a.no - b.no)] };
}

function writeValue(out: MadeStream, random: Random, depth: number): Value {
  switch (random.below(depth > 3 ? 11 : 15)) {
    case 0:
      out.null();
      return null;
    case 1: {
      const value = random.once(2);
      out.bool(value);
      return value;
    }
    case 2: {
      const value = BigInt.asIntN(64, random.wide());
      out.int(value < 0n ? value : BigInt.asUintN(63, value));
      return { int: value < 0n ? value : BigInt.asUintN(63, value) };
    }
    case 3: {
      const value = random.wide();
      out.int(value);
      return { int: value };
    }
    case 4: {
      const value = Math.fround((random.below(2 ** 32) - 2 ** 31) / 2 ** random.below(60));
      out.float(value);
      return { float: value };
    }
    case 5: {
      const value = (random.below(2 ** 32) - 2 ** 31) * 10 ** (random.below(60) - 30);
      out.double(value);
      return { double: value };
    }
    case 6: {
      const value = ["", "plain", 'q"b\\\t\n', "é€", "x".repeat(300)][random.below(5)]!;
      out.text(value);
      return { text: value };
    }
    case 7: {
      const value = Array.from({ length: random.below(40) }, () => random.below(256));
      out.blob(Uint8Array.from(value));
      return { blob: value };
    }
    case 8: {
      const which = random.below(ENUMS.length);
      const pairs = ENUMS[which]!;
      const known = pairs[random.below(pairs.length)]!;
      const value = random.once(4) ? BigInt(random.below(1000)) : BigInt(known[1]);
      out.enum(which, pairs, value);
      const name = pairs.find(([, number]) => BigInt(number) === value)?.[0] ?? null;
      // Before version 3 a value without a name is an integer.
      return out.version < 3 && name === null ? { int: value } : { enum: value, name };
    }
    case 9: {
      const which = random.below(MASKS.length);
      const value = random.wide();
      out.mask(which + 5, MASKS[which]!, value);
      return { mask: value };
    }
    case 10: {
      const value = random.wide() | 1n;
      out.pointer(value);
      return { pointer: value };
    }
    case 11: {
      const count = random.below(4);
      out.array(count);
      return { array: Array.from({ length: count }, () => writeValue(out, random, depth + 1)) };
    }
    case 12: {
      const which = random.below(STRUCTS.length);
      const [name, members] = STRUCTS[which]!;
      out.struct(which, name, members);
      return { struct: name, members: members.map(() => writeValue(out, random, depth + 1)) };
    }
    case 13:
      out.views();
      return { views: [writeValue(out, random, depth + 1), writeValue(out, random, depth + 1)] };
    default: {
      const value = Array.from({ length: random.below(5) }, () => random.below(0x1_0000));
      out.wide(value);
      return { wide: value };
    }
  }
}
