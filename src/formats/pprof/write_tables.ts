/**
 * From a profile to tables.
 * @module
 */

import { stagingOf, writeBig, writeHalves, writeNumber } from "../../events/cells.ts";
import { layoutOf, NULLABLE } from "../../events/table_doc.ts";
import { TableRows } from "../../events/table_rows.ts";
import { BATCH_ROWS, type ColumnSpec, type StagingColumn, type TraceSink } from "../../events/trace_sink.ts";
import type { FunctionAt } from "../format.ts";
import { LABEL_WORDS, type Mapping, type ProfileModel } from "./profile_model.ts";
import type { ProfileReport } from "./report.ts";
import { PLACE_COLUMNS, PPROF_DOCS } from "./table_docs.ts";

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
  const sums = new SampleRows(sink, model, names).write(places);
  const types = model.types.map(({ unit }, at) => ({
    name: names[at]!,
    unit: textOf(sink, model, unit),
    total: sums.totals[at]!,
  }));
  writeWeights(sink, model, types, about.defaultType);
  writeLabels(sink, model);
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
  readonly totals: (bigint | null)[];
  readonly missing: number;
  readonly extra: number;
}

/** Fills `profile`. */
class SampleRows {
  readonly #sink: TraceSink;
  readonly #model: ProfileModel;
  readonly #names: readonly string[];

  constructor(sink: TraceSink, model: ProfileModel, names: readonly string[]) {
    this.#sink = sink;
    this.#model = model;
    this.#names = names;
  }

