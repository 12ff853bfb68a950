/**
 * Writes the loop that computes an expression for the rows of a block: one row after the other, or four at a time in vectors
 * where all numbers have 32 bits.
 * @module
 */

import { NullMode } from "../../../tables/block.ts";
import type { CompareExpr } from "../../plan/expressions.ts";
import type { ColumnShape, Lane, Lowered } from "./lowered.ts";
import { FunctionCode, Memory, Op, ValueType, Vector } from "./wasm_code.ts";

/**
 * What becomes of the results: bits of rows that fail are cleared; words and null bytes are written; or numbers are packed as
 * blocks have them, in so many bytes, 0 for null where some may be null.
 */
export type LoopUse = "test" | "values" | 1 | 2 | 4;

/** What packing finds out of the packed numbers; of vectors for each of four lanes. */
export enum Packed {
  /** The smallest one that is not null (a u64, or four u32). */
  Least = 0,
  /** The largest one. */
  Largest = 16,
  /** Rows that are null (u32). */
  Nulls = 32,
  /** Length of all that. */
  Bytes = 48,
}

/** Where a loop finds the columns and the constants: an entry of `Bytes` for each column, then a word for each constant, and the origin of results. */
export enum LoopInput {
  /** Packed numbers (u32 address). */
  Numbers = 0,
  /** A byte per row that is not 0 for null (u32 address). */
  Nulls = 4,
  /** What is added to a stored number (u64). */
  Origin = 8,
  /** Length of an entry. */
  Bytes = 16,
}

/** Parameters of the function. */
enum Parameter {
  /** Address of the inputs. */
  Inputs = 0,
  Rows = 1,
  /** Address of the bits, or of the words. */
  Out = 2,
  /** Address of the null bytes, or of a `Packed`. */
  Nulls = 3,
  Count = 4,
}

/** Local variables of a result. */
interface Result {
  readonly value: number;
  /** Whether it is null; undefined where none is. */
  readonly isNull: number | undefined;
}

const TYPES: Readonly<Record<Lane, ValueType>> = {
  i32: ValueType.I32,
  i64: ValueType.I64,
  f64: ValueType.F64,
  truth: ValueType.I32,
};

const NARROW = {
  ...{ "+": Op.I32Add, "-": Op.I32Sub, "*": Op.I32Mul, "/": Op.I32DivU, "%": Op.I32RemU },
  ...{ "&": Op.I32And, "|": Op.I32Or, "^": Op.I32Xor, "<<": Op.I32Shl, ">>": Op.I32ShrU },
} as const;
const WIDE = {
  ...{ "+": Op.I64Add, "-": Op.I64Sub, "*": Op.I64Mul, "/": Op.I64DivU, "%": Op.I64RemU },
  ...{ "&": Op.I64And, "|": Op.I64Or, "^": Op.I64Xor, "<<": Op.I64Shl, ">>": Op.I64ShrU },
} as const;
const DOUBLE = { "+": Op.F64Add, "-": Op.F64Sub, "*": Op.F64Mul, "/": Op.F64Div } as const;
const VECTORS = {
  ...{ "+": Vector.Add32, "-": Vector.Sub32, "*": Vector.Mul32, "&": Vector.And, "|": Vector.Or },
  ...{ "^": Vector.Xor, "<<": Vector.Shl32, ">>": Vector.ShrU32 },
} as const;

type Comparisons = Readonly<Record<CompareExpr["fn"], Op>>;
const COMPARE_NARROW: Comparisons = {
  ...{ "==": Op.I32Eq, "!=": Op.I32Ne, "<": Op.I32LtU, "<=": Op.I32LeU, ">": Op.I32GtU, ">=": Op.I32GeU },
};
const COMPARE_WIDE: Comparisons = {
  ...{ "==": Op.I64Eq, "!=": Op.I64Ne, "<": Op.I64LtU, "<=": Op.I64LeU, ">": Op.I64GtU, ">=": Op.I64GeU },
};
const COMPARE_SIGNED: Comparisons = {
  ...{ "==": Op.I64Eq, "!=": Op.I64Ne, "<": Op.I64LtS, "<=": Op.I64LeS, ">": Op.I64GtS, ">=": Op.I64GeS },
};
const COMPARE_DOUBLE: Comparisons = {
  ...{ "==": Op.F64Eq, "!=": Op.F64Ne, "<": Op.F64Lt, "<=": Op.F64Le, ">": Op.F64Gt, ">=": Op.F64Ge },
};
const COMPARE_VECTORS: Readonly<Record<CompareExpr["fn"], Vector>> = {
  ...{ "==": Vector.Eq32, "!=": Vector.Ne32, "<": Vector.LtU32 },
  ...{ "<=": Vector.LeU32, ">": Vector.GtU32, ">=": Vector.GeU32 },
};

