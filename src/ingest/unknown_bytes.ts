/**
 * What a file is that is not a trace, for the message about a wrong file.
 * @module
 */

/** What to do with a file at a path. */
type Cure = (path: string) => string;

/** A kind of file by bytes at a place. */
interface Magic {
  readonly bytes: readonly number[];
  readonly at?: number;
  /** Completes "it is". */
  readonly what: string;
  /** What to do about it. */
  readonly cure?: Cure;
}

/** Bytes of a binary file that are shown. */
const SHOWN_BYTES = 8;
/** Letters of a text file that are shown. */
const SHOWN_TEXT = 40;

/** Control characters other than blanks and line ends. */
const NOT_IN_TEXT = /(?!\s)\p{Cc}/u;

const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));

/** A compressor whose tool can feed a pipe. */
function compressed(tool: string): Cure {
  return (path) =>
    path === "-"
      ? `which Quarry does not decompress: unpack it first with "${tool} -dc"`
      : `which Quarry does not decompress: try ${tool} -dc ${quoted(path)} | quarry info -`;
}

const takeOut: Cure = () => "extract the trace first";
const isProgram: Cure = () => "not a trace: name the trace first, and the program with --exec";

const MAGICS: readonly Magic[] = [
  { bytes: [0xfd, ...ascii("7zXZ"), 0], what: "compressed with xz", cure: compressed("xz") },
  { bytes: ascii("BZh"), what: "compressed with bzip2", cure: compressed("bzip2") },
  { bytes: [0x04, 0x22, 0x4d, 0x18], what: "compressed with lz4", cure: compressed("lz4") },
  { bytes: [0x02, 0x21, 0x4c, 0x18], what: "compressed with lz4", cure: compressed("lz4") },
  { bytes: ascii("LZIP"), what: "compressed with lzip", cure: compressed("lzip") },
  { bytes: [0x1f, 0x9d], what: "compressed with compress", cure: compressed("gzip") },
  { bytes: ascii("PK\x03\x04"), what: "a zip archive", cure: takeOut },
  { bytes: ascii("PK\x05\x06"), what: "an empty zip archive" },
  { bytes: ascii("ustar"), at: 257, what: "a tar archive", cure: takeOut },
  { bytes: [...ascii("7z"), 0xbc, 0xaf, 0x27, 0x1c], what: "a 7z archive", cure: takeOut },
  { bytes: ascii("Rar!"), what: "a rar archive", cure: takeOut },
  { bytes: ascii("!<arch>\n"), what: "an ar archive: a static library or a Debian package" },
  { bytes: ascii("\x7fELF"), what: "a program or library (ELF)", cure: isProgram },
  { bytes: ascii("MZ"), what: "a Windows program", cure: isProgram },
  { bytes: [0xcf, 0xfa, 0xed, 0xfe], what: "a macOS program", cure: isProgram },
  { bytes: ascii("SQLite format 3"), what: "an SQLite database" },
  { bytes: ascii("PAR1"), what: "a Parquet file" },
  { bytes: ascii("ARROW1"), what: "an Arrow file" },
  { bytes: ascii("%PDF"), what: "a PDF document" },
  { bytes: [0x89, ...ascii("PNG")], what: "a PNG picture" },
];

/** Completes "Cannot load FILE:" for first bytes that no format takes. `path` is what a cure would name. */
export function unknownBytes(head: Uint8Array, path: string): string {
  if (head.length === 0) return "the file is empty";
  const magic = MAGICS.find(({ bytes, at = 0 }) => bytes.every((byte, index) => head[at + index] === byte));
  if (magic) return `it is ${magic.what}${magic.cure ? `, ${magic.cure(path)}` : ""}`;
  if (head.every((byte) => byte === 0)) return "it begins with zeros only";
  const text = firstText(head);
  if (text !== undefined) return `it is text in no known format and begins with "${text}"`;
  const shown = [...head.subarray(0, SHOWN_BYTES)].map((byte) => byte.toString(16).padStart(2, "0")).join(
    " ",
  );
  return `it is in no known format and begins with the bytes ${shown}`;
}

/** The first line, where the bytes are text. */
function firstText(head: Uint8Array): string | undefined {
  if (head.includes(0)) return undefined;
  let text: string;
  try {
    // The last character may be cut.
    text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
  if (NOT_IN_TEXT.test(text.replaceAll("\x1b", ""))) return undefined;
  const line = text.split("\n").map((each) => each.trim()).find((each) => each !== "") ?? "blank lines";
  return line.length > SHOWN_TEXT ? line.slice(0, SHOWN_TEXT) + "…" : line;
}

/** A path as a shell takes it. */
function quoted(path: string): string {
  return /^[\w./,:@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
