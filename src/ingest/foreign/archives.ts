/**
 * Describes compressed files that Quarry cannot unpack, archives, and files that are not measurements at all.
 * @module
 */

import { type Advice, adviseOpen, adviseShow, ascii, type ForeignFile } from "./foreign_file.ts";

/** Gives advice for a compressor whose tool can write to a pipe. */
function unpacked(tool: string): readonly Advice[] {
  return [{
    say: ({ file, piped }) =>
      piped
        ? `, which Quarry does not decompress: unpack it first with "${tool} -dc"`
        : `, which Quarry does not decompress: try ${tool} -dc ${file} | quarry info -`,
  }];
}

const takeOut: readonly Advice[] = [{ say: () => ", extract the trace first" }];
const isProgram: readonly Advice[] = [{
  say: () => ", not a trace: name the trace first, and the program with --exec",
}];
const written: readonly Advice[] = [{
  say: ({ file }) => `, which Quarry writes but does not read: try duckdb -c "from ${inSql(file)}"`,
}];

/** Quotes a path for SQL: single quotes within double quotes of a shell. */
function inSql(file: string): string {
  return file.startsWith("'") ? file : `'${file}'`;
}

/** Compressed files and archives. */
export const archives: readonly ForeignFile[] = [
  { name: "xz", magic: [0xfd, ...ascii("7zXZ"), 0], what: "compressed with xz", advice: unpacked("xz") },
  { name: "bzip2", magic: ascii("BZh"), what: "compressed with bzip2", advice: unpacked("bzip2") },
  { name: "lz4", magic: [0x04, 0x22, 0x4d, 0x18], what: "compressed with lz4", advice: unpacked("lz4") },
  { name: "lz4-old", magic: [0x02, 0x21, 0x4c, 0x18], what: "compressed with lz4", advice: unpacked("lz4") },
  { name: "lzip", magic: ascii("LZIP"), what: "compressed with lzip", advice: unpacked("lzip") },
  { name: "compress", magic: [0x1f, 0x9d], what: "compressed with compress", advice: unpacked("gzip") },
  { name: "zip", magic: ascii("PK\x03\x04"), what: "a zip archive", advice: takeOut },
  { name: "empty-zip", magic: ascii("PK\x05\x06"), what: "an empty zip archive", advice: [] },
  { name: "tar", magic: ascii("ustar"), at: 257, what: "a tar archive", advice: takeOut },
  { name: "7z", magic: [...ascii("7z"), 0xbc, 0xaf, 0x27, 0x1c], what: "a 7z archive", advice: takeOut },
  { name: "rar", magic: ascii("Rar!"), what: "a rar archive", advice: takeOut },
  {
    name: "ar",
    magic: ascii("!<arch>\n"),
    what: "an ar archive: a static library or a Debian package",
    advice: [],
  },
];

/** Programs, databases and documents. */
export const otherForeignFiles: readonly ForeignFile[] = [
  { name: "elf", magic: ascii("\x7fELF"), what: "a program or library (ELF)", advice: isProgram },
  { name: "pe", magic: ascii("MZ"), what: "a Windows program", advice: isProgram },
  { name: "mach-o", magic: [0xcf, 0xfa, 0xed, 0xfe], what: "a macOS program", advice: isProgram },
  {
    name: "sqlite",
    magic: ascii("SQLite format 3"),
    what: "an SQLite database",
    advice: [adviseShow(({ file }) => `sqlite3 ${file} .tables`)],
  },
  { name: "parquet", magic: ascii("PAR1"), what: "a Parquet file", advice: written },
  { name: "arrow", magic: ascii("ARROW1"), what: "an Arrow file", advice: written },
  {
    name: "html",
    is: ({ text }) => /^\s*<(!doctype html|html)[\s>]/i.test(text),
    what: "a web page",
    advice: [adviseOpen("a browser shows it; load the trace that it was made from")],
  },
  { name: "pdf", magic: ascii("%PDF"), what: "a PDF document", advice: [] },
  { name: "png", magic: [0x89, ...ascii("PNG")], what: "a PNG picture", advice: [] },
];
