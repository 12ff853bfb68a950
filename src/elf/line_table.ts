/**
 * A table of code ranges with their source lines, sorted by address.
 * @module
 */

import { compareNumbers } from "../base/u64.ts";
import { binarySearch } from "../base/binary_search.ts";
import { type LineRows, type LineSequence, NO_FILE } from "./dwarf_line_rows.ts";

/** Addresses in `[from, to)`. */
export interface CodeSpan {
  /** First address of the span. */
  readonly from: bigint;
  /** End address of the span, excluded. */
  readonly to: bigint;
}

/** A position in a source file. */
export interface SourceLine {
  /** The file name given to the compiler, with its folder unless that is the compiler's working directory. */
  readonly file: string;
  /** Line, from 1; 0 for a function if only its file is known. */
  readonly line: number;
}

/** A line table. Its pieces do not overlap; each ends where the next begins. */
export class LineTable {
  static readonly EMPTY: LineTable = new LineTable(
    [],
    new BigUint64Array(0),
    new Uint32Array(0),
    new Uint32Array(0),
  );

  /** Source files by number. */
  readonly files: readonly string[];
  /** Where each piece starts, ascending; the last piece is empty. */
  readonly starts: BigUint64Array;
  /** File of each piece; gaps between sequences have a number that is not an index of `files`. */
  readonly fileOf: Uint32Array;
  /** Line of each piece; 0 = code without a line. */
  readonly lineOf: Uint32Array;

  /** Takes sorted pieces. */
  constructor(files: readonly string[], starts: BigUint64Array, fileOf: Uint32Array, lineOf: Uint32Array) {
    this.files = files;
    this.starts = starts;
    this.fileOf = fileOf;
    this.lineOf = lineOf;
  }

  /**
   * Builds a table from rows. Sequences that begin outside all code were discarded by the linker. If
   * sequences overlap, the one that begins first takes precedence, or the longer of two that begin together.
   */
  static of(rows: LineRows, files: readonly string[], code: readonly CodeSpan[]): LineTable {
    const { addresses, sequences } = rows;
    const spans = sequences.map((sequence) => spanOf(sequence, addresses));
    const known = disjoint(code);
    const order = Array.from(spans.keys()).filter((at) => beginsInCode(spans[at]!, known)).sort((a, b) =>
      compareNumbers(spans[a]!.from, spans[b]!.from) || compareNumbers(spans[b]!.to, spans[a]!.to) || a - b
    );
    const pieces = new LineTableBuilder(
      order.reduce((sum, at) => sum + sequences[at]!.end - sequences[at]!.start + 1, 0),
    );
    let reach = 0n;
    for (const at of order) {
      const { from, to } = spans[at]!;
      if (to <= reach) continue;
      const sequence = sequences[at]!;
      if (sequence.sorted && from >= reach) {
        pieces.addRising(rows, sequence);
        pieces.add(to, NO_FILE, 0);
      } else addSequence(pieces, rows, sequence, from > reach ? from : reach, to);
      reach = to;
    }
    return new LineTable(files, pieces.starts.subarray(0, pieces.count), ...pieces.columns());
  }

  /** The source line at a link address; undefined if unknown. `fileAt` gives the name of a file by its number. */
  lineAt(
    address: bigint,
    fileAt: (number: number) => string | undefined = (number) => this.files[number],
  ): SourceLine | undefined {
    const piece = this.pieceAt(address);
    const line = this.lineOf[piece];
    const file = line ? fileAt(this.fileOf[piece]!) : undefined;
    return file === undefined || !line ? undefined : { file, line };
  }

  /** Number of the piece at an address, -1 before the first. */
  pieceAt(address: bigint): number {
    const { starts } = this;
    return binarySearch(starts.length, (at) => starts[at]! > address) - 1;
  }
}

