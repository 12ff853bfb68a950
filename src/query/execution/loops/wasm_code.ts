/**
 * Writes WebAssembly: the instructions of one function, and its module. Supports only what loops over blocks
 * need.
 * @module
 */

/** Value types of WebAssembly, as they are encoded in a module. */
export enum ValueType {
  I32 = 0x7f,
  I64 = 0x7e,
  F64 = 0x7c,
  V128 = 0x7b,
}

/** One-byte instructions without immediates. */
export enum Op {
  Return = 0x0f,
  Select = 0x1b,
  I32Eqz = 0x45,
  I32Eq = 0x46,
  I32Ne = 0x47,
  I32LtU = 0x49,
  I32GtU = 0x4b,
  I32LeU = 0x4d,
  I32GeU = 0x4f,
  I64Eqz = 0x50,
  I64Eq = 0x51,
  I64Ne = 0x52,
  I64LtS = 0x53,
  I64LtU = 0x54,
  I64GtS = 0x55,
  I64GtU = 0x56,
  I64LeS = 0x57,
  I64LeU = 0x58,
  I64GeS = 0x59,
  I64GeU = 0x5a,
  F64Eq = 0x61,
  F64Ne = 0x62,
  F64Lt = 0x63,
  F64Gt = 0x64,
  F64Le = 0x65,
  F64Ge = 0x66,
  I32Ctz = 0x68,
  I32Popcount = 0x69,
  I32Add = 0x6a,
  I32Sub = 0x6b,
  I32Mul = 0x6c,
  I32DivU = 0x6e,
  I32RemU = 0x70,
  I32And = 0x71,
  I32Or = 0x72,
  I32Xor = 0x73,
  I32Shl = 0x74,
  I32ShrU = 0x76,
  I64Add = 0x7c,
  I64Sub = 0x7d,
  I64Mul = 0x7e,
  I64DivS = 0x7f,
  I64DivU = 0x80,
  I64RemS = 0x81,
  I64RemU = 0x82,
  I64And = 0x83,
  I64Or = 0x84,
  I64Xor = 0x85,
  I64Shl = 0x86,
  I64ShrU = 0x88,
  F64Neg = 0x9a,
  F64Add = 0xa0,
  F64Sub = 0xa1,
  F64Mul = 0xa2,
  F64Div = 0xa3,
  I32WrapI64 = 0xa7,
  I64ExtendI32U = 0xad,
  F64ConvertI64S = 0xb9,
  F64ConvertI64U = 0xba,
  I64ReinterpretF64 = 0xbd,
}

/** Loads and stores. */
export enum Memory {
  I32Load = 0x28,
  I64Load = 0x29,
  F64Load = 0x2b,
  I32Load8U = 0x2d,
  I32Load16U = 0x2f,
  I64Load8U = 0x31,
  I64Load16U = 0x33,
  I64Load32U = 0x35,
  I32Store = 0x36,
  I64Store = 0x37,
  F64Store = 0x39,
  I32Store8 = 0x3a,
  I32Store16 = 0x3b,
}

/** SIMD instructions on 128 bits. */
export enum Vector {
  Load = 0x00,
  Store = 0x0b,
  Not = 0x4d,
  And = 0x4e,
  AndNot = 0x4f,
  Or = 0x50,
  Xor = 0x51,
  Select = 0x52,
  Load32Zero = 0x5c,
  Load64Zero = 0x5d,
  Splat32 = 0x11,
  Narrow16To8 = 0x66,
  Narrow32To16 = 0x86,
  Least32 = 0xb7,
  Largest32 = 0xb9,
  Eq32 = 0x37,
  Ne32 = 0x38,
  LtU32 = 0x3a,
  GtU32 = 0x3c,
  LeU32 = 0x3e,
  GeU32 = 0x40,
  Bits32 = 0xa4,
  Extend8To16 = 0x89,
  Extend16To32 = 0xa9,
  Shl32 = 0xab,
  ShrU32 = 0xad,
  Add32 = 0xae,
  Sub32 = 0xb1,
  Mul32 = 0xb5,
  ExtendLow32To64 = 0xc9,
  ExtendHigh32To64 = 0xca,
  ConvertLow32ToDouble = 0xff,
  TruncateDoubleTo32 = 0xfd,
  DivideDoubles = 0xf3,
}

const PAGES = 65_536;
const EMPTY_BLOCK = 0x40;

/** An unsigned LEB128 number. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value;; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left];
    bytes.push((left & 127) | 128);
  }
}

/** A signed LEB128 number. */
function signed(value: bigint): number[] {
  const bytes: number[] = [];
  for (let left = value;; left >>= 7n) {
    const low = Number(left & 127n);
    if (left >> 6n === 0n || left >> 6n === -1n) return [...bytes, low];
    bytes.push(low | 128);
  }
}

