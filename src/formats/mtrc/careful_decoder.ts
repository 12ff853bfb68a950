/**
 * Decodes one record at a time and checks everything. Used for the last records of a file and for records
 * that mpatrol would not write.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { writeHalves, writeNumber } from "../../events/cells.ts";
import { KindCode } from "../../events/kind_code.ts";
import type { StagingColumn, TraceSink } from "../../events/trace_sink.ts";
import { LAST_SLOT, Letter, SLOTS, UNDEFINED } from "./decoder_layout.ts";
import type { BodyForm, NameSlots, Staging } from "./staging.ts";

/** Result of looking for the next record. */
export enum RecordSearch {
  /** A row was written. */
  Read,
  /** The bytes end inside the record. */
  Cut,
  /** An `M`, which begins the trailer or the header of another trace. */
  Trailer,
  /** No record begins with this byte. */
  Unknown,
}

const KINDS: ReadonlyMap<number, KindCode> = new Map([
  [Letter.Alloc, KindCode.Alloc],
  [Letter.Realloc, KindCode.Realloc],
  [Letter.Free, KindCode.Free],
  [Letter.Reserve, KindCode.Reserve],
  [Letter.Internal, KindCode.Internal],
]);

/**
 * An irregularity. It is kept while the record is decoded, and reported only if the record turns out to be
 * complete.
 */
interface Oddity {
  readonly severity: "warning" | "note";
  readonly code: string;
  readonly at: number;
  readonly message: string;
  readonly handling: string;
}

/** Decodes single records from a window. */
export class CarefulDecoder {
  readonly #sink: TraceSink;
  readonly #staging: Staging;
  readonly #slots: NameSlots;
  readonly #form: BodyForm;
  readonly #oddities: Oddity[] = [];
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #end = 0;
  #low = 0;
  #high = 0;
  #cut = false;
  #oldReallocs = 0;

  /** Takes the columns and name slots of one segment. */
  constructor(sink: TraceSink, staging: Staging, slots: NameSlots, form: BodyForm) {
    this.#sink = sink;
    this.#staging = staging;
    this.#slots = slots;
    this.#form = form;
  }

  /** Decodes the next record. The window advances past it only if a row was written. */
  look(window: ByteWindow): RecordSearch {
    if (window.left === 0) return RecordSearch.Cut;
    this.#bytes = window.bytes;
    this.#at = window.at;
    this.#end = window.end;
    const letter = this.#bytes[this.#at++]!;
    if (letter === 0x4d) return RecordSearch.Trailer;
    const kind = KINDS.get(letter);
    if (kind === undefined) return RecordSearch.Unknown;
    this.#cut = false;
    this.#oddities.length = 0;
    this.#fill(kind);
    if (this.#cut) return RecordSearch.Cut;
    if (kind === KindCode.Realloc && !this.#form.reallocs && this.#oldReallocs++ === 0) {
      this.#odd(
        "unexpected-realloc",
        window.at,
        "Found an R record in a file of a version that had none",
        "read it",
      );
    }
    this.#report(window);
    const { writer, offset } = this.#staging;
    writeNumber(offset, writer.count, window.base + window.at);
    window.at = this.#at;
    writer.count++;
    return RecordSearch.Read;
  }

  #fill(kind: KindCode): void {
    const { writer, thread, func, file, line, addr, size, index } = this.#staging;
    const row = writer.count;
    this.#staging.kind.u32[row] = kind;
    const counted = kind < KindCode.Reserve;
    if (counted) this.#number(index, row, "Allocation index");
    if (kind !== KindCode.Free) {
      this.#number(addr, row, "Address");
      this.#number(size, row, "Size");
    }
    const source = counted && this.#form.source;
    if (source) {
      this.#number(thread, row, "Thread");
      func.u32[row] = this.#name(0, "Function");
      file.u32[row] = this.#name(SLOTS, "File");
      this.#line(row);
    } else {
      func.u32[row] = 0;
      file.u32[row] = 0;
    }
    // Set null marks only after the record is known to be complete, because they are not cleared again.
    if (this.#cut) return;
    if (!counted) index.nulls[row] = 1;
    if (kind === KindCode.Free) addr.nulls[row] = size.nulls[row] = 1;
    if (!source) thread.nulls[row] = line.nulls[row] = 1;
  }

  #number(column: StagingColumn, row: number, what: string): void {
    this.#uleb(what);
    writeHalves(column, row, this.#low, this.#high);
  }

  #line(row: number): void {
    const at = this.#at;
    this.#uleb("Line");
    this.#staging.line.u32[row] = this.#low;
    if (this.#high !== 0) {
      this.#staging.line.u32[row] = 0;
      this.#odd("number-overflow", at, "Line has more than 32 bits", "treated it as unknown");
    }
  }

  /** Reads an unsigned LEB128 number; leaves its halves in `#low` and `#high`. */
  #uleb(what: string): void {
    const bytes = this.#bytes;
    const start = this.#at;
    let low = 0, high = 0, over = 0;
    for (let shift = 0; this.#at < this.#end; shift += 7) {
      const byte = bytes[this.#at++]!;
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >>> 4;
      } else if (shift < 63) {
        high |= bits << (shift - 32);
      } else if (shift === 63) {
        high |= bits << 31;
        over |= bits >>> 1;
      } else over |= bits;
      if (byte < 0x80) {
        this.#low = low >>> 0;
        this.#high = high >>> 0;
        if (over !== 0) {
          this.#odd("number-overflow", start, `${what} has more than 64 bits`, "kept the low 64 bits");
        } else if (this.#form.narrow && this.#high !== 0) {
          this.#odd(
            "number-overflow",
            start,
            `${what} has more than 32 bits in a 32-bit file`,
            "kept it as it is",
          );
        }
        return;
      }
    }
    this.#cut = true;
  }

  /** Reads a reference to a name; returns the string code of the name. */
  #name(cache: number, what: string): number {
    if (this.#at >= this.#end) {
      this.#cut = true;
      return 0;
    }
    const start = this.#at;
    const byte = this.#bytes[this.#at++]!;
    const slot = byte & 0x7f;
    if (slot > LAST_SLOT || byte === 0x80) {
      this.#odd(
        "name-slot",
        start,
        `${what} slot ${slot} is outside 1 to ${LAST_SLOT}`,
        "used it anyway",
      );
    }
    const codes = this.#slots.codes;
    if (byte < 0x80) {
      const code = codes[cache + slot]!;
      if (code !== UNDEFINED) return code;
      this.#odd(
        "undefined-name",
        start,
        `${what} slot ${slot} is used before it is defined`,
        "left the name unknown",
      );
      return 0;
    }
    const from = this.#at;
    const stop = this.#bytes.subarray(0, this.#end).indexOf(0, from);
    if (stop < 0) {
      this.#cut = true;
      return 0;
    }
    this.#at = stop + 1;
    const code = stop === from ? 0 : this.#sink.strings.intern(this.#bytes, from, stop);
    // A reference to slot 0 means "no name", even if a name was defined in that slot.
    if (slot !== 0) codes[cache + slot] = code;
    return code;
  }

  #odd(code: string, at: number, message: string, handling: string): void {
    this.#oddities.push({ severity: "warning", code, at, message, handling });
  }

  #report(window: ByteWindow): void {
    for (const { at, ...what } of this.#oddities) {
      this.#sink.problem({ ...what, offset: window.base + at, record: this.#staging.record });
    }
  }
}
