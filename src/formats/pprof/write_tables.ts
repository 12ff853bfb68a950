/**
 * From a profile to tables.
 * @module
 */

import { grown } from "../../base/grown.ts";
import { stagingOf, writeBig, writeHalves, writeNumber } from "../../events/cells.ts";
import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import { TableRows } from "../../events/table_rows.ts";
import { BARE_FRAME, type Frame } from "../../events/stack_pool.ts";
import {
  BATCH_ROWS,
  type ColumnSpec,
  type RowWriter,
  type StagingColumn,
  type TraceSink,
} from "../../events/trace_sink.ts";
import { ReadingFullError } from "../../memory/arena.ts";
import { AddressMap } from "../address_map.ts";
import type { FunctionAt } from "../format.ts";
import { LABEL_WORDS, type Mapping, type ProfileModel } from "./profile_model.ts";
import type { ProfileReport } from "./report.ts";
import { PLACE_COLUMNS, PPROF_DOCS } from "./table_docs.ts";
import { WireReader } from "./wire.ts";

const HALF = 0x1_0000_0000;
/** Values that are added up before a sum of doubles could be rounded. */
const EXACT_RUN = 1 << 20;
const NAMELESS = "value";

/** What is known of a profile beside its samples. */
interface About {
  /** Number of the text of the type that is meant when none is named; 0 = the last one. */
  readonly defaultType: number;
  readonly functionAt: FunctionAt | undefined;
  /** Addresses are those behind calls, and not of calls. */
  readonly returns: boolean;
}

/** A type of samples. */
export interface NamedType {
  readonly name: string;
  readonly unit: string;
  readonly total: bigint | null;
}

/** Writes all tables; gives the types of samples with their sums. */
export function writeTables(
  sink: TraceSink,
  model: ProfileModel,
  report: ProfileReport,
  about: About,
): NamedType[] {
  const names = typeNames(sink, model);
  const places = new Places(sink, model, about);
  const rows = new SampleRows(sink, model, names);
  try {
    rows.write(places);
  } catch (error) {
    if (!(error instanceof ReadingFullError)) throw error;
    model.full ??= error;
  }
  const sums = rows.finish();
  const types = model.types.map(({ unit }, at) => ({
    name: names[at]!,
    unit: textOf(sink, model, unit),
    total: sums.totals[at]!,
  }));
  writeWeights(sink, model, types, about.defaultType);
  writeLabels(sink, model, sums.rows);
  writeModules(sink, model);
  tellOdd(report, model, places, sums);
  return types;
}

function tellOdd(
  report: ProfileReport,
  model: ProfileModel,
  places: Places,
  { missing, extra }: SampleSums,
): void {
  if (model.isCut) {
    report.warning("deep-stacks", "Backtraces have too many frames", "left out their outermost frames");
  }
  if (places.unknown > 0) {
    report.warning(
      "bad-frame",
      `${places.unknown} frames are of locations that the file lacks`,
      "kept them without names",
    );
  }
  if (missing > 0) {
    report.warning("bad-record", `${missing} samples have too few values`, "took those that lack for 0");
  }
  if (extra > 0) {
    report.warning("bad-record", `${extra} samples have too many values`, "left out the last ones");
  }
  if (model.outOfRange > 0) {
    report.warning(
      "number-overflow",
      `${model.outOfRange} numbers of lines and texts are out of range`,
      "left out their numbers",
    );
  }
  if (model.texts.length === 0 && model.sampleCount > 0) {
    report.warning(
      "no-frames",
      "The file has no texts, which come last: nothing has a name",
      "kept addresses and numbers",
    );
  }
}

function codeOf(model: ProfileModel, number: number): number {
  return model.texts[number] ?? 0;
}

function textOf(sink: TraceSink, model: ProfileModel, number: number): string {
  const code = codeOf(model, number);
  return code === 0 ? "" : sink.strings.text(code);
}

/** Names of columns: those of the file, told apart where they are not. */
function typeNames(sink: TraceSink, model: ProfileModel): string[] {
  const taken = new Set(PLACE_COLUMNS.split(" "));
  taken.add("trace");
  return model.types.map(({ name: number }) => {
    const name = textOf(sink, model, number) || NAMELESS;
    let own = name;
    for (let count = 2; taken.has(own); count++) own = `${name}_${count}`;
    taken.add(own);
    return own;
  });
}

