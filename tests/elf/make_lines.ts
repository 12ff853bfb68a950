/** Writes units of `.debug_line` of any shape, with the rows that they describe. */

import type { Random } from "../support/random.ts";

/** The encoding of a unit. */
export interface UnitShape {
  readonly version: 2 | 3 | 4 | 5;
  readonly littleEndian: boolean;
  /** Bytes of an address. */
  readonly addressBytes: 4 | 8;
  /** Bytes of an offset: 32-bit or 64-bit DWARF. */
  readonly offsetBytes: 4 | 8;
  readonly instructionBytes: number;
  /** Operations in an instruction; versions before 4 have 1. */
  readonly operations: number;
  readonly opcodeBase: number;
  readonly lineBase: number;
  readonly lineRange: number;
}

/** A row as the line program produces it. */
export interface MadeRow {
  readonly address: bigint;
  readonly file: string;
  readonly line: number;
}

/** A sequence of rows, and the address where it ends. */
export interface MadeSequence {
  readonly rows: readonly MadeRow[];
  readonly end: bigint;
}

/** A growing buffer of bytes. */
export class Bytes {
  readonly list: number[] = [];
  readonly #littleEndian: boolean;

  constructor(littleEndian: boolean) {
    this.#littleEndian = littleEndian;
  }

  number(value: number | bigint, bytes: number): void {
    const parts = Array.from({ length: bytes }, (_, at) => Number(BigInt(value) >> BigInt(8 * at) & 0xffn));
    this.list.push(...this.#littleEndian ? parts : parts.reverse());
  }

  uleb(value: number | bigint, padding = 0): void {
    let left = BigInt(value);
    do {
      const seven = Number(left & 0x7fn);
      left >>= 7n;
      this.list.push(left > 0n || padding > 0 ? seven | 0x80 : seven);
    } while (left > 0n);
    for (; padding > 0; padding--) this.list.push(padding === 1 ? 0 : 0x80);
  }

  sleb(value: number): void {
    let left = value;
    while (true) {
      const seven = left & 0x7f;
      left >>= 7;
      const isLast = (left === 0 && (seven & 0x40) === 0) || (left === -1 && (seven & 0x40) !== 0);
      this.list.push(isLast ? seven : seven | 0x80);
      if (isLast) return;
    }
  }

  text(text: string): void {
    this.list.push(...new TextEncoder().encode(text), 0);
  }
}

/** Names that units share. */
export class Texts {
  readonly bytes: Bytes = new Bytes(true);

  place(text: string): number {
    const at = this.bytes.list.length;
    this.bytes.text(text);
    return at;
  }
}

const FOLDERS = ["/home/someone/build", "src", "/usr/include"];
const FILES = [["main.c", 0], ["part.c", 1], ["stdio.h", 2], ["/abs/made.y", 1]] as const;
const OPERANDS = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 2, 0, 3, 1];

/** The name of a file by its number. */
function nameOf(file: number): string {
  const [name, folder] = FILES[file]!;
  return folder === 0 || name.startsWith("/") ? name : `${FOLDERS[folder]}/${name}`;
}

/** A unit with random sequences from `from` upwards, and their rows. */
export function makeUnit(
  shape: UnitShape,
  random: Random,
  from: bigint,
  lineTexts: Texts,
  texts: Texts,
): { bytes: number[]; sequences: MadeSequence[]; end: bigint } {
  const { littleEndian, version, offsetBytes } = shape;
  const lists = new Bytes(littleEndian);
  lists.number(shape.instructionBytes, 1);
  if (version >= 4) lists.number(shape.operations, 1);
  lists.list.push(random.below(2), shape.lineBase & 0xff, shape.lineRange, shape.opcodeBase);
  lists.list.push(...OPERANDS.slice(0, shape.opcodeBase - 1));
  if (version >= 5) writeLists(lists, shape, random, lineTexts, texts);
  else {
    for (const folder of FOLDERS.slice(1)) lists.text(folder);
    lists.number(0, 1);
    for (const [name, folder] of FILES) {
      lists.text(name);
      for (const value of [folder, random.below(1 << 20), random.below(1 << 20)]) lists.uleb(value);
    }
    lists.number(0, 1);
  }
  const program = new ProgramWriter(shape, random, from);
  const sequences = Array.from({ length: 1 + random.below(4) }, () => program.sequence());
  const unit = new Bytes(littleEndian);
  unit.number(version, 2);
  if (version >= 5) unit.list.push(shape.addressBytes, 0);
  unit.number(lists.list.length, offsetBytes);
  unit.list.push(...lists.list, ...program.out.list);
  const whole = new Bytes(littleEndian);
  if (offsetBytes === 8) whole.number(0xffff_ffff, 4);
  whole.number(unit.list.length, offsetBytes);
  return { bytes: [...whole.list, ...unit.list], sequences, end: program.address };
}

