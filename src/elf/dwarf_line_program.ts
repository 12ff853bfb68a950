/**
 * Runs the line program of a unit of `.debug_line`: a machine with an address, a file and a line, whose
 * one-byte opcodes usually advance address and line and emit a row. Read from the DWARF standard, version 5,
 * section 6.2.5.
 * @module
 */

import { joinHalves } from "../base/u64.ts";
import type { DwarfCursor } from "./dwarf_cursor.ts";
import { type LineHeader, readFileEntry } from "./dwarf_line_header.ts";
import type { LineRows } from "./dwarf_line_rows.ts";

/** Number of operands of opcodes 1 to 12 in the standard; a unit may differ. */
const OPERANDS = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];

/** The file has no number yet. */
const PENDING = -1;

const COPY = 1;
const ADVANCE_PC = 2;
const ADVANCE_LINE = 3;
const SET_FILE = 4;
const CONST_ADD_PC = 8;
const FIXED_ADVANCE_PC = 9;

/**
 * Below this, one opcode cannot carry into the high half, because it advances by at most 255 operations of
 * 255 bytes.
 */
const NEAR_CARRY = 0xffff_0000;

const END_SEQUENCE = 1;
const SET_ADDRESS = 2;
const DEFINE_FILE = 3;

/** The state machine of a line program. */
export class LineMachine {
  readonly #cursor: DwarfCursor;
  readonly #header: LineHeader;
  readonly #rows: LineRows;
  readonly #fileId: (file: number) => number;
  #low = 0;
  #high = 0;
  #operation = 0;
  /**
   * Current file in the unit. A program may begin with a missing file, and choose another one before its
   * first row.
   */
  #unitFile = 1;
  /** Number of that file across units; assigned when a row needs it. */
  #file = PENDING;
  #line = 1;

  /** `fileId` returns a file's number across all units, `NO_FILE` for unknown ones. */
  constructor(cursor: DwarfCursor, header: LineHeader, rows: LineRows, fileId: (file: number) => number) {
    this.#cursor = cursor;
    this.#header = header;
    this.#rows = rows;
    this.#fileId = fileId;
  }