interface SampleSums {
  readonly rows: number;
  readonly totals: (bigint | null)[];
  readonly missing: number;
  readonly extra: number;
}

/** Fills `profile`. */
class SampleRows {
  readonly #model: ProfileModel;
  readonly #writer: RowWriter;
  readonly #columns: readonly StagingColumn[];
  readonly #sums: readonly WideSum[];
  #rows = 0;
  #missing = 0;
  #extra = 0;

  constructor(sink: TraceSink, model: ProfileModel, names: readonly string[]) {
    this.#model = model;
    const fixed = layoutOf(
      PPROF_DOCS,
      "profile",
      { stack: NULLABLE, line: NULLABLE, addr: { ...NULLABLE, decimal: true } },
      PLACE_COLUMNS,
    );
    const weights = names.map((name): ColumnSpec => ({ name, type: "i64" }));
    this.#writer = sink.table({ name: "profile", columns: [...fixed.columns, ...weights] });
    this.#columns = names.map((name) => this.#writer.column(name));
    this.#sums = names.map(() => new WideSum());
  }

  /** Writes the rows. Where the memory for backtraces is full it throws, and the rows before stay. */
  write(places: Places): void {
    const writer = this.#writer;
    const { stackEnds, sampleCount } = this.#model;
    const { index, stack, func, file, line, addr, module } = stagingOf(
      writer,
      "index",
      "stack",
      "func",
      "file",
      "line",
      "addr",
      "module",
    );
    for (let frames = 0; this.#rows < sampleCount; this.#rows++) {
      const row = writer.count;
      writeNumber(index, row, this.#rows);
      const framesEnd = stackEnds.at(this.#rows);
      const id = places.stackOf(frames, framesEnd);
      put(stack, row, id, id !== 0);
      const { first } = places;
      func.u32[row] = first.func;
      file.u32[row] = first.file;
      put(line, row, first.line, first.line !== 0);
      writeHalves(addr, row, first.addrLow, first.addrHigh);
      addr.nulls[row] = first.hasAddr ? 0 : 1;
      module.u32[row] = first.module;
      this.#writeValues(row);
      frames = framesEnd;
      if (++writer.count === BATCH_ROWS) writer.flush();
    }
  }

  /** Hands over the rest. */
  finish(): SampleSums {
    if (this.#writer.count > 0) this.#writer.flush();
    const totals = this.#sums.map((sum) => sum.total);
    return { rows: this.#rows, totals, missing: this.#missing, extra: this.#extra };
  }

  #writeValues(row: number): void {
    const { values, valueEnds } = this.#model;
    const columns = this.#columns;
    const sample = this.#rows;
    const end = valueEnds.at(sample);
    let from = sample === 0 ? 0 : valueEnds.at(sample - 1);
    const count = (end - from) / 2;
    if (count < columns.length) this.#missing++;
    else if (count > columns.length) this.#extra++;
    for (let at = 0; at < columns.length; at++, from += 2) {
      const low = from < end ? values.at(from) : 0;
      const high = from < end ? values.at(from + 1) : 0;
      writeHalves(columns[at]!, row, low, high);
      this.#sums[at]!.add(low, high);
    }
  }
}

function put(column: StagingColumn, row: number, value: number, isKnown: boolean): void {
  column.u32[row] = value;
  column.nulls[row] = isKnown ? 0 : 1;
}

/** A sum of signed numbers of 64 bits, exact. */
class WideSum {
  #low = 0;
  #high = 0;
  #count = 0;
  #sum = 0n;

  add(low: number, high: number): void {
    this.#low += low;
    this.#high += high | 0;
    if (++this.#count === EXACT_RUN) this.#settle();
  }

  /** Null where it has more than 64 bits. */
  get total(): bigint | null {
    this.#settle();
    return BigInt.asIntN(64, this.#sum) === this.#sum ? this.#sum : null;
  }

  #settle(): void {
    this.#sum += BigInt(this.#low) + BigInt(this.#high) * BigInt(HALF);
    this.#low = this.#high = this.#count = 0;
  }
}

/** Locations with their names, and backtraces of them. */
class Places {
  /** Frames of samples whose location the file does not have. */
  unknown = 0;
  readonly #sink: TraceSink;
  readonly #model: ProfileModel;
  readonly #about: About;
  /** The innermost line of each location that was met. */
  readonly #first: (Frame | undefined)[] = [];
  /** The frame of locations that were met, are there and have only one, by their ids where these are small; else 0. */
  readonly #single: Uint32Array;
  /** Frames of the other ones, innermost first. */
  readonly #several: (readonly number[] | undefined)[] = [];
  readonly #mappings: readonly (readonly [Mapping, number])[];
  readonly #wire = new WireReader();
  #list = new Uint32Array(256);
  /** Id of the innermost location of the last backtrace; 0 = it has none. */
  #innermostLow = 0;
  #innermostHigh = 0;

  constructor(sink: TraceSink, model: ProfileModel, about: About) {
    this.#sink = sink;
    this.#model = model;
    this.#about = about;
    this.#single = new Uint32Array(model.locationIds.smallIds);
    // Of texts, which name no mapping, the last one that holds an address counts.
    this.#mappings = model.mappings.flatMap((each) =>
      each === undefined || each.file === 0 ? [] : [[each, codeOf(model, each.file)] as const]
    );
  }

  /** The innermost line of the last backtrace. */
  get first(): Frame {
    const low = this.#innermostLow, high = this.#innermostHigh;
    return low === 0 && high === 0 ? BARE_FRAME : this.#first[this.#model.locationIds.place(low, high)]!;
  }

  /** The backtrace of the locations `stacks[from..to)`. */
  stackOf(from: number, to: number): number {
    const { bytes } = this.#model.stacks;
    const single = this.#single;
    let list = this.#roomFor(to - from);
    let depth = 0;
    this.#innermostLow = this.#innermostHigh = 0;
    for (let at = from; at < to;) {
      let low = bytes[at++]!, high = 0;
      if (low >= 0x80) {
        const next = bytes[at]!;
        if (next < 0x80) {
          low = (low & 0x7f) | (next << 7);
          at++;
        } else {
          const wire = this.#wire.open(bytes, at - 1, to);
          wire.varint();
          ({ at, low, high } = wire);
        }
      }
      // Undefined for an id that is large.
      const frame = high === 0 ? single[low] : undefined;
      if (frame) list[depth++] = frame;
      else if (low !== 0 || high !== 0) {
        const frames = this.#framesOf(low, high);
        list = this.#roomFor(depth + frames.length + to - at);
        for (const each of frames) list[depth++] = each;
      } else continue;
      if (this.#innermostLow === 0 && this.#innermostHigh === 0) {
        this.#innermostLow = low;
        this.#innermostHigh = high;
      }
    }
    return depth === 0 ? 0 : this.#sink.stacks.stack(list, 0, depth);
  }

  #roomFor(depth: number): Uint32Array {
    if (depth > this.#list.length) this.#list = grown(this.#list, 2 * depth);
    return this.#list;
  }

  /** Frames of a location that has several, or is not there, or was not met before. */
  #framesOf(low: number, high: number): readonly number[] {
    const place = this.#model.locationIds.place(low, high);
    const isThere = this.#model.location(place) !== undefined;
    if (!isThere) this.unknown++;
    const known = this.#several[place];
    if (known !== undefined) return known;
    const places = this.#placesOf(place);
    const frames = places.map((each) => this.#sink.stacks.frame(each));
    this.#first[place] = places[0]!;
    // Else it is looked up again, and counted where it is not there.
    if (isThere && frames.length === 1 && high === 0) this.#single[low] = frames[0]!;
    this.#several[place] = frames;
    return frames;
  }

  #placesOf(place: number): Frame[] {
    const model = this.#model;
    const location = model.location(place);
    if (location === undefined) return [BARE_FRAME];
    const { addrLow, addrHigh, hasAddr } = location;
    const found = this.#mappingOf(location.mapping, addrLow, addrHigh);
    const where = { ...BARE_FRAME, module: found?.[1] ?? 0, addrLow, addrHigh, hasAddr };
    if (location.lineCount === 0) {
      return [{ ...where, ...this.#symbol(found, addrLow, addrHigh) }];
    }
    return Array.from({ length: location.lineCount }, (_, at) => {
      const func = model.func(model.lines.at(location.firstLine + 2 * at) - 1);
      const line = model.lines.at(location.firstLine + 2 * at + 1);
      return {
        ...where,
        func: func === undefined ? 0 : codeOf(model, func.name),
        file: func === undefined ? 0 : codeOf(model, func.file),
        line,
      };
    });
  }

  #mappingOf(number: number, addrLow: number, addrHigh: number): readonly [Mapping, number] | undefined {
    if (number > 0) {
      const mapping = this.#model.mappings[number - 1];
      return mapping && [mapping, codeOf(this.#model, mapping.file)];
    }
    if (!this.#about.returns) return undefined;
    const address = (BigInt(addrHigh) << 32n) | BigInt(addrLow);
    return this.#mappings.findLast(([{ start, end }]) => start <= address && address < end);
  }

  /** The name of an address whose program is at hand. */
  #symbol(found: readonly [Mapping, number] | undefined, addrLow: number, addrHigh: number): Partial<Frame> {
    const { functionAt, returns } = this.#about;
    if (functionAt === undefined || found === undefined || found[1] === 0) return {};
    const { strings } = this.#sink;
    const [{ start, end, build }, module] = found;
    const address = ((BigInt(addrHigh) << 32n) | BigInt(addrLow)) + (returns ? 0n : 1n);
    const id = strings.text(codeOf(this.#model, build));
    const place = functionAt(strings.text(module), start, end, address, false, id === "" ? undefined : id);
    if (place === undefined) return {};
    const { func, source } = place;
    return {
      func: strings.internText(func),
      ...(source ? { file: strings.internText(source.file), line: source.line } : {}),
    };
  }
}

function writeWeights(
  sink: TraceSink,
  model: ProfileModel,
  types: readonly NamedType[],
  defaultType: number,
): void {
  const named = model.types.findIndex(({ name }) => defaultType !== 0 && name === defaultType);
  const standing = named >= 0 ? named : types.length - 1;
  const writer = sink.table(layoutOf(PPROF_DOCS, "weights", { total: NULLABLE }));
  const { name, unit, total, default: isDefault } = stagingOf(writer, "name", "unit", "total", "default");
  types.forEach((type, row) => {
    name.u32[row] = sink.strings.internText(type.name);
    unit.u32[row] = type.unit === "" ? 0 : sink.strings.internText(type.unit);
    writeBig(total, row, type.total ?? 0n);
    total.nulls[row] = type.total === null ? 1 : 0;
    isDefault.u32[row] = row === standing ? 1 : 0;
    writer.count++;
  });
  if (writer.count > 0) writer.flush();
}

/** Labels of the first samples. */
function writeLabels(sink: TraceSink, model: ProfileModel, samples: number): void {
  const writer = sink.table(layoutOf(PPROF_DOCS, "labels", { number: NULLABLE }));
  const { sample, name, value, number, unit } = stagingOf(
    writer,
    "sample",
    "name",
    "value",
    "number",
    "unit",
  );
  const { words, length } = model.labels;
  const texts = new NumberTexts(sink);
  for (let at = 0; at < length && words[at]! < samples; at += LABEL_WORDS) {
    const row = writer.count;
    const text = words[at + 2]!, low = words[at + 3]!, high = words[at + 4]!;
    writeNumber(sample, row, words[at]!);
    name.u32[row] = codeOf(model, words[at + 1]!);
    value.u32[row] = text === 0 ? texts.codeOf(low, high) : codeOf(model, text);
    writeHalves(number, row, low, high);
    number.nulls[row] = text === 0 ? 0 : 1;
    unit.u32[row] = codeOf(model, words[at + 5]!);
    if (++writer.count === BATCH_ROWS) writer.flush();
  }
  if (writer.count > 0) writer.flush();
}

/** Numbers as texts, each written once. */
class NumberTexts {
  readonly #sink: TraceSink;
  readonly #codes = new AddressMap();

  constructor(sink: TraceSink) {
    this.#sink = sink;
  }

  /** The code of the text of a signed number. */
  codeOf(low: number, high: number): number {
    const known = this.#codes.get(0, low, high);
    if (known >= 0) return known;
    const number = BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
    const code = this.#sink.strings.internText(String(number));
    this.#codes.set(0, low, high, code);
    return code;
  }
}

function writeModules(sink: TraceSink, model: ProfileModel): void {
  const writer = sink.table(layoutOf(PPROF_DOCS, "modules"));
  const rows = new TableRows(() => writer, sink.strings);
  for (const mapping of model.mappings) {
    if (mapping === undefined) continue;
    rows.add({
      module: codeOf(model, mapping.file),
      addr: mapping.start,
      end: mapping.end,
      offset: mapping.offset,
      build: codeOf(model, mapping.build),
    });
  }
  rows.finish();
}
