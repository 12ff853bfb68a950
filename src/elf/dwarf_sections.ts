/**
 * Reads debug sections of an ELF file and decompresses them: plain, with a compression header
 * (`SHF_COMPRESSED`), or in the older form `.zdebug_*`, which begins with "ZLIB" and a length.
 * @module
 */

import { nodeZlib } from "../base/node_modules.ts";
import { FormatError } from "../base/errors.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { Fields } from "./fields.ts";
import type { ElfHeader } from "./header.ts";
import { type ElfParts, sectionBytes } from "./sections.ts";

const FLAG_COMPRESSED = 0x800n;
const ZLIB = 1;
const ZSTD = 2;
/** The magic number "ZLIB", big-endian. */
const OLD_MAGIC = 0x5a4c4942;
/** Maximum compression ratio: real sections and deflate stay below it, so a larger length is wrong. */
const MOST_RATIO = FILE_LIMITS.debugRatio.most;

/** Returns the bytes of a debug section, by its name with the dot; undefined if the file has none. */
export function debugSection({ access, header, sections }: ElfParts, name: string): Uint8Array | undefined {
  const section = sections.find((each) => each.name === name);
  if (section) {
    const bytes = sectionBytes(access, section);
    return (section.flags & FLAG_COMPRESSED) !== 0n ? unpack(bytes, header, name) : bytes;
  }
  const old = sections.find((each) => each.name === `.z${name.slice(1)}`);
  if (!old) return undefined;
  const bytes = sectionBytes(access, old);
  const fields = new Fields(bytes, { bits: 64, littleEndian: false });
  if (bytes.length < 12 || fields.u32(0) !== OLD_MAGIC) throw sectionError(old.name, "no ZLIB header");
  return decompress(bytes.subarray(12), ZLIB, fields.u64(4), old.name);
}

/** Decompresses a section; its header states the method and the resulting length. */
function unpack(bytes: Uint8Array, header: ElfHeader, name: string): Uint8Array {
  const wide = header.bits === 64;
  const size = wide ? 24 : 12;
  if (bytes.length < size) throw sectionError(name, `${bytes.length} bytes are not a compression header`);
  const fields = new Fields(bytes, header);
  return decompress(bytes.subarray(size), fields.u32(0), fields.word(wide ? 8 : 4), name);
}

function decompress(packed: Uint8Array, method: number, size: bigint, name: string): Uint8Array {
  if (size === 0n) return new Uint8Array(0);
  if (size > BigInt(packed.length) * BigInt(MOST_RATIO)) {
    throw sectionError(name, `${packed.length} bytes cannot decompress to ${size}`);
  }
  if (method !== ZLIB && method !== ZSTD) {
    throw sectionError(name, `compression method ${method}, known are 1 and 2`);
  }
  const options = { maxOutputLength: Number(size) };
  let bytes: Uint8Array;
  try {
    bytes = method === ZLIB
      ? nodeZlib().inflateSync(packed, options)
      : nodeZlib().zstdDecompressSync(packed, options);
  } catch (error) {
    // Deno supports zstd only after 2.6; before that, the decoder is not a function.
    if (method === ZSTD && error instanceof TypeError) {
      throw sectionError(name, "this runtime has no decoder for zstd");
    }
    throw sectionError(name, error instanceof Error ? error.message : String(error));
  }
  if (BigInt(bytes.length) !== size) {
    throw sectionError(name, `${bytes.length} bytes after unpacking, expected ${size}`);
  }
  return bytes;
}

function sectionError(name: string, what: string): FormatError {
  return new FormatError(`Cannot unpack section ${name}: ${what}`, { format: "dwarf", offset: 0 });
}
