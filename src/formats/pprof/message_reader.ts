/**
 * Reads a profile in protocol buffer form: one message with samples, locations and strings in any order.
 * @module
 */

import type { ByteWindow } from "../../bytes/byte_window.ts";
import { type Arena, ReadingFullError } from "../../memory/arena.ts";
import type { ReadOptions } from "../format.ts";
import { Field } from "./header.ts";
import { PPROF_LIMITS } from "./limits.ts";
import type { ProfileModel } from "./profile_model.ts";
import type { ProfileReport } from "./report.ts";
import { SampleKeeper } from "./sample_keeper.ts";
import { Stop } from "./samples_layout.ts";
import { WireReader, WireResult, WireType } from "./wire.ts";

const MOST_TYPES = PPROF_LIMITS.profileWeights.most;
const MOST_BYTES = PPROF_LIMITS.profileMessage.most;

/** Thrown when a message is truncated or malformed. */
class Damaged extends Error {}

/** Thrown where another profile begins in the same file. */
class Another extends Error {}

/** The single-valued fields of a profile; if one is repeated, the first value counts. */
interface ProfileFields {
  timeNanos: bigint;
  durationNanos: bigint;
  period: bigint;
  /** Indices into the string table, like the other numbers below. */
  periodType: number;
  periodUnit: number;
  defaultType: number;
  docUrl: number;
  dropFrames: number;
  keepFrames: number;
  readonly comments: number[];
}

/** Reads the message into a model. */
export class MessageReader {
  readonly facts: ProfileFields = {
    timeNanos: 0n,
    durationNanos: 0n,
    period: 0n,
    periodType: 0,
    periodUnit: 0,
    defaultType: 0,
    docUrl: 0,
    dropFrames: 0,
    keepFrames: 0,
    comments: [],
  };
  readonly #keeper: SampleKeeper;
  readonly #model: ProfileModel;
  readonly #report: ProfileReport;
  readonly #text: (bytes: Uint8Array, from: number, to: number) => number;
  readonly #fields = new WireReader();
  readonly #inner = new WireReader();
  readonly #innermost = new WireReader();
  #records = 0;
  #manyTypes = false;

  /** Allocates memory in the arena; `text` interns the string `bytes[from..to)` and returns its code. */
  constructor(
    arena: Arena,
    model: ProfileModel,
    report: ProfileReport,
    text: (bytes: Uint8Array, from: number, to: number) => number,
  ) {
    this.#keeper = new SampleKeeper(arena, model.samples);
    this.#model = model;
    this.#report = report;
    this.#text = text;
  }

  /** Reads the whole file, or the intact part of it. */
  async read(window: ByteWindow, options: ReadOptions): Promise<void> {
    while (await window.need(1)) {
      options.signal?.throwIfAborted();
      let found: WireResult;
      try {
        found = this.#readFields(window);
      } catch (error) {
        if (error instanceof Another) {
          this.#report.warning("trailing-data", "Another profile follows", "left it out", window.offset);
          while (await window.skip(window.left + 1));
          break;
        }
        if (!(error instanceof Damaged)) throw error;
        found = WireResult.Bad;
      }
      if (found === WireResult.End) continue;
      if (found === WireResult.Short && window.left < MOST_BYTES && await window.more()) continue;
      const code = found === WireResult.Short && window.ended ? "cut-record" : "bad-structure";
      const message = code === "cut-record"
        ? "The file ends inside a field"
        : "A field of the profile is malformed";
      this.#report.error(code, window.offset, this.#records + 1, message);
      while (await window.skip(window.left + 1));
    }
  }

  /** Frees the memory. */
  close(): void {
    this.#keeper.close();
  }

  /** Reads the complete fields in the window; returns what stopped it. */
  #readFields(window: ByteWindow): WireResult {
    const fields = this.#fields;
    for (;;) {
      const isKeeping = this.#model.full === undefined;
      // In large files most fields are samples, so the kernel reads runs of them.
      if (isKeeping && this.#keepSamples(window) === Stop.Bad) return WireResult.Bad;
      fields.open(window.bytes, window.at, window.end);
      let found = fields.next();
      while (found === WireResult.Yes) {
        const isSample = fields.field === Field.Sample && fields.type === WireType.Bytes;
        if (isSample && isKeeping) break;
        this.#take();
        window.at = fields.at;
        found = fields.next();
      }
      if (found !== WireResult.Yes) return found;
    }
  }

