/**
 * Functions, structures, enumerations, bit masks and stack frames of a stream, each defined where its id
 * first occurs. The records that the kernel reads are in the arena; names for display are decoded on demand.
 * @module
 */

import { powerOfTwo } from "../../base/power_of_two.ts";
import { joinHalves } from "../../base/u64.ts";
import type { Arena } from "../../memory/arena.ts";
import type { StackPool } from "../../events/stack_pool.ts";
import type { StringPool } from "../../events/string_pool.ts";
import { CLASS_BITS, classNames } from "./call_classes.ts";
import { classBits } from "./classes.ts";
import * as S from "./kernel/state.ts";

/** Style of the texts in records; the kernel copies these texts to its output. */
export interface RecordStyle {
  /** Text before and after function names. */
  readonly name: readonly [string, string];
  /** Text before names of functions without side effects, in place of `name[0]`. */
  readonly quietName?: string;
  /** Text after argument and member names, before the equals sign. */
  readonly afterArg: string;
  /** Whether argument names are written. */
  readonly argNames: boolean;
}

/** Plain text with names and without colours. */
const PLAIN_STYLE: RecordStyle = { name: ["", ""], afterArg: "", argNames: true };

/** Pools shared by all streams of a session, and options of a pass over a stream. */
export interface SignatureOptions {
  /** Arena for the records. */
  readonly arena: Arena;
  /** Pool for names. */
  readonly strings: StringPool;
  /** Pool for stack frames; if absent, frames are only formatted as text. */
  readonly stacks?: StackPool | undefined;
  /** Style of the texts. */
  readonly style?: RecordStyle | undefined;
  /** Whether enumeration symbols get string ids too. */
  readonly symbolCodes?: boolean | undefined;
  /** Returns extra bits for a function record, such as WATCHED, by its name. */
  readonly bitsOf?: ((name: string) => number) | undefined;
  /** Returns the number of the argument that a column shows. */
  readonly wantedOf?: ((fn: FunctionSignature) => number) | undefined;
}

/** A symbol and its value in an enumeration or a bit mask. */
export interface SignatureEntry {
  /** The symbol's name. */
  readonly name: string;
  /** The symbol as bytes of the stream. */
  readonly bytes: Uint8Array;
  /** Value as 64 bits, signed for enumerations. */
  readonly value: bigint;
}

/** A definition in the stream. */
export interface Definition {
  /** FUNCTION, STRUCT, ENUM, MASK or FRAME. */
  readonly kind: number;
  /** Id in the stream. */
  readonly id: bigint;
  /** Stream offset of the definition. */
  readonly offset: number;
  /** The bytes of the definition. */
  readonly definition: Uint8Array;
}

/** Fields that all signatures have. */
export interface Signature extends Definition {
  /** Length of the definition. */
  readonly bytes: number;
  /** Address of the kernel's record. */
  readonly record: number;
  /** Name of a function or structure. */
  readonly name: string;
  /** Argument or member names. */
  readonly names: readonly string[];
}

/** A function. */
export interface FunctionSignature extends Signature {
  /** Row in `functions`. */
  readonly row: number;
  /** Class bits of the function. */
  readonly classes: number;
}

// Limits names in proportion to the length of the stream, because they take memory; definitions near the
// start are covered by a generous allowance.
const PARTS_EACH = 8;
const BYTES_PER_PART = 16;
const SPARE_PARTS = 1 << 20;

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/** Returns a text up to its first NUL. */
export function beforeNul(text: Uint8Array): Uint8Array {
  const end = text.indexOf(0);
  return end < 0 ? text : text.subarray(0, end);
}

/** Decodes the primitive values of a definition that the kernel has already checked. */
export class DefinitionReader {
  readonly #bytes: Uint8Array;
  /** Offset of the next byte. */
  at: number;

  /** Starts at an index of `bytes`. */
  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  /** Reads a number that is known to be small. */
  small(): number {
    return Number(this.uint());
  }