  /** Runs the program from the cursor to its end. */
  run(): void {
    const cursor = this.#cursor, rows = this.#rows;
    const { opcodeBase, lineBase, lineRange, operations } = this.#header;
    const isUsual = usualOperands(this.#header);
    const steps = operations === 1 ? addressSteps(this.#header) : undefined;
    this.#reset();
    while (cursor.left > 0) {
      if (steps) this.#runUsual(isUsual, steps);
      if (cursor.left === 0) return;
      const opcode = cursor.u8();
      if (opcode >= opcodeBase) {
        const adjusted = opcode - opcodeBase;
        this.#advance(adjusted / lineRange >>> 0);
        this.#line = (this.#line + lineBase + adjusted % lineRange) >>> 0;
        rows.add(this.#low, this.#high, this.#file === PENDING ? this.#settle() : this.#file, this.#line);
      } else if (opcode === 0) this.#extended();
      else if (isUsual[opcode]) this.#standard(opcode);
      else for (let left = this.#header.operandCounts[opcode - 1]!; left > 0; left--) cursor.uleb();
    }
  }

  /**
   * Runs the opcodes that make up nearly all of a program, with one-byte operands, up to the first other one.
   * Naming a frame takes most of its time here, so the loop avoids calls.
   */
  #runUsual(isUsual: readonly boolean[], steps: Uint32Array): void {
    const cursor = this.#cursor, rows = this.#rows, high = this.#high, { bytes, end } = cursor;
    const { opcodeBase, lineBase, lineRange, instructionBytes } = this.#header;
    let at = cursor.at, low = this.#low, line = this.#line;
    while (at < end && low < NEAR_CARRY) {
      const opcode = bytes[at]!;
      if (opcode >= opcodeBase) {
        at++;
        low += steps[opcode]!;
        line = (line + lineBase + (opcode - opcodeBase) % lineRange) >>> 0;
        rows.add(low, high, this.#file === PENDING ? this.#settle() : this.#file, line);
        continue;
      }
      if (!isUsual[opcode]) break;
      if (opcode === COPY) rows.add(low, high, this.#settle(), line);
      else if (opcode === CONST_ADD_PC) low += steps[255]!;
      else if (OPERANDS[opcode - 1] === 1) {
        if (opcode === FIXED_ADVANCE_PC || at + 1 >= end) break;
        const operand = bytes[at + 1]!;
        if (operand >= 0x80) break;
        at++;
        if (opcode === ADVANCE_PC) low += operand * instructionBytes;
        else if (opcode === ADVANCE_LINE) line = (line + (operand << 25 >> 25)) >>> 0;
        else if (opcode === SET_FILE) {
          this.#unitFile = operand;
          this.#file = PENDING;
        }
      }
      at++;
    }
    cursor.at = at;
    this.#low = low;
    this.#line = line;
  }

  #reset(): void {
    this.#low = this.#high = this.#operation = 0;
    this.#line = 1;
    this.#unitFile = 1;
    this.#file = PENDING;
  }

  #settle(): number {
    return this.#file = this.#fileId(this.#unitFile);
  }

  #standard(opcode: number): void {
    const cursor = this.#cursor;
    switch (opcode) {
      case COPY:
        this.#rows.add(this.#low, this.#high, this.#settle(), this.#line);
        return;
      case ADVANCE_PC:
        cursor.uleb();
        this.#advance(cursor.low, cursor.high);
        return;
      case ADVANCE_LINE:
        this.#line = (this.#line + cursor.sleb()) >>> 0;
        return;
      case SET_FILE:
        this.#unitFile = cursor.uleb();
        this.#file = PENDING;
        return;
      case CONST_ADD_PC:
        this.#advance((255 - this.#header.opcodeBase) / this.#header.lineRange >>> 0);
        return;
      case FIXED_ADVANCE_PC:
        this.#operation = 0;
        this.#add(cursor.u16(), 0);
        return;
      default:
        // Skip column, is_stmt, basic block, prologue, epilogue, and instruction set, which are not needed.
        for (let left = OPERANDS[opcode - 1] ?? 0; left > 0; left--) cursor.uleb();
    }
  }

  #extended(): void {
    const cursor = this.#cursor, from = cursor.at;
    const length = cursor.count("an opcode");
    if (length === 0) throw cursor.fail("an extended opcode without a length", from);
    const next = cursor.at + length;
    switch (cursor.u8()) {
      case END_SEQUENCE:
        this.#rows.end(this.#low, this.#high);
        this.#reset();
        break;
      case SET_ADDRESS:
        if (length < 2 || length > 9) throw cursor.fail(`an address of ${length - 1} bytes`, from);
        cursor.wide(length - 1);
        this.#low = cursor.low;
        this.#high = cursor.high;
        this.#operation = 0;
        break;
      case DEFINE_FILE:
        this.#header.files.push(readFileEntry(cursor));
    }
    if (cursor.at > next) throw cursor.fail("an extended opcode is longer than its stated length", from);
    cursor.at = next;
  }

  /** Advances the address by some operations, which are instructions on most machines. */
  #advance(low: number, high = 0): void {
    const { operations, instructionBytes } = this.#header;
    if (operations === 1) {
      if (high === 0 && low < 0x100_0000) this.#add(low * instructionBytes, 0);
      else this.#addWide(joinHalves(low, high) * BigInt(instructionBytes));
      return;
    }
    const total = BigInt(this.#operation) + joinHalves(low, high);
    this.#operation = Number(total % BigInt(operations));
    this.#addWide(total / BigInt(operations) * BigInt(instructionBytes));
  }

  #addWide(bytes: bigint): void {
    this.#add(Number(bytes & 0xffff_ffffn), Number(bytes >> 32n & 0xffff_ffffn));
  }

  #add(low: number, high: number): void {
    const sum = this.#low + low;
    this.#low = sum >>> 0;
    this.#high = (this.#high + high + (sum > 0xffff_ffff ? 1 : 0)) >>> 0;
  }
}

/** Returns which opcodes have their standard number of operands; others are skipped. */
function usualOperands({ operandCounts }: LineHeader): boolean[] {
  return [false, ...Array.from(operandCounts, (count, at) => OPERANDS[at] === count)];
}

/** Cache of the last steps and of what they depend on, which most units of a program share. */
let lastKey = -1;
let lastSteps = new Uint32Array(256);

/** Address advance of each special opcode, for machines with one operation per instruction. */
function addressSteps({ opcodeBase, lineRange, instructionBytes }: LineHeader): Uint32Array {
  const key = opcodeBase << 16 | lineRange << 8 | instructionBytes;
  if (key === lastKey) return lastSteps;
  const steps = new Uint32Array(256);
  for (let opcode = opcodeBase; opcode < 256; opcode++) {
    steps[opcode] = ((opcode - opcodeBase) / lineRange >>> 0) * instructionBytes;
  }
  lastKey = key;
  return lastSteps = steps;
}
