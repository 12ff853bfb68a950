/**
 * The sections of a profiling file in order, after the header:
 *
 *     3 words               small, medium, large bound
 *     1 word                number of bins B; when it is 0 the next line is absent
 *     B + 1 + B + 1 words   allocation bins, bytes in their last bin, the same for deallocations
 *     1 word, 17 D words    number of profiling records, records
 *     1 word, 6 S words     number of call sites, sites
 *     1 word, N words       number of symbols, their addresses
 *     1 word, T bytes       size of the string table, NUL-terminated strings
 *     4 bytes               trailer MPTL, at any offset
 *
 * @module
 */

import { growArray } from "../../base/grow_array.ts";
import { PROFILE_LIMITS } from "./limits.ts";
import type { TraceSink } from "../../events/trace_sink.ts";
import { hasMagic } from "../mtrc/header.ts";
import type { WordReader } from "./word_reader.ts";

/** Words of a profiling record. */
export const RECORD_WORDS = 17;
/** Words of a call site. */
export const SITE_WORDS = 6;
/** Maximum number of entries of a section that can be read. */
const MOST_ENTRIES = 2 ** 32;
const STRING_PIECE = 1 << 16;
/** The number of bins is fixed when the library is compiled, usually at 1024. */
const MOST_BINS = PROFILE_LIMITS.profileBins.most;
/** If a section has more invalid rows than this, it does not contain what the file announces. */
const MOST_ODD_ROWS = 1000;
/** Longest symbol name, in bytes. */
const LONGEST_NAME = 1 << 16;

/** A section of rows of equal width. */
interface Rows {
  /** Number of rows that the file announces. */
  readonly announced: number;
  /** Words of the complete rows that are present. */
  readonly words: BigUint64Array;
  /** Byte offset of the first row. */
  readonly offset: number;
}

/** All sections of a file; those after damage are empty. */
export interface Sections {
  /** Bytes per word, needed to compute the offset of a row. */
  readonly wordBytes: number;
  /** The small, medium and large bounds, as far as they are present. */
  bounds: BigUint64Array;
  /** Allocation bins and deallocation bins. */
  allocBins: Rows;
  freeBins: Rows;
  /** Bytes in the last bin; null when the file ends before them. */
  allocLarge: bigint | null;
  freeLarge: bigint | null;
  records: Rows;
  sites: Rows;
  symbols: Rows;
  /** The string table. */
  strings: Uint8Array;
  /** True when every section is complete. */
  complete: boolean;
}

/**
 * Thrown to stop reading when the file ends within a section or a section is damaged; everything read before
 * is kept.
 */
class SectionEnd extends Error {}

/** Reads every section up to the end of the file, and the trailer. */
export async function readSections(reader: WordReader, sink: TraceSink): Promise<Sections> {
  const sections: Sections = {
    wordBytes: reader.wordBytes,
    bounds: new BigUint64Array(0),
    allocBins: NO_ROWS,
    freeBins: NO_ROWS,
    allocLarge: null,
    freeLarge: null,
    records: NO_ROWS,
    sites: NO_ROWS,
    symbols: NO_ROWS,
    strings: new Uint8Array(0),
    complete: false,
  };
  try {
    await new SectionReader(reader, sink).fill(sections);
  } catch (error) {
    if (!(error instanceof SectionEnd)) throw error;
  }
  return sections;
}

const NO_ROWS: Rows = { announced: 0, words: new BigUint64Array(0), offset: 0 };

class SectionReader {
  readonly #reader: WordReader;
  readonly #sink: TraceSink;

  constructor(reader: WordReader, sink: TraceSink) {
    this.#reader = reader;
    this.#sink = sink;
  }