  /** Reads a number of up to 64 bits. */
  uint(): bigint {
    let value = 0n;
    for (let shift = 0n;; shift += 7n) {
      const byte = this.#bytes[this.at++]!;
      if (shift < 64n) value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
  }

  /** Reads a name up to its first NUL, where the original tool also ends names. */
  bytes(): Uint8Array {
    const length = this.small();
    this.at += length;
    return beforeNul(this.#bytes.subarray(this.at - length, this.at));
  }

  /** Reads an integer with its tag, as 64 bits. */
  integer(): bigint {
    const negative = this.#bytes[this.at++] === 3;
    const value = this.uint();
    return negative ? BigInt.asUintN(64, -value) : value;
  }

  byte(): number {
    return this.#bytes[this.at++]!;
  }
}

/** Collects texts to be written to the arena one after another, followed by spare bytes. */
class TextBlock {
  readonly #pieces: Uint8Array[] = [];
  readonly #places: number[] = [];
  #length = 0;

  /** Adds a text; its address and length will be written at `place` in the record. */
  add(place: number, ...pieces: (Uint8Array | string)[]): void {
    const start = this.#length;
    for (const piece of pieces) {
      const bytes = typeof piece === "string" ? ENCODER.encode(piece) : piece;
      this.#pieces.push(bytes);
      this.#length += bytes.length;
    }
    this.#places.push(place, start, this.#length - start);
  }

  /** Total bytes needed. */
  get bytes(): number {
    return this.#length + 16;
  }

  /** Writes the texts to `at`, and their addresses to their places in a record. */
  write(arena: Arena, record: number, at: number): void {
    let to = at;
    for (const piece of this.#pieces) {
      arena.u8.set(piece, to);
      to += piece.length;
    }
    for (let each = 0; each < this.#places.length; each += 3) {
      const place = (record + this.#places[each]!) >>> 2;
      arena.u32[place] = at + this.#places[each + 1]!;
      arena.u32[place + 1] = this.#places[each + 2]!;
    }
  }
}

/** All signatures of one stream. */
export class Signatures {
  readonly #options: SignatureOptions;
  readonly #arena: Arena;
  readonly #version: number;
  readonly #state: number;
  readonly #style: RecordStyle;
  readonly #byId: Map<number | bigint, Signature>[] = [new Map(), new Map(), new Map(), new Map(), new Map()];
  readonly #byRecord = new Map<number, Signature>();
  #parts = 0;
  /** Functions in order of definition. */
  readonly functions: FunctionSignature[] = [];

  /** Creates empty tables, which the kernel's state refers to. */
  constructor(options: SignatureOptions, state: number, version: number) {
    this.#options = options;
    this.#arena = options.arena;
    this.#state = state;
    this.#version = version;
    this.#style = options.style ?? PLAIN_STYLE;
  }

  /** Returns the signature that belongs to a kernel record. */
  of(record: number): Signature | undefined {
    return this.#byRecord.get(record);
  }

  find(kind: number, id: bigint): Signature | undefined {
    return this.#byId[kind]!.get(idKey(id));
  }

  /** Returns the signature with an id below 2^32. */
  findSmall(kind: number, id: number): Signature | undefined {
    return this.#byId[kind]!.get(id);
  }

  /** Returns the number of signatures of a kind. */
  count(kind: number): number {
    return this.#byId[kind]!.size;
  }

  /** Returns the address of the record for an id, or 0. */
  recordOf(kind: number, low: number, high: number): number {
    return this.#byId[kind]!.get(idKey(joinHalves(low, high)))?.record ?? 0;
  }

  /** Creates the record for a definition at `[from, to)` in the arena; returns 0 if there are too many. */
  define(kind: number, id: bigint, from: number, to: number, offset: number): number {
    this.#parts += PARTS_EACH + this.#partsOf(kind, from);
    if (this.#parts > SPARE_PARTS + offset / BYTES_PER_PART) return 0;
    return this.#define(kind, id, this.#arena.u8.slice(from, to), offset);
  }

  /** Copies the definitions before `offset` from another pass over the stream. */
  adopt(others: readonly Definition[], offset: number): void {
    for (const { kind, id, definition, offset: its } of others) {
      if (its < offset) this.#define(kind, id, definition, its);
    }
  }

  /** All definitions met so far, by kind. */
  get definitions(): Definition[] {
    return this.#byId.flatMap((byId) =>
      [...byId.values()].map(({ kind, id, offset, definition }) => ({ kind, id, offset, definition }))
    );
  }

  /** Counts the names in a definition that the kernel has already checked. */
  #partsOf(kind: number, from: number): number {
    if (kind === S.FRAME || (kind === S.ENUM && this.#version < 3)) return 1;
    const reader = new DefinitionReader(this.#arena.u8, from);
    if (kind === S.FUNCTION || kind === S.STRUCT) reader.bytes();
    return reader.small();
  }

  #define(kind: number, id: bigint, definition: Uint8Array, offset: number): number {
    const reader = new DefinitionReader(definition, 0);
    let record: number;
    let name = "";
    let names: string[] = [];
    let row = -1;
    let classes = 0;
    if (kind === S.FUNCTION || kind === S.STRUCT) {
      const nameBytes = reader.bytes();
      const parts: Uint8Array[] = [];
      for (let count = reader.small(); count > 0; count--) parts.push(reader.bytes());
      name = DECODER.decode(nameBytes);
      names = parts.map((part) => DECODER.decode(part));
      if (kind === S.STRUCT) record = this.#structRecord(name, parts);
      else {
        row = this.functions.length;
        classes = classBits(name);
        record = this.#functionRecord(nameBytes, name, parts, row, classes);
      }
    } else if (kind === S.FRAME) record = this.#frameRecord(reader);
    else record = this.#listRecord(kind, reader);
    const words = this.#arena.u32;
    words[record >>> 2] = offset >>> 0;
    words[(record >>> 2) + 1] = Math.floor(offset / 2 ** 32);
    words[(record + S.DEFINITION_BYTES) >>> 2] = definition.length;
    const bytes = definition.length;
    const signature = { kind, id, offset, bytes, record, definition, name, names, row, classes };
    this.#byId[kind]!.set(idKey(id), signature);
    this.#byRecord.set(record, signature);
    if (id < BigInt(S.SIGNATURE_DENSE)) this.#enter(kind, Number(id), record);
    if (kind === S.FUNCTION) {
      this.functions.push(signature);
      words[(record + S.FUNCTION_WANTED) >>> 2] = this.#options.wantedOf?.(signature) ?? S.WANT_NOTHING;
    }
    return record;
  }

  /** Returns the symbols of all enumerations and bit masks, each once. */
  symbols(): string[] {
    const names = new Set<string>();
    for (const kind of [S.ENUM, S.BIT_MASK]) {
      for (const signature of this.#byId[kind]!.values()) {
        for (const { name } of this.entries(signature)) names.add(name);
      }
    }
    return [...names];
  }

  /** Returns the symbols and values of an enumeration or bit mask, in order. */
  entries(signature: Signature): SignatureEntry[] {
    const { names, values } = this.#listOf(signature.kind, new DefinitionReader(signature.definition, 0));
    return names.map((bytes, number) => ({ name: DECODER.decode(bytes), bytes, value: values[number]! }));
  }

  #listOf(kind: number, reader: DefinitionReader): { names: Uint8Array[]; values: bigint[] } {
    const single = kind === S.ENUM && this.#version < 3;
    const names: Uint8Array[] = [];
    const values: bigint[] = [];
    for (let count = single ? 1 : reader.small(); count > 0; count--) {
      names.push(reader.bytes());
      values.push(kind === S.ENUM ? reader.integer() : reader.uint());
    }
    return { names, values };
  }

  /** Allocates a zeroed block of `bytes` for the record, with the texts after it. */
  #make(bytes: number, texts: TextBlock): number {
    const record = this.#arena.allocZeroed(bytes + texts.bytes);
    texts.write(this.#arena, record, record + bytes);
    return record;
  }

  #functionRecord(
    nameBytes: Uint8Array,
    name: string,
    parts: Uint8Array[],
    row: number,
    classes: number,
  ): number {
    const [usual, after] = this.#style.name;
    const before = classes & CLASS_BITS["no-side-effects"]! ? this.#style.quietName ?? usual : usual;
    const tags = S.FUNCTION_SIZE + 8 * parts.length;
    const texts = new TextBlock();
    texts.add(S.FUNCTION_HEAD, before, nameBytes, after, "(");
    parts.forEach((part, number) => {
      const named = this.#style.argNames ? [part, this.#style.afterArg, " = "] : [];
      texts.add(S.FUNCTION_SIZE + 8 * number, number > 0 ? ", " : "", ...named);
    });
    const record = this.#make(tags + 4 * (parts.length + 1), texts);
    const words = this.#arena.u32;
    words[(record + S.PART_COUNT) >>> 2] = parts.length;
    words[(record + S.FUNCTION_ROW) >>> 2] = row;
    words[(record + S.FUNCTION_CLASS) >>> 2] = classes;
    const own = name === "glGetError" && parts.length === 0 ? S.GET_ERROR : 0;
    words[(record + S.FUNCTION_BITS) >>> 2] = own | (this.#options.bitsOf?.(name) ?? 0);
    words[(record + S.FUNCTION_ARGS) >>> 2] = record + S.FUNCTION_SIZE;
    words[(record + S.FUNCTION_KINDS) >>> 2] = record + tags;
    words[(record + S.FUNCTION_NAME) >>> 2] = this.#options.strings.intern(nameBytes);
    words[(record + S.FUNCTION_TYPE) >>> 2] = classes
      ? this.#options.strings.internText(classNames(classes))
      : 0;
    return record;
  }

  #structRecord(name: string, parts: Uint8Array[]): number {
    const members = 24;
    const texts = new TextBlock();
    parts.forEach((part, number) => {
      // Members without a name are anonymous structures, marked by an empty text.
      texts.add(members + 8 * number, ...(part.length > 0 ? [part, this.#style.afterArg, " = "] : []));
    });
    const record = this.#make(members + 8 * parts.length, texts);
    const words = this.#arena.u32;
    words[(record + S.PART_COUNT) >>> 2] = parts.length;
    words[(record + S.STRUCT_GUID) >>> 2] = name === "GUID" && parts.length === 4 ? 1 : 0;
    words[(record + S.STRUCT_MEMBERS) >>> 2] = record + members;
    return record;
  }

  #listRecord(kind: number, reader: DefinitionReader): number {
    const { names, values } = this.#listOf(kind, reader);
    const count = names.length;
    const slots = kind === S.ENUM ? powerOfTwo(2 * count + 2) : 0;
    const head = 32;
    const entries = S.ENTRY_BYTES * count;
    const texts = new TextBlock();
    names.forEach((name, number) => texts.add(head + S.ENTRY_BYTES * number + 8, name));
    const record = this.#make(head + entries + 4 * slots, texts);
    const words = this.#arena.u32;
    words[(record + S.PART_COUNT) >>> 2] = count;
    words[(record + S.ENUM_ENTRIES) >>> 2] = record + head;
    words[(record + S.ENUM_SLOTS) >>> 2] = record + head + entries;
    words[(record + S.ENUM_MASK) >>> 2] = slots - 1;
    for (let each = 0; each < count; each++) {
      const entry = record + head + S.ENTRY_BYTES * each;
      this.#arena.u64[entry >>> 3] = values[each]!;
      if (this.#options.symbolCodes) words[(entry + 16) >>> 2] = this.#options.strings.intern(names[each]!);
      if (slots > 0) this.#enterValue((record + head + entries) >>> 2, slots - 1, record + head, each);
    }
    return record;
  }

  /** Adds an entry to the hash table of values; if values repeat, the first entry stays. */
  #enterValue(slots: number, mask: number, entries: number, number: number): void {
    const words = this.#arena.u32;
    const low = words[(entries + S.ENTRY_BYTES * number) >>> 2]!;
    const high = words[(entries + S.ENTRY_BYTES * number + 4) >>> 2]!;
    let slot = (Math.imul(low ^ Math.imul(high, 31), 0x9e3779b1) >>> 7) & mask;
    for (let other = words[slots + slot]!; other !== 0; other = words[slots + slot]!) {
      const entry = (entries + S.ENTRY_BYTES * (other - 1)) >>> 2;
      if (words[entry] === low && words[entry + 1] === high) return;
      slot = (slot + 1) & mask;
    }
    words[slots + slot] = number + 1;
  }

  #frameRecord(reader: DefinitionReader): number {
    const { strings, stacks } = this.#options;
    let module: Uint8Array | undefined, func: Uint8Array | undefined, file: Uint8Array | undefined;
    let line: bigint | undefined, offset: bigint | undefined;
    for (let part = reader.byte(); part !== 0; part = reader.byte()) {
      if (part === 1) module = reader.bytes();
      else if (part === 2) func = reader.bytes();
      else if (part === 3) file = reader.bytes();
      else if (part === 4) line = reader.uint();
      else offset = reader.uint();
    }
    const pieces: (Uint8Array | string)[] = [module ?? "?"];
    if (func) pieces.push(": ", func);
    // The original tool stores offset and line as signed numbers, lines with 32 bits, and omits negative
    // ones.
    if (offset !== undefined && offset < 1n << 63n) pieces.push("+0x" + offset.toString(16));
    if (file) {
      pieces.push(": ", file);
      const shown = BigInt.asIntN(32, line ?? -1n);
      if (shown >= 0n) pieces.push(":" + shown);
    }
    const texts = new TextBlock();
    texts.add(S.FRAME_RECORD_TEXT, ...pieces);
    const record = this.#make(32, texts);
    if (stacks) {
      const code = (text: Uint8Array | undefined): number =>
        text && text.length > 0 ? strings.intern(text) : 0;
      this.#arena.u32[(record + S.PART_COUNT) >>> 2] = stacks.frame({
        addrLow: 0,
        addrHigh: 0,
        hasAddr: false,
        func: code(func),
        module: code(module),
        file: code(file),
        line: line === undefined || line > 0xffff_ffffn ? 0 : Number(line),
        offsetLow: Number((offset ?? 0n) & 0xffff_ffffn),
        offsetHigh: Number((offset ?? 0n) >> 32n),
        hasOffset: offset !== undefined,
      });
    }
    return record;
  }

  #enter(kind: number, id: number, record: number): void {
    const table = (this.#state + S.SIGNATURE_TABLES + 8 * kind) >>> 2;
    const have = this.#arena.u32[table + 1]!;
    if (id >= have) {
      const count = Math.min(S.SIGNATURE_DENSE, Math.max(256, powerOfTwo(id + 1)));
      const larger = this.#arena.allocZeroed(count * 4);
      const old = this.#arena.u32[table]!;
      this.#arena.u8.copyWithin(larger, old, old + have * 4);
      this.#arena.free(old);
      this.#arena.u32[table] = larger;
      this.#arena.u32[table + 1] = count;
    }
    this.#arena.u32[(this.#arena.u32[table]! >>> 2) + id] = record;
  }
}

/** Ids are small numbers in practice, but the format allows any. */
function idKey(id: bigint): number | bigint {
  return id <= 0x1f_ffff_ffff_ffffn ? Number(id) : id;
}