/** The instructions of one function with 32-bit parameters and a 32-bit result. */
export class FunctionCode {
  readonly #parameters: number;
  readonly #locals: ValueType[] = [];
  readonly #code: number[] = [];

  /** A function with this many parameters, which are its first locals. */
  constructor(parameters: number) {
    this.#parameters = parameters;
  }

  /** Adds a local variable and returns its index. */
  local(type: ValueType): number {
    return this.#parameters + this.#locals.push(type) - 1;
  }

  /** Writes instructions without immediates. */
  op(...ops: readonly Op[]): void {
    this.#code.push(...ops);
  }

  /** Writes a SIMD instruction. */
  vector(op: Vector): void {
    this.#code.push(0xfd, ...unsigned(op));
  }

  /** Pushes a local variable. */
  get(local: number): void {
    this.#code.push(0x20, ...unsigned(local));
  }

  /** Pops a value into a local variable. */
  set(local: number): void {
    this.#code.push(0x21, ...unsigned(local));
  }

  /** Pushes a 32-bit constant. */
  i32(value: number): void {
    this.#code.push(0x41, ...signed(BigInt(value | 0)));
  }

  /** Pushes a 64-bit constant. */
  i64(value: bigint): void {
    this.#code.push(0x42, ...signed(BigInt.asIntN(64, value)));
  }

  /** Loads or stores at the address on the stack plus an offset. */
  memory(op: Memory, offset = 0): void {
    this.#code.push(op, 0, ...unsigned(offset));
  }

  /** Loads or stores a vector. */
  vectorMemory(op: Vector.Load | Vector.Store | Vector.Load32Zero | Vector.Load64Zero, offset = 0): void {
    this.vector(op);
    this.#code.push(0, ...unsigned(offset));
  }

  /** Pushes a constant vector of four numbers. */
  vectorOf(numbers: readonly number[]): void {
    this.#code.push(
      0xfd,
      0x0c,
      ...numbers.flatMap((each) => [0, 8, 16, 24].map((by) => (each >>> by) & 255)),
    );
  }

  /** Stores the first 32 or 64 bits of a vector. */
  storeFirst(bytes: 4 | 8): void {
    this.#code.push(0xfd, bytes === 4 ? 0x5a : 0x5b, 0, 0, 0);
  }

  /** Combines 64-bit halves of two vectors: 0 and 1 select from the first, 2 and 3 from the second. */
  halves(low: number, high: number): void {
    const bytes = [low, high].flatMap((half) => Array.from({ length: 8 }, (_, at) => half * 8 + at));
    this.#code.push(0xfd, 0x0d, ...bytes);
  }

  /** A block; `branch` leaves it. */
  block(body: () => void): void {
    this.#nest(0x02, body);
  }

  /** A loop; `branch` continues at its start. */
  loop(body: () => void): void {
    this.#nest(0x03, body);
  }

  /** Code that runs if the number on the stack is not 0. */
  when(body: () => void): void {
    this.#nest(0x04, body);
  }

  /** Branches out of this many surrounding blocks, or to the start of a loop. */
  branch(depth: number): void {
    this.#code.push(0x0c, ...unsigned(depth));
  }

  /** Branches if the number on the stack is not 0. */
  branchIf(depth: number): void {
    this.#code.push(0x0d, ...unsigned(depth));
  }

  #nest(op: number, body: () => void): void {
    this.#code.push(op, EMPTY_BLOCK);
    body();
    this.#code.push(0x0b);
  }

  /** The module; it exports the function as `run` and imports its memory. */
  module(): Uint8Array<ArrayBuffer> {
    const text = (value: string): number[] => [value.length, ...new TextEncoder().encode(value)];
    const section = (id: number, content: readonly number[]): number[] => [
      id,
      ...unsigned(content.length),
      ...content,
    ];
    const parameters = new Array<number>(this.#parameters).fill(ValueType.I32);
    const locals = this.#locals.flatMap((type) => [1, type]);
    const body = [...unsigned(this.#locals.length), ...locals, ...this.#code, 0x0b];
    return Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, [1, 0x60, this.#parameters, ...parameters, 1, ValueType.I32]),
      // A shared memory, with the most pages possible.
      ...section(2, [1, ...text("env"), ...text("memory"), 0x02, 0x03, 0, ...unsigned(PAGES)]),
      ...section(3, [1, 0]),
      ...section(7, [1, ...text("run"), 0, 0]),
      ...section(10, [1, ...unsigned(body.length), ...body]),
    ]);
  }
}