  async fill(sections: Sections): Promise<void> {
    sections.bounds = await this.#reader.words(3);
    if (sections.bounds.length < 3) this.#cut("size bounds");
    const bins = await this.#count("bins");
    if (bins > 0) {
      await this.#rows("allocation bins", bins, 1, (rows) => sections.allocBins = rows, MOST_BINS);
      sections.allocLarge = await this.#word("bytes in the last allocation bin");
      await this.#rows("deallocation bins", bins, 1, (rows) => sections.freeBins = rows, MOST_BINS);
      sections.freeLarge = await this.#word("bytes in the last deallocation bin");
    }
    const records = await this.#count("profiling records");
    await this.#rows(
      "profiling records",
      records,
      RECORD_WORDS,
      (rows) => sections.records = rows,
      MOST_ENTRIES,
      (words, at) => words[at] !== BigInt(at / RECORD_WORDS + 1),
    );
    const sites = await this.#count("call sites");
    const last = BigInt(sites);
    await this.#rows(
      "call sites",
      sites,
      SITE_WORDS,
      (rows) => sections.sites = rows,
      MOST_ENTRIES,
      (words, at) => words[at] === 0n || words[at]! > last || words[at + 1]! >= words[at]!,
    );
    const symbols = await this.#count("symbols");
    // Each call site names one symbol, and the writer stores no other symbols.
    await this.#rows("symbols", symbols, 1, (rows) => sections.symbols = rows, sites + MOST_ODD_ROWS);
    await this.#strings(sections);
    sections.complete = true;
    await this.#trailer();
  }

  /** Reads a number of entries; a number larger than any file can contain is reported and capped. */
  async #count(what: string): Promise<number> {
    const value = await this.#word(`number of ${what}`);
    if (value < BigInt(MOST_ENTRIES)) return Number(value);
    this.#exceeds(what, value);
    return MOST_ENTRIES;
  }

  async #word(what: string): Promise<bigint> {
    return await this.#reader.word() ?? this.#cut(what);
  }

  /**
   * Reads at most `most` rows. `isOdd` tells whether the row at a word index is invalid; after too many
   * invalid rows, reading of the section stops.
   */
  async #rows(
    what: string,
    announced: number,
    width: number,
    keep: (rows: Rows) => void,
    most: number,
    isOdd?: (words: BigUint64Array, at: number) => boolean,
  ): Promise<void> {
    const { window, wordBytes } = this.#reader;
    const offset = window.offset;
    this.#checkFits(what, announced, width * wordBytes);
    let odd = 0;
    let seen = 0;
    const words = await this.#reader.words(Math.min(announced, most) * width, (words) => {
      if (!isOdd) return true;
      for (; (seen + 1) * width <= words.length; seen++) if (isOdd(words, seen * width)) odd++;
      return odd <= MOST_ODD_ROWS;
    });
    const whole = Math.floor(words.length / width);
    keep({ announced, words: words.subarray(0, whole * width), offset });
    if (odd > MOST_ODD_ROWS) this.#abandon(what, odd, seen);
    if (whole === most && whole < announced) this.#refuse(what, announced, most);
    if (whole < announced) this.#cut(what, whole, announced);
  }

  #checkFits(what: string, announced: number, bytesEach: number): void {
    const { window } = this.#reader;
    const fits = window.size === undefined || announced * bytesEach <= window.size - window.offset;
    if (!fits && announced < MOST_ENTRIES) this.#exceeds(what, BigInt(announced));
  }

  async #strings(sections: Sections): Promise<void> {
    const { window } = this.#reader;
    const size = await this.#count("bytes in the string table");
    this.#checkFits("bytes in the string table", size, 1);
    const most = Math.min(size, (sections.symbols.announced + 1) * LONGEST_NAME);
    let strings = new Uint8Array(Math.min(most, STRING_PIECE));
    let have = 0;
    while (have < most) {
      await window.need(Math.min(most - have, STRING_PIECE));
      const present = Math.min(most - have, window.left);
      if (present === 0) break;
      if (have + present > strings.length) {
        strings = growArray(strings, Math.min(most, Math.max(have + present, strings.length * 2)));
      }
      strings.set(window.bytes.subarray(window.at, window.at + present), have);
      window.at += present;
      have += present;
    }
    sections.strings = strings.subarray(0, have);
    if (have === most && have < size) this.#refuse("bytes in the string table", size, most);
    if (have < size) this.#cut("string table", have, size);
  }

  async #trailer(): Promise<void> {
    const { window } = this.#reader;
    await window.need(4);
    const offset = window.offset;
    if (hasMagic(window.bytes.subarray(0, window.end), window.at, "MPTL")) {
      window.at += 4;
      this.#sink.tag("trailer", "present");
      const after = window.offset;
      while (await window.skip(window.left + 1));
      if (window.offset > after) {
        const message = `${window.offset - after} bytes after the end of the profile`;
        this.#problem("warning", "trailing-bytes", after, message, "skipped them");
      }
      return;
    }
    const text = String.fromCharCode(
      ...window.bytes.subarray(window.at, Math.min(window.at + 4, window.end)),
    );
    const half = window.left < 4 && text !== "" && "MPTL".startsWith(text);
    this.#sink.tag("trailer", half ? "half" : "missing");
    if (half) {
      this.#problem(
        "warning",
        "half-trailer",
        offset,
        `The file ends after "${text}" of its trailer`,
        "kept everything",
      );
    } else {
      const found = window.left === 0 ? "the end of the file" : "other bytes";
      const message = `Expected the trailer MPTL, found ${found}`;
      this.#problem("warning", "missing-trailer", offset, message, "kept everything");
    }
  }

  #exceeds(what: string, count: bigint): void {
    const message = `The file announces ${count} ${what}, more than its bytes can hold`;
    this.#problem("error", "count-exceeds-file", this.#reader.window.offset, message, "kept what is present");
  }

  /** Reports a count that no valid profile can have; the data after it cannot be trusted. */
  #refuse(what: string, count: number, most: number): never {
    const message = `The file announces ${count} ${what}, but such a profile has at most ${most}`;
    const { offset } = this.#reader.window;
    this.#problem("error", "impossible-count", offset, message, `kept the first ${most}`);
    return this.#stop();
  }

  /** Reports a section whose rows are mostly invalid, and stops reading. */
  #abandon(what: string, odd: number, seen: number): never {
    const message = `Of the first ${seen} rows in the place of ${what}, ${odd} are invalid`;
    const { offset } = this.#reader.window;
    this.#problem("error", "damaged-section", offset, message, "left out what comes after them");
    return this.#stop();
  }

  #stop(): never {
    this.#sink.tag("trailer", "missing");
    throw new SectionEnd();
  }

  #cut(what: string, have?: number, announced?: number): never {
    const share = have === undefined ? "" : `: ${have} of ${announced} are complete`;
    const { offset } = this.#reader.window;
    this.#problem(
      "error",
      "cut-section",
      offset,
      `The file ends within its ${what}${share}`,
      "kept what comes before",
    );
    return this.#stop();
  }

  #problem(
    severity: "error" | "warning",
    code: string,
    offset: number,
    message: string,
    handling: string,
  ): void {
    this.#sink.problem({ severity, code, offset, record: 0, message, handling });
  }
}