/** Whether four rows can be computed at once. */
export function isVector(node: Lowered): boolean {
  if (node.canFail || (node.lane !== "i32" && node.lane !== "truth")) return false;
  switch (node.op) {
    case "column":
    case "constant":
      return true;
    case "arithmetic": {
      const byConstant = node.right.op === "constant";
      const isShift = node.fn === "<<" || node.fn === ">>";
      const isDivision = node.fn === "/" || node.fn === "%";
      if (isShift && !byConstant) return false;
      if (isDivision && (node.right.op !== "constant" || !node.right.value)) return false;
      return node.in === "i32" && isVector(node.left) && isVector(node.right);
    }
    case "compare":
      return node.in === "i32" && isVector(node.left) && isVector(node.right);
    case "convert":
      return false;
    case "isNull":
    case "isTrue":
    case "number":
    case "not":
      return isVector(node.operand);
    case "logical":
      return node.operands.every(isVector);
    case "choose":
      return [node.condition, node.yes, node.no].every(isVector);
  }
}

/** One function. */
class LoopWriter {
  readonly #code = new FunctionCode(Parameter.Count);
  readonly #shapes: readonly ColumnShape[];
  /** Where the origin of packed results stands. */
  readonly #originAt: number;
  readonly #vectors: boolean;
  readonly #row: number;
  /** Local variables that hold inputs, by their keys. */
  readonly #inputs = new Map<string, number>();
  readonly #columns = new Map<string, Result>();

  constructor(shapes: readonly ColumnShape[], constants: number, vectors: boolean) {
    this.#shapes = shapes;
    this.#originAt = shapes.length * LoopInput.Bytes + 8 * constants;
    this.#vectors = vectors;
    this.#row = this.#code.local(ValueType.I32);
  }

  write(root: Lowered, use: LoopUse): Uint8Array<ArrayBuffer> {
    this.#prepare(root);
    if (use === "test") this.#test(root);
    else if (use === "values") this.#values(root, (result) => this.#store(root, result));
    else this.#pack(root, use);
    this.#code.i32(-1);
    return this.#code.module();
  }

  /** For 32 rows at a time: if a bit of them is set, computes each and clears the bits of those that fail. */
  #test(root: Lowered): void {
    const code = this.#code;
    const found = code.local(ValueType.I32),
      end = code.local(ValueType.I32),
      bits = code.local(ValueType.I32);
    code.block(() =>
      code.loop(() => {
        this.#push(this.#row, Parameter.Rows, Op.I32GeU);
        code.branchIf(1);
        // for each 32 rows with a bit
        this.#bitsAt();
        code.memory(Memory.I32Load);
        code.set(bits);
        code.get(this.#row);
        code.i32(32);
        code.op(Op.I32Add);
        code.set(end);
        code.get(bits);
        code.op(Op.I32Eqz);
        code.when(() => {
          code.get(end);
          code.set(this.#row);
          code.branch(1);
        });
        this.#smaller(end, Parameter.Rows);
        code.i32(0);
        code.set(found);
        code.loop(() => {
          if (root.canFail) {
            // Only rows that are left may be computed: another one could fail.
            this.#push(bits, this.#row, Op.I32ShrU);
            code.i32(1);
            code.op(Op.I32And);
            code.when(() => this.#find(root, found));
          } else this.#find(root, found);
          this.#step();
          this.#push(this.#row, end, Op.I32LtU);
          code.branchIf(0);
        });
        // bits &= found
        code.get(end);
        code.i32(1);
        code.op(Op.I32Sub);
        code.i32(5);
        code.op(Op.I32ShrU);
        code.i32(2);
        code.op(Op.I32Shl);
        this.#push(Parameter.Out, undefined, Op.I32Add);
        this.#push(bits, found, Op.I32And);
        code.memory(Memory.I32Store);
        code.get(end);
        code.set(this.#row);
        code.branch(0);
      })
    );
  }

  /** The address of the bits of 32 rows. */
  #bitsAt(): void {
    this.#code.get(this.#row);
    this.#code.i32(3);
    this.#code.op(Op.I32ShrU);
    this.#push(Parameter.Out, undefined, Op.I32Add);
  }

  #smaller(local: number, other: number): void {
    const code = this.#code;
    code.get(local);
    code.get(other);
    this.#push(local, other, Op.I32LtU);
    code.op(Op.Select);
    code.set(local);
  }

  /** found |= result << row */
  #find(root: Lowered, found: number): void {
    const code = this.#code;
    this.#load();
    const { value } = this.#emit(root);
    code.get(found);
    code.get(value);
    if (this.#vectors) code.vector(Vector.Bits32);
    this.#push(this.#row, undefined, Op.I32Shl);
    code.op(Op.I32Or);
    code.set(found);
  }

  #step(): void {
    this.#code.get(this.#row);
    this.#code.i32(this.#vectors ? 4 : 1);
    this.#code.op(Op.I32Add);
    this.#code.set(this.#row);
  }