  write(places: Places): SampleSums {
    const model = this.#model;
    const fixed = layoutOf(
      PPROF_DOCS,
      "profile",
      { stack: NULLABLE, line: NULLABLE, addr: { ...NULLABLE, decimal: true } },
      PLACE_COLUMNS,
    );
    const weights = this.#names.map((name): ColumnSpec => ({ name, type: "i64" }));
    const writer = this.#sink.table({ name: "profile", columns: [...fixed.columns, ...weights] });
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
    const columns = this.#names.map((name) => writer.column(name));
    const sums = columns.map(() => new WideSum());
    let missing = 0, extra = 0, frames = 0, values = 0;
    for (let sample = 0; sample < model.sampleCount; sample++) {
      const row = writer.count;
      writeNumber(index, row, sample);
      const framesEnd = model.stackEnds.at(sample);
      const id = places.stackOf(frames, framesEnd);
      put(stack, row, id, id !== 0);
      const first = frames < framesEnd ? places.firstOf(model.stacks.at(frames)) : NOWHERE;
      func.u32[row] = first.func;
      file.u32[row] = first.file;
      put(line, row, first.line, first.line !== 0);
      writeHalves(addr, row, first.addrLow, first.addrHigh);
      addr.nulls[row] = first.hasAddr ? 0 : 1;
      module.u32[row] = first.module;
      const valuesEnd = model.valueEnds.at(sample);
      const count = (valuesEnd - values) / 2;
      if (count < columns.length) missing++;
      else if (count > columns.length) extra++;
      for (let at = 0; at < columns.length; at++) {
        const from = values + 2 * at;
        const low = from < valuesEnd ? model.values.at(from) : 0;
        const high = from < valuesEnd ? model.values.at(from + 1) : 0;
        writeHalves(columns[at]!, row, low, high);
        sums[at]!.add(low, high);
      }
      frames = framesEnd;
      values = valuesEnd;
      if (++writer.count === BATCH_ROWS) writer.flush();
    }
    if (writer.count > 0) writer.flush();
    return { totals: sums.map((sum) => sum.total), missing, extra };
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

/** Where a sample was taken. */
interface Place {
  /** Codes of texts. */
  readonly func: number;
  readonly file: number;
  readonly module: number;
  readonly line: number;
  readonly addrLow: number;
  readonly addrHigh: number;
  readonly hasAddr: boolean;
}

const NOWHERE: Place = { func: 0, file: 0, module: 0, line: 0, addrLow: 0, addrHigh: 0, hasAddr: false };

/** Locations with their names, and backtraces of them. */
class Places {
  /** Frames of samples whose location the file does not have. */
  unknown = 0;
  readonly #sink: TraceSink;
  readonly #model: ProfileModel;
  readonly #about: About;
  /** Frames of each location, innermost first: where they begin in the list, and how many there are. */
  readonly #starts: number[] = [];
  readonly #counts: number[] = [];
  readonly #frames: number[] = [];
  readonly #first: Place[] = [];
  readonly #mappings: readonly (readonly [Mapping, number])[];
  #list = new Uint32Array(256);

  constructor(sink: TraceSink, model: ProfileModel, about: About) {
    this.#sink = sink;
    this.#model = model;
    this.#about = about;
    // Of texts, which name no mapping, the last one that holds an address counts.
    this.#mappings = model.mappings.flatMap((each) =>
      each === undefined || each.file === 0 ? [] : [[each, codeOf(model, each.file)] as const]
    );
  }

  /** The innermost line of a location. */
  firstOf(place: number): Place {
    this.#resolve(place);
    return this.#first[place]!;
  }

  /** The backtrace of the locations `stacks[from..to)`. */
  stackOf(from: number, to: number): number {
    const { stacks } = this.#model;
    let depth = 0;
    for (let at = from; at < to; at++) {
      const place = stacks.at(at);
      this.#resolve(place);
      if (this.#model.locations[place] === undefined) this.unknown++;
      const start = this.#starts[place]!, count = this.#counts[place]!;
      if (depth + count > this.#list.length) {
        const larger = new Uint32Array(2 * (depth + count));
        larger.set(this.#list);
        this.#list = larger;
      }
      for (let each = 0; each < count; each++) this.#list[depth++] = this.#frames[start + each]!;
    }
    return depth === 0 ? 0 : this.#sink.stacks.stack(this.#list, 0, depth);
  }

  #resolve(place: number): void {
    if (this.#first[place] !== undefined) return;
    const places = this.#placesOf(place);
    this.#starts[place] = this.#frames.length;
    this.#counts[place] = places.length;
    this.#first[place] = places[0]!;
    for (const each of places) {
      this.#frames.push(this.#sink.stacks.frame({ ...each, offsetLow: 0, offsetHigh: 0, hasOffset: false }));
    }
  }

  #placesOf(place: number): Place[] {
    const model = this.#model;
    const location = model.locations[place];
    if (location === undefined) return [NOWHERE];
    const { addrLow, addrHigh, hasAddr } = location;
    const found = this.#mappingOf(location.mapping, addrLow, addrHigh);
    const where = { module: found?.[1] ?? 0, addrLow, addrHigh, hasAddr };
    if (location.lineCount === 0) {
      return [{ ...NOWHERE, ...where, ...this.#symbol(found, addrLow, addrHigh) }];
    }
    return Array.from({ length: location.lineCount }, (_, at) => {
      const func = model.functions[model.lines.at(location.firstLine + 2 * at) - 1];
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
  #symbol(found: readonly [Mapping, number] | undefined, addrLow: number, addrHigh: number): Partial<Place> {
    const { functionAt, returns } = this.#about;
    if (functionAt === undefined || found === undefined || found[1] === 0) return {};
    const { strings } = this.#sink;
    const [{ start, end }, module] = found;
    const address = ((BigInt(addrHigh) << 32n) | BigInt(addrLow)) + (returns ? 0n : 1n);
    const place = functionAt(strings.text(module), start, end, address);
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

function writeLabels(sink: TraceSink, model: ProfileModel): void {
  const writer = sink.table(layoutOf(PPROF_DOCS, "labels", { number: NULLABLE }));
  const columns = stagingOf(writer, "sample", "name", "value", "number", "unit");
  const { labels } = model;
  /** Codes of numbers as texts. */
  const numbers = new Map<string, number>();
  for (let at = 0; at < labels.length; at += LABEL_WORDS) {
    const [sample, key, text, low, high, unit] = labels.items.subarray(at, at + LABEL_WORDS) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const row = writer.count;
    writeNumber(columns.sample, row, sample);
    columns.name.u32[row] = codeOf(model, key);
    let value = codeOf(model, text);
    if (text === 0) {
      const digits = String(BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low)));
      let code = numbers.get(digits);
      if (code === undefined) numbers.set(digits, code = sink.strings.internText(digits));
      value = code;
    }
    columns.value.u32[row] = value;
    writeHalves(columns.number, row, low, high);
    columns.number.nulls[row] = text === 0 ? 0 : 1;
    columns.unit.u32[row] = codeOf(model, unit);
    if (++writer.count === BATCH_ROWS) writer.flush();
  }
  if (writer.count > 0) writer.flush();
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