/** Folders and files of version 5, in a random form for each. */
function writeLists(out: Bytes, shape: UnitShape, random: Random, lineTexts: Texts, texts: Texts): void {
  const name = (form: number, text: string): void => {
    if (form === 0x08) out.text(text);
    else out.number((form === 0x1f ? lineTexts : texts).place(text), shape.offsetBytes);
  };
  const form = [0x08, 0x1f, 0x0e][random.below(3)]!;
  out.list.push(1, 1, form);
  out.uleb(FOLDERS.length);
  for (const folder of FOLDERS) name(form, folder);
  const number = [0x0b, 0x05, 0x0f, 0x06][random.below(4)]!;
  const sum = random.below(2) === 1;
  // Name, folder, perhaps an MD5 sum, and a field of an unknown kind.
  out.list.push(sum ? 4 : 3, 1, form, 2, number);
  if (sum) out.list.push(5, 0x1e);
  out.uleb(0x2fff);
  out.uleb(0x09);
  out.uleb(FILES.length);
  for (const [file, folder] of FILES) {
    name(form, file);
    if (number === 0x0f) out.uleb(folder);
    else out.number(folder, { 0x0b: 1, 0x05: 2, 0x06: 4 }[number]!);
    if (sum) out.list.push(...Array.from({ length: 16 }, () => random.below(256)));
    out.list.push(3, 9, 9, 9);
  }
}

/** Writes a line program, choosing randomly among equivalent opcodes. */
class ProgramWriter {
  readonly out: Bytes;
  address: bigint;
  readonly #shape: UnitShape;
  readonly #random: Random;
  #operation = 0;
  #line = 1;
  #file = 0;

  constructor(shape: UnitShape, random: Random, from: bigint) {
    this.out = new Bytes(shape.littleEndian);
    this.#shape = shape;
    this.#random = random;
    this.address = from;
  }

  sequence(): MadeSequence {
    const { version } = this.#shape;
    const random = this.#random, rows: MadeRow[] = [];
    this.#line = 1;
    this.#operation = 0;
    // The register starts at 1, which is the second file of version 5.
    this.#file = version >= 5 ? 1 : 0;
    this.address += BigInt(random.below(64));
    this.#setAddress();
    for (let left = 1 + random.below(12); left > 0; left--) {
      this.#noise();
      if (random.below(4) === 0) this.#setFile(random.below(FILES.length));
      const lines = random.below(4) === 0 ? random.below(3000) - 200 : random.below(12) - 4;
      this.#row(Math.max(0, this.#line + lines));
      rows.push({ address: this.address, file: nameOf(this.#file), line: this.#line });
    }
    this.#advance(1 + random.below(200));
    this.#extended(1);
    return { rows, end: this.address };
  }

  /** Advances to another line and emits a row. */
  #row(line: number): void {
    const { opcodeBase, lineBase, lineRange } = this.#shape;
    const random = this.#random, delta = line - this.#line;
    let by = random.below(20);
    const place = delta - lineBase;
    const opcode = opcodeBase + place + lineRange * by;
    if (place >= 0 && place < lineRange && opcode <= 255 && random.below(4) > 0) {
      this.out.list.push(opcode);
    } else {
      if (random.below(3) === 0) {
        // The advance of opcode 255.
        this.out.list.push(8);
        by = Math.floor((255 - opcodeBase) / lineRange);
      } else this.#advance(by, true);
      this.out.list.push(3);
      this.out.sleb(delta);
      this.out.list.push(1);
    }
    this.#line = line;
    this.#go(by);
  }

  /** Writes an advance, unless the caller has written it, and applies it. */
  #advance(by: number, written = false): void {
    this.out.list.push(2);
    this.out.uleb(by, this.#random.below(3));
    if (!written) this.#go(by);
  }

  #go(by: number): void {
    const { operations, instructionBytes } = this.#shape;
    const total = this.#operation + by;
    this.#operation = total % operations;
    this.address += BigInt(Math.floor(total / operations) * instructionBytes);
  }

  #setAddress(): void {
    const address = new Bytes(this.#shape.littleEndian);
    address.number(this.address, this.#shape.addressBytes);
    this.#extended(2, address.list);
    this.#operation = 0;
  }

  #setFile(file: number): void {
    this.#file = file;
    this.out.list.push(4);
    this.out.uleb(this.#shape.version >= 5 ? file : file + 1);
  }

  #extended(opcode: number, operands: readonly number[] = []): void {
    this.out.list.push(0);
    this.out.uleb(1 + operands.length, this.#random.below(2));
    this.out.list.push(opcode, ...operands);
  }

  /** Writes opcodes without an effect here. */
  #noise(): void {
    const { opcodeBase } = this.#shape;
    switch (this.#random.below(9)) {
      case 0: // set_column
        this.out.list.push(5);
        return this.out.uleb(this.#random.below(1000));
      case 1: // negate_stmt, set_basic_block
        this.out.list.push(6, 7);
        return;
      case 2: // set_discriminator
        return this.#extended(4, [5]);
      case 3: // an extended opcode of a vendor
        return this.#extended(0x80, [1, 2, 3]);
      case 4: // prologue_end, epilogue_begin, set_isa
        if (opcodeBase > 12) this.out.list.push(10, 11, 12, 3);
        return;
      case 5: // opcodes of future versions, with 2, 0 and 3 operands
        if (opcodeBase > 15) this.out.list.push(13, 0x85, 1, 7, 14, 15, 1, 2, 0xff, 3);
        return;
      case 6: // fixed_advance_pc takes an unscaled number of two bytes
        this.out.list.push(9);
        this.out.number(4, 2);
        this.address += 4n;
        this.#operation = 0;
    }
  }
}