  /** for each row: word = result */
  #values(root: Lowered, store: (result: Result) => void): void {
    const code = this.#code;
    code.block(() =>
      code.loop(() => {
        this.#push(this.#row, Parameter.Rows, Op.I32GeU);
        code.branchIf(1);
        this.#load();
        store(this.#emit(root));
        this.#step();
        code.branch(0);
      })
    );
  }

  /** for each row: packed = result - origin; least, largest, nulls */
  #pack(root: Lowered, width: 1 | 2 | 4): void {
    const code = this.#code;
    const isWide = root.lane === "i64";
    const lane = isWide ? "i64" : "i32";
    this.#input("origin", lane, this.#originAt);
    const origin = this.#inputs.get("origin")!;
    const least = this.#local(lane), largest = this.#local(lane), nulls = code.local(ValueType.I32);
    this.#constant(lane, -1n);
    code.set(least);
    const packed = this.#local(lane);
    this.#values(root, ({ value, isNull }) => {
      code.get(value);
      if (root.lane === "truth" && this.#vectors) {
        code.i32(31);
        code.vector(Vector.ShrU32);
      }
      code.get(origin);
      if (this.#vectors) code.vector(Vector.Sub32);
      else code.op(isWide ? Op.I64Sub : Op.I32Sub);
      code.set(packed);
      if (isNull !== undefined) {
        // packed = 0 where it is null; least sees all ones there
        code.get(packed);
        if (this.#vectors) {
          code.get(isNull);
          code.vector(Vector.AndNot);
        } else {
          this.#constant(lane, 0n);
          code.get(isNull);
          code.op(Op.I32Eqz, Op.Select);
        }
        code.set(packed);
        code.get(nulls);
        code.get(isNull);
        if (this.#vectors) {
          code.vector(Vector.Bits32);
          code.op(Op.I32Popcount);
        }
        code.op(Op.I32Add);
        code.set(nulls);
      }
      this.#extreme(lane, largest, () => code.get(packed), false);
      this.#extreme(lane, least, () => {
        code.get(packed);
        if (isNull === undefined) return;
        if (this.#vectors) {
          code.get(isNull);
          code.vector(Vector.Or);
          return;
        }
        this.#constant(lane, -1n);
        code.get(isNull);
        code.op(Op.I32Eqz, Op.Select);
      }, true);
      this.#storePacked(packed, width, isWide);
    });
    [[least, Packed.Least] as const, [largest, Packed.Largest] as const].forEach(([local, field]) => {
      code.get(Parameter.Nulls);
      code.get(local);
      if (this.#vectors) code.vectorMemory(Vector.Store, field);
      else {
        if (!isWide) code.op(Op.I64ExtendI32U);
        code.memory(Memory.I64Store, field);
      }
    });
    code.get(Parameter.Nulls);
    code.get(nulls);
    code.memory(Memory.I32Store, Packed.Nulls);
  }

  /** extreme = the smaller or larger one of it and another number */
  #extreme(lane: "i32" | "i64", extreme: number, other: () => void, isLeast: boolean): void {
    const code = this.#code;
    code.get(extreme);
    other();
    if (this.#vectors) code.vector(isLeast ? Vector.Least32 : Vector.Largest32);
    else {
      const next = code.local(TYPES[lane]);
      code.set(next);
      code.get(next);
      this.#push(extreme, next, lane === "i64" ? Op.I64LtU : Op.I32LtU);
      if (!isLeast) code.op(Op.I32Eqz);
      code.op(Op.Select);
    }
    code.set(extreme);
  }

  #constant(lane: "i32" | "i64", value: bigint): void {
    if (this.#vectors) this.#splat(Number(value));
    else if (lane === "i64") this.#code.i64(value);
    else this.#code.i32(Number(value));
  }

  #storePacked(packed: number, width: 1 | 2 | 4, isWide: boolean): void {
    const code = this.#code;
    this.#addressOfRow(Parameter.Out, width);
    code.get(packed);
    if (!this.#vectors) {
      if (isWide) code.op(Op.I32WrapI64);
      code.memory({ 1: Memory.I32Store8, 2: Memory.I32Store16, 4: Memory.I32Store }[width]);
      return;
    }
    if (width === 4) return code.vectorMemory(Vector.Store);
    code.get(packed);
    code.vector(Vector.Narrow32To16);
    if (width === 1) {
      const narrow = this.#keep("i32");
      code.get(narrow);
      code.get(narrow);
      code.vector(Vector.Narrow16To8);
    }
    code.storeFirst(width === 1 ? 4 : 8);
  }

  #store(root: Lowered, { value, isNull }: Result): void {
    const code = this.#code;
    const address = (shift: number, base: number): void => {
      code.get(this.#row);
      if (shift > 0) {
        code.i32(shift);
        code.op(Op.I32Shl);
      }
      this.#push(base, undefined, Op.I32Add);
    };
    if (this.#vectors) {
      const words = code.local(ValueType.V128);
      code.get(value);
      if (root.lane === "truth") {
        code.i32(31);
        code.vector(Vector.ShrU32);
      }
      code.set(words);
      [Vector.ExtendLow32To64, Vector.ExtendHigh32To64].forEach((half, at) => {
        address(3, Parameter.Out);
        code.get(words);
        code.vector(half);
        code.vectorMemory(Vector.Store, 16 * at);
      });
      if (isNull === undefined) return;
      const bits = code.local(ValueType.I32);
      code.get(isNull);
      code.vector(Vector.Bits32);
      code.set(bits);
      for (let at = 0; at < 4; at++) {
        address(0, Parameter.Nulls);
        code.get(bits);
        code.i32(at);
        code.op(Op.I32ShrU);
        code.i32(1);
        code.op(Op.I32And);
        code.memory(Memory.I32Store8, at);
      }
      return;
    }
    address(3, Parameter.Out);
    code.get(value);
    if (root.lane === "i32" || root.lane === "truth") code.op(Op.I64ExtendI32U);
    code.memory(root.lane === "f64" ? Memory.F64Store : Memory.I64Store);
    if (isNull === undefined) return;
    address(0, Parameter.Nulls);
    code.get(isNull);
    code.memory(Memory.I32Store8);
  }

  /** Loads what stays the same for all rows: addresses, origins, constants. */
  #prepare(node: Lowered): void {
    switch (node.op) {
      case "column":
        return this.#prepareColumn(node);
      case "constant":
        this.#input(
          `k${node.at}${node.lane}`,
          node.lane,
          this.#shapes.length * LoopInput.Bytes + 8 * node.at,
        );
        return;
      case "arithmetic":
      case "compare":
        this.#prepare(node.left);
        return this.#prepare(node.right);
      case "logical":
        return node.operands.forEach((each) => this.#prepare(each));
      case "choose":
        return [node.condition, node.yes, node.no].forEach((each) => this.#prepare(each));
      default:
        return this.#prepare(node.operand);
    }
  }

  #prepareColumn({ at, lane }: Lowered & { readonly op: "column" }): void {
    const code = this.#code;
    const { width, nullMode } = this.#shapes[at]!;
    const entry = at * LoopInput.Bytes;
    const addressOf = (name: string, field: LoopInput): void => {
      if (this.#inputs.has(name)) return;
      const local = code.local(ValueType.I32);
      this.#inputs.set(name, local);
      code.get(Parameter.Inputs);
      code.memory(Memory.I32Load, entry + field);
      code.set(local);
    };
    if (width > 0) addressOf(`p${at}`, LoopInput.Numbers);
    if (nullMode === NullMode.Bytes) addressOf(`n${at}`, LoopInput.Nulls);
    // A fraction is packed as it is, unless all rows have the same.
    if (lane !== "f64" || width === 0) this.#input(`o${at}${lane}`, lane, entry + LoopInput.Origin);
    const key = `${at}${lane}`;
    if (this.#columns.has(key)) return;
    const isNull = nullMode === NullMode.None ? undefined : this.#local("truth");
    this.#columns.set(key, { value: this.#local(lane), isNull });
  }

  #input(name: string, lane: Lane, offset: number): void {
    if (this.#inputs.has(name)) return;
    const code = this.#code;
    const local = this.#local(lane);
    this.#inputs.set(name, local);
    code.get(Parameter.Inputs);
    code.memory(lane === "f64" ? Memory.F64Load : lane === "i64" ? Memory.I64Load : Memory.I32Load, offset);
    if (this.#vectors) code.vector(Vector.Splat32);
    code.set(local);
  }

  #local(lane: Lane): number {
    return this.#code.local(this.#vectors ? ValueType.V128 : TYPES[lane]);
  }

  /** Loads the numbers of a row of all columns: each is needed at least once. */
  #load(): void {
    for (const [key, result] of this.#columns) {
      const at = Number.parseInt(key);
      const lane = key.slice(String(at).length) as Lane;
      if (this.#vectors) this.#loadVector(at, result);
      else this.#loadNumber(at, lane, result);
    }
  }

  #addressOfRow(base: number, width: number): void {
    const code = this.#code;
    code.get(base);
    code.get(this.#row);
    if (width > 1) {
      code.i32(Math.log2(width));
      code.op(Op.I32Shl);
    }
    code.op(Op.I32Add);
  }

  #loadNumber(at: number, lane: Lane, { value, isNull }: Result): void {
    const code = this.#code;
    const { width, nullMode, isSequence } = this.#shapes[at]!;
    const isWide = lane === "i64";
    if (isSequence) this.#as("i32", lane, this.#row);
    else if (width !== 0) {
      this.#addressOfRow(this.#inputs.get(`p${at}`)!, width);
      code.memory(loadOf(width, lane));
    } else if (lane === "f64") code.get(this.#inputs.get(`o${at}${lane}`)!);
    else if (isWide) code.i64(0n);
    else code.i32(0);
    code.set(value);
    if (isNull !== undefined) {
      this.#isNull(at, nullMode, () => {
        code.get(value);
        code.op(isWide ? Op.I64Eqz : Op.I32Eqz);
      });
      code.set(isNull);
    }
    if (lane === "f64") return;
    code.get(value);
    this.#push(this.#inputs.get(`o${at}${lane}`)!, undefined, isWide ? Op.I64Add : Op.I32Add);
    code.set(value);
  }

  #isNull(at: number, mode: NullMode, isZero: () => void): void {
    const code = this.#code;
    if (mode === NullMode.Zero) isZero();
    else if (mode === NullMode.All) code.i32(1);
    else {
      this.#addressOfRow(this.#inputs.get(`n${at}`)!, 1);
      code.memory(Memory.I32Load8U);
      code.i32(0);
      code.op(Op.I32Ne);
    }
  }

  #loadVector(at: number, { value, isNull }: Result): void {
    const code = this.#code;
    const { width, nullMode, isSequence } = this.#shapes[at]!;
    if (isSequence) {
      code.get(this.#row);
      code.vector(Vector.Splat32);
      code.vectorOf([0, 1, 2, 3]);
      code.vector(Vector.Add32);
    } else this.#vectorOf(width, `p${at}`);
    code.set(value);
    if (isNull !== undefined) {
      if (nullMode === NullMode.Zero) {
        code.get(value);
        this.#splat(0);
        code.vector(Vector.Eq32);
      } else if (nullMode === NullMode.All) this.#splat(-1);
      else {
        this.#vectorOf(1, `n${at}`);
        this.#splat(0);
        code.vector(Vector.Ne32);
      }
      code.set(isNull);
    }
    code.get(value);
    code.get(this.#inputs.get(`o${at}i32`)!);
    code.vector(Vector.Add32);
    code.set(value);
  }

  /** Four numbers of some width. */
  #vectorOf(width: number, input: string): void {
    const code = this.#code;
    if (width === 0) return this.#splat(0);
    this.#addressOfRow(this.#inputs.get(input)!, width);
    if (width === 4) return code.vectorMemory(Vector.Load);
    code.vectorMemory(width === 2 ? Vector.Load64Zero : Vector.Load32Zero);
    if (width === 1) code.vector(Vector.Extend8To16);
    code.vector(Vector.Extend16To32);
  }

  #splat(value: number): void {
    this.#code.i32(value);
    this.#code.vector(Vector.Splat32);
  }

  #push(first: number, second: number | undefined, op: Op): void {
    this.#code.get(first);
    if (second !== undefined) this.#code.get(second);
    this.#code.op(op);
  }

  /** Computes a node for the row at hand, or for four. */
  #emit(node: Lowered): Result {
    switch (node.op) {
      case "column":
        return this.#columns.get(`${node.at}${node.lane}`)!;
      case "constant": {
        const value = this.#inputs.get(`k${node.at}${node.lane}`)!;
        return { value, isNull: node.nullable ? this.#always() : undefined };
      }
      case "arithmetic":
        return this.#vectors ? this.#arithmeticVector(node) : this.#arithmetic(node);
      case "convert": {
        const { value, isNull } = this.#emit(node.operand);
        this.#as(node.operand.lane, "i64", value);
        this.#code.op(node.isSigned ? Op.F64ConvertI64S : Op.F64ConvertI64U);
        return { value: this.#keep("f64"), isNull };
      }
      case "compare":
        return this.#compare(node);
      case "isNull": {
        const { isNull } = this.#emit(node.operand);
        if (isNull !== undefined) return { value: isNull, isNull: undefined };
        if (this.#vectors) this.#splat(0);
        else this.#code.i32(0);
        return { value: this.#keep("truth"), isNull: undefined };
      }
      case "isTrue":
        return this.#isTrue(node.operand);
      case "number": {
        const result = this.#emit(node.operand);
        if (!this.#vectors) return result;
        this.#code.get(result.value);
        this.#code.i32(31);
        this.#code.vector(Vector.ShrU32);
        return { value: this.#keep("i32"), isNull: result.isNull };
      }
      case "not": {
        const { value } = this.#emit(node.operand);
        this.#code.get(value);
        if (this.#vectors) this.#code.vector(Vector.Not);
        else this.#code.op(Op.I32Eqz);
        return { value: this.#keep("truth"), isNull: undefined };
      }
      case "logical":
        return this.#logical(node);
      case "choose":
        return this.#choose(node);
    }
  }

  #keep(lane: Lane): number {
    const local = this.#local(lane);
    this.#code.set(local);
    return local;
  }

  #always(): number {
    if (this.#vectors) this.#splat(-1);
    else this.#code.i32(1);
    return this.#keep("truth");
  }

  /** Pushes a number in other registers: the upper half of one that needs no more than 32 bits is left out. */
  #as(from: Lane, to: Lane, local: number): void {
    this.#code.get(local);
    if (from === "i32" && to === "i64") this.#code.op(Op.I64ExtendI32U);
    if (from === "i64" && to === "i32") this.#code.op(Op.I32WrapI64);
  }

  /** Null where one of two is. */
  #either(a: number | undefined, b: number | undefined): number | undefined {
    if (a === undefined || b === undefined) return a ?? b;
    this.#code.get(a);
    this.#code.get(b);
    if (this.#vectors) this.#code.vector(Vector.Or);
    else this.#code.op(Op.I32Or);
    return this.#keep("truth");
  }

  #arithmetic(node: Lowered & { readonly op: "arithmetic" }): Result {
    const code = this.#code;
    const { fn, in: lane, left, right } = node;
    const a = this.#emit(left), b = this.#emit(right);
    let isNull = this.#either(a.isNull, b.isNull);
    this.#as(left.lane, lane, a.value);
    if (lane === "f64") {
      code.get(b.value);
      code.op(DOUBLE[fn as "+"]);
      if (fn !== "/") return { value: this.#keep("f64"), isNull };
      const value = this.#keep("f64");
      code.get(b.value);
      code.i64(0n);
      code.op(Op.F64ConvertI64S, Op.F64Eq);
      isNull = this.#either(isNull, this.#keep("truth"));
      return { value, isNull };
    }
    const isWide = lane === "i64";
    const x = this.#keep(lane);
    const isDivision = fn === "/" || fn === "%";
    const known = right.op === "constant" && (isDivision || fn === "<<" || fn === ">>") ? right.value : null;
    if (known !== null && (known !== 0n || !isDivision)) {
      if (isWide) code.i64(known);
      else code.i32(Number(known));
    } else this.#as(right.lane, lane, b.value);
    let y = this.#keep(lane);
    if (isDivision && !known) {
      code.get(y);
      code.op(isWide ? Op.I64Eqz : Op.I32Eqz);
      const isZero = this.#keep("truth");
      isNull = this.#either(isNull, isZero);
      // Nothing is divided by zero: the result is null whatever it is.
      if (isWide) code.i64(1n);
      else code.i32(1);
      code.get(y);
      code.get(isZero);
      code.op(Op.Select);
      y = this.#keep(lane);
    }
    code.get(x);
    code.get(y);
    if (node.isSigned && fn === "/") code.op(Op.I64DivS);
    else if (node.isSigned && fn === "%") code.op(Op.I64RemS);
    else code.op((isWide ? WIDE : NARROW)[fn]);
    const result = this.#keep(lane);
    if (node.isChecked) this.#check(fn, x, y, result, isNull);
    if (lane === node.lane) return { value: result, isNull };
    this.#as(lane, node.lane, result);
    return { value: this.#keep(node.lane), isNull };
  }

  /** Ends the loop with the number of a row whose result needs more than 64 bits. */
  #check(fn: string, x: number, y: number, result: number, isNull: number | undefined): void {
    const code = this.#code;
    const fail = (): void => {
      const end = (): void => this.#push(this.#row, undefined, Op.Return);
      if (isNull === undefined) return end();
      code.get(isNull);
      code.op(Op.I32Eqz);
      code.when(end);
    };
    if (fn === "+") this.#push(result, x, Op.I64LtU);
    else if (fn === "-") this.#push(y, x, Op.I64GtU);
    else {
      this.#push(x, y, Op.I64Or);
      code.i64(32n);
      code.op(Op.I64ShrU, Op.I64Eqz, Op.I32Eqz);
      code.when(() => {
        code.get(x);
        code.op(Op.I64Eqz, Op.I32Eqz);
        code.when(() => {
          this.#push(result, x, Op.I64DivU);
          this.#push(y, undefined, Op.I64Ne);
          code.when(fail);
        });
      });
      return;
    }
    code.when(fail);
  }

  #arithmeticVector({ fn, left, right }: Lowered & { readonly op: "arithmetic" }): Result {
    const code = this.#code;
    const a = this.#emit(left), b = this.#emit(right);
    const isNull = this.#either(a.isNull, b.isNull);
    if (fn === "/" || fn === "%") return { value: this.#divideVector(fn, a.value, right), isNull };
    code.get(a.value);
    if (fn === "<<" || fn === ">>") code.i32(Number((right as Lowered & { op: "constant" }).value));
    else code.get(b.value);
    code.vector(VECTORS[fn]);
    return { value: this.#keep("i32"), isNull };
  }

  /**
   * By a constant. A quotient of two numbers of 32 bits is further from the next whole number than doubles round; by a power
   * of two it is a shift.
   */
  #divideVector(fn: "/" | "%", dividend: number, right: Lowered): number {
    const code = this.#code;
    const by = (right as Lowered & { op: "constant" }).value!;
    const isPower = (by & (by - 1n)) === 0n;
    if (isPower && fn === "%") {
      code.get(dividend);
      this.#splat(Number(by - 1n));
      code.vector(Vector.And);
      return this.#keep("i32");
    }
    if (isPower) {
      code.get(dividend);
      code.i32(by.toString(2).length - 1);
      code.vector(Vector.ShrU32);
      return this.#keep("i32");
    }
    this.#splat(Number(by));
    const splat = this.#keep("i32");
    const half = (at: number): void => {
      code.get(dividend);
      code.get(dividend);
      code.halves(at, at);
      code.vector(Vector.ConvertLow32ToDouble);
      code.get(splat);
      code.vector(Vector.ConvertLow32ToDouble);
      code.vector(Vector.DivideDoubles);
      code.vector(Vector.TruncateDoubleTo32);
    };
    half(0);
    half(1);
    code.halves(0, 2);
    const quotient = this.#keep("i32");
    if (fn === "/") return quotient;
    code.get(dividend);
    code.get(quotient);
    code.get(splat);
    code.vector(Vector.Mul32);
    code.vector(Vector.Sub32);
    return this.#keep("i32");
  }

  #compare({ fn, in: lane, isSigned, left, right }: Lowered & { readonly op: "compare" }): Result {
    const code = this.#code;
    const a = this.#emit(left), b = this.#emit(right);
    const isNull = this.#either(a.isNull, b.isNull);
    if (this.#vectors) {
      code.get(a.value);
      code.get(b.value);
      code.vector(COMPARE_VECTORS[fn]);
    } else {
      this.#as(left.lane, lane, a.value);
      this.#as(right.lane, lane, b.value);
      const signs = isSigned ? COMPARE_SIGNED : COMPARE_WIDE;
      code.op((lane === "f64" ? COMPARE_DOUBLE : lane === "i64" ? signs : COMPARE_NARROW)[fn]);
    }
    return { value: this.#unless(isNull), isNull: undefined };
  }

  /** The truth on the stack, but false where it is null. */
  #unless(isNull: number | undefined): number {
    const code = this.#code;
    if (isNull !== undefined) {
      code.get(isNull);
      if (this.#vectors) code.vector(Vector.AndNot);
      else code.op(Op.I32Eqz, Op.I32And);
    }
    return this.#keep("truth");
  }

  #isTrue(operand: Lowered): Result {
    const code = this.#code;
    const { value, isNull } = this.#emit(operand);
    code.get(value);
    if (this.#vectors) {
      this.#splat(0);
      code.vector(Vector.Ne32);
    } else if (operand.lane === "i64") code.op(Op.I64Eqz, Op.I32Eqz);
    else code.op(Op.I32Eqz, Op.I32Eqz);
    return { value: this.#unless(isNull), isNull: undefined };
  }

  /** Later operands that may fail are computed only where those before leave it open. */
  #logical({ fn, operands }: Lowered & { readonly op: "logical" }): Result {
    const code = this.#code;
    if (operands.length === 0) {
      if (this.#vectors) this.#splat(fn === "and" ? -1 : 0);
      else code.i32(fn === "and" ? 1 : 0);
    }
    const truth = this.#local("truth");
    operands.forEach((operand, at) => {
      const both = (): void => {
        const { value } = this.#emit(operand);
        if (at > 0) code.get(truth);
        code.get(value);
        if (at > 0 && this.#vectors) code.vector(fn === "and" ? Vector.And : Vector.Or);
        else if (at > 0) code.op(fn === "and" ? Op.I32And : Op.I32Or);
        code.set(truth);
      };
      if (at === 0 || !operand.canFail) return both();
      code.get(truth);
      if (fn === "or") code.op(Op.I32Eqz);
      code.when(both);
    });
    if (operands.length === 0) code.set(truth);
    return { value: truth, isNull: undefined };
  }

  #choose({ condition, yes, no, lane }: Lowered & { readonly op: "choose" }): Result {
    const code = this.#code;
    const { value: truth } = this.#emit(condition);
    const value = this.#local(lane), isNull = yes.nullable || no.nullable ? this.#local("truth") : undefined;
    const branch = (node: Lowered): void => {
      const result = this.#emit(node);
      this.#as(node.lane, lane, result.value);
      code.set(value);
      if (isNull === undefined) return;
      if (result.isNull === undefined) code.i32(0);
      else code.get(result.isNull);
      code.set(isNull);
    };
    if (!this.#vectors && (yes.canFail || no.canFail)) {
      code.get(truth);
      code.when(() => branch(yes));
      code.get(truth);
      code.op(Op.I32Eqz);
      code.when(() => branch(no));
      return { value, isNull };
    }
    const a = this.#emit(yes), b = this.#emit(no);
    const pick = (first: () => void, second: () => void): void => {
      first();
      second();
      code.get(truth);
      if (this.#vectors) code.vector(Vector.Select);
      else code.op(Op.Select);
    };
    pick(() => this.#as(yes.lane, lane, a.value), () => this.#as(no.lane, lane, b.value));
    code.set(value);
    if (isNull === undefined) return { value, isNull };
    const flag = (local: number | undefined): void => {
      if (local !== undefined) code.get(local);
      else if (this.#vectors) this.#splat(0);
      else code.i32(0);
    };
    pick(() => flag(a.isNull), () => flag(b.isNull));
    code.set(isNull);
    return { value, isNull };
  }
}

function loadOf(width: 1 | 2 | 4 | 8, lane: Lane): Memory {
  if (lane === "f64") return Memory.F64Load;
  if (lane === "i64") {
    return { 1: Memory.I64Load8U, 2: Memory.I64Load16U, 4: Memory.I64Load32U, 8: Memory.I64Load }[width];
  }
  return { 1: Memory.I32Load8U, 2: Memory.I32Load16U, 4: Memory.I32Load, 8: Memory.I32Load }[width];
}

/** The module of the loop over columns that lie as said. */
export function loopModule(
  root: Lowered,
  use: LoopUse,
  shapes: readonly ColumnShape[],
  constants: number,
  vectors: boolean,
): Uint8Array<ArrayBuffer> {
  return new LoopWriter(shapes, constants, vectors).write(root, use);
}