/** Builds the pieces of a table. */
class LineTableBuilder {
  readonly starts: BigUint64Array;
  /** Halves of `starts`. */
  readonly #words: Uint32Array;
  readonly #files: Uint32Array;
  readonly #lines: Uint32Array;
  count = 0;

  constructor(most: number) {
    this.starts = new BigUint64Array(most);
    this.#words = new Uint32Array(this.starts.buffer);
    this.#files = new Uint32Array(most);
    this.#lines = new Uint32Array(most);
  }

  /** Adds the next piece; it replaces the last one if both start at one address. */
  add(start: bigint, file: number, line: number): void {
    if (this.count > 0 && this.starts[this.count - 1] === start) this.count--;
    const before = this.count - 1;
    if (before >= 0 && this.#files[before] === file && this.#lines[before] === line) return;
    this.starts[this.count] = start;
    this.#files[this.count] = file;
    this.#lines[this.count++] = line;
  }

  /** Adds rows in ascending order, all after the existing ones. The loop runs per row, so it uses no bigints. */
  addRising({ words, files, lines }: LineRows, { start, end }: LineSequence): void {
    const own = this.#words;
    for (let row = start; row < end; row++) {
      const low = words[2 * row]!, high = words[2 * row + 1]!, file = files[row]!, line = lines[row]!;
      let before = this.count - 1;
      if (before >= 0 && own[2 * before] === low && own[2 * before + 1] === high) before--;
      this.count = before + 1;
      if (before >= 0 && this.#files[before] === file && this.#lines[before] === line) continue;
      own[2 * this.count] = low;
      own[2 * this.count + 1] = high;
      this.#files[this.count] = file;
      this.#lines[this.count++] = line;
    }
  }

  columns(): [Uint32Array, Uint32Array] {
    return [this.#files.subarray(0, this.count), this.#lines.subarray(0, this.count)];
  }
}

function addSequence(
  pieces: LineTableBuilder,
  rows: LineRows,
  sequence: LineSequence,
  from: bigint,
  to: bigint,
): void {
  const { addresses, files, lines } = rows;
  const { start, end, sorted } = sequence;
  const order = Array.from({ length: sorted ? 0 : end - start }, (_, at) => start + at)
    .sort((a, b) => compareNumbers(addresses[a]!, addresses[b]!) || a - b);
  for (let at = start; at < end; at++) {
    const row = sorted ? at : order[at - start]!;
    const next = at + 1 < end ? addresses[sorted ? at + 1 : order[at + 1 - start]!]! : to;
    // Addresses below `from` are already covered by an earlier sequence.
    if (next <= from) continue;
    const address = addresses[row]!;
    if (address >= to) break;
    pieces.add(address > from ? address : from, files[row]!, lines[row]!);
  }
  pieces.add(to, NO_FILE, 0);
}

/** The addresses of a sequence: from its lowest address to its end. */
function spanOf({ start, end, sorted }: LineSequence, addresses: BigUint64Array): CodeSpan {
  let from = addresses[start]!;
  for (let at = start + 1; !sorted && at < end; at++) if (addresses[at]! < from) from = addresses[at]!;
  return { from, to: addresses[end]! };
}

/** Whether a span is not empty and begins in code, if the code ranges are known. */
function beginsInCode({ from, to }: CodeSpan, code: readonly CodeSpan[]): boolean {
  if (to <= from || code.length === 0) return to > from;
  const span = code[binarySearch(code.length, (at) => code[at]!.to > from)];
  return span !== undefined && span.from <= from;
}

/** Sorts and merges spans; sections of a malicious file may overlap. */
function disjoint(spans: readonly CodeSpan[]): CodeSpan[] {
  const joined: CodeSpan[] = [];
  for (const span of [...spans].sort((a, b) => compareNumbers(a.from, b.from))) {
    const before = joined.at(-1);
    if (!before || span.from > before.to) joined.push(span);
    else if (span.to > before.to) joined[joined.length - 1] = { from: before.from, to: span.to };
  }
  return joined;
}
