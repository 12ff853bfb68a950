/**
 * Zip files, such as wheels of Python: the same files give the same bytes.
 * @module
 */

import { crc32, deflateRawSync } from "node:zlib";
import { ByteWriter } from "../../src/base/byte_writer.ts";

/** A file in it. */
export interface ZippedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Permissions, as for `chmod`. */
  readonly mode?: number;
}

/** The first of January 2020, as a date of MS-DOS. */
const DATE = (2020 - 1980) << 9 | 1 << 5 | 1;
const DEFLATED = 8;
/** Version 2.0 of the format, for a file from Unix. */
const [VERSION, UNIX] = [20, 3 << 8];
const REGULAR_FILE = 0o100000;

/** Makes a zip file. */
export function zipFile(files: readonly ZippedFile[]): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter(1 << 20);
  const list = new ByteWriter(1 << 12);
  for (const { path, bytes, mode = 0o644 } of files) {
    const name = new TextEncoder().encode(path);
    const packed = deflateRawSync(bytes, { level: 9 });
    const facts = (to: ByteWriter): void => {
      // Flags: the name is UTF-8.
      for (const number of [VERSION, 1 << 11, DEFLATED, 0, DATE]) u16(to, number);
      for (const number of [crc32(bytes), packed.length, bytes.length]) to.u32(number);
      u16(to, name.length);
      u16(to, 0);
    };
    const place = out.length;
    out.text("PK\x03\x04");
    facts(out);
    out.raw(name);
    out.raw(packed);
    list.text("PK\x01\x02");
    u16(list, VERSION | UNIX);
    facts(list);
    for (let zero = 0; zero < 3; zero++) u16(list, 0);
    list.u32(((REGULAR_FILE | mode) << 16) >>> 0);
    list.u32(place);
    list.raw(name);
  }
  const start = out.length;
  out.raw(list.bytes);
  out.text("PK\x05\x06");
  for (const number of [0, 0, files.length, files.length]) u16(out, number);
  out.u32(list.length);
  out.u32(start);
  u16(out, 0);
  return out.bytes;
}

function u16(to: ByteWriter, value: number): void {
  to.raw(Uint8Array.of(value & 0xff, value >>> 8 & 0xff));
}
