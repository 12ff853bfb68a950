/**
 * Reads fields of a part of an ELF file, in its word size and byte order.
 * @module
 */

import { FormatError } from "../base/errors.ts";
import type { ByteAccess } from "./byte_access.ts";

/** Word size and byte order. */
export interface WordFormat {
  /** 32 or 64. */
  readonly bits: 32 | 64;
  /** Byte order of the file. */
  readonly littleEndian: boolean;
}

/** A part of the file whose bytes are all available. */
export class Fields {
  readonly #view: DataView;
  readonly #shape: WordFormat;
  readonly bytes: Uint8Array;

  /** Wraps bytes without copying them. */
  constructor(bytes: Uint8Array, shape: WordFormat) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#shape = shape;
  }

  /** Length in bytes. */
  get length(): number {
    return this.bytes.length;
  }

  /** Reads 16 bits. */
  u16(at: number): number {
    return this.#view.getUint16(at, this.#shape.littleEndian);
  }

  /** Reads 32 bits. */
  u32(at: number): number {
    return this.#view.getUint32(at, this.#shape.littleEndian);
  }

  /** Reads 64 bits. */
  u64(at: number): bigint {
    return this.#view.getBigUint64(at, this.#shape.littleEndian);
  }

  /** Reads an address of 32 or 64 bits. */
  word(at: number): bigint {
    return this.#shape.bits === 64 ? this.u64(at) : BigInt(this.u32(at));
  }
}

/** Reads a part of the file; throws if the file does not contain all of it. */
export function readFields(
  access: ByteAccess,
  shape: WordFormat,
  offset: number | bigint,
  length: number,
): Fields {
  const at = Number(offset);
  if (!Number.isSafeInteger(at) || at < 0 || length < 0 || at + length > access.size) {
    throw new FormatError(`Cannot read ELF file: ${length} bytes at ${offset} lie outside it`, {
      format: "elf",
      offset: Math.min(at, access.size),
    });
  }
  const bytes = access.read(at, length);
  if (bytes.length < length) {
    throw new FormatError("Cannot read ELF file: it became shorter", {
      format: "elf",
      offset: at + bytes.length,
    });
  }
  return new Fields(bytes, shape);
}

/** The NUL-terminated string at `at`, as UTF-8 or Latin-1. */
export function textAt(bytes: Uint8Array, at: number): string {
  if (at >= bytes.length) return "";
  const end = bytes.indexOf(0, at);
  const text = bytes.subarray(at, end < 0 ? bytes.length : end);
  try {
    return UTF8.decode(text);
  } catch {
    return LATIN1.decode(text);
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });
const LATIN1 = new TextDecoder("latin1");