  /** Stores the run of samples at the window's position. */
  #keepSamples(window: ByteWindow): Stop {
    const before = this.#model.samples.count;
    try {
      return this.#keeper.keep(window);
    } catch (error) {
      if (!(error instanceof ReadingFullError)) throw error;
      this.#model.full ??= error;
      return Stop.Kept;
    } finally {
      this.#records += this.#model.samples.count - before;
    }
  }

  /** Reads the current field. If memory is full, the field is dropped and the model records that. */
  #take(): void {
    this.#records++;
    const { type, field } = this.#fields;
    try {
      if (type === WireType.Bytes) this.#takeBytes(field);
      else if (type === WireType.Varint) this.#takeNumber(field);
    } catch (error) {
      if (!(error instanceof ReadingFullError)) throw error;
      this.#model.full ??= error;
    }
  }

  #takeNumber(field: Field): void {
    const { facts } = this;
    const { low, high } = this.#fields;
    const text = (): number => this.#textNumber(this.#fields);
    switch (field) {
      case Field.TimeNanos:
        facts.timeNanos ||= signed(low, high);
        break;
      case Field.DurationNanos:
        facts.durationNanos ||= signed(low, high);
        break;
      case Field.Period:
        facts.period ||= signed(low, high);
        break;
      case Field.Comment:
        facts.comments.push(text());
        break;
      case Field.DefaultSampleType:
        facts.defaultType ||= text();
        break;
      case Field.DocUrl:
        facts.docUrl ||= text();
        break;
      case Field.DropFrames:
        facts.dropFrames ||= text();
        break;
      case Field.KeepFrames:
        facts.keepFrames ||= text();
        break;
      default:
    }
  }

  #takeBytes(field: Field): void {
    const model = this.#model;
    const { facts } = this;
    const { bytes, from, to } = this.#fields;
    switch (field) {
      case Field.Text:
        // Push first: the string must take up an index even if there is no memory left for its text.
        model.texts.push(0);
        model.texts[model.texts.length - 1] = this.#text(bytes, from, to);
        break;
      case Field.Location:
        this.#location(from, to);
        break;
      case Field.Function:
        this.#function(from, to);
        break;
      case Field.Mapping:
        this.#mapping(from, to);
        break;
      case Field.SampleType: {
        // Types come before strings in a profile, so a type after strings and samples begins another profile.
        if (model.texts.length > 0 && model.samples.count > 0) throw new Another();
        const [name, unit] = this.#numbers(from, to, 2);
        if (model.types.length < MOST_TYPES) model.types.push({ name: name!, unit: unit! });
        else if (!this.#manyTypes) {
          this.#manyTypes = true;
          this.#report.warning(
            "many-weights",
            `Samples have more than ${MOST_TYPES} types`,
            "left the others out",
          );
        }
        break;
      }
      case Field.PeriodType:
        if (facts.periodType === 0) {
          [facts.periodType, facts.periodUnit] = this.#numbers(from, to, 2) as [number, number];
        }
        break;
      case Field.Comment:
        this.#comments(from, to);
        break;
      default:
    }
  }

  /** Moves to the next field of a message; false at its end. Throws `Damaged`. */
  #next(wire: WireReader): boolean {
    const found = wire.next();
    if (found > WireResult.End) throw new Damaged();
    return found === WireResult.Yes;
  }

  /** Reads the fields 1 to `count` of a message, all of which are string indices. */
  #numbers(from: number, to: number, count: number): number[] {
    const numbers = new Array<number>(count).fill(0);
    const wire = this.#inner.open(this.#fields.bytes, from, to);
    while (this.#next(wire)) {
      if (wire.type === WireType.Varint && wire.field <= count) {
        numbers[wire.field - 1] = this.#textNumber(wire);
      }
    }
    return numbers;
  }

  #comments(from: number, to: number): void {
    const wire = this.#innermost.open(this.#fields.bytes, from, to);
    while (this.#nextNumber(wire)) this.facts.comments.push(this.#textNumber(wire));
  }

  /** Reads a string index; returns 0 if it exceeds 32 bits, and counts such indices. */
  #textNumber({ low, high }: WireReader): number {
    if (high === 0) return low;
    this.#model.outOfRange++;
    return 0;
  }

  /** Reads the next number of a packed field; false at its end. Throws `Damaged`. */
  #nextNumber(wire: WireReader): boolean {
    if (wire.at >= wire.end) return false;
    if (wire.varint() !== WireResult.Yes) throw new Damaged();
    return true;
  }

  #location(from: number, to: number): void {
    const model = this.#model;
    const wire = this.#inner.open(this.#fields.bytes, from, to);
    let id = -1, mapping = 0, addrLow = 0, addrHigh = 0, lineCount = 0;
    let hasAddr = false;
    const firstLine = model.lines.length;
    while (this.#next(wire)) {
      if (wire.field === 4 && wire.type === WireType.Bytes) {
        this.#line(wire.from, wire.to);
        lineCount++;
      }
      if (wire.type !== WireType.Varint) continue;
      if (wire.field === 1) id = model.locationIds.place(wire.low, wire.high);
      else if (wire.field === 2 && (wire.low !== 0 || wire.high !== 0)) {
        mapping = model.mappingIds.place(wire.low, wire.high) + 1;
      } else if (wire.field === 3) {
        [addrLow, addrHigh] = [wire.low, wire.high];
        hasAddr = addrLow !== 0 || addrHigh !== 0;
      }
    }
    if (id >= 0) model.setLocation(id, { mapping, addrLow, addrHigh, hasAddr, firstLine, lineCount });
  }

  #line(from: number, to: number): void {
    const model = this.#model;
    const wire = this.#innermost.open(this.#fields.bytes, from, to);
    let place = 0, line = 0;
    while (this.#next(wire)) {
      if (wire.type !== WireType.Varint) continue;
      if (wire.field === 1) place = model.functionIds.place(wire.low, wire.high) + 1;
      // Line numbers must fit in 32 bits, as in the tables; this also rules out negative ones.
      else if (wire.field === 2) {
        line = wire.high === 0 ? wire.low : 0;
        if (wire.high !== 0) model.outOfRange++;
      }
    }
    model.lines.push(place);
    model.lines.push(line);
  }

  #function(from: number, to: number): void {
    const model = this.#model;
    const wire = this.#inner.open(this.#fields.bytes, from, to);
    let id = -1, name = 0, system = 0, file = 0;
    while (this.#next(wire)) {
      if (wire.type !== WireType.Varint) continue;
      if (wire.field === 1) id = model.functionIds.place(wire.low, wire.high);
      else if (wire.field === 2) name = this.#textNumber(wire);
      else if (wire.field === 3) system = this.#textNumber(wire);
      else if (wire.field === 4) file = this.#textNumber(wire);
    }
    if (id >= 0) model.setFunction(id, name || system, file);
  }

  #mapping(from: number, to: number): void {
    const model = this.#model;
    const wire = this.#inner.open(this.#fields.bytes, from, to);
    const wide = [0n, 0n, 0n, 0n];
    let id = -1, file = 0, build = 0;
    while (this.#next(wire)) {
      if (wire.type !== WireType.Varint) continue;
      if (wire.field === 1) id = model.mappingIds.place(wire.low, wire.high);
      else if (wire.field < 5) wide[wire.field - 1] = (BigInt(wire.high) << 32n) | BigInt(wire.low);
      else if (wire.field === 5) file = this.#textNumber(wire);
      else if (wire.field === 6) build = this.#textNumber(wire);
    }
    if (id >= 0) model.mappings[id] = { start: wide[1]!, end: wide[2]!, offset: wide[3]!, file, build };
  }
}

function signed(low: number, high: number): bigint {
  return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
}
